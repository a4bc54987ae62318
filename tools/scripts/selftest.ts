/**
 * Writes docs/selftest.md from the records of self-tests, one for each profile, or docs/selftest-adapter.md from that of a
 * self-test through an adapter.
 *
 * Usage: npm run task -- selftest:page selftest-report/standard/selftest.json selftest-report/smoke/selftest.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRecord } from '../../proof/selftest/record.ts';
import { selftestAdapterPage } from './selftest-adapter-page.ts';
import { selftestPage } from './selftest-page.ts';

const [first = 'selftest-report/selftest.json', ...others] = process.argv.slice(2);
const read = (file: string) => parseRecord(readFileSync(file, 'utf8'));
try {
  const record = read(first);
  const [name, text] = record.run.throughAdapter
    ? (['selftest-adapter.md', selftestAdapterPage(record)] as const)
    : (['selftest.md', selftestPage([record, ...others.map(read)])] as const);
  writeFileSync(join(import.meta.dirname, '../../docs', name), text);
  console.log(`Written: docs/${name}`);
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
