/**
 * Keeps what the board of the site shows of runs, the oldest first.
 *
 * Usage: npm run task -- board:record "Reference server=runs/reference/results.json" "Minimal=runs/minimal/results.json"
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseResults } from '../../reports/json.ts';
import { keepRun } from '../site/board.ts';

const runs = process.argv.slice(2).map((given) => {
  const [implementation = '', file = ''] = given.split('=');
  return keepRun(implementation, parseResults(readFileSync(file, 'utf8')));
});
runs.sort((a, b) => a.run.startedAt.localeCompare(b.run.startedAt));
const path = join(import.meta.dirname, '../site/records/board.json');
writeFileSync(path, `${JSON.stringify(runs, null, 2)}\n`);
