/**
 * Adds runs to those of which the board of the site shows something, the oldest first.
 *
 * Usage: npm run task -- board:record "Reference server=runs/reference/results.json" "Minimal=runs/minimal/results.json"
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseResults } from '../../reports/json.ts';
import { type KeptRun, keepRun } from '../site/board.ts';

const path = join(import.meta.dirname, '../site/records/board.json');
const known: readonly KeptRun[] = JSON.parse(readFileSync(path, 'utf8'));
const added = process.argv.slice(2).map((given) => {
  const [implementation = '', file = ''] = given.split('=');
  return keepRun(implementation, parseResults(readFileSync(file, 'utf8')));
});
const runs = [...known, ...added].toSorted((a, b) => a.run.startedAt.localeCompare(b.run.startedAt));
writeFileSync(path, `${JSON.stringify(runs, null, 2)}\n`);
