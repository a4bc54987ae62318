/**
 * `npm run blind`: runs the suite against faults that were written blind. Those that it is known to catch must be
 * caught again, each by the check that caught it before if that is enough, so that it takes a minute; `-- --record
 * [--check id] [id…]` runs everything, or one check, and writes results.json, of which the site has a page.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { messageOf } from '../../conformance/engine/errors.ts';
import { runTrials, type WorkerAnswer } from '../selftest/worker-pool.ts';
import { blindFaults } from './faults/index.ts';
import { type BlindResult, readResults, resultsFile } from './results.ts';
import { type BlindOutcome, tryFault } from './trial.ts';

interface Trial {
  readonly fault: string;
  readonly check?: string;
}

function work(): void {
  process.on('disconnect', () => process.exit());
  const answer = (message: WorkerAnswer<BlindOutcome>) => process.send?.(message);
  // Only the parent sends messages.
  process.on('message', ({ fault, check }: Trial) => {
    const named = blindFaults.find(({ id }) => id === fault);
    if (named === undefined) return answer({ status: 'failed', reason: `there is no fault ${fault}` });
    tryFault(named, check).then(
      (outcome) => answer({ status: 'done', outcome }),
      (error: unknown) => answer({ status: 'failed', reason: messageOf(error) }),
    );
    return undefined;
  });
}

async function tryAll(trials: readonly Trial[]): Promise<readonly BlindOutcome[]> {
  const outcomes: BlindOutcome[] = [];
  await runTrials<Trial, BlindOutcome>({
    command: [import.meta.filename, '--worker'],
    trials,
    jobs: 2,
    signal: new AbortController().signal,
    onAnswer: ({ fault }, answer) => {
      if (answer.status === 'failed') throw new Error(`${fault}: ${answer.reason}`);
      outcomes.push(answer.outcome);
      const { status, requirement = '', check = '' } = answer.outcome;
      console.log([status.padEnd(8), fault, requirement, check].join(' '));
    },
  });
  return outcomes;
}

async function record(ids: readonly string[], check: string | undefined): Promise<void> {
  const chosen = blindFaults.filter(({ id }) => ids.length === 0 || ids.includes(id));
  const outcomes = await tryAll(
    chosen.map(({ id }) => ({ fault: id, ...(check !== undefined && { check }) })),
  );
  const known = readResults();
  const entries = blindFaults.flatMap(({ id }): BlindResult[] => {
    const before = known.find(({ fault }) => fault === id);
    const outcome = outcomes.find(({ fault }) => fault === id);
    if (outcome === undefined) return before === undefined ? [] : [before];
    const { fault, ...last } = outcome;
    return [{ fault, first: before?.first ?? last.status, ...last }];
  });
  writeFileSync(resultsFile, `${JSON.stringify(entries, null, 2)}\n`);
}

async function repeat(): Promise<void> {
  const caught = readResults().filter(({ status }) => status === 'caught');
  const isLost = ({ status }: BlindOutcome) => status !== 'caught';
  const alone = await tryAll(
    caught.map(({ fault, check }) => ({ fault, ...(check !== undefined && { check }) })),
  );
  // Some show only while other checks open businesses of their own, or are under way at the same time.
  const lost = (await tryAll(alone.filter(isLost).map(({ fault }) => ({ fault })))).filter(isLost);
  console.log(`${caught.length - lost.length} of ${caught.length} blind faults caught again.`);
  if (lost.length > 0) process.exitCode = 1;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean' }, check: { type: 'string' }, worker: { type: 'boolean' } },
});
if (values.worker) work();
else await (values.record ? record(positionals, values.check) : repeat());
