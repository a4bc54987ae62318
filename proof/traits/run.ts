/**
 * npm run task -- traits: runs the suite against the reference server with each trait alone, and with three at once.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { messageOf } from '../../conformance/engine/errors.ts';
import { runTrials } from '../selftest/worker-pool.ts';
import { combinationsOf, linesOf, rowOf, sampleOf } from './report.ts';
import { traits } from './traits.ts';
import { type Mode, modes, type Outcome, type TraitTrial, tryTraits } from './try-traits.ts';

const usage = `Usage: npm run task -- traits [--only TEXT] [--sample N] [--combinations N] [--seed N]
  [--mode ${modes.join('|')}] [--profile smoke|standard] [--jobs N] [--worker]`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    sample: { type: 'string' },
    combinations: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    mode: { type: 'string' },
    profile: { type: 'string', default: 'smoke' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    worker: { type: 'boolean', default: false },
  },
});

function work(): void {
  process.on('disconnect', () => process.exit());
  // Only the parent sends messages.
  process.on('message', (trial: TraitTrial) => {
    tryTraits(trial).then(
      (outcome) => process.send?.({ status: 'done', outcome }),
      (error: unknown) => process.send?.({ status: 'failed', reason: messageOf(error) }),
    );
  });
}

async function perform(): Promise<void> {
  const seed = Number(values.seed);
  const chosenModes = modes.filter((mode) => values.mode === undefined || values.mode === mode);
  const profile = values.profile === 'standard' ? 'standard' : 'smoke';
  const { only = '' } = values;
  const all = values.sample === undefined ? Object.keys(traits) : sampleOf(seed, Number(values.sample));
  const alone = all.filter((id) => id.includes(only)).map((id) => [id]);
  const together = only === '' ? combinationsOf(seed, Number(values.combinations)) : [];
  const trials = chosenModes.flatMap((mode) =>
    [[], ...alone, ...together].map((ids): TraitTrial => ({ ids, mode, profile })),
  );
  if (chosenModes.length === 0 || alone.length === 0 || Number.isNaN(seed)) {
    console.error(usage);
    process.exit(2);
  }
  const without = new Map<Mode, Outcome>();
  let outside = 0;
  const waiting: [TraitTrial, Outcome][] = [];
  const judge = ([trial, outcome]: [TraitTrial, Outcome]) => {
    const base = without.get(trial.mode);
    if (base === undefined) return waiting.push([trial, outcome]);
    const row = rowOf(trial, outcome, base);
    if (!row.isWithin) outside += 1;
    return console.log(linesOf(trial.mode, row));
  };
  await runTrials<TraitTrial, Outcome>({
    command: [import.meta.filename, '--worker'],
    trials,
    jobs: Number(values.jobs),
    signal: new AbortController().signal,
    onAnswer(trial, answer) {
      if (answer.status === 'failed') {
        outside += 1;
        console.log(`! ${trial.mode} | ${trial.ids.join(' + ')} | ${answer.reason}`);
      } else if (trial.ids.length > 0) judge([trial, answer.outcome]);
      else {
        without.set(trial.mode, answer.outcome);
        console.log(
          `${trial.mode}: ${answer.outcome.exercised.length} documented requirements exercised, ${answer.outcome.seconds.toFixed(1)} s`,
        );
        for (const waited of waiting.splice(0)) judge(waited);
      }
    },
  });
  console.log(
    outside === 0
      ? `Nothing is reported in any of ${trials.length} runs, and little is lost. ~ marks those that took long.`
      : `${outside} of ${trials.length} runs report something or lose too much.`,
  );
  process.exitCode = outside === 0 ? 0 : 1;
}

if (values.worker) work();
else await perform();
