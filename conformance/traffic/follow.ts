/** Follows the states of resources through reads and events. A state that was not seen is unknown. */
import { type RequirementId, type StateMachine, stateMachines } from '../../openapi/catalogue.ts';
import type { TrafficCheck } from './check.ts';
import {
  eventsIn,
  type Followed,
  followed,
  isSameTenant,
  type ObservedState,
  readsIn,
} from './observed-states.ts';
import { keptThings, Recent } from './recent.ts';
import type { TrafficScenario } from './scenario.ts';

/** A read may show an old copy, and an event may be recorded late, by up to this time. */
export const graceMillis = 5_000;

/** Whether one observation was certainly over when the other was made. Events may arrive late and in any order. */
const isBefore = (earlier: ObservedState, later: ObservedState) => later.from - earlier.until > graceMillis;

/** Kept observed states of one resource: few businesses and tokens show the same id. */
const keptStates = 40;

/** The first and the last observation of each state in each business; those between add nothing. */
class History {
  readonly #ends = new Map<string, readonly [first: ObservedState, last: ObservedState]>();

  /** @returns the earlier observed states of the same resource */
  add(observed: ObservedState): readonly ObservedState[] {
    const { state, tenant, until } = observed;
    const before = [...this.#ends.values()].flat().filter((known) => isSameTenant(known, observed));
    const key = JSON.stringify([state, tenant]);
    const known = this.#ends.get(key);
    if (known === undefined && this.#ends.size >= keptStates) return before;
    const [first, last] = known ?? [observed, observed];
    this.#ends.set(key, [until < first.until ? observed : first, until >= last.until ? observed : last]);
    return before;
  }
}

interface Evaluated {
  readonly requirement: RequirementId;
  readonly holds: boolean;
  readonly expected: string;
  readonly actual: string;
}

/** Evaluates the rules on an earlier observed state and one that may be later. */
function* evaluationsOf(
  { unreachable }: StateMachine,
  { machine, last, apart }: Followed,
  earlier: ObservedState,
  later: ObservedState,
): Generator<Evaluated> {
  const requirement = last[earlier.state];
  // The document does not show how a resource gets into some states.
  if (requirement !== undefined && isBefore(earlier, later) && unreachable[later.state] === undefined) {
    const holds = later.state === earlier.state;
    yield {
      requirement,
      holds,
      expected: `${machine} ${later.id} to stay ${earlier.state}`,
      actual: later.state,
    };
  }
  for (const { states, requirement } of apart) {
    const [one, other] = states;
    if (earlier.state !== one || later.state !== other) continue;
    const expected = `${machine} ${later.id} either ${one} or ${other}`;
    yield { requirement, holds: false, expected, actual: 'both' };
  }
}

/** @param known other observed states of the resource; they may be later */
function judge(
  scenario: TrafficScenario,
  [machine, each]: readonly [StateMachine, Followed],
  observed: ObservedState,
  known: readonly ObservedState[],
): void {
  const pairs = known.flatMap((other) => [[other, observed] as const, [observed, other] as const]);
  for (const [earlier, later] of pairs) {
    for (const { requirement, holds, expected, actual } of evaluationsOf(machine, each, earlier, later)) {
      if (!holds) for (const shown of [earlier, later]) shown.show(scenario);
      scenario.require(requirement, holds, expected, actual);
    }
  }
}

function statesOf(machine: StateMachine, each: Followed): TrafficCheck {
  const histories = new Recent<History>(keptThings);
  const caseOf = (observedStates: readonly ObservedState[]) => {
    const seen = observedStates.map((observed) => {
      const history = histories.get(observed.id) ?? new History();
      histories.set(observed.id, history);
      return { observed, known: history.add(observed) };
    });
    if (seen.every(({ known }) => known.length === 0)) return undefined;
    return async (scenario: TrafficScenario) => {
      for (const { observed, known } of seen) judge(scenario, [machine, each], observed, known);
    };
  };
  return {
    id: `states.${machine.id}`,
    title: `A ${machine.id} stays in its final states`,
    judgedBy: 'history',
    covers: [...new Set([...Object.values(each.last), ...each.apart.map(({ requirement }) => requirement)])],
    exchange: (exchange, asked) => caseOf(readsIn(machine, each, exchange, asked)),
    delivery: (delivery, envelope) => caseOf(eventsIn(machine, each, delivery, envelope)),
  };
}

/** One check for each machine, with observed states of its own. */
export const stateChecks = (): readonly TrafficCheck[] =>
  followed.flatMap((each) =>
    stateMachines.filter(({ id }) => id === each.machine).map((machine) => statesOf(machine, each)),
  );
