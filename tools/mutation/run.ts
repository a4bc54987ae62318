/**
 * `npm run mutation [-- area …] [--one-of N] [--force]`: mutates the rules of the reference server, or the judgements of
 * a model, and says what notices. Results are kept in tools/mutation/results/, to be committed; `--page` writes
 * docs/mutation.md from them.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { parse } from 'yaml';
import { type Area, allAreas, areasNamed } from './areas.ts';
import { mutationPage, tallyOf } from './page.ts';
import type { TrialOptions } from './plugin.ts';
import type { Plan, Recorded } from './recorder.ts';
import { Explanations } from './survivors.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const areas = allAreas(root);

/** @throws Error that says what is wrong with the command line. */
function readCommand(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'one-of': { type: 'string', default: '1' },
      force: { type: 'boolean', default: false },
      page: { type: 'boolean', default: false },
    },
  });
  const oneOf = Number(values['one-of']);
  if (!Number.isInteger(oneOf) || oneOf < 1) {
    throw new Error(`--one-of takes a whole number from 1 on, not ${values['one-of']}.`);
  }
  return { ...values, oneOf, chosen: areasNamed(areas, positionals) };
}

type Command = ReturnType<typeof readCommand>;

const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const recordOf = ({ id }: Area) => beside(`results/${id.replace('/', '-')}.ndjson`);

/** What is mutated in one go: the rules share the trials, and each model has its own. */
interface Batch {
  readonly name: string;
  readonly trials: Omit<TrialOptions['trials'], 'records' | 'oneOf'>;
  readonly areas: readonly Area[];
}

function batchesOf(areas: readonly Area[]): Batch[] {
  const rules = areas.filter(({ kind }) => kind === 'rules');
  const models = areas.filter(({ kind }) => kind === 'model');
  return [
    ...(rules.length > 0
      ? [{ name: 'rules', trials: { module: 'tools/mutation/suite-trials.ts' }, areas: rules }]
      : []),
    ...models.map((area) => {
      const subject = area.id.replace('models/', '');
      return { name: subject, trials: { module: 'tools/mutation/model-trials.ts', subject }, areas: [area] };
    }),
  ];
}

const optionsFor = (
  { name, trials, areas }: Batch,
  { oneOf, force }: Command,
): PartialStrykerOptions & TrialOptions => ({
  mutate: areas.flatMap(({ mutated }) => mutated),
  plugins: ['plugin.ts', 'ignorer.ts', 'recorder.ts'].map(beside),
  ignorers: ['words'],
  testRunner: 'trials',
  trials: {
    ...trials,
    oneOf,
    records: Object.fromEntries(areas.flatMap((area) => area.mutated.map((file) => [file, recordOf(area)]))),
  },
  vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Each would take a process of its own and every check and test.
  ignoreStatic: true,
  concurrency: 1,
  // A slow machine must not look like an endless loop.
  timeoutMS: 60_000,
  timeoutFactor: 5,
  dryRunTimeoutMinutes: 20,
  reporters: ['progress-append-only', 'recorder'],
  incremental: true,
  // A sample knows nothing of what it leaves out.
  incrementalFile: `mutation-report/incremental/${name}-${oneOf}.json`,
  force,
  ignorePatterns: ['dist', 'dist-docs', 'docs', 'coverage', '*-report'],
  allowConsoleColors: false,
});

function readTally(area: Area) {
  const [plan = '', ...lines] = readFileSync(recordOf(area), 'utf8').trimEnd().split('\n');
  return tallyOf(
    area,
    JSON.parse(plan) as Plan,
    lines.map((line) => JSON.parse(line) as Recorded),
  );
}

function writePage(): void {
  const tallies = areas.filter((area) => existsSync(recordOf(area))).map(readTally);
  const explanations = Explanations.parse(parse(readFileSync(beside('survivors.yaml'), 'utf8')));
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
  const date = new Date().toISOString().slice(0, 10);
  const notes = readFileSync(beside('notes.md'), 'utf8');
  const page = mutationPage({ areas, tallies, explanations, machine, date, notes });
  writeFileSync(join(root, 'docs/mutation.md'), page);
}

async function run(command: Command): Promise<void> {
  if (command.page) return writePage();
  for (const batch of batchesOf(command.chosen)) {
    process.env.MUTATION_UNIT_TESTS = batch.areas.map(({ unitTests }) => unitTests).join(',');
    await new Stryker(optionsFor(batch, command)).runMutationTest();
  }
}

let command: Command;
try {
  command = readCommand(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
await run(command);
