/** In which states resources are seen, in what is read and announced of them. */
import type { StateMachine } from '../../openapi/catalogue.ts';
import type { Operation } from '../../openapi/description.ts';
import { isRecord, itemsOf } from '../provider/answers.ts';
import type { Envelope } from '../provider/inspect.ts';
import type { ObservedDelivery, ObservedExchange } from './observation.ts';
import { answerOf, type TrafficScenario } from './scenario.ts';

/** A state of a resource, and when it was seen. */
export interface Sighting {
  readonly id: string;
  readonly state: string;
  /** Milliseconds since 1970 on our clock between which it was in the state for a moment. */
  readonly from: number;
  readonly until: number;
  /** Of an event: the same on the clock of the service, which may stand on another day. */
  readonly announcedAt?: number;
  readonly show: (scenario: TrafficScenario) => void;
}

/** How to read a state. */
export interface Followed {
  readonly machine: string;
  readonly reads: readonly { readonly operation: 'readPayroll' | 'listPayrolls'; readonly id: string }[];
  /** State that an event announces. */
  readonly stateOf: (eventType: string, data: Readonly<Record<string, unknown>>) => unknown;
}

export const followed: readonly Followed[] = [
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

/** Payrolls are read with words like `Awaiting Funds`, and announced with others. */
const stateIn = ({ states }: StateMachine, word: unknown) =>
  states.find((state) => state === String(word).toLowerCase().replaceAll(' ', '-'));

/** Characters of an answer that is shown long after. */
const mostKeptBody = 20_000;

const forLater = (exchange: ObservedExchange): ObservedExchange => {
  const { status, headers, body = '' } = exchange.response;
  return body.length <= mostKeptBody ? exchange : { ...exchange, response: { status, headers } };
};

export function readsIn(
  machine: StateMachine,
  { reads }: Followed,
  exchange: ObservedExchange,
  asked: Operation | undefined,
): readonly Sighting[] {
  const { startedAt, endedAt, response } = exchange;
  const read = reads.find((each) => each.operation === asked?.id);
  if (read === undefined || response.status !== 200) return [];
  const answer = answerOf(exchange);
  if (answer === undefined) return [];
  const items = isRecord(answer.json) && read.operation === 'readPayroll' ? [answer.json] : itemsOf(answer);
  const kept = forLater(exchange);
  const show = (scenario: TrafficScenario) => scenario.show(asked, kept);
  return items.flatMap((item) => {
    const [id, state] = [item[read.id], stateIn(machine, item.status)];
    if (typeof id !== 'string' || state === undefined) return [];
    return [{ id, state, from: startedAt, until: endedAt, show }];
  });
}

export function eventsIn(
  machine: StateMachine,
  { stateOf }: Followed,
  delivery: ObservedDelivery,
  { eventType, timestamp, data }: Envelope,
): readonly Sighting[] {
  const state = stateIn(machine, stateOf(String(eventType), data ?? {}));
  if (typeof data?.id !== 'string' || typeof timestamp !== 'number' || state === undefined) return [];
  return [
    {
      id: data.id,
      state,
      // It may be delivered long after.
      from: Number.NEGATIVE_INFINITY,
      until: delivery.startedAt,
      announcedAt: timestamp * 1_000,
      show: (scenario) => scenario.receive(delivery),
    },
  ];
}

/** Milliseconds for which a resource had been in a state before it was seen in another, at the least. */
export const between = (earlier: Sighting, later: Sighting) =>
  earlier.announcedAt !== undefined && later.announcedAt !== undefined
    ? later.announcedAt - earlier.announcedAt
    : later.from - earlier.until;

export const timeOf = ({ announcedAt, from }: Sighting) => announcedAt ?? from;
