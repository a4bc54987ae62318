/** What the options of `conformance run` take: how a value is read from a flag, and described in a schema. */
import type { Shard } from '../../conformance/engine/events.ts';
import { type Scope, scopes } from '../../openapi/scopes.ts';

/** What an option takes. A schema is made of it where a configuration is read, which most commands do without. */
export interface Value<T> {
  readonly form:
    | { readonly type: 'number' | 'integer'; readonly least: number; readonly most: number }
    | { readonly type: 'text' | 'words' | 'other' }
    | { readonly type: 'choice'; readonly choices: readonly (T & string)[] }
    /** Several of them, with commas between. */
    | { readonly type: 'names'; readonly choices: readonly string[] };
  /** What it must be; begins with `must`. Absent: any text. */
  readonly must?: string;
  /** The value of a text of the command line; undefined for one that is not allowed. */
  readonly read?: (text: string) => T | undefined;
}

const reading = (pattern: RegExp, least: number, most: number) => (given: string) => {
  const value = Number(given);
  return pattern.test(given) && value >= least && value <= most ? value : undefined;
};

export const number = (least: number, most: number, what: string): Value<number> => ({
  form: { type: 'number', least, most },
  must: `must be ${what} from ${least} to ${most}`,
  read: reading(/^\d+(\.\d+)?$/, least, most),
});

export const wholeNumber = (least: number, most: number): Value<number> => ({
  form: { type: 'integer', least, most },
  must: `must be a whole number from ${least} to ${most}`,
  read: reading(/^\d+$/, least, most),
});

const ofHundred = number(0, 100, 'a percentage');
export const percentage: Value<number> = {
  ...ofHundred,
  read: (given) => ofHundred.read?.(given.replace(/%$/, '')),
};

export const text: Value<string> = { form: { type: 'text' } };

export const choice = <const Name extends string>(choices: readonly Name[]): Value<Name> => ({
  form: { type: 'choice', choices },
});

const isScope = (name: string): name is Scope => scopes.some((scope) => scope === name);

export const scopeNames: Value<readonly Scope[]> = {
  form: { type: 'names', choices: scopes },
  must: `must be scopes, such as payouts,webhooks: ${scopes.join(', ')}`,
  read(given) {
    const names = given.split(',').map((name) => name.trim());
    return names.every(isScope) ? [...new Set(names)] : undefined;
  },
};

export const words: Value<readonly string[]> = { form: { type: 'words' } };

export const listenAt: Value<string> = {
  form: { type: 'text' },
  must: 'must be an address and a port, such as 0.0.0.0:4500',
  read: (given) => (addressOf(given) === undefined ? undefined : given),
};

/** The parts of an address to listen on, such as `0.0.0.0:4500` or `[::1]:4500`; undefined if it is none. */
export function addressOf(given: string): { readonly host: string; readonly port: number } | undefined {
  const [, host = '', port = ''] = /^(\[[0-9a-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(given) ?? [];
  if (host === '' || Number(port) > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

export const shard: Value<Shard> = {
  form: { type: 'other' },
  must: 'must be the shard and the number of shards, such as 1/4',
  read: (given) => {
    const [, index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(given) ?? []).map(Number);
    return index !== undefined && count !== undefined && index >= 1 && index <= count
      ? { index, count }
      : undefined;
  },
};
