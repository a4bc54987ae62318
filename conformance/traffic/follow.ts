/** Follows the states of resources through reads and events. A state that was not seen is unknown. */
import { type RequirementId, type StateMachine, stateMachines } from '../../openapi/catalogue.ts';
import type { TrafficCheck } from './check.ts';
import { keptThings, Recent } from './recent.ts';
import type { TrafficScenario } from './scenario.ts';
import { eventsIn, type Followed, followed, isSameTenant, readsIn, type Sighting } from './sightings.ts';

/** A read may show an old copy, and an event may be recorded late, by up to this time. */
export const graceMillis = 5_000;

/** Whether one sighting was certainly over when the other was made. Events may arrive late and in any order. */
const isBefore = (earlier: Sighting, later: Sighting) => later.from - earlier.until > graceMillis;

/** Kept sightings of one resource: few businesses and tokens show the same id. */
const keptSightings = 40;

/** The first and the last sighting of each state in each business; those between add nothing. */
class History {
  readonly #ends = new Map<string, readonly [first: Sighting, last: Sighting]>();

  /** @returns the earlier sightings of the same resource */
  add(sighting: Sighting): readonly Sighting[] {
    const { state, tenant, until } = sighting;
    const before = [...this.#ends.values()].flat().filter((known) => isSameTenant(known, sighting));
    const key = JSON.stringify([state, tenant]);
    const known = this.#ends.get(key);
    if (known === undefined && this.#ends.size >= keptSightings) return before;
    const [first, last] = known ?? [sighting, sighting];
    this.#ends.set(key, [until < first.until ? sighting : first, until >= last.until ? sighting : last]);
    return before;
  }
}

interface Evaluated {
  readonly requirement: RequirementId;
  readonly holds: boolean;
  readonly expected: string;
  readonly actual: string;
}

/** Evaluates the rules on an earlier sighting and one that may be later. */
function* evaluationsOf(
  { unreachable }: StateMachine,
  { machine, last, apart }: Followed,
  earlier: Sighting,
  later: Sighting,
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

/** @param known other sightings of the resource; they may be later */
function judge(
  scenario: TrafficScenario,
  [machine, each]: readonly [StateMachine, Followed],
  sighting: Sighting,
  known: readonly Sighting[],
): void {
  const pairs = known.flatMap((other) => [[other, sighting] as const, [sighting, other] as const]);
  for (const [earlier, later] of pairs) {
    for (const { requirement, holds, expected, actual } of evaluationsOf(machine, each, earlier, later)) {
      if (!holds) for (const shown of [earlier, later]) shown.show(scenario);
      scenario.require(requirement, holds, expected, actual);
    }
  }
}

function statesOf(machine: StateMachine, each: Followed): TrafficCheck {
  const histories = new Recent<History>(keptThings);
  const caseOf = (sightings: readonly Sighting[]) => {
    const seen = sightings.map((sighting) => {
      const history = histories.get(sighting.id) ?? new History();
      histories.set(sighting.id, history);
      return { sighting, known: history.add(sighting) };
    });
    if (seen.every(({ known }) => known.length === 0)) return undefined;
    return async (scenario: TrafficScenario) => {
      for (const { sighting, known } of seen) judge(scenario, [machine, each], sighting, known);
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

/** One check for each machine, with sightings of its own. */
export const stateChecks = (): readonly TrafficCheck[] =>
  followed.flatMap((each) =>
    stateMachines.filter(({ id }) => id === each.machine).map((machine) => statesOf(machine, each)),
  );
