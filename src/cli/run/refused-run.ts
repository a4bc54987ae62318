/** A run that wrong usage keeps from starting: its reports take the place of those of an earlier run, which would be mistaken for its own. */
import { allChecks } from '../../../conformance/all-checks.ts';
import type { ConformanceError } from '../../../conformance/engine/errors.ts';
import { runConformance } from '../../../conformance/provider/run.ts';
import { collectResults } from '../../collect-results.ts';
import type { RunFlags } from '../../config/run-options.ts';
import { openingOf } from '../../targets/open-target.ts';
import { tool } from '../../tool.ts';
import { withExit } from '../exit-codes.ts';
import { createTerminal } from '../terminal.ts';
import { createEventFile } from './event-file.ts';
import { holdsReport, ownFolder } from './owned-folder.ts';
import { publishReports } from './report-folder.ts';
import { planReports, runFormats } from './report-plan.ts';

/** Writes only where a report already is, and never into a folder that another run holds. */
export async function reportRefusedRun(error: ConformanceError, flags: RunFlags, out: string): Promise<void> {
  if (!holdsReport(out)) return;
  try {
    using _ = ownFolder(out);
    const { baseUrl, target: kind, environment, seed = 0, profile = 'standard' } = flags;
    const asked = { baseUrl, kind, environment };
    const known = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
    const opening = await openingOf({ credentials: {}, controls: 'none', absentOperations: [], ...known });
    const open = () => Promise.reject(error);
    const target = { ...opening, open };
    const events = runConformance({ target, checks: allChecks, seed, profile, concurrency: 1, tool });
    const { results } = withExit(await collectResults(events, createEventFile(out).handle), undefined);
    const plan = await planReports({}, runFormats(process.env), process.env);
    await publishReports(out, results, plan, createTerminal({ color: false }).writeTrusted);
  } catch {
    // The error that ended the run is printed even if its reports cannot be written.
  }
}
