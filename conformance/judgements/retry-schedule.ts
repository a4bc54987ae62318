/** The retry schedule of a failed delivery. Section "Limits" of the interface document. */
import type { RequirementId } from '../../openapi/catalogue.ts';

interface Retry {
  readonly requirement: RequirementId;
  /** Seconds after the failure. */
  readonly delay: number;
}

const minute = 60;
const hour = 60 * minute;
export const day = 24 * hour;

export const retries: readonly Retry[] = [
  { requirement: 'RETRY-001', delay: 5 },
  { requirement: 'RETRY-002', delay: 5 * minute },
  { requirement: 'RETRY-003', delay: 30 * minute },
  { requirement: 'RETRY-004', delay: 2 * hour },
  { requirement: 'RETRY-005', delay: 5 * hour },
  { requirement: 'RETRY-006', delay: 10 * hour },
  { requirement: 'RETRY-007', delay: 24 * hour },
];

/** "About 3 days": after this time, an unacknowledged delivery must have failed. */
export const givenUpAfter = 3.5 * day;

/** A time that is known to lie between two others, both included. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/**
 * The start of the delays. The document does not show it, and its "about 3 days" fits neither; the likelier
 * interpretation comes first.
 */
export const countings = ['attempt before', 'first attempt'] as const;
export type Counting = (typeof countings)[number];

/** A dispatcher may look for due retries only once a minute: the document does not say more. */
const secondsBetweenLooks = 60;

/** Seconds after which a retry has come if the dispatcher looks all the time; a tenth late is no violation. */
export const usualWait = (index: number): number => Math.ceil((retries[index]?.delay ?? 0) * 1.1) + 2;

/** Seconds after which a retry must have come, whatever its delay counts from. */
export const longestWait = (index: number): number =>
  Math.max(usualWait(index), (retries[index]?.delay ?? 0) + secondsBetweenLooks + 2);

/** Schedulers are not exact: a tenth early or late, and two seconds of transmission, are no violation. */
const around = (index: number): Interval => ({
  from: Math.floor((retries[index]?.delay ?? 0) * 0.9) - 1,
  to: longestWait(index),
});

/** Tolerance for other deliveries in the same queue; not needed while the clock is stopped. */
export const lateSeconds = 10;

/**
 * When a retry may come.
 *
 * @param index of the retry, from 0.
 * @param first time of the first attempt.
 * @param before time of the attempt before.
 */
export function windowOf(index: number, counting: Counting, first: Interval, before: Interval): Interval {
  const base = counting === 'first attempt' ? first : before;
  const { from, to } = around(index);
  return { from: base.from + from, to: base.to + to };
}

/** Such as `30 min`, in the largest unit of which there are at least two. */
export function inWords(seconds: number): string {
  const units = [
    [day, 'days'],
    [hour, 'h'],
    [minute, 'min'],
  ] as const;
  const [size, name] = units.find(([each]) => seconds >= 2 * each) ?? [1, 's'];
  return `${Number((seconds / size).toFixed(1))} ${name}`;
}
