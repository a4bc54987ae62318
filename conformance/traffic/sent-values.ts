/** Values that clients sent. A server that returns a wrong one of these is not at fault. */
import { hash } from 'node:crypto';
import { valueAt } from '../provider/response.ts';
import { jsonOf } from './json.ts';
import { Recent } from './recent.ts';

/** The latest names and values; earlier ones are forgotten. */
const keptValues = 50_000;
/** Longer values are stored as digests. */
const longestKey = 64;

function keyOf(name: string, value: unknown): string {
  const key = `${name} ${JSON.stringify(value)}`;
  return key.length <= longestKey ? key : hash('sha256', key, 'base64');
}

/** Texts, numbers and other simple values, by the name of their field. */
export class SentValues {
  readonly #sent = new Recent<true>(keptValues);

  /** @param body of a request */
  add(body: string | undefined): void {
    this.#collect('', jsonOf(body));
  }

  /** Whether a client sent the value at a place of a response under the same name. */
  has(answer: unknown, path: readonly string[]): boolean {
    const value = valueAt(answer, path);
    const name = path.findLast((key) => !/^\d+$/.test(key)) ?? '';
    const key = keyOf(name, value);
    const isSent = value !== undefined && this.#sent.has(key);
    // It is shown again later.
    if (isSent) this.#sent.set(key, true);
    return isSent;
  }

  #collect(name: string, value: unknown): void {
    if (Array.isArray(value)) for (const item of value) this.#collect(name, item);
    else if (typeof value === 'object' && value !== null)
      for (const [inner, part] of Object.entries(value)) this.#collect(inner, part);
    else this.#sent.set(keyOf(name, value), true);
  }
}
