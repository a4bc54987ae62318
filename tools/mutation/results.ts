/** Reads and writes tools/mutation/results/, one file an area, and makes a page of the site of them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readResults } from '../../proof/blind/results.ts';
import { faults } from '../../proof/faults/index.ts';
import { allAreas } from './areas.ts';
import { mutationPage } from './page.ts';
import { Summary } from './summary.ts';

const folder = join(import.meta.dirname, 'results');

export function writeSummary(summary: Summary): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${summary.area.replace('/', '-')}.json`);
  writeFileSync(path, `${JSON.stringify(summary, null, 1)}\n`);
}

const readSummaries = (): Summary[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => Summary.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));

/**
 * The page as the results have it.
 *
 * @param root the root of the project.
 */
export function currentPage(root: string): string {
  const notes = readFileSync(join(import.meta.dirname, 'notes.md'), 'utf8');
  const brokenByFaults = [
    ...faults.flatMap(({ breaks }) => breaks),
    ...readResults().flatMap(({ status, requirement }) =>
      status === 'caught' && requirement !== undefined ? [requirement] : [],
    ),
  ];
  return mutationPage({ areas: allAreas(root), summaries: readSummaries(), notes, brokenByFaults });
}
