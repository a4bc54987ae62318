/**
 * The self-test of one model, whose judgements are mutated: does the sound server still pass, with the same
 * requirements evaluated and the same transitions taken, and is every fault that the model catches still caught?
 */
import { allChecks } from '../../conformance/all-checks.ts';
import type { Target } from '../../conformance/target/target.ts';
import { faults } from '../../proof/faults/index.ts';
import { firstFinding, type Sight } from './first-finding.ts';
import { type Catch, type Trials, trouble } from './trials.ts';

const sound = 'sound server';

type Fault = (typeof faults)[number];

/** The faults of a model that are also tried on a clock that nobody moves: few, because they take seconds of real time. */
const liveFaults: Readonly<Record<string, readonly string[]>> = {
  'webhook-delivery': ['redirect-followed', 'first-retry-at-once', 'acknowledged-delivery-repeated'],
};

/** Enough for the first retry of a webhook, and for none of the others. */
const livePatience = { seconds: 20, pauseMillis: 20 };

function withoutClock(target: Target): Target {
  const { advanceClock: _, drain: __, ...controls } = target.controls;
  return { ...target, controls, patience: livePatience };
}

/** A server that the model is run against. */
interface Trial {
  readonly id: string;
  /** Absent for the sound server. */
  readonly fault?: Fault;
  /** Whether nobody can move its clock. */
  readonly isLive: boolean;
}

const comeTo = ({ evaluated, taken }: Sight): readonly string[] => [...evaluated, ...taken];

/**
 * @param machine the name of the machine, as in the id of its check.
 * @param isComplete whether a mutant is also tried on a clock that nobody moves.
 */
export function createTrials(machine: string, isComplete: boolean): Trials {
  const checks = allChecks.filter(({ id }) => id === `${machine}.model`);
  const covers = new Set(checks.flatMap((check) => check.covers));
  const live = isComplete ? liveFaults[machine] : undefined;
  const trials: readonly Trial[] = [
    { id: sound, isLive: false },
    ...faults
      .filter(({ breaks }) => covers.has(breaks[0]))
      .map((fault) => ({ id: fault.id, fault, isLive: false })),
    ...(live === undefined ? [] : [{ id: `live ${sound}`, isLive: true }]),
    ...faults
      .filter(({ id }) => live?.includes(id))
      .map((fault) => ({ id: `live ${fault.id}`, fault, isLive: true })),
  ];
  /** What a sound server comes to without a mutant. */
  const before = new Map<string, readonly string[]>();
  /** How many mutants each fault has told so far: those that told most are asked first. */
  const toldBy = new Map<string, number>();

  /** What is assumed is judged by the model, too. What a busy machine does to a run it does not do twice. */
  async function look({ fault, isLive }: Trial): Promise<Sight> {
    const server = fault === undefined ? {} : { fault };
    const run = () => firstFinding(checks, false, server, () => true, isLive ? withoutClock : undefined);
    const sight = await run();
    return sight.status === 'troubled' ? run() : sight;
  }

  async function trySound(trial: Trial): Promise<Catch | undefined> {
    const sight = await look(trial);
    const { status, message } = sight;
    if (status === 'troubled') return { trial: trial.id, message: `cannot go on: ${message}` };
    if (status === 'found') return { trial: trial.id, message: `a false alarm: ${message}` };
    const reached = before.get(trial.id) ?? comeTo(sight);
    before.set(trial.id, reached);
    const still = new Set(comeTo(sight));
    const lost = reached.filter((id) => !still.has(id));
    return lost.length === 0
      ? undefined
      : { trial: trial.id, message: `no longer comes to ${lost.join(', ')}` };
  }

  async function tryFault(trial: Trial, fault: Fault): Promise<Catch | undefined> {
    const { status, requirement, message } = await look(trial);
    const { id } = trial;
    if (status === 'troubled') return { trial: trouble, message: `${id}: ${message}` };
    if (requirement === undefined) return { trial: id, message: `${id} is no longer caught` };
    if (fault.breaks.some((broken) => broken === requirement)) return undefined;
    return { trial: id, message: `${id} is taken for a fault of ${requirement}` };
  }

  const attempt = (trial: Trial) =>
    trial.fault === undefined ? trySound(trial) : tryFault(trial, trial.fault);

  /** The sound server first, which tells most of them, and last what takes real time. */
  const promising = (ids: readonly string[]) => {
    const told = ({ id, isLive }: Trial) =>
      isLive ? -1 : id === sound ? Number.POSITIVE_INFINITY : (toldBy.get(id) ?? 0);
    return trials
      .filter(({ id }) => ids.includes(id))
      .toSorted((one, other) => (told(one) === told(other) ? 0 : told(other) - told(one)));
  };

  return {
    async rehearse(begins) {
      if (checks.length === 0) throw new Error(`There is no check ${machine}.model.`);
      const millis = new Map<string, number>();
      for (const trial of trials) {
        begins(trial.id);
        const started = performance.now();
        const caught = await attempt(trial);
        // What other checks catch is not for this model to see.
        if (caught && trial.fault === undefined) {
          throw new Error(`${machine}.model is not silent on the ${trial.id}: ${caught.message}`);
        }
        if (!caught) millis.set(trial.id, performance.now() - started);
      }
      return millis;
    },
    async attempt(ids = []) {
      for (const trial of promising(ids)) {
        const caught = await attempt(trial);
        if (caught === undefined) continue;
        toldBy.set(trial.id, (toldBy.get(trial.id) ?? 0) + 1);
        return caught;
      }
      return undefined;
    },
  };
}
