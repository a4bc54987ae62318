/** Asks an address a question before it is known what is there. */
import { Transport } from './transport.ts';

/** All of the answer may take twice as long. */
const timeoutMillis = 1_000;

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns the object that the answer is; undefined when there is no answer, or another one */
export async function probeJson(
  baseUrl: string,
  path: string,
  signal?: AbortSignal,
): Promise<Fields | undefined> {
  const transport = new Transport(baseUrl, { connections: 1, timeoutMillis, access: 'read-only' });
  try {
    const { text } = await transport.send(
      { method: 'GET', path, headers: {} },
      signal ?? new AbortController().signal,
    );
    const json: unknown = JSON.parse(text);
    return isFields(json) ? json : undefined;
  } catch {
    return undefined;
  } finally {
    await transport.close();
  }
}
