/** Parses bodies as JSON, once for all checks. */
import { parse } from '../adapter/sending.ts';

/** Messages wait for their checks for one or two turns of the event loop. */
const kept = 16;

const texts: string[] = [];
const values: unknown[] = [];
let next = 0;

/**
 * @returns undefined if the text is not JSON; shared by all callers, so do not change it
 */
export function jsonOf(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  const known = texts.indexOf(text);
  if (known >= 0) return values[known];
  const value = parse(text);
  texts[next] = text;
  values[next] = value;
  next = (next + 1) % kept;
  return value;
}
