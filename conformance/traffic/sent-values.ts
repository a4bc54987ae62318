/** Values that clients sent: a server that shows one again says nothing about itself. */
import { parse } from '../adapter/perform.ts';
import type { ObservedExchange } from './observation.ts';

const keyOf = (name: string, value: unknown) => `${name} ${JSON.stringify(value)}`;

function collect(name: string, value: unknown, into: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collect(name, item, into);
  else if (typeof value === 'object' && value !== null)
    for (const [inner, part] of Object.entries(value)) collect(inner, part, into);
  else into.add(keyOf(name, value));
}

/** Words, numbers and the like by the name of their field. */
export class SentValues {
  readonly #sent = new Set<string>();

  constructor(exchanges: readonly ObservedExchange[]) {
    for (const { request } of exchanges) collect('', parse(request.body ?? ''), this.#sent);
  }

  /** Whether the value at a place of an answer is one that a client has sent under the same name. */
  has(answer: unknown, path: readonly string[]): boolean {
    const value = path.reduce<unknown>((inside, key) => Object(inside)[key], answer);
    const name = path.findLast((key) => !/^\d+$/.test(key)) ?? '';
    return value !== undefined && this.#sent.has(keyOf(name, value));
  }
}
