/** `conformance selftest`: proves the suite on servers whose faults are known. */
import { join } from 'node:path';
import { Command } from 'commander';
import type { ProfileName } from '../../conformance/engine/events.ts';
import { faults } from '../../reference-server/faults/index.ts';
import { duration, plural } from '../../reports/wording.ts';
import { selectById } from '../select-by-id.ts';
import type { FaultOutcome, Trial, TrialOutcome } from '../selftest/trial.ts';
import { tool } from '../tool.ts';
import { type ExitCode, exitCodes, type Finish } from './exit-codes.ts';
import { watchInterruption } from './interruption.ts';
import { colorOption, profileOption, readConcurrency, readCount, readSeed, teach } from './options.ts';
import { prepareFolder, writeWhole } from './report-folder.ts';
import { workerCommandName } from './selftest-worker.ts';
import { renderTable } from './table.ts';
import { createTerminal, type Terminal } from './terminal.ts';
import { runTrials, type WorkerAnswer } from './worker-pool.ts';

interface Options {
  readonly faults?: readonly string[];
  readonly seeds: number;
  readonly seed: number;
  readonly profile?: ProfileName;
  readonly jobs: number;
  readonly out: string;
  readonly color: boolean;
}

/** What a worker said, or that it said nothing. */
function outcomeOf(trial: Trial, answer: WorkerAnswer): TrialOutcome {
  if (answer.status === 'done') return answer.outcome;
  const nothing = { sightings: [], requests: 0, durationMillis: 0, reason: answer.reason };
  return trial.kind === 'sound'
    ? { kind: 'sound', seed: trial.seed, status: 'errored', verdict: 'error', ...nothing }
    : { kind: 'fault', fault: trial.fault, status: 'errored', ...nothing };
}

const isGood = ({ status }: TrialOutcome) => status === 'passed' || status === 'caught';

function progressLine(outcome: TrialOutcome, done: string, { paint }: Terminal): string {
  const sign = isGood(outcome) ? paint('green', '✓') : paint('red', '✗');
  const what = outcome.kind === 'sound' ? `sound server, seed ${outcome.seed}` : outcome.fault;
  const result =
    outcome.kind === 'fault' && outcome.by !== undefined
      ? `${outcome.status} by ${outcome.by.requirement}`
      : outcome.status;
  const why = outcome.reason === undefined ? '' : `: ${outcome.reason}`;
  const effort = paint('dim', `${plural(outcome.requests, 'request')}, ${duration(outcome.durationMillis)}`);
  return `${paint('dim', done)} ${sign} ${what}  ${result}${why}  ${effort}`;
}

function faultTable(outcomes: readonly FaultOutcome[], { line, paint }: Terminal): void {
  if (outcomes.length === 0) return;
  const rows = outcomes.map(({ fault, status, by, requests, durationMillis }) => [
    fault,
    status,
    by?.check ?? '-',
    by?.requirement ?? '-',
    by === undefined ? '-' : String(by.steps),
    String(requests),
    String(durationMillis),
  ]);
  const [header = '', ...lines] = renderTable(
    ['FAULT', 'STATUS', 'CHECK', 'REQUIREMENT', 'STEPS', 'REQUESTS', 'MS'],
    rows,
  );
  line();
  line(paint('dim', header));
  for (const row of lines) line(row);
}

async function selftest(options: Options): Promise<ExitCode> {
  const { seeds, seed, jobs, out } = options;
  const profiles = { faults: options.profile ?? 'smoke', sound: options.profile ?? 'standard' } as const;
  const chosen = options.faults ? selectById(faults, options.faults, 'fault') : faults;
  prepareFolder(out);
  const terminal = createTerminal(options);
  const trials: Trial[] = [
    ...chosen.map(({ id }) => ({ kind: 'fault', fault: id, seed, profile: profiles.faults }) as const),
    ...Array.from(
      { length: seeds },
      (_, index) => ({ kind: 'sound', seed: seed + index, profile: profiles.sound }) as const,
    ),
  ];
  const interruption = watchInterruption(() => terminal.warnBelow('Stopping. Ctrl-C again ends at once.'));
  const answered = new Map<Trial, TrialOutcome>();
  terminal.line(
    `${plural(chosen.length, 'fault')} (profile ${profiles.faults}) and ${plural(seeds, 'seed')} of the sound server ` +
      `(profile ${profiles.sound}), ${jobs} at a time`,
  );
  await runTrials({
    // This process again, from source or from the build.
    command: [process.argv[1] ?? '', workerCommandName],
    trials,
    jobs,
    signal: interruption.signal,
    onAnswer: (trial, answer) => {
      const outcome = outcomeOf(trial, answer);
      answered.set(trial, outcome);
      const done = `${String(answered.size).padStart(String(trials.length).length)}/${trials.length}`;
      terminal.line(progressLine(outcome, done, terminal));
    },
  });
  interruption.dispose();

  const outcomes = trials.map((trial) => answered.get(trial)).filter((outcome) => outcome !== undefined);
  const passed = outcomes.filter(isGood).length;
  // A trial whose worker died before it was tried proves nothing.
  const failed = (interruption.signal.aborted ? outcomes.length : trials.length) - passed;
  const ofFaults = outcomes.filter((outcome) => outcome.kind === 'fault');
  const file = join(out, 'selftest.json');
  const record = {
    schemaVersion: 1,
    tool,
    profiles,
    complete: outcomes.length === trials.length,
    passed,
    failed,
    faults: ofFaults.map((outcome) => ({
      ...outcome,
      breaks: chosen.find(({ id }) => id === outcome.fault)?.breaks ?? [],
    })),
    sound: outcomes.filter((outcome) => outcome.kind === 'sound'),
  };
  writeWhole(file, `${JSON.stringify(record, null, 2)}\n`);

  faultTable(ofFaults, terminal);
  terminal.line();
  terminal.line(`Record: ${file}`);
  if (interruption.signal.aborted) {
    terminal.line(
      `Interrupted: ${trials.length - outcomes.length} of ${trials.length} trials were not made.`,
    );
  }
  terminal.line(`selftest: ${passed} passed, ${failed} failed`);
  if (failed > 0) return exitCodes.nonConformant;
  return interruption.signal.aborted ? exitCodes.incomplete : exitCodes.success;
}

export function selftestCommand(finish: Finish): Command {
  const command = new Command('selftest')
    .description(
      'Runs the suite against the sound reference server, where it must find nothing, and against every fault,\n' +
        'which it must catch by a requirement that the fault breaks, with a finding that reproduces.',
    )
    .option('--faults <pattern...>', 'only faults whose id matches')
    .option('--seeds <n>', 'seeds that the sound server is tried with', readCount, 20)
    .option('--seed <n>', 'the first seed, and that of every fault', readSeed, 1)
    .addOption(profileOption('how much is tried (default: smoke for faults, standard for the sound server)'))
    .option('--jobs <n>', 'processes at a time', readConcurrency, 2)
    .option('--out <folder>', 'folder of selftest.json', 'selftest-report')
    .addOption(colorOption())
    .action(async (options: Options) => finish(await selftest(options)));
  return teach(
    command,
    `
Examples:
  conformance selftest
  conformance selftest --faults "payroll-*" --seeds 1
  conformance selftest --profile standard --jobs 8

Exit codes:
  0  every fault is caught, and nothing is found on the sound server
  1  a fault is not caught or is attributed wrongly, or the sound server has a finding
  2  wrong usage
  4  interrupted`,
  );
}
