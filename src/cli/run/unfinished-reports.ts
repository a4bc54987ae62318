/** During a run, writes reports that say that the run has not finished; they remain if the process is killed. */
import type { RunStarted } from '../../../conformance/engine/events.ts';
import type { Reporter } from '../../../reports/reporter.ts';
import { unfinishedResults } from '../../../reports/unfinished.ts';
import { writeReports } from './report-folder.ts';
import type { ReportPlan } from './report-plan.ts';

export interface UnfinishedReports {
  readonly reporter: Reporter;
  /** Await this before writing the final reports: nothing is written after it. */
  end(): Promise<void>;
}

/** Shorter runs need no unfinished reports. */
const graceMillis = 1_000;

export function announceUnfinished(folder: string, plan: ReportPlan): UnfinishedReports {
  let timer: NodeJS.Timeout | undefined;
  let written: Promise<unknown> | undefined;
  const announce = (started: RunStarted) => {
    // A report that cannot be written now fails again at the end, and is reported then.
    written = writeReports(folder, unfinishedResults(started), plan).catch(() => {});
  };
  return {
    reporter: {
      name: 'unfinished reports',
      handle: (event) => {
        if (event.type === 'run-started') timer = setTimeout(() => announce(event), graceMillis).unref();
      },
    },
    async end() {
      clearTimeout(timer);
      await written;
    },
  };
}
