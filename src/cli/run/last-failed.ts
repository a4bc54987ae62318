/** The checks that `run --last-failed` runs again. */
import type { Results } from '../../../conformance/engine/results.ts';
import { shownAddress } from '../../../conformance/engine/shown-address.ts';
import { visibleLine } from '../../../markup/visible-text.ts';
import { refuse } from '../../config/refuse.ts';
import type { RunSettings, TargetSettings } from '../../config/settings.ts';
import { holdsReport } from './owned-folder.ts';
import { readRun } from './run-files.ts';

/**
 * Ids of the checks whose findings or gaps another run may settle, and of those that a run which was cut short never
 * finished. What the target lacks is still missing then.
 */
export function unsettled({ requirements, checks }: Results): readonly string[] {
  const open = requirements.filter(
    ({ status, missing }) =>
      ['failed', 'warned', 'errored'].includes(status) ||
      (status === 'not-exercised' && missing === undefined),
  );
  const ids = new Set(open.flatMap((each) => each.checks));
  const finished = new Set(checks.map(({ id }) => id));
  const unfinished = requirements.flatMap((each) => each.checks).filter((id) => !finished.has(id));
  const again = checks.filter(({ id, status }) => ids.has(id) || status === 'errored').map(({ id }) => id);
  return [...new Set([...again, ...unfinished])];
}

const embedded = (kind: string) => `the embedded ${kind === 'prism' ? 'mock' : 'reference server'}`;
const withFault = (server: string, fault: string | undefined) =>
  fault === undefined ? server : `${server} with --fault ${fault}`;

const serverOf = ({ baseUrl, kind = 'reference', fault }: TargetSettings) =>
  withFault(baseUrl === undefined ? embedded(kind) : shownAddress(baseUrl), fault);

function recordedServerOf({ run, target }: Results): string {
  const { 'base-url': [baseUrl] = [], fault: [fault] = [] } = run.invocation?.options ?? {};
  return visibleLine(withFault(baseUrl ?? embedded(target.kind), fault));
}

/** What is left of a run, to be run with its seed and profile. */
export interface LastRun extends Pick<Results['run'], 'seed' | 'profile'> {
  readonly checks: readonly string[];
}

/**
 * The last run into a folder. Its address is not taken from there: a file must not decide where the keys are sent.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID` when there is no run, nothing to run again, or when it was of
 * another server
 */
export function lastRun({ out, target }: Pick<RunSettings, 'out' | 'target'>): LastRun {
  if (!holdsReport(out))
    throw refuse(`There is no run in ${out} yet: leave --last-failed out, or name its folder with --out`);
  const results = readRun(out);
  const { seed, profile } = results.run;
  const [then, now] = [recordedServerOf(results), serverOf(target)];
  if (then !== now)
    throw refuse(
      `The last run in ${out} tested ${then}, and this one would test ${now}: give the same options, or leave --last-failed out`,
    );
  const checks = unsettled(results);
  if (checks.length === 0)
    throw refuse(`The last run in ${out} left nothing to run again: leave --last-failed out`);
  return { checks, seed, profile };
}
