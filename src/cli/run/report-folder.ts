/** Writes the reports of a run. */
import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { messageOf } from '../../../conformance/engine/errors.ts';
import type { Results } from '../../../conformance/engine/results.ts';
import { type FormatName, formatOf } from '../../../reports/formats.ts';
import { readForeignFile } from '../../config/foreign-file.ts';
import { refuse } from '../../config/refuse.ts';
import type { ReportPlan } from './report-plan.ts';

/** Creates a folder and its parents. With `recursive`, Node hangs on paths such as /proc/x. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another shard may have been quicker.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Creates the folder before the run, so that a run is never lost because the folder cannot be written.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export function prepareFolder(folder: string): void {
  if (folder === '') throw refuse('--out is empty: name a folder');
  try {
    makeFolder(resolve(folder));
  } catch (cause) {
    throw refuse(
      `The folder ${folder} cannot be created: ${messageOf(cause)}: choose another one with --out`,
      cause,
    );
  }
  if (!statSync(folder).isDirectory()) throw refuse(`${folder} is a file: name a folder with --out`);
}

/** The results of an earlier run, for an estimate; undefined when they cannot be read. */
export function readEarlier(file: string): unknown {
  try {
    return JSON.parse(readForeignFile(file, (reason) => reason));
  } catch {
    return undefined;
  }
}

/** Writes a file under a temporary name and renames it, so that no reader sees half a file. */
export function writeWhole(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.tmp`;
  try {
    // A new file, because a link with that name would lead to another one. The report itself replaces a link.
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, text, { flag: 'wx' });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** The report to open first: the HTML page if there is one, else the folder. */
export function mainReport(folder: string, { formats }: ReportPlan): string {
  return formats.includes('html') ? join(folder, 'index.html') : folder;
}

export interface Written {
  /** Paths in the order of the formats. */
  readonly paths: readonly string[];
  /** One message for each report that was not written. */
  readonly failures: readonly string[];
}

/** Writes a file, and says why where it cannot be written. */
export async function attempt(path: string, write: () => Promise<void>): Promise<Written> {
  try {
    await write();
    return { paths: [path], failures: [] };
  } catch (error) {
    return { paths: [], failures: [`${path} was not written: ${messageOf(error)}`] };
  }
}

/** Writes every report that is a file. One that fails does not stop the others. */
export async function writeReports(
  folder: string,
  results: Results,
  plan: Pick<ReportPlan, 'formats' | 'context'>,
): Promise<Written> {
  const all: Written[] = [];
  for (const { file, load } of plan.formats.flatMap((name: FormatName) => formatOf(name).files)) {
    const path = join(folder, file);
    const write = async () => writeWhole(path, (await load())(results, plan.context));
    all.push(await attempt(path, write));
  }
  return {
    paths: all.flatMap(({ paths }) => paths),
    failures: all.flatMap(({ failures }) => failures),
  };
}

/**
 * Reports to the step of a GitHub workflow: prints annotations and appends to the summary file.
 *
 * @param summaryFile value of the environment variable GITHUB_STEP_SUMMARY; absent outside a workflow
 * @returns one message for each report that failed
 */
async function reportToGitHub(
  results: Results,
  { context: { description, descriptionIsAtHand } }: ReportPlan,
  print: (text: string) => void,
  summaryFile: string | undefined,
): Promise<readonly string[]> {
  const annotations = await attempt('The annotations', async () => {
    const { renderAnnotations } = await import('../../../reports/github.ts');
    print(renderAnnotations(results, descriptionIsAtHand ? description : undefined));
  });
  if (!summaryFile) return annotations.failures;
  const summary = await attempt('The job summary', async () => {
    const { renderMarkdown } = await import('../../../reports/markdown.ts');
    appendFileSync(summaryFile, `${renderMarkdown(results)}\n`);
  });
  return [...annotations.failures, ...summary.failures];
}

/**
 * Writes every report of the plan; in a GitHub workflow, prints annotations and the summary too.
 *
 * @param print prints to the log of the step
 */
export async function publishReports(
  folder: string,
  results: Results,
  plan: ReportPlan,
  print: (text: string) => void,
): Promise<Written> {
  const { paths, failures } = await writeReports(folder, results, plan);
  if (!plan.formats.includes('github')) return { paths, failures };
  const unreported = await reportToGitHub(results, plan, print, process.env.GITHUB_STEP_SUMMARY);
  return { paths, failures: [...failures, ...unreported] };
}
