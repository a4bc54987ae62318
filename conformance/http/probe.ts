/** Sends a request to an address before it is known which server it has. */
import { isRecord } from '../../openapi/is-record.ts';
import { Transport } from './transport.ts';

/** A whole response may take twice as long. */
const timeoutMillis = 1_000;

type Fields = Readonly<Record<string, unknown>>;

/** The response of an address. */
export interface Probed {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, if it is an object. */
  readonly fields?: Fields;
}

function fieldsIn(text: string): Fields | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** @returns undefined if there is no response */
export async function probe(
  baseUrl: string,
  path: string,
  signal: AbortSignal = new AbortController().signal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Probed | undefined> {
  const transport = new Transport(baseUrl, { connections: 1, timeoutMillis, access: 'read-only' });
  try {
    const answer = await transport.send({ method: 'GET', path, headers }, signal);
    const fields = fieldsIn(answer.text);
    return { status: answer.status, headers: answer.headers, ...(fields && { fields }) };
  } catch {
    return undefined;
  } finally {
    await transport.close();
  }
}
