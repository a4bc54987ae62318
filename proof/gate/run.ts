/**
 * Compares a self-test with the record of an earlier one, before a change of the suite is merged.
 *
 *     npm run selftest -- --seeds 40 --pairs 0 --combinations 0
 *     node proof/gate/run.ts selftest-report/selftest.json            compares it with the record
 *     node proof/gate/run.ts --record selftest-report/selftest.json   makes it the record
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseRecord } from '../selftest/record.ts';
import { findersOf, gateRecordOf, lossesSince } from './losses.ts';
import record from './record.json' with { type: 'json' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean', default: false } },
});
const [file = 'selftest-report/selftest.json'] = positionals;

function write(path: string, content: object): void {
  writeFileSync(join(import.meta.dirname, '..', path), `${JSON.stringify(content)}\n`);
  console.log(`Written: proof/${path}`);
}

function perform(): void {
  const tested = parseRecord(readFileSync(file, 'utf8'));
  const now = gateRecordOf(tested);
  if (values.record) {
    write('gate/record.json', now);
    write('selftest/finders.json', findersOf(tested));
    return;
  }
  const losses = lossesSince(record, now);
  for (const loss of losses) console.log(loss);
  console.log(
    losses.length === 0
      ? 'Nothing that was found before is missed.'
      : `${losses.length} losses: mend them, or say in the commit why they are right and record again.`,
  );
  process.exitCode = losses.length === 0 ? 0 : 1;
}

try {
  perform();
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
