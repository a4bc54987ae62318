import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../src/testing/conformance-process.ts';
import type { TrialOutcome } from './record.ts';
import type { Trial } from './trial.ts';
import { runTrials } from './worker-pool.ts';

/** A worker that one trial brings down. */
const worker = `
process.on('disconnect', () => process.exit());
process.on('message', ({ fault }) => {
  if (fault === 'fatal') process.exit(7);
  process.send({ status: 'failed', reason: 'tried ' + fault });
});`;

const trials = ['one', 'fatal', 'two'].map(
  (fault): Trial => ({ kind: 'fault', fault, seed: 1, profile: 'smoke' }),
);

test('a trial that crashes its worker does not affect the next one', async () => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, 'worker.cjs'), worker);
  const answers: string[] = [];
  await runTrials<Trial, TrialOutcome>({
    command: [join(folder.path, 'worker.cjs')],
    trials,
    jobs: 1,
    signal: new AbortController().signal,
    onAnswer: (_, answer) => {
      if (answer.status === 'failed') answers.push(answer.reason);
    },
  });
  expect(answers).toEqual(['tried one', 'the worker ended with status 7', 'tried two']);
});
