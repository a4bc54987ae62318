/** Runs some checks with the files as they are now, for `connect`. */
import { allChecks } from '../../../conformance/all-checks.ts';
import type { Results } from '../../../conformance/engine/results.ts';
import { runConformance } from '../../../conformance/provider/run.ts';
import { collectResults } from '../../collect-results.ts';
import { openingOf } from '../../targets/open-target.ts';
import { tool } from '../../tool.ts';
import { type Guide, settingsOfFiles } from './guide.ts';
import { seedOfTrial } from './inspect.ts';
import { showStep } from './progress.ts';

/**
 * @param requirements whose checks run, in the smallest profile
 * @param what is shown while they run
 * @returns undefined if no check evaluates any of them
 */
export async function runChecks(
  requirements: readonly string[],
  what: string,
  { terminal, signal }: Guide,
): Promise<Results | undefined> {
  const checks = allChecks.filter(({ covers }) => covers.some((id) => requirements.includes(id)));
  if (checks.length === 0) return undefined;
  const { target, concurrency, rate, maxBusinesses, maxRequests } = await settingsOfFiles();
  using step = showStep(what, terminal);
  const results = await collectResults(
    runConformance({
      target: await openingOf(target),
      ...{ checks, seed: seedOfTrial, profile: 'smoke', concurrency, tool, signal, tries: 'lines' },
      ...(rate !== undefined && { rate }),
      ...(maxBusinesses !== undefined && { maxBusinesses }),
      ...(maxRequests !== undefined && { maxRequests }),
    }),
    (event) => step.handle(event),
  );
  signal.throwIfAborted();
  return results;
}

/** The documented requirements with this status. */
export const idsWith = (
  results: Pick<Results, 'requirements'> | undefined,
  status: 'failed' | 'passed',
): readonly string[] =>
  (results?.requirements ?? []).flatMap((each) =>
    each.level === 'documented' && each.status === status ? [each.id] : [],
  );
