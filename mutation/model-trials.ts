/**
 * The self-test of one model, whose judgements are mutated: does the sound server still pass, with the same
 * requirements evaluated, and are faults that the model catches still caught?
 */
import { createHash } from 'node:crypto';
import { allChecks } from '../conformance/checks/index.ts';
import type { RequirementId } from '../openapi/catalogue.ts';
import { faults } from '../reference-server/faults/index.ts';
import { firstFinding } from './first-finding.ts';
import { type Catch, type Trials, trouble } from './trials.ts';

const sound = 'sound server';

/** So many faults, of as many requirements, tell a model that has gone blind from one that sees. */
const mostFaults = 6;

type Fault = (typeof faults)[number];

const shuffled = <T extends { readonly id: string }>(all: readonly T[]): T[] => {
  const rank = ({ id }: T) => createHash('sha256').update(id).digest('hex');
  return all.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
};

/** @param machine the name of the machine, as in the id of its check. */
export function createTrials(machine: string): Trials {
  const checks = allChecks.filter(({ id }) => id === `${machine}.model`);
  const covers = new Set(checks.flatMap((check) => check.covers));
  let evaluatedBefore: ReadonlySet<RequirementId> = new Set();

  async function trySound(): Promise<Catch | undefined> {
    const { status, message, evaluated } = await firstFinding(checks);
    if (status === 'troubled') return { trial: trouble, message };
    if (status === 'found') return { trial: sound, message: `a false alarm: ${message}` };
    const still = new Set(evaluated);
    const lost = [...evaluatedBefore].filter((id) => !still.has(id));
    if (evaluatedBefore.size === 0) evaluatedBefore = still;
    return lost.length === 0
      ? undefined
      : { trial: sound, message: `${lost.join(', ')} no longer evaluated` };
  }

  async function tryFault(fault: Fault): Promise<Catch | undefined> {
    const { status, requirement, message } = await firstFinding(checks, fault);
    if (status === 'troubled') return { trial: trouble, message: `${fault.id}: ${message}` };
    if (requirement === undefined) return { trial: fault.id, message: `${fault.id} is no longer caught` };
    if (fault.breaks.includes(requirement)) return undefined;
    return { trial: fault.id, message: `${fault.id} is taken for a fault of ${requirement}` };
  }

  return {
    async rehearse(begins) {
      if (checks.length === 0) throw new Error(`There is no check ${machine}.model.`);
      const millis = new Map<string, number>();
      let started = performance.now();
      begins(sound);
      const alarm = await trySound();
      if (alarm) throw new Error(`${machine}.model is not silent on the sound server: ${alarm.message}`);
      millis.set(sound, performance.now() - started);
      const broken = new Set<RequirementId>();
      for (const fault of shuffled(faults.filter(({ breaks }) => covers.has(breaks[0])))) {
        if (millis.size > mostFaults) break;
        if (broken.has(fault.breaks[0])) continue;
        begins(fault.id);
        started = performance.now();
        // What other checks catch is not for this model to see.
        if (await tryFault(fault)) continue;
        broken.add(fault.breaks[0]);
        millis.set(fault.id, performance.now() - started);
      }
      return millis;
    },
    async attempt(ids) {
      for (const id of ids ?? []) {
        const fault = faults.find((each) => each.id === id);
        const caught = await (fault === undefined ? trySound() : tryFault(fault));
        if (caught) return caught;
      }
      return undefined;
    },
  };
}
