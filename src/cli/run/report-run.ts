/** What a run comes to for whoever started it: lines as it goes, its files, how it ended, and an exit code. */
import { messageOf } from '../../../conformance/engine/errors.ts';
import type { RunEvent } from '../../../conformance/engine/events.ts';
import type { Results } from '../../../conformance/engine/results.ts';
import { visibleLine } from '../../../markup/visible-text.ts';
import { renderDetails } from '../../../reports/details.ts';
import { knownProblems } from '../../../reports/known.ts';
import { fanOut, type Reporter } from '../../../reports/reporter.ts';
import { renderSummary } from '../../../reports/summary.ts';
import { collectResults } from '../../collect-results.ts';
import { type ExitCode, whyInsufficient, withExit, withUnwritten } from '../exit-codes.ts';
import { type Interruption, watchInterruption } from '../interruption.ts';
import type { Terminal } from '../terminal.ts';
import { createEventFile } from './event-file.ts';
import type { LiveRun } from './live-run.ts';
import { mainReport, publishReports, writeReports } from './report-folder.ts';
import type { ReportPlan } from './report-plan.ts';
import { announceUnfinished } from './unfinished-reports.ts';

/**
 * Reads the events of a run to its end, and tells the reporters.
 *
 * @param onFailure is told of a reporter that threw; the others go on
 * @throws Error when the run broke its contract and never said that it started and finished
 */
function followRun(
  events: AsyncIterable<RunEvent>,
  reporters: readonly Reporter[],
  onFailure: (message: string, reporter: Reporter) => void,
): Promise<Results> {
  const audience = fanOut(reporters, (reporter, error) => {
    onFailure(`The ${reporter.name} reporter failed: ${messageOf(error)}`, reporter);
  });
  return collectResults(events, (event) => audience.handle(event));
}

export interface Telling {
  readonly terminal: Terminal;
  /** Undefined when nothing is to be said while it goes. */
  readonly live: LiveRun | undefined;
  readonly plan: ReportPlan;
  readonly out: string;
  readonly minCoverage: number | undefined;
  readonly verbose: boolean;
}

/** Says how the run ended; a run that could not be made is one line on standard error. */
export function conclude(
  results: Results,
  { out, minCoverage, plan, terminal }: Pick<Telling, 'out' | 'minCoverage' | 'plan' | 'terminal'>,
): void {
  const { color, columns } = terminal;
  if (results.verdict === 'error') {
    terminal.warn(`error: ${visibleLine(results.reason ?? 'the run could not be made')}`);
    return;
  }
  terminal.write(renderSummary(results, { color, columns, reportPath: mainReport(out, plan) }));
  for (const problem of knownProblems(results)) terminal.warn(`error: ${problem}`);
  const insufficient = whyInsufficient(results, minCoverage);
  if (insufficient !== undefined) terminal.warn(`error: ${insufficient}`);
}

/** Ctrl-C ends a run with the report of what was done. */
export const stopOnInterruption = ({
  terminal,
  live,
}: {
  readonly terminal: Terminal;
  readonly live: Pick<LiveRun, 'warn'> | undefined;
}): Interruption =>
  watchInterruption(() => {
    const message = 'Stopping. The report of what was done follows; Ctrl-C again ends at once.';
    if (live === undefined) terminal.warnBelow(message);
    else live.warn(message);
  });

/**
 * Writes every report of a run that has ended. Where one could not be written and that is why the command fails, results.json is
 * written again and says so.
 */
export async function publishOutcome(
  results: Results,
  { out, plan, terminal, minCoverage }: Pick<Telling, 'out' | 'plan' | 'terminal' | 'minCoverage'>,
  failedBefore: readonly string[] = [],
): Promise<{ readonly code: ExitCode; readonly failures: readonly string[] }> {
  const known = withExit(results, minCoverage);
  const failures = [
    ...failedBefore,
    ...(await publishReports(out, known.results, plan, terminal.write)).failures,
  ];
  const after = withUnwritten(known, failures);
  if (after !== known && plan.formats.includes('json'))
    await writeReports(out, after.results, { ...plan, formats: ['json'] });
  return { code: after.code, failures };
}

/** Follows a run to its end and writes its reports. */
export async function reportRun(events: AsyncIterable<RunEvent>, telling: Telling): Promise<ExitCode> {
  const { terminal, live, plan, out, verbose } = telling;
  const eventFile = createEventFile(out);
  const unfinished = announceUnfinished(out, plan);
  const reporters = [eventFile, unfinished.reporter, ...(live === undefined ? [] : [live.reporter])];
  const lost: string[] = [];
  const results = await followRun(events, reporters, (message, reporter) => {
    if (reporter === eventFile) lost.push(message);
    else (live ?? terminal).warn(`warning: ${message}`);
  }).finally(() => unfinished.end());
  const { code, failures } = await publishOutcome(results, telling, lost);
  if (live !== undefined && results.verdict !== 'error') terminal.line();
  if (verbose) terminal.write(renderDetails(results, { color: terminal.color }));
  conclude(results, telling);
  for (const failure of failures) terminal.warn(`error: ${failure}`);
  return code;
}
