/** Why no case of a check evaluated a requirement: the transition that was not taken, and what was in its way. */
import { findRequirement, type StateMachine, stateMachines } from '../../openapi/catalogue.ts';
import { rulesOf, type Transition } from '../../openapi/transitions.ts';
import type { VainCheck } from '../engine/catalogue.ts';

interface Step {
  readonly machine: StateMachine;
  readonly transition: Transition;
}

const keyOf = ({ machine, transition }: Step) => `${machine.id}/${transition.id}`;

const rules = ({ transition }: Step): readonly string[] => rulesOf(transition);

const steps: readonly Step[] = stateMachines.flatMap((machine) =>
  machine.transitions.map((transition) => ({ machine, transition })),
);

/** The first transition that is missing on the way to a step: that into its state, if nothing came there. */
function firstMissing(step: Step, { transitions }: VainCheck['coverage']): Step {
  const isTaken = (each: Step) => (transitions[keyOf(each)] ?? 0) > 0;
  const { machine } = step;
  const own = steps.filter((each) => each.machine === machine);
  const reached = new Set([machine.initial, ...own.filter(isTaken).map(({ transition }) => transition.to)]);
  const seen = new Set<Step>();
  let missing = step;
  while (!reached.has(missing.transition.from) && !seen.has(missing)) {
    seen.add(missing);
    const { from } = missing.transition;
    missing = own.find(({ transition }) => transition.to === from && transition.from !== from) ?? missing;
  }
  return missing;
}

/** Operations that were sent and never carried out, with their statuses. */
function refusals(ids: readonly string[], { operations }: VainCheck['coverage']): readonly string[] {
  return [...new Set(ids)].flatMap((id) => {
    const statuses = Object.keys(operations[id] ?? {});
    const isRefused = statuses.length > 0 && statuses.every((status) => Number(status) >= 400);
    return isRefused ? [`${id} was refused with ${statuses.join(' and ')}`] : [];
  });
}

const operationsOf = (rules: readonly string[]): readonly string[] =>
  rules.flatMap((rule) => findRequirement(rule)?.operations ?? []);

/** What was missing where no transition was: the transition was taken, and events arrived, but none that the rule is about. */
function besides(requirement: string, { events }: VainCheck['coverage']): string | undefined {
  const step = steps.find((each) => rules(each).includes(requirement));
  if (step !== undefined) {
    const { from, to, trigger } = step.transition;
    return `${step.machine.title} went from ${from} to ${to}, but not by ${trigger}`;
  }
  const wanted = findRequirement(requirement)?.events ?? [];
  const unseen = wanted.find((event) => !events[event]);
  if (unseen !== undefined) return `no ${unseen} arrived`;
  const [event] = wanted;
  return event === undefined
    ? undefined
    : `${event} arrived ${events[event]} times, but never for what the rule is about`;
}

/** @returns one sentence */
export function whyUnreached(requirement: string, { check, coverage }: VainCheck): string {
  const vain = `No case of ${check} evaluated it`;
  const step = steps.find((each) => rules(each).includes(requirement) && !coverage.transitions[keyOf(each)]);
  if (step === undefined) {
    const [refused] = refusals(operationsOf([requirement]), coverage);
    const why = refused ?? besides(requirement, coverage);
    return why === undefined ? `${vain}.` : `${vain}: ${why}.`;
  }
  const missing = firstMissing(step, coverage);
  const { machine, transition } = missing;
  const { from, to, guard, trigger } = transition;
  const [refused] = refusals(operationsOf([...rules(missing), requirement]), coverage);
  const cause = guard === undefined ? `no ${trigger} had that effect` : `it needs that ${guard}`;
  const why = coverage.outOfReach[keyOf(missing)]?.replace(/\.$/, '') ?? refused ?? cause;
  return `${vain}: nothing went from ${from} to ${to} (${machine.title}): ${why}.`;
}
