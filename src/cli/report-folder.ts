/** Writes the reports of a run. */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConformanceError } from '../../conformance/engine/errors.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { renderHtml } from '../../reports/html/page.ts';
import { renderJson } from '../../reports/json.ts';
import { renderJunit } from '../../reports/junit.ts';
import { renderMarkdown } from '../../reports/markdown.ts';

const reports: readonly (readonly [file: string, render: (results: Results) => string])[] = [
  ['results.json', renderJson],
  ['junit.xml', renderJunit],
  ['summary.md', renderMarkdown],
  ['index.html', renderHtml],
];

/**
 * Makes the folder before a run, so that a run is not made for nothing.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export function prepareFolder(folder: string): void {
  const isFile = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false;
  if (isFile) {
    throw new ConformanceError('CONFIGURATION_INVALID', `${folder} is a file: give a folder with --out`);
  }
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConformanceError(
      'CONFIGURATION_INVALID',
      `The folder ${folder} could not be made: ${reason}: give another one with --out`,
      { cause },
    );
  }
}

/** What an earlier run left, for an estimate that can do without it. */
export function readEarlier(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Nobody ever reads half a file: it gets its name when it is whole. */
export function writeWhole(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.tmp`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
}

/**
 * Writes every report; one that fails does not keep the others from being written.
 *
 * @returns what went wrong, one entry per report that was not written
 */
export function writeReports(folder: string, results: Results): readonly string[] {
  return reports.flatMap(([file, render]) => {
    try {
      writeWhole(join(folder, file), render(results));
      return [];
    } catch (error) {
      return [`${join(folder, file)} was not written: ${error instanceof Error ? error.message : error}`];
    }
  });
}
