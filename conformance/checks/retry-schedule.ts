/** Section "Limits" of the interface document: when a failed delivery is tried again. */
import type { RequirementId } from '../../openapi/catalogue.ts';

interface Retry {
  readonly requirement: RequirementId;
  /** Seconds after the failure. */
  readonly delay: number;
}

const minute = 60;
const hour = 60 * minute;

export const retries: readonly Retry[] = [
  { requirement: 'RETRY-001', delay: 5 },
  { requirement: 'RETRY-002', delay: 5 * minute },
  { requirement: 'RETRY-003', delay: 30 * minute },
  { requirement: 'RETRY-004', delay: 2 * hour },
  { requirement: 'RETRY-005', delay: 5 * hour },
  { requirement: 'RETRY-006', delay: 10 * hour },
  { requirement: 'RETRY-007', delay: 24 * hour },
];

/** Seconds after the attempt before, both ends included. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** A scheduler is not a clock: a tenth early or late, and two seconds for the way, are no violation. */
const around = (seconds: number): Window => ({
  from: Math.max(0, Math.floor(seconds * 0.9) - 1),
  to: Math.ceil(seconds * 1.1) + 2,
});

/**
 * When a retry may come. The document does not say whether the delays count from the attempt before or from the first
 * one; its "about 3 days" fits neither. Both readings are accepted.
 */
export function windowsOf(index: number): readonly Window[] {
  const delay = retries[index]?.delay ?? 0;
  const fromFirst = delay - (retries[index - 1]?.delay ?? 0);
  const [early, late] = [around(fromFirst), around(delay)];
  return early.to >= late.from ? [{ from: early.from, to: late.to }] : [early, late];
}
