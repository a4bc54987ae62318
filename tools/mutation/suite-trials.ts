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

/** The area of each check, by the folder in which it stands. */
const areaOf = new Map(
  globSync('conformance/resources/*/*.ts').flatMap((path) => {
    const ids = readFileSync(path, 'utf8').matchAll(/\bid: '([a-z-]+\.[a-z-]+)'/g);
    return [...ids].map(([, id = '']): [string, string] => [id, basename(dirname(path))]);
  }),
);

const areasWithModel = new Set(
  allChecks.flatMap(({ kind, id }) => (kind === 'model' ? [areaOf.get(id)] : [])),
);

/** How many checks of other areas a mutant is tried with at first: more find next to nothing more. */
const othersAtFirst = 30;

/**
 * The checks that a mutant is tried with at first: all of its area, and those of other areas that promise most. Models take
 * two thirds of the time, so no model of another area; `combined.model` where the area has none.
 *
 * @param passing in order of promise.
 */
function firstOf(passing: readonly Check[], file: string): readonly Check[] {
  const area = basename(dirname(file));
  const isOwn = ({ id }: Check) =>
    areaOf.get(id) === area || (id === 'combined.model' && !areasWithModel.has(area));
  const others = passing.filter((check) => check.kind !== 'model' && !isOwn(check)).slice(0, othersAtFirst);
  return passing.filter((check) => isOwn(check) || others.includes(check));
}

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

/** A requirement that these checks evaluate on the sound server, that no check elsewhere does, and that was not evaluated now. */
function lost(
  checks: readonly Check[],
  elsewhere: ReadonlySet<string>,
  evaluated: readonly string[],
): string | undefined {
  const still = new Set(evaluated);
  return checks
    .flatMap(({ id }) => rehearsal().get(id)?.evaluated ?? [])
    .find((id) => !still.has(id) && !elsewhere.has(id));
}

/** What the checks evaluate that do not pass the mutant. */
function evaluatedElsewhere(passing: readonly Check[]): ReadonlySet<string> {
  const ids = new Set(passing.map(({ id }) => id));
  return new Set([...rehearsal()].flatMap(([id, { evaluated }]) => (ids.has(id) ? [] : evaluated)));
}

const isOfProduction = ({ needs }: Check) => needs.includes('production');

/** A server of the sandbox, or one of production for the checks that need it. */
const look = (checks: readonly Check[], isProduction: boolean): Promise<Sight> =>
  firstFinding(checks, true, isProduction ? { environment: 'production', access: 'read-write' } : {});

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
  const { status, check, message, evaluated, broken } = isRepeated ? first : await look(checks, isProduction);
  if (status === 'silent') {
    const missing = lost(checks, evaluatedElsewhere([...checks, ...later]), evaluated);
    if (missing === undefined) return undefined;
    const isLater = later.some(({ id }) => rehearsal().get(id)?.evaluated.includes(missing));
    if (isLater) return attemptWith([...checks, ...later], [], isProduction, file);
    return { trial: trouble, message: `${missing} is not exercised any more` };
  }
  if (status === 'found' && check !== undefined) {
    noteCatch(file, check);
    return { trial: check, message, broken };
  }
  return { trial: trouble, message: check === undefined ? message : `${check}: ${message}` };
}

export const createTrials = (_: string, isComplete: boolean): Trials => ({
  async rehearse(begins) {
    const found = new Map<string, Rehearsed>();
    // Loads the server, so that what is evaluated only then is not taken for part of the trials.
    await import('../../reference-server/server.ts');
    begins(undefined);
    await firstFinding([], true);
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
    const first = isComplete ? inSandbox : firstOf(inSandbox, file);
    const later = inSandbox.filter((check) => !first.includes(check));
    const seen = await attemptWith(first, later, false, file);
    if (seen !== undefined && seen.trial !== trouble) return seen;
    return (await attemptWith(passing.filter(isOfProduction), [], true, file)) ?? seen;
  },
});
