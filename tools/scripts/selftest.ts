/**
 * Writes docs/selftest.md from the records of self-tests, one for each profile.
 *
 * Usage: npm run task -- selftest:page selftest-report/standard/selftest.json selftest-report/smoke/selftest.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRecord } from '../../proof/selftest/record.ts';
import { selftestPage } from './selftest-page.ts';

const [first = 'selftest-report/selftest.json', ...others] = process.argv.slice(2);
const read = (file: string) => parseRecord(readFileSync(file, 'utf8'));
const page = join(import.meta.dirname, '../../docs/selftest.md');
try {
  writeFileSync(page, selftestPage([read(first), ...others.map(read)]));
  console.log('Written: docs/selftest.md');
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
