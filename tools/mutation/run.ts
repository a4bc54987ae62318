/**
 * `npm run mutation [-- area …] [--one-of N] [--force]`: mutates the rules of the reference server, or the judgements of
 * a model, and says what notices. Each mutant is recorded in mutation-report/, which is not committed; the counts of each
 * area in tools/mutation/results/ are, and the site has a page of them. `--page` only counts the records again.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { type Area, allAreas, areasNamed } from './areas.ts';
import { type Recorded, readRecord } from './recorder.ts';
import { writeSummary } from './results.ts';
import { summaryOf } from './summary.ts';
import { explainer } from './survivors.ts';
import { mutantKey, type TrialOptions } from './trials.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const areas = allAreas(root);

const recordOf = ({ id }: Area) => join(root, `mutation-report/${id.replace('/', '-')}.ndjson`);

/** @throws Error that says what is wrong with the command line. */
function readCommand(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'one-of': { type: 'string', default: '1' },
      force: { type: 'boolean', default: false },
      missed: { type: 'boolean', default: false },
      processes: { type: 'string', default: '1' },
      page: { type: 'boolean', default: false },
    },
  });
  const oneOf = Number(values['one-of']);
  if (!Number.isInteger(oneOf) || oneOf < 1) {
    throw new Error(`--one-of takes a whole number from 1 on, not ${values['one-of']}.`);
  }
  const processes = Number(values.processes);
  if (!Number.isInteger(processes) || processes < 1) {
    throw new Error(`--processes takes a whole number from 1 on, not ${values.processes}.`);
  }
  const chosen = areasNamed(areas, positionals);
  const unrecorded = chosen.filter((area) => !existsSync(recordOf(area)));
  if (values.missed && unrecorded.length > 0) {
    const ids = unrecorded.map(({ id }) => id).join(' ');
    throw new Error(
      `--missed needs the records of an earlier run, which are not committed: run \`npm run mutation -- ${ids}\` first.`,
    );
  }
  return { ...values, oneOf, processes, chosen };
}

type Command = ReturnType<typeof readCommand>;

const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** What is mutated in one go: the rules share the trials, and each model has its own. */
interface Batch {
  readonly name: string;
  readonly trials: Pick<TrialOptions['trials'], 'module' | 'subject'>;
  readonly ignorers: readonly string[];
  readonly areas: readonly Area[];
}

function batchesOf(areas: readonly Area[]): Batch[] {
  const rules = areas.filter(({ kind }) => kind === 'rules');
  const models = areas.filter(({ kind }) => kind === 'model');
  return [
    ...(rules.length > 0
      ? [
          {
            name: 'rules',
            trials: { module: 'tools/mutation/suite-trials.ts' },
            ignorers: ['words'],
            areas: rules,
          },
        ]
      : []),
    ...models.map((area) => {
      const subject = area.id.replace('models/', '');
      return {
        name: subject,
        trials: { module: 'tools/mutation/model-trials.ts', subject },
        ignorers: ['words', 'sentences'],
        areas: [area],
      };
    }),
  ];
}

/**
 * The mutants of an area whose records stay: with `missed` all but those without a finding that break a documented
 * requirement, or that nobody has classified.
 */
function keptOf(area: Area, missed: boolean): string[] {
  const path = recordOf(area);
  if (!existsSync(path)) return [];
  const explain = explainer(area.id, root);
  const isTriedAgain = (record: Recorded): boolean => {
    if (record.fate === 'not-sampled') return !missed;
    const isSilent = record.fate === 'survived' || record.fate === 'classified';
    const { kind = 'documented' } = explain(record) ?? {};
    return isSilent && (missed || record.fate === 'classified') && kind === 'documented';
  };
  return readRecord(path)
    .records.filter((record) => !isTriedAgain(record))
    .map(mutantKey);
}

const optionsFor = (
  { trials, ignorers, areas }: Batch,
  { oneOf, force, missed, processes }: Command,
): PartialStrykerOptions & TrialOptions => ({
  mutate: areas.flatMap(({ mutated }) => mutated),
  plugins: ['plugin.ts', 'ignorer.ts', 'recorder.ts'].map(beside),
  ignorers: [...ignorers],
  testRunner: 'trials',
  trials: {
    ...trials,
    oneOf,
    kept: force ? [] : areas.flatMap((area) => keptOf(area, missed)),
    isComplete: missed,
    areas: Object.fromEntries(areas.flatMap(({ id, mutated }) => mutated.map((file) => [file, id]))),
    records: Object.fromEntries(areas.flatMap((area) => area.mutated.map((file) => [file, recordOf(area)]))),
  },
  coverageAnalysis: 'perTest',
  // Each would take a process of its own and every check.
  ignoreStatic: true,
  concurrency: processes,
  // An endless loop hits its limit of passes soon. A machine that is busy with something else must not look like one.
  timeoutMS: 240_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 20,
  reporters: ['progress-append-only', 'recorder'],
  ignorePatterns: ['dist', 'dist-docs', 'docs', 'coverage', '*-report'],
  allowConsoleColors: false,
});

/** Writes the counts of these areas if they have records. */
function publish(measured: readonly Area[]): void {
  for (const area of measured.filter((each) => existsSync(recordOf(each)))) {
    const { plan, records } = readRecord(recordOf(area));
    writeSummary(summaryOf(area.id, plan, records, explainer(area.id, root)));
  }
}

async function run(command: Command): Promise<void> {
  if (!command.page) {
    for (const batch of batchesOf(command.chosen)) {
      await new Stryker(optionsFor(batch, command)).runMutationTest();
    }
  }
  publish(command.chosen);
}

let command: Command;
try {
  command = readCommand(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
await run(command);
