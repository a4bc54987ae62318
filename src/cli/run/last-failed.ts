/** The checks that `run --last-failed` runs again. */
import type { Results } from '../../../conformance/engine/results.ts';
import { refuse } from '../../config/refuse.ts';
import { holdsReport } from './owned-folder.ts';
import { readRun } from './run-files.ts';

/** Ids of the checks whose findings or gaps another run may settle. What the target lacks is still missing then. */
export function unsettled({ requirements, checks }: Results): readonly string[] {
  const open = requirements.filter(
    ({ status, missing }) =>
      ['failed', 'warned', 'errored'].includes(status) ||
      (status === 'not-exercised' && missing === undefined),
  );
  const ids = new Set(open.flatMap((each) => each.checks));
  return checks.filter(({ id, status }) => ids.has(id) || status === 'errored').map(({ id }) => id);
}

/**
 * Those of the last run into a folder.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when there is no run, or nothing to run again
 */
export function lastFailed(out: string): readonly string[] {
  if (!holdsReport(out))
    throw refuse(`There is no run in ${out} yet: leave --last-failed out, or name its folder with --out`);
  const again = unsettled(readRun(out));
  if (again.length === 0)
    throw refuse(`The last run in ${out} left nothing to run again: leave --last-failed out`);
  return again;
}
