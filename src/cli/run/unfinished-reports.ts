/** While a run goes on, each of its reports says that it has not finished: should it be killed, that is what is left. */
import type { RunStarted } from '../../../conformance/engine/events.ts';
import type { Reporter } from '../../../reports/reporter.ts';
import { unfinishedResults } from '../../../reports/unfinished.ts';
import { writeReports } from './report-folder.ts';
import type { ReportPlan } from './report-plan.ts';

export interface UnfinishedReports {
  readonly reporter: Reporter;
  /** To be waited for before the reports are written: nothing is written after it. */
  end(): Promise<void>;
}

/** A run that is over before needs none of them; earlier reports are gone by then. */
const graceMillis = 1_000;

export function announceUnfinished(folder: string, plan: ReportPlan): UnfinishedReports {
  let timer: NodeJS.Timeout | undefined;
  let written: Promise<unknown> | undefined;
  const announce = (started: RunStarted) => {
    // What cannot be written now is said at the end, when it cannot be either.
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
