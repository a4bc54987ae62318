/** The required results of a run against one of these servers. */
import type { Results } from '../../conformance/engine/results.ts';

export const modes = ['keys only', 'connected'] as const;
export type Mode = (typeof modes)[number];

/** Documented requirements that a run with keys alone must exercise, and the share of them that a connected one must. */
const leastWithKeys = 90;
const leastShareConnected = 0.97;
/** A connected run within quotas of ten businesses and 200 requests a minute. */
const leastShareWithinQuotas = 0.9;

type Counts = Pick<Results['totals']['documented'], 'passed' | 'failed' | 'notExercised' | 'errored'>;

/** The differences from the required results; empty if there are none. */
export function shortfallsOf(
  mode: Mode,
  { passed, failed, notExercised, errored }: Counts,
  withinQuotas = false,
): readonly string[] {
  const exercised = passed + failed;
  const testable = exercised + notExercised + errored;
  const share = withinQuotas ? leastShareWithinQuotas : leastShareConnected;
  const least = mode === 'keys only' ? leastWithKeys : Math.ceil(testable * share);
  return [
    ...(failed > 0
      ? [`${failed} documented findings, of which each is a defect of the suite or of the server`]
      : []),
    ...(exercised < least ? [`${exercised} of ${testable} exercised, which must be at least ${least}`] : []),
  ];
}

/** One line for one run. */
export function lineOf(
  title: string,
  { totals: { documented }, run }: Pick<Results, 'totals' | 'run'>,
): string {
  const { passed, failed, notExercised, errored } = documented;
  const counts = `${passed} passed, ${failed} failed, ${notExercised + errored} not exercised`;
  return `${title}: ${counts}; ${run.requests} requests, ${(run.durationMillis / 1_000).toFixed(1)} s`;
}
