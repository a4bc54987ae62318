/**
 * Timestamps of records. The section "Conventions" of the interface document names their fields, so that what it says of
 * them holds wherever they stand, also where the document does not show the shape of an answer or of a payload.
 */

/** `timestamp` is not one of them: it is of a webhook, and the frame of an answer may have one of its own. */
const names: readonly string[] = [
  'createdAt',
  'signedAt',
  'lastViewedAt',
  'createdTimestamp',
  'lastUpdatedTimestamp',
];

/** Fields that hold what somebody has chosen to put there. */
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

/** Every timestamp in an answer or a payload; what is null or empty stands for none. */
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

/** Whether a timestamp counts seconds; 0 stands for what has not happened. */
export const isInSeconds = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= latest;

/** Between two times, in Unix seconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Clocks need not be exact, but time zones are further apart than they may be. */
const toleranceSeconds = 29 * 60;

/**
 * Whether a timestamp can be of something that came to be in one of the spans: of the clock of its business, or of the
 * machine.
 */
export const isWithin = (value: number, spans: readonly Span[]): boolean =>
  spans.some(({ from, to }) => value >= from - toleranceSeconds && value <= to + toleranceSeconds);
