/** Faults of which each changes one place of a successful answer. */
import type { OperationId } from '../../openapi/description.ts';
import type { Fault } from './fault.ts';
import { type Change, inAnswers } from './tools.ts';

export type FieldFault = readonly [
  id: string,
  title: string,
  breaks: Fault['breaks'],
  /** Below the prefix, as `rewrite` in tools.ts reads it. */
  path: string,
  change: Change,
];

/** @param prefix to the thing that the paths of the rows are about, such as `data.*.` in a list. */
export function fieldFaults(
  area: Fault['area'],
  operations: OperationId | readonly OperationId[],
  prefix: string,
  rows: readonly FieldFault[],
): Fault[] {
  return rows.map(([id, title, breaks, path, change]) => ({
    id,
    title,
    area,
    breaks,
    overrides: inAnswers(operations, `${prefix}${path}`, change),
  }));
}

export const milliseconds: Change = (seconds) => Number(seconds) * 1000;
export const isoTime: Change = (seconds) => new Date(Number(seconds) * 1000).toISOString();
export const lowerCase: Change = (text) => String(text).toLowerCase();
export const prefixed =
  (prefix: string): Change =>
  (id) =>
    `${prefix}_${id}`;
/** A country code of two letters as one of three. */
export const threeLetters: Change = (code) => (code === '' ? '' : `${code}A`);

type Properties = Readonly<Record<string, unknown>>;

/** Changes an object as a whole; anything else is left alone. */
export const asObject =
  (change: (object: Properties) => unknown): Change =>
  (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? change(Object.fromEntries(Object.entries(value)))
      : value;

/** The value of a list response's data in place of the response. */
export const bareList: Change = asObject(({ data }) => data);
