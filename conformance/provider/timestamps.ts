/**
 * Timestamps of records. The section "Conventions" of the interface document names their fields, so its rules hold
 * wherever the fields occur, even if the document does not show the shape of the response or payload.
 */

/** `timestamp` is not included: it belongs to webhooks, and the envelope of a response may have a different one. */
const names: readonly string[] = [
  'createdAt',
  'signedAt',
  'lastViewedAt',
  'createdTimestamp',
  'lastUpdatedTimestamp',
];

/** Fields with free content of a user. */
const freeFields: readonly string[] = [
  'metadata',
  'params',
  'customData',
  'additionalAttributes',
  'customFields',
];

export interface Timestamp {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Every timestamp in a response or payload; null and an empty text mean that there is none. */
export function* timestampsIn(json: unknown, path: readonly string[] = []): Generator<Timestamp> {
  if (typeof json !== 'object' || json === null) return;
  for (const [name, value] of Object.entries(json)) {
    const at = [...path, name];
    if (!names.includes(name)) {
      if (!freeFields.includes(name)) yield* timestampsIn(value, at);
    } else if (value !== null && value !== '') yield { path: at, value };
  }
}

const latest = 9_999_999_999;

/** Whether a timestamp counts seconds; 0 means that it has not happened. */
export const isInSeconds = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= latest;

/** A period of Unix seconds, both ends included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Clocks need not be exact; this is less than the difference of two time zones. */
const toleranceSeconds = 29 * 60;

/** Whether a timestamp lies in one of the periods, of the clock of its business or of this machine. */
export const isWithin = (value: number, spans: readonly Span[]): boolean =>
  spans.some(({ from, to }) => value >= from - toleranceSeconds && value <= to + toleranceSeconds);
