/** Follows resources through their states, as far as reads and events show them. What was not seen is unknown. */
import { type RequirementId, type StateMachine, stateMachines } from '../../openapi/catalogue.ts';
import { operation } from '../../openapi/description.ts';
import { parse } from '../adapter/perform.ts';
import { byList } from '../engine/check.ts';
import { isRecord, itemsOf } from '../provider/answers.ts';
import { envelopeOf } from '../provider/inspect.ts';
import type { ObservedDelivery, ObservedExchange, Traffic } from './observation.ts';
import { operationFor } from './recognise.ts';
import { answerOf, type TrafficScenario } from './scenario.ts';
import type { TrafficCheck } from './server-checks.ts';

/** A state of a resource, and when it was seen. */
interface Sighting {
  readonly id: string;
  readonly state: string;
  /** Milliseconds since 1970 between which it was in the state for a moment. */
  readonly from: number;
  readonly until: number;
  readonly show: (scenario: TrafficScenario) => void;
}

/** How to read a state. */
interface Followed {
  readonly machine: string;
  readonly reads: readonly { readonly operation: 'readPayroll' | 'listPayrolls'; readonly id: string }[];
  /** State that an event announces. */
  readonly stateOf: (eventType: string, data: Readonly<Record<string, unknown>>) => unknown;
}

const followed: readonly Followed[] = [
  {
    machine: 'payroll',
    reads: [
      { operation: 'readPayroll', id: 'payrollId' },
      { operation: 'listPayrolls', id: 'payrollId' },
    ],
    stateOf: (eventType, data) => (eventType === 'payroll.status.updated' ? data.status : undefined),
  },
  {
    machine: 'transaction',
    reads: [],
    stateOf: (eventType) => /^transaction\.(initiated|processing|succeeded|failed)$/.exec(eventType)?.[1],
  },
];

/** A copy of the data may be behind for so long, and an event be noted so much later. */
const graceMillis = 5_000;

/** Payrolls are read with words like `Awaiting Funds`, and announced with others. */
const stateIn = ({ states }: StateMachine, word: unknown) =>
  states.find((state) => state === String(word).toLowerCase().replaceAll(' ', '-'));

/** Whether a resource stays in a state for good. Of a state that no arrow leads to, the document does not show what follows. */
const isLast = ({ transitions, unreachable }: StateMachine, state: string) =>
  unreachable[state] === undefined && !transitions.some(({ from }) => from === state);

/** The document shows more arrows than it denies: only what is over cannot go on. */
const canFollow = (machine: StateMachine, earlier: string, later: string) =>
  later === earlier || !isLast(machine, earlier) || machine.unreachable[later] !== undefined;

function readsIn(
  machine: StateMachine,
  { reads }: Followed,
  exchange: ObservedExchange,
): readonly Sighting[] {
  const { request, startedAt, endedAt, response } = exchange;
  const asked = operationFor(request.method, request.path);
  const read = reads.find((each) => each.operation === asked?.id);
  const answer = answerOf(exchange);
  if (read === undefined || answer === undefined || response.status !== 200) return [];
  const items = isRecord(answer.json) && read.operation === 'readPayroll' ? [answer.json] : itemsOf(answer);
  return items.flatMap((item) => {
    const [id, state] = [item[read.id], stateIn(machine, item.status)];
    if (typeof id !== 'string' || state === undefined) return [];
    const show = (scenario: TrafficScenario) => scenario.show(operation(read.operation), exchange);
    return [{ id, state, from: startedAt, until: endedAt, show }];
  });
}

function eventsIn(
  machine: StateMachine,
  { stateOf }: Followed,
  delivery: ObservedDelivery,
): readonly Sighting[] {
  const { eventType, timestamp, data } = envelopeOf({ json: parse(delivery.body) });
  const state = stateIn(machine, stateOf(String(eventType), data ?? {}));
  if (typeof data?.id !== 'string' || typeof timestamp !== 'number' || state === undefined) return [];
  const at = timestamp * 1_000;
  return [{ id: data.id, state, from: at, until: at, show: (scenario) => scenario.receive(delivery) }];
}

/** What a state that cannot be is judged by: the rules of how one comes into it. */
const rulesOf = ({ transitions }: StateMachine, state: string) =>
  transitions.filter(({ to }) => to === state).flatMap(({ requirements }) => requirements as RequirementId[]);

function judge(scenario: TrafficScenario, machine: StateMachine, sightings: readonly Sighting[]): void {
  for (const [index, later] of sightings.entries()) {
    const impossible = sightings
      .slice(0, index)
      .find(
        ({ until, state }) => later.from - until > graceMillis && !canFollow(machine, state, later.state),
      );
    const [requirement] = rulesOf(machine, later.state);
    if (requirement === undefined || index === 0) continue;
    if (impossible !== undefined) {
      impossible.show(scenario);
      later.show(scenario);
    }
    const expected = `${machine.id} ${later.id} in a state that can come after ${impossible?.state}`;
    scenario.require(requirement, impossible === undefined, expected, later.state);
  }
}

/** One check for each machine of which something was seen twice. */
export function stateChecks({ exchanges, deliveries }: Traffic): readonly TrafficCheck[] {
  return followed.flatMap((each) => {
    const machine = stateMachines.find(({ id }) => id === each.machine);
    if (machine === undefined) return [];
    const seen = [
      ...exchanges.flatMap((exchange) => readsIn(machine, each, exchange)),
      ...deliveries.flatMap((delivery) => eventsIn(machine, each, delivery)),
    ].toSorted((a, b) => a.from - b.from);
    const histories = [...Map.groupBy(seen, ({ id }) => id).values()].filter(({ length }) => length > 1);
    if (histories.length === 0) return [];
    return [
      {
        id: `states.${machine.id}`,
        title: `States of a ${machine.id} follow each other as the document shows`,
        covers: [
          ...new Set(machine.transitions.flatMap(({ requirements }) => requirements as RequirementId[])),
        ],
        needs: [],
        ...byList(() =>
          histories.map(
            (sightings) => async (scenario: TrafficScenario) => judge(scenario, machine, sightings),
          ),
        ),
      },
    ];
  });
}
