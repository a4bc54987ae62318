/** What an operation returned, and how a finding shows it. */
import type { Performed } from '../adapter/perform.ts';
import { shortened } from '../engine/shown-body.ts';

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown;
  /** No request carried the caller's credentials, so the response does not depend on them. */
  readonly withoutCaller?: true;
  /** The request that this is the response to; absent if the suite did not send it. */
  readonly sent?: Performed['sent'];
}

/** Whether it denies the key or the resource. */
export const isClosed = ({ status }: Pick<ApiResponse, 'status'>): boolean =>
  status === 400 || status === 403;

/** Shows a value in a sentence. */
export function show(value: unknown): string {
  // JSON cannot represent a number that is too large.
  if (typeof value === 'number') return String(value);
  return shortened(JSON.stringify(value) ?? String(value));
}

/** The part of a value at a path. */
export const valueAt = (value: unknown, path: readonly string[]) =>
  path.reduce<unknown>(
    (inside, key) =>
      typeof inside === 'object' ? (inside as Record<string, unknown> | null)?.[key] : undefined,
    value,
  );

/**
 * Shows the value at a place, and then the whole value. If there is nothing or more than a word at the place, shows only
 * the whole.
 */
export function showAt(value: unknown, path: readonly string[]): string {
  const at = valueAt(value, path);
  const isWord = path.length > 0 && at !== undefined && (typeof at !== 'object' || at === null);
  return isWord ? `${show(at)} in ${show(value)}` : show(value);
}

/** A response for a finding: its status and its body. */
export function describe({ status, text, json }: Omit<ApiResponse, 'headers'>): string {
  return `${status} with ${text === '' ? 'an empty body' : show(json === undefined ? text : json)}`;
}
