/** Writes down what becomes of each mutant as Stryker goes, so that what was measured outlasts an interruption. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MutantResult, Position, StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import type { MutationTestingPlanReadyEvent, Reporter } from '@stryker-mutator/api/report';
import { type Fate, fateOf } from './fate.ts';
import { type Catch, isSampled, type MutantText, mutantKey, type TrialOptions } from './trials.ts';

/** The project itself, of which the mutants are a copy. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The first line of a record: how many mutants there are. Those without a line of their own were not reached. */
export interface Plan {
  readonly planned: number;
  /** The day on which the run began, such as 2026-01-31. */
  readonly date: string;
  /** Processors and Node.js. */
  readonly machine: string;
}

/** Every other line of a record. */
export interface Recorded extends MutantText {
  readonly fate: Fate;
  /** The trial or test that noticed. */
  readonly by?: string;
  /** What a run that could not go on says, and a hang: so that the machine is not taken for a mutant. */
  readonly why?: string;
  /** Of a mutant of the rules: each requirement that was broken, with the check that found it first. */
  readonly broken?: Readonly<Record<string, string>>;
}

/** What was recorded of an area. */
export function readRecord(path: string): { readonly plan: Plan; readonly records: readonly Recorded[] } {
  const [plan = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  return { plan: JSON.parse(plan) as Plan, records: lines.map((line) => JSON.parse(line) as Recorded) };
}

export const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** The text between two positions, which count from 1. */
export function textAt(source: string, { start, end }: MutantResult['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n');
}

/** @param from 0 or 1: what the places of the mutant count from. Reports count from 1, everything else in Stryker from 0. */
export function textOf(
  { fileName, location, replacement }: Pick<MutantResult, 'fileName' | 'location' | 'replacement'>,
  from: 0 | 1,
): MutantText {
  const [start, end] = [location.start, location.end].map(({ line, column }) => ({
    line: line + 1 - from,
    column: column + 1 - from,
  })) as [Position, Position];
  const was = plain(textAt(readFileSync(fileName, 'utf8'), { start, end }));
  return { file: relative(root, fileName), ...start, was, becomes: plain(replacement) };
}

function planOf(planned: number): Plan {
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
  return { planned, date: new Date().toISOString().slice(0, 10), machine };
}

const fileOf = ({ fileName }: { readonly fileName: string }) => relative(root, fileName);

/** What the test runner of ours says of a mutant. */
const caughtBy = ({ status, statusReason }: MutantResult): Partial<Catch> =>
  status === 'Killed' && statusReason !== undefined
    ? (JSON.parse(statusReason) as Catch)
    : { ...(statusReason !== undefined && { message: statusReason }) };

class Recorder implements Reporter {
  static readonly inject = tokens(commonTokens.options);
  readonly #records: Readonly<Record<string, string>>;
  readonly #oneOf: number;
  readonly #kept: ReadonlySet<string>;
  /** The mutants whose records of an earlier run stay. */
  readonly #written = new Set<string>();

  constructor(options: StrykerOptions & Partial<TrialOptions>) {
    this.#records = options.trials?.records ?? {};
    this.#oneOf = options.trials?.oneOf ?? 1;
    this.#kept = new Set(options.trials?.kept);
  }

  onMutationTestingPlanReady({ mutantPlans }: MutationTestingPlanReadyEvent): void {
    const planned = Map.groupBy(mutantPlans, ({ mutant }) => this.#records[fileOf(mutant)]);
    for (const [record, plans] of planned) {
      if (record === undefined) continue;
      mkdirSync(dirname(record), { recursive: true });
      // What is ignored now is recorded anew, and a mutant of a place that has been rewritten is no more.
      const toRun = new Set(
        plans.flatMap(({ plan, mutant }) => (plan === 'Run' ? [mutantKey(textOf(mutant, 0))] : [])),
      );
      const kept = existsSync(record)
        ? readRecord(record).records.filter((each) => {
            const key = mutantKey(each);
            return this.#kept.has(key) && toRun.has(key);
          })
        : [];
      for (const each of kept) this.#written.add(mutantKey(each));
      const lines = [planOf(plans.length), ...kept].map((line) => JSON.stringify(line));
      writeFileSync(record, `${lines.join('\n')}\n`);
    }
  }

  onMutantTested(mutant: MutantResult): void {
    const file = fileOf(mutant);
    const record = this.#records[file];
    // An area that is not asked for now keeps what was recorded of it.
    if (record === undefined) return;
    const text = textOf(mutant, 1);
    if (this.#written.has(mutantKey(text))) return;
    const [by] = mutant.killedBy ?? [];
    // What no test covers is never handed to the test runner, which would have left it out.
    const isChosen = isSampled(mutant, { line: text.line - 1, column: text.column - 1 }, this.#oneOf);
    const fate = isChosen ? fateOf(mutant) : 'not-sampled';
    const { message, broken = {} } = caughtBy(mutant);
    const why = fate === 'trouble' || fate === 'hang' ? message : undefined;
    const recorded: Recorded = {
      ...text,
      fate,
      ...(by !== undefined && { by }),
      ...(why !== undefined && { why: plain(why) }),
      ...(Object.keys(broken).length > 0 && { broken }),
    };
    appendFileSync(record, `${JSON.stringify(recorded)}\n`);
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'recorder', Recorder)];
