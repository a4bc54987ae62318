/**
 * The self-test of one model, whose judgements are mutated: does the sound server still pass, with the same
 * requirements evaluated and the same transitions taken, and is every fault that the model catches still caught?
 */
import { allChecks } from '../../conformance/all-checks.ts';
import { faults } from '../../reference-server/faults/index.ts';
import { firstFinding, type Sight } from './first-finding.ts';
import { type Catch, type Trials, trouble } from './trials.ts';

const sound = 'sound server';

type Fault = (typeof faults)[number];

const comeTo = ({ evaluated, taken }: Sight): readonly string[] => [...evaluated, ...taken];

/** @param machine the name of the machine, as in the id of its check. */
export function createTrials(machine: string): Trials {
  const checks = allChecks.filter(({ id }) => id === `${machine}.model`);
  const covers = new Set(checks.flatMap((check) => check.covers));
  let before: readonly string[] | undefined;
  /** How many mutants each fault has told so far: those that told most are asked first. */
  const toldBy = new Map<string, number>();

  /** What is assumed is judged by the model, too. What a busy machine does to a run it does not do twice. */
  async function look(fault?: Fault): Promise<Sight> {
    const run = () => firstFinding(checks, fault === undefined ? {} : { fault }, () => true);
    const sight = await run();
    return sight.status === 'troubled' ? run() : sight;
  }

  async function trySound(): Promise<Catch | undefined> {
    const sight = await look();
    const { status, message } = sight;
    if (status === 'troubled') return { trial: sound, message: `cannot go on: ${message}` };
    if (status === 'found') return { trial: sound, message: `a false alarm: ${message}` };
    before ??= comeTo(sight);
    const still = new Set(comeTo(sight));
    const lost = before.filter((id) => !still.has(id));
    return lost.length === 0 ? undefined : { trial: sound, message: `no longer comes to ${lost.join(', ')}` };
  }

  async function tryFault(fault: Fault): Promise<Catch | undefined> {
    const { status, requirement, message } = await look(fault);
    if (status === 'troubled') return { trial: trouble, message: `${fault.id}: ${message}` };
    if (requirement === undefined) return { trial: fault.id, message: `${fault.id} is no longer caught` };
    if (fault.breaks.some((id) => id === requirement)) return undefined;
    return { trial: fault.id, message: `${fault.id} is taken for a fault of ${requirement}` };
  }

  /** The sound server first, which tells most of them. */
  const promising = (ids: readonly string[]) => {
    const told = (id: string) => (id === sound ? Number.POSITIVE_INFINITY : (toldBy.get(id) ?? 0));
    return ids.toSorted((one, other) => (told(one) === told(other) ? 0 : told(other) - told(one)));
  };

  return {
    async rehearse(begins) {
      if (checks.length === 0) throw new Error(`There is no check ${machine}.model.`);
      const millis = new Map<string, number>();
      let started = performance.now();
      begins(sound);
      const alarm = await trySound();
      if (alarm) throw new Error(`${machine}.model is not silent on the sound server: ${alarm.message}`);
      millis.set(sound, performance.now() - started);
      for (const fault of faults.filter(({ breaks }) => covers.has(breaks[0]))) {
        begins(fault.id);
        started = performance.now();
        // What other checks catch is not for this model to see.
        if (await tryFault(fault)) continue;
        millis.set(fault.id, performance.now() - started);
      }
      return millis;
    },
    async attempt(ids = []) {
      for (const id of promising(ids)) {
        const fault = faults.find((each) => each.id === id);
        const caught = await (fault === undefined ? trySound() : tryFault(fault));
        if (caught === undefined) continue;
        toldBy.set(id, (toldBy.get(id) ?? 0) + 1);
        return caught;
      }
      return undefined;
    },
  };
}
