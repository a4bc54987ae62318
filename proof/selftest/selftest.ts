/** `conformance selftest`: tests the suite on servers with known faults. */
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import type { ProfileName } from '../../conformance/engine/events.ts';
import { duration, plural } from '../../reports/wording.ts';
import { type ExitCode, exitCodes, type Finish } from '../../src/cli/exit-codes.ts';
import { watchInterruption } from '../../src/cli/interruption.ts';
import {
  colorOption,
  optionOf,
  readConcurrency,
  readOptionalCount,
  readSeed,
  teach,
} from '../../src/cli/options.ts';
import { prepareFolder, writeWhole } from '../../src/cli/run/report-folder.ts';
import { createTerminal, type Terminal } from '../../src/cli/terminal.ts';
import { selectById } from '../../src/config/select-by-id.ts';
import { tool } from '../../src/tool.ts';
import { chooseCombinations, variants } from '../benign/run-variant.ts';
import type { Fault } from '../faults/fault.ts';
import { faults } from '../faults/index.ts';
import { buildRecord } from './build-record.ts';
import { choosePairs } from './choose-pairs.ts';
import { renderSelftest } from './page/page.ts';
import { followTrials } from './progress.ts';
import type { SelftestRecord, Suspect, TrialOutcome } from './record.ts';
import { deadWeight, percent, seenPerThousand, seenWithin, withoutFault } from './record-summary.ts';
import type { Trial } from './trial.ts';
import { workerCommandName } from './worker.ts';
import { runTrials, type WorkerAnswer } from './worker-pool.ts';

interface Options {
  readonly faults?: readonly string[];
  readonly seeds: number;
  readonly pairs: number;
  readonly variants: boolean;
  readonly combinations: number;
  readonly seed: number;
  readonly profile?: ProfileName;
  readonly jobs: number;
  readonly failFast?: true;
  readonly throughAdapter?: true;
  readonly every: number;
  readonly out: string;
  readonly color: boolean;
}

/** The outcome that a worker returned, or an error if it failed. */
function outcomeOf(trial: Trial, answer: WorkerAnswer<TrialOutcome>): TrialOutcome {
  if (answer.status === 'done') return answer.outcome;
  const { reason } = answer;
  const nothing = { others: [], requests: 0, durationMillis: 0 };
  const suspect = (fault: string): Suspect => ({ fault, status: 'errored', reason, sightings: [] });
  switch (trial.kind) {
    case 'sound':
      return {
        kind: 'sound',
        seed: trial.seed,
        status: 'errored',
        verdict: 'error',
        reason,
        evaluations: {},
        ...nothing,
      };
    case 'fault':
      return { kind: 'fault', ...suspect(trial.fault), ...nothing };
    case 'variant':
      return { kind: 'variant', variants: [...trial.variants], status: 'errored', reason, ...nothing };
    case 'pair':
      return { kind: 'pair', faults: [suspect(trial.faults[0]), suspect(trial.faults[1])], ...nothing };
  }
  return trial satisfies never;
}

/** Plans faults first, so that a missed fault shows early. */
function planTrials(chosen: readonly Fault[], options: Options, profiles: SelftestRecord['run']['profiles']) {
  const { seed, seeds, combinations, failFast, throughAdapter } = options;
  // --faults limits the self-test to faults. Pairs and variants show nothing new of an adapter.
  const isWanted = options.variants && options.faults === undefined && !throughAdapter;
  const pairs = throughAdapter ? 0 : options.pairs;
  const effort = { ...(failFast && { failFast }), ...(throughAdapter && { throughAdapter }) };
  const singles = isWanted ? variants.map(({ id }) => [id]) : [];
  const chosenVariants = [...singles, ...chooseCombinations(seed, isWanted ? combinations : 0)];
  return [
    ...chosen.map(
      ({ id }): Trial => ({
        kind: 'fault',
        fault: id,
        seed,
        profile: profiles.faults,
        ...effort,
      }),
    ),
    ...choosePairs(chosen, seed, pairs).map(
      ([left, right]): Trial => ({
        kind: 'pair',
        faults: [left.id, right.id],
        seed,
        profile: profiles.faults,
        ...effort,
      }),
    ),
    ...chosenVariants.map(
      (ids): Trial => ({ kind: 'variant', variants: ids, seed, profile: failFast ? 'smoke' : 'standard' }),
    ),
    ...Array.from(
      { length: seeds },
      (_, index): Trial => ({ kind: 'sound', seed: seed + index, profile: profiles.sound, ...effort }),
    ),
  ];
}

function summary(record: SelftestRecord, terminal: Terminal) {
  const { line, paint } = terminal;
  const { totals, run, faults: tried, pairs, sound, variants: tolerated } = record;
  const { median, attribution } = totals;
  const dead = deadWeight(record);
  const gaps = withoutFault(record);
  line();
  line(paint('bold', `${totals.faults.caught} of ${plural(tried.length, 'fault')} caught`));
  if (attribution !== null)
    line(`  attributed  ${percent(attribution)} of the caught faults to a requirement that they break`);
  if (median !== null) {
    const seen = `${plural(Math.round(median.requests), 'request')} and ${duration(median.millis)}`;
    line(`  median      seen after ${seen}, counterexample of ${plural(Math.round(median.steps), 'step')}`);
  }
  const within = seenWithin(record, 0.9);
  const perThousand = seenPerThousand(record);
  if (within !== undefined && perThousand !== null) {
    const most = `${plural(within.requests, 'request')} and ${duration(within.millis)}`;
    line(`  nine of ten seen within ${most}; ${perThousand.toFixed(1)} faults for each 1,000 requests`);
  }
  if (pairs.length > 0) line(`  pairs       both found in ${totals.pairs.caught} of ${pairs.length}`);
  if (tolerated.length > 0)
    line(`  variants    nothing documented found on ${totals.variants.passed} of ${tolerated.length}`);
  if (sound.length > 0)
    line(`  sound       nothing found with ${totals.sound.passed} of ${plural(sound.length, 'seed')}`);
  if (dead.length > 0) line(`  dead weight ${dead.map(({ id }) => id).join(', ')}`);
  if (gaps.length > 0) line(`  no fault    ${gaps.map(({ id }) => id).join(', ')}`);
  line();
  line(
    paint(
      'dim',
      `${duration(run.durationMillis)}, ${plural(run.jobs, 'process', 'processes')}, seed ${run.seed}`,
    ),
  );
}

async function selftest(options: Options): Promise<ExitCode> {
  const { seed, jobs, out } = options;
  const profiles = { faults: options.profile ?? 'standard', sound: options.profile ?? 'standard' } as const;
  const selected = options.faults ? selectById(faults, options.faults, 'fault') : faults;
  const chosen = selected.filter((_, index) => index % options.every === 0);
  prepareFolder(out);
  const terminal = createTerminal(options);
  const trials = planTrials(chosen, options, profiles);
  using interruption = watchInterruption(() => terminal.warnBelow('Stopping. Ctrl-C again ends at once.'));
  const answered = new Map<Trial, TrialOutcome>();
  const pairs = trials.filter(({ kind }) => kind === 'pair').length;
  const variantTrials = trials.filter(({ kind }) => kind === 'variant').length;
  terminal.line(
    `${plural(chosen.length, 'fault')} and ${plural(pairs, 'pair')} of them (profile ${profiles.faults}), ` +
      `${plural(variantTrials, 'variant')} that the document allows, alone or combined, ` +
      `${plural(options.seeds, 'seed')} of the sound server (profile ${profiles.sound}), ${jobs} at a time`,
  );
  const startedAt = new Date().toISOString();
  const started = performance.now();
  const progress = followTrials(trials, terminal, () => performance.now());
  await runTrials<Trial, TrialOutcome>({
    // This process again, from source or from the build.
    command: [process.argv[1] ?? '', workerCommandName],
    trials,
    jobs,
    signal: interruption.signal,
    onAnswer: (trial, answer) => {
      const outcome = outcomeOf(trial, answer);
      answered.set(trial, outcome);
      progress.add(trial, outcome);
    },
  });
  progress.end();

  const record = buildRecord(
    trials.flatMap((trial) => answered.get(trial) ?? []),
    {
      tool,
      machine: {
        cores: availableParallelism(),
        cpu: cpus()[0]?.model.trim() ?? 'unknown',
        node: process.version,
      },
      run: {
        startedAt,
        durationMillis: Math.round(performance.now() - started),
        seed,
        jobs,
        profiles,
        ...(options.failFast && { failFast: true }),
        ...(options.throughAdapter && { throughAdapter: true }),
        trials: trials.length,
      },
      faults,
    },
  );
  const file = join(out, 'selftest.json');
  const page = join(out, 'index.html');
  writeWhole(file, `${JSON.stringify(record, null, 2)}\n`);
  writeWhole(page, renderSelftest(record));

  const { passed, failed } = record.totals;
  summary(record, terminal);
  terminal.line(`Record: ${file}`);
  terminal.line(`Report: ${page}`);
  if (!record.run.complete) {
    terminal.line(`Interrupted: ${trials.length - answered.size} of ${trials.length} trials did not run.`);
  }
  terminal.line(`selftest: ${passed} passed, ${failed} failed`);
  if (failed > 0) return exitCodes.nonConformant;
  return record.run.complete ? exitCodes.success : exitCodes.incomplete;
}

export function selftestCommand(finish: Finish): Command {
  const command = new Command('selftest')
    .description(
      'Tests the suite itself on reference servers:\n' +
        '- sound server: the suite must find nothing\n' +
        '- server with one deliberate fault: it must report a requirement that the fault breaks, with a finding that can be replayed\n' +
        '- server with two faults: it must find both\n' +
        '- server that differs where the document leaves a choice: it must find no violation of a documented requirement',
    )
    .option('--faults <pattern...>', 'run only the faults whose id matches')
    .option('--every <n>', 'run only each nth of the faults', readConcurrency, 1)
    .option('--pairs <n>', 'number of pairs of faults of different areas', readOptionalCount, 24)
    .option('--no-variants', 'skip the variants that the document allows')
    .option('--combinations <n>', 'number of combinations of two variants', readOptionalCount, 300)
    .option('--seeds <n>', 'number of seeds for the sound server', readOptionalCount, 20)
    .option('--seed <n>', 'first seed of the sound server, and seed of every fault', readSeed, 1)
    .addOption(optionOf('profile', 'how thorough the runs are (default: standard)'))
    .option('--jobs <n>', 'number of parallel processes', readConcurrency, availableParallelism())
    .option('--out <folder>', 'folder of selftest.json and index.html', 'selftest-report')
    .option(
      '--fail-fast',
      'end the trial of a fault once it is caught, without running the other checks, and try each variant briefly',
    )
    .option(
      '--through-adapter',
      'reach each server as one of somebody else: through an adapter whose lines are tried first, without drain, with one ' +
        'clock for all businesses; without pairs and variants',
    )
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
  0  every fault was caught, and nothing was found on the sound server
  1  a fault was missed or attributed to another requirement, or the sound server has a finding
  2  wrong usage
  4  interrupted; the report covers what was done`,
  );
}
