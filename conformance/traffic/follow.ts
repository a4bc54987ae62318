/** Follows resources through their states, as far as reads and events show them. What was not seen is unknown. */
import { type RequirementId, type StateMachine, stateMachines } from '../../openapi/catalogue.ts';
import type { TrafficCheck } from './check.ts';
import { Recent } from './recent.ts';
import type { TrafficScenario } from './scenario.ts';
import { between, eventsIn, type Followed, followed, readsIn, type Sighting, timeOf } from './sightings.ts';

/** A copy of the data may be behind for so long, and an event be noted so much later. */
const graceMillis = 5_000;

/** Whether a resource stays in a state for good. Of a state that no arrow leads to, the document does not show what follows. */
const isLast = ({ transitions, unreachable }: StateMachine, state: string) =>
  unreachable[state] === undefined && !transitions.some(({ from }) => from === state);

/** The document shows more arrows than it denies: only what is over cannot go on. */
const canFollow = (machine: StateMachine, earlier: string, later: string) =>
  later === earlier || !isLast(machine, earlier) || machine.unreachable[later] !== undefined;

/** Resources of a machine that are followed: those that were seen last. */
const keptResources = 2_000;

/** The first and the last sighting of each state, read or announced. Those between show nothing that these do not. */
class History {
  readonly #ends = new Map<string, readonly [first: Sighting, last: Sighting]>();

  /** @returns what was known before */
  add(sighting: Sighting): readonly Sighting[] {
    const before = [...this.#ends.values()].flat();
    const key = `${sighting.state} ${sighting.announcedAt === undefined}`;
    const [first, last] = this.#ends.get(key) ?? [sighting, sighting];
    this.#ends.set(key, [
      timeOf(sighting) < timeOf(first) ? sighting : first,
      timeOf(sighting) >= timeOf(last) ? sighting : last,
    ]);
    return before;
  }
}

/** What a state that cannot be is judged by: the rules of how one comes into it. */
const ruleOf = ({ transitions }: StateMachine, state: string) =>
  transitions.find(({ to, requirements }) => to === state && requirements.length > 0)?.requirements[0] as
    | RequirementId
    | undefined;

/** @param known what else was seen of the resource; it may have been later */
function judge(
  scenario: TrafficScenario,
  machine: StateMachine,
  sighting: Sighting,
  known: readonly Sighting[],
): void {
  const require = (later: Sighting, earlier?: Sighting) => {
    const requirement = ruleOf(machine, later.state);
    if (requirement === undefined) return;
    earlier?.show(scenario);
    if (earlier !== undefined) later.show(scenario);
    const expected = `${machine.id} ${later.id} in a state that can come after ${earlier?.state}`;
    scenario.require(requirement, earlier === undefined, expected, later.state);
  };
  const pairs = known.flatMap((other) => [[other, sighting] as const, [sighting, other] as const]);
  const impossible = pairs.filter(
    ([earlier, later]) =>
      between(earlier, later) > graceMillis && !canFollow(machine, earlier.state, later.state),
  );
  for (const [earlier, later] of impossible) require(later, earlier);
  if (impossible.length === 0 && known.length > 0) require(sighting);
}

function statesOf(machine: StateMachine, each: Followed): TrafficCheck {
  const histories = new Recent<History>(keptResources);
  const caseOf = (sightings: readonly Sighting[]) => {
    const seen = sightings.map((sighting) => {
      const history = histories.get(sighting.id) ?? new History();
      histories.set(sighting.id, history);
      return { sighting, known: history.add(sighting) };
    });
    if (seen.every(({ known }) => known.length === 0)) return undefined;
    return async (scenario: TrafficScenario) => {
      for (const { sighting, known } of seen) judge(scenario, machine, sighting, known);
    };
  };
  return {
    id: `states.${machine.id}`,
    title: `States of a ${machine.id} follow each other as the document shows`,
    judgedBy: 'history',
    covers: [...new Set(machine.transitions.flatMap(({ requirements }) => requirements as RequirementId[]))],
    exchange: (exchange, asked) => caseOf(readsIn(machine, each, exchange, asked)),
    delivery: (delivery, envelope) => caseOf(eventsIn(machine, each, delivery, envelope)),
  };
}

/** One for each machine. What they have seen is theirs alone. */
export const stateChecks = (): readonly TrafficCheck[] =>
  followed.flatMap((each) =>
    stateMachines.filter(({ id }) => id === each.machine).map((machine) => statesOf(machine, each)),
  );
