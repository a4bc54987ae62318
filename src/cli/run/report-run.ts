/** Reports a run: progress lines, files, the result, and the exit code. */
import { join } from 'node:path';
import { messageOf } from '../../../conformance/engine/errors.ts';
import type { RunEvent } from '../../../conformance/engine/events.ts';
import type { Results } from '../../../conformance/engine/results.ts';
import { visibleLine } from '../../../markup/visible-text.ts';
import { renderDetails } from '../../../reports/details.ts';
import { knownProblems } from '../../../reports/known.ts';
import { fanOut, type Reporter } from '../../../reports/reporter.ts';
import { renderSummary } from '../../../reports/summary.ts';
import { collectResults } from '../../collect-results.ts';
import { type Ending, whyInsufficient, withExit, withUnwritten } from '../exit-codes.ts';
import { type Interruption, watchInterruption } from '../interruption.ts';
import type { Terminal } from '../terminal.ts';
import { createEventFile } from './event-file.ts';
import type { LiveRun } from './live-run.ts';
import { endFileName, type OwnedFolder } from './owned-folder.ts';
import { attempt, mainReport, publishReports, writeReports, writeWhole } from './report-folder.ts';
import type { ReportPlan } from './report-plan.ts';
import { announceUnfinished } from './unfinished-reports.ts';

/**
 * Passes the events of a run to the reporters.
 *
 * @param onFailure is called when a reporter throws; the others go on
 * @throws Error when the run did not yield its start and its end
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
  /** Undefined with --quiet. */
  readonly live: LiveRun | undefined;
  readonly plan: ReportPlan;
  readonly out: OwnedFolder;
  readonly minCoverage: number | undefined;
  readonly verbose: boolean;
}

/** Prints the result; a run that could not start is one line on standard error. */
export function conclude(
  results: Results,
  { out, minCoverage, plan, terminal }: Pick<Telling, 'out' | 'minCoverage' | 'plan' | 'terminal'>,
): void {
  const { color, columns } = terminal;
  if (results.verdict === 'error') {
    terminal.warn(`error: ${visibleLine(results.reason ?? 'the run could not start')}`);
    return;
  }
  terminal.write(renderSummary(results, { color, columns, reportPath: mainReport(out.path, plan) }));
  for (const problem of knownProblems(results)) terminal.warn(`error: ${problem}`);
  const insufficient = whyInsufficient(results, minCoverage);
  if (insufficient !== undefined) terminal.warn(`error: ${insufficient}`);
}

/** Ctrl-C ends a run and reports the finished part. */
export const stopOnInterruption = ({
  terminal,
  live,
}: {
  readonly terminal: Terminal;
  readonly live: Pick<LiveRun, 'warn'> | undefined;
}): Interruption =>
  watchInterruption(() => {
    const message = 'Stopping. The report will cover what was done. Press Ctrl-C again to end at once.';
    if (live === undefined) terminal.warnBelow(message);
    else live.warn(message);
  });

/** Tells a script how the run ended, and whether the reports beside it are its own. */
async function writeEnd(
  out: string,
  { run: { startedAt }, verdict, exit }: Results,
  reports: 'own' | 'of an earlier run',
): Promise<readonly string[]> {
  const path = join(out, endFileName);
  const text = JSON.stringify({ startedAt, verdict, exit, reports }, undefined, 2);
  return (await attempt(path, async () => writeWhole(path, `${text}\n`))).failures;
}

/**
 * Writes every report of a run that has ended. If the command fails only because a report could not be written, writes results.json
 * again with that reason.
 */
export async function publishOutcome(
  results: Results,
  { out, plan, terminal, minCoverage }: Pick<Telling, 'out' | 'plan' | 'terminal' | 'minCoverage'>,
  failedBefore: readonly string[] = [],
): Promise<Ending & { readonly failures: readonly string[] }> {
  const known = withExit(results, minCoverage);
  const failures = [
    ...failedBefore,
    ...(await publishReports(out.path, known.results, plan, terminal.writeTrusted)).failures,
  ];
  const after = withUnwritten(known, failures);
  if (after !== known && plan.formats.includes('json'))
    await writeReports(out.path, after.results, { ...plan, formats: ['json'] });
  return { ...after, failures: [...failures, ...(await writeEnd(out.path, after.results, 'own'))] };
}

/** A CI job collects what is in the folder, and would take the reports of an earlier run for those of this one. */
const isCi = ({ CI = '', BUILD_NUMBER, TF_BUILD }: NodeJS.ProcessEnv): boolean =>
  (CI !== '' && CI !== 'false') || BUILD_NUMBER !== undefined || TF_BUILD !== undefined;

const keepsEarlier = (out: string): string =>
  `The run did not begin, so the reports in ${out} are still those of an earlier run.`;

/** A run that never began leaves the reports of an earlier one that did; only what is printed tells about it. */
async function keepEarlier(results: Results, { out, plan, terminal, minCoverage }: Telling): Promise<Ending> {
  out.restoreEarlier();
  const known = withExit(results, minCoverage);
  const printed = plan.formats.filter((format) => format === 'github');
  await publishReports(out.path, known.results, { ...plan, formats: printed }, terminal.writeTrusted);
  const unwritten = await writeEnd(out.path, known.results, 'of an earlier run');
  conclude(results, { out, plan, terminal, minCoverage });
  for (const failure of unwritten) terminal.warn(`error: ${failure}`);
  terminal.warn(keepsEarlier(out.path));
  return known;
}

/** Follows a run to its end and writes its reports. */
export async function reportRun(events: AsyncIterable<RunEvent>, telling: Telling): Promise<Ending> {
  const { terminal, live, plan, out, verbose } = telling;
  const eventFile = createEventFile(out.path);
  const unfinished = announceUnfinished(out.path, plan);
  const reporters = [eventFile, unfinished.reporter, ...(live === undefined ? [] : [live.reporter])];
  const lost: string[] = [];
  const results = await followRun(events, reporters, (message, reporter) => {
    if (reporter === eventFile) lost.push(message);
    else (live ?? terminal).warn(`warning: ${message}`);
  }).finally(() => unfinished.end());
  if (results.verdict === 'error' && out.hadReport && !isCi(process.env))
    return keepEarlier(results, telling);
  const { failures, ...ending } = await publishOutcome(results, telling, lost);
  // The live lines begin with the target.
  if (results.verdict !== 'error')
    terminal.line(live === undefined ? terminal.paint('bold', visibleLine(results.target.baseUrl)) : '');
  if (verbose) terminal.write(renderDetails(results, { color: terminal.color }));
  conclude(results, telling);
  for (const failure of failures) terminal.warn(`error: ${failure}`);
  return ending;
}
