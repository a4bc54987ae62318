/**
 * Keeps the figures of self-tests, one for each profile, for the page of the site; or those of a self-test through an adapter.
 *
 * Usage: npm run task -- selftest:page selftest-report/standard/selftest.json selftest-report/smoke/selftest.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRecord } from '../../proof/selftest/record.ts';
import { adapterFigures } from '../site/selftest-adapter.ts';
import { selftestFigures } from '../site/selftest-page.ts';

const [first = 'selftest-report/selftest.json', ...others] = process.argv.slice(2);
const read = (file: string) => parseRecord(readFileSync(file, 'utf8'));
try {
  const record = read(first);
  const [name, figures] = record.run.throughAdapter
    ? (['selftest-adapter.json', adapterFigures(record)] as const)
    : (['selftest.json', selftestFigures([record, ...others.map(read)])] as const);
  writeFileSync(join(import.meta.dirname, '../site/records', name), `${JSON.stringify(figures, null, 2)}\n`);
  console.log(`Written: tools/site/records/${name}`);
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
