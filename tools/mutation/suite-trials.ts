/** The conformance suite, check by check, on a server whose rules are mutated: it sees them over HTTP only. */

import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { allChecks } from '../../conformance/all-checks.ts';
import type { Check } from '../../conformance/provider/check.ts';
import { firstFinding, type Sight } from './first-finding.ts';
import { type Catch, type Trials, trouble } from './trials.ts';

/** How many mutants of a file a check has caught so far. */
const caught = new Map<string, number>();

/** Of the same file first, then of any, then those that are soon over. */
function inOrderOfPromise(file: string): (one: Check, other: Check) => number {
  const here = ({ id }: Check) => caught.get(`${file} ${id}`) ?? 0;
  const anywhere = ({ id }: Check) => caught.get(id) ?? 0;
  const millis = ({ id }: Check) => rehearsal().get(id)?.millis ?? 0;
  return (one, other) =>
    here(other) - here(one) || anywhere(other) - anywhere(one) || millis(one) - millis(other);
}

function noteCatch(file: string, check: string): void {
  for (const key of [`${file} ${check}`, check]) caught.set(key, (caught.get(key) ?? 0) + 1);
}

/** The areas that have a model of their own, as `conformance/resources/kyc/checks.ts` has `kyc.model`. */
const modelOf = new Map(
  globSync('conformance/resources/*/checks.ts').flatMap((path): [string, string][] => {
    const id = /id: '([a-z-]+\.model)'/.exec(readFileSync(path, 'utf8'))?.[1];
    return id === undefined ? [] : [[basename(dirname(path)), id]];
  }),
);

/** Models take two thirds of the time; those of other areas only pass a rule on the way to their own. */
const isOfArea = ({ kind, id }: Check, file: string) =>
  kind !== 'model' || id === (modelOf.get(basename(dirname(file))) ?? 'combined.model');

interface Rehearsed {
  readonly millis: number;
  /** The requirements that the check evaluates on the sound server. */
  readonly evaluated: readonly string[];
}

/** Stryker's processes share its copy of the project, and one of them rehearses for all. */
const rehearsalFile = 'rehearsal.json';

let rehearsed: ReadonlyMap<string, Rehearsed> | undefined;
function rehearsal(): ReadonlyMap<string, Rehearsed> {
  if (rehearsed === undefined && existsSync(rehearsalFile)) {
    rehearsed = new Map(JSON.parse(readFileSync(rehearsalFile, 'utf8')) as [string, Rehearsed][]);
  }
  return rehearsed ?? new Map();
}

/**
 * A requirement that the checks that pass the mutant evaluate on the sound server, that no other check does, and that was
 * not evaluated now.
 */
function lost(passing: readonly Check[], evaluated: readonly string[]): string | undefined {
  const ids = new Set(passing.map(({ id }) => id));
  const others = [...rehearsal()].flatMap(([id, before]) => (ids.has(id) ? [] : before.evaluated));
  const still = new Set([...evaluated, ...others]);
  return passing.flatMap(({ id }) => rehearsal().get(id)?.evaluated ?? []).find((id) => !still.has(id));
}

const isOfProduction = ({ needs }: Check) => needs.includes('production');

/** A server of the sandbox, or one of production for the checks that need it. */
const look = (checks: readonly Check[], isProduction: boolean): Promise<Sight> =>
  firstFinding(checks, isProduction ? { environment: 'production', access: 'read-write' } : {});

/** @param later checks that are asked only when the others lose a requirement that these may evaluate. */
async function attemptWith(
  checks: readonly Check[],
  later: readonly Check[],
  isProduction: boolean,
  file: string,
): Promise<Catch | undefined> {
  if (checks.length === 0) return undefined;
  const first = await look(checks, isProduction);
  // What a busy machine does to a run it does not do twice.
  const again = checks.filter(({ id }) => first.check === undefined || id === first.check);
  const isRepeated = first.status !== 'troubled' || (await look(again, isProduction)).status === 'troubled';
  const { status, check, message, evaluated } = isRepeated ? first : await look(checks, isProduction);
  if (status === 'silent') {
    const missing = lost([...checks, ...later], evaluated);
    if (missing === undefined) return undefined;
    const isLater = later.some(({ id }) => rehearsal().get(id)?.evaluated.includes(missing));
    if (isLater) return attemptWith([...checks, ...later], [], isProduction, file);
    return { trial: trouble, message: `${missing} is not exercised any more` };
  }
  if (status === 'found' && check !== undefined) {
    noteCatch(file, check);
    return { trial: check, message };
  }
  return { trial: trouble, message: check === undefined ? message : `${check}: ${message}` };
}

export const createTrials = (_: string, isComplete: boolean): Trials => ({
  async rehearse(begins) {
    const found = new Map<string, Rehearsed>();
    // Loads the server, so that what is evaluated only then is not taken for part of the trials.
    await firstFinding([]);
    begins(undefined);
    await firstFinding([]);
    for (const check of allChecks) {
      begins(check.id);
      const started = performance.now();
      const { status, message, evaluated } = await look([check], isOfProduction(check));
      // Some checks are for targets that offer less.
      if (evaluated.length === 0) continue;
      if (status !== 'silent') throw new Error(`${check.id} is not silent on the sound server: ${message}`);
      found.set(check.id, { millis: performance.now() - started, evaluated });
    }
    writeFileSync(rehearsalFile, JSON.stringify([...found]));
    return new Map([...found].map(([id, { millis }]) => [id, millis]));
  },
  async attempt(ids, file) {
    const passing = allChecks.filter(({ id }) => ids?.includes(id) ?? true).toSorted(inOrderOfPromise(file));
    const inSandbox = passing.filter((check) => !isOfProduction(check));
    const isFirst = (check: Check) => isComplete || isOfArea(check, file);
    const later = inSandbox.filter((check) => !isFirst(check));
    const seen = await attemptWith(inSandbox.filter(isFirst), later, false, file);
    if (seen !== undefined && seen.trial !== trouble) return seen;
    return (await attemptWith(passing.filter(isOfProduction), [], true, file)) ?? seen;
  },
});
