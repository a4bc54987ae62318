/** The conformance suite, check by check, on a server whose rules are mutated: it sees them over HTTP only. */
import { allChecks } from '../../conformance/all-checks.ts';
import type { Check } from '../../conformance/provider/check.ts';
import { firstFinding } from './first-finding.ts';
import { type Trials, trouble } from './trials.ts';

/** How many mutants a check has caught so far: those that caught most are asked first. */
const caughtBy = new Map<string, number>();

const catches = ({ id }: Check) => caughtBy.get(id) ?? 0;

/** A model takes ten times as long as another check. */
const order = (one: Check, other: Check) =>
  catches(other) - catches(one) || Number(one.kind === 'model') - Number(other.kind === 'model');

/** What each check evaluates on the sound server. */
const evaluatedBy = new Map<string, readonly string[]>();

/** A requirement that these checks evaluated before, that no other does, and that was not evaluated now. */
function lost(checks: readonly Check[], evaluated: readonly string[]): string | undefined {
  const asked = new Set(checks.map(({ id }) => id));
  const others = [...evaluatedBy].flatMap(([id, before]) => (asked.has(id) ? [] : before));
  const still = new Set([...evaluated, ...others]);
  return checks.flatMap(({ id }) => evaluatedBy.get(id) ?? []).find((id) => !still.has(id));
}

const suite: Trials = {
  async rehearse(begins) {
    const millis = new Map<string, number>();
    begins(undefined);
    await firstFinding([]);
    for (const check of allChecks) {
      begins(check.id);
      const started = performance.now();
      const { status, message, evaluated } = await firstFinding([check]);
      // Some checks are for targets that offer less.
      if (evaluated.length === 0) continue;
      if (status !== 'silent') throw new Error(`${check.id} is not silent on the sound server: ${message}`);
      millis.set(check.id, performance.now() - started);
      evaluatedBy.set(check.id, evaluated);
    }
    return millis;
  },
  async attempt(ids) {
    const checks = allChecks.filter(({ id }) => ids?.includes(id) ?? true).toSorted(order);
    if (checks.length === 0) return undefined;
    const first = await firstFinding(checks);
    // What a busy machine does to a run it does not do twice.
    const sight = first.status === 'troubled' ? await firstFinding(checks) : first;
    const { status, check, message, evaluated } = sight;
    if (status === 'silent') {
      const missing = lost(checks, evaluated);
      return missing === undefined
        ? undefined
        : { trial: trouble, message: `${missing} is not exercised any more` };
    }
    if (status === 'found' && check !== undefined) {
      caughtBy.set(check, (caughtBy.get(check) ?? 0) + 1);
      return { trial: check, message };
    }
    return { trial: trouble, message: check === undefined ? message : `${check}: ${message}` };
  },
};

export const createTrials = (): Trials => suite;
