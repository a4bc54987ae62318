/**
 * `npm run task -- watching [--faults a,b --jobs 2]`: how many of the faults are found by watching alone. Has the same recorded traffic
 * with each faulty server, and writes results.json, of which the site has a page; with `--faults` it only prints.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { serialize } from 'node:v8';
import { faultById, faults } from '../../../proof/faults/index.ts';
import { runTrials } from '../../../proof/selftest/worker-pool.ts';
import { machine } from '../measurement.ts';
import { recordSuite } from './recording.ts';
import { type FaultResult, type Results, writeResults } from './results.ts';
import { select } from './selection.ts';
import { type Outcome, type Trial, watch } from './trial.ts';

const { values } = parseArgs({
  options: {
    faults: { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
  },
});
const worker = fileURLToPath(new URL('./worker.ts', import.meta.url));

async function measure(chosen: readonly string[]): Promise<Results> {
  const begun = performance.now();
  const conversation = await select(await recordSuite());
  const sound = await watch({}, conversation);
  const results = new Map<string, FaultResult>();
  const folder = mkdtempSync(join(tmpdir(), 'watching-'));
  const file = join(folder, 'conversation');
  writeFileSync(file, serialize(conversation));
  await runTrials<Trial & { readonly fault: string }, Outcome>({
    command: [worker, file],
    trials: chosen.map((fault) => ({ fault })),
    jobs: Number(values.jobs),
    signal: new AbortController().signal,
    onAnswer: ({ fault }, answer) => {
      const found = answer.status === 'done' ? answer.outcome.found : undefined;
      const failed = answer.status === 'failed' ? { failed: answer.reason } : {};
      results.set(fault, { fault, ...(found && { found }), ...failed });
      if (results.size % 50 === 0) console.error(`${results.size} of ${chosen.length}`);
    },
  });
  rmSync(folder, { force: true, recursive: true });
  return {
    ...{ date: new Date().toISOString().slice(0, 10), machine },
    seconds: Math.round((performance.now() - begun) / 1_000),
    ...{ requests: sound.requests, deliveries: sound.deliveries },
    falseAlarms: sound.found ? [`${sound.found.check}/${sound.found.requirement}`] : [],
    faults: chosen.flatMap((fault) => results.get(fault) ?? []),
  };
}

if (values.faults !== undefined) {
  const { falseAlarms, faults: tried } = await measure(
    values.faults.split(',').map((id) => faultById(id).id),
  );
  for (const alarm of falseAlarms) console.log(`the sound server: ${alarm}`);
  for (const { fault, found, failed } of tried)
    console.log(`${fault}: ${found ? `${found.check}/${found.requirement}` : (failed ?? 'not found')}`);
} else {
  writeResults(await measure(faults.map(({ id }) => id)));
}
