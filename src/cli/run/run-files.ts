/** Reads the files of an earlier run. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '../../../conformance/engine/errors.ts';
import type { Results } from '../../../conformance/engine/results.ts';
import type { Survey } from '../../../conformance/engine/survey.ts';
import { visibleLine } from '../../../markup/visible-text.ts';
import { parseResults, parseSurvey } from '../../../reports/json.ts';
import type { NamedRecord } from '../../../reports/merge.ts';
import { readEvents } from '../../../reports/ndjson.ts';
import { recordFromFile, resultsFromFile } from '../../../reports/recorded.ts';
import { readForeignFile } from '../../config/foreign-file.ts';
import { refuse } from '../../config/refuse.ts';
import { tool } from '../../tool.ts';
import { thisProgram } from '../program-name.ts';

function read<T>(path: string, parse: (text: string) => T): T {
  if (!existsSync(path)) throw refuse(`There is no file ${path}: give a file that conformance run wrote`);
  const text = readForeignFile(
    path,
    (reason) => `${path} cannot be read: ${reason}: give a file that conformance run wrote`,
  );
  try {
    return parse(text);
  } catch (cause) {
    throw refuse(`${path}: ${messageOf(cause)}`, cause);
  }
}

/** Whether it is the folder of a report, and not a file of it. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** In a report folder, the first of these files that exists; a file is returned as it is. */
function locate(path: string, names: readonly string[]): string {
  if (!isFolder(path)) return path;
  const found = names.map((name) => join(path, name)).find((candidate) => existsSync(candidate));
  if (found === undefined)
    throw refuse(`${path} contains no ${names.join(' and no ')}: give the folder of a report`);
  return found;
}

/**
 * Reads results, which a stranger may have written: their commands and scripts are written again.
 *
 * @param path results.ndjson, results.json, or the folder that holds them
 * @throws ConformanceError with code `CONFIGURATION_INVALID` that names the file
 */
export const readRun = (path: string): Results => resultsFromFile(readResults(path), thisProgram());

function readResults(path: string): Results {
  const file = locate(path, ['results.json', 'results.ndjson']);
  if (file.endsWith('.ndjson')) return readEnded(file);
  const results = read(file, parseResults);
  const record = join(dirname(file), 'results.ndjson');
  if (!results.run.unfinished || !existsSync(record)) return results;
  // A run that never ended has only its event record.
  const recorded = readEnded(record);
  return recorded.run.startedAt === results.run.startedAt ? recorded : results;
}

const readEnded = (file: string): Results => read(file, (text) => readEvents(text).results);

/**
 * Reads the survey of a target, which a stranger may have written: it names no address that a run would use.
 *
 * @param path results.json, the output of `doctor --json`, or the folder of a report
 * @throws ConformanceError with code `CONFIGURATION_INVALID` that names the file
 */
export const readSurvey = (path: string): Survey => read(locate(path, ['results.json']), parseSurvey);

/** Warns that the results of an unfinished run are not complete. */
export function warnOfUnfinished(
  { verdict, reason = 'it ended early' }: Results,
  file: string,
  warn: (line: string) => void,
): void {
  if (verdict === 'incomplete') warn(`warning: the run of ${file} did not finish: ${visibleLine(reason)}`);
}

/**
 * @param path results.ndjson, or the folder that holds it
 * @throws ConformanceError with code `CONFIGURATION_INVALID` that names the file
 */
export function readRecord(path: string): NamedRecord {
  const file = locate(path, ['results.ndjson']);
  if (file.endsWith('.json')) {
    throw refuse(`${file} does not contain what each check evaluated: give the results.ndjson beside it`);
  }
  return { name: file, record: recordFromFile(read(file, readEvents), thisProgram()) };
}

/** Another version may run other checks. */
export function warnOfVersion(
  { tool: { version } }: Results,
  file: string,
  warn: (line: string) => void,
): void {
  if (version !== tool.version)
    warn(`warning: ${file} was written by version ${visibleLine(version)}; this is version ${tool.version}`);
}

/** Results whose commands name the file that they were read from, not the place where it was first written. */
export function recordedIn(results: Results, record: string): Results {
  const { invocation } = results.run;
  if (invocation === undefined) return results;
  return { ...results, run: { ...results.run, invocation: { ...invocation, record } } };
}
