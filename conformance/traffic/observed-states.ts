/** The states of resources as seen in reads and events. */
import type { RequirementId, StateMachine } from '../../openapi/catalogue.ts';
import type { Operation, OperationId } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { unwrapped } from '../adapter/open-places.ts';
import { type Answer, itemsOf } from '../provider/answers.ts';
import type { Envelope } from '../provider/inspect.ts';
import type { ObservedDelivery, ObservedExchange } from './observation.ts';
import { answerOf, type TrafficScenario } from './scenario.ts';

/** A state of a resource, and when it was seen. */
export interface ObservedState {
  readonly id: string;
  readonly state: string;
  /** Owner of the resource, as far as known. */
  readonly tenant: Tenancy;
  /** The resource was in the state at some moment between these two times, in milliseconds since 1970 on our clock. */
  readonly from: number;
  readonly until: number;
  readonly show: (scenario: TrafficScenario) => void;
}

/** The owner as far as a message shows it: for a read the token and the business in the request, for an event the business. */
export interface Tenancy {
  readonly key: string | undefined;
  readonly token?: string | undefined;
}

/** How to read the states of a machine, and the sequences that the document excludes. */
export interface Followed {
  readonly machine: string;
  readonly reads: readonly { readonly operation: OperationId; readonly id: string }[];
  /** State that an event announces. */
  readonly stateOf: (eventType: string, data: Answer) => unknown;
  /** Terminal states, each with its rule. */
  readonly last: Readonly<Record<string, RequirementId>>;
  /** States of which a resource has at most one in its life, in whichever order they are seen. */
  readonly apart: readonly {
    readonly states: readonly [string, string];
    readonly requirement: RequirementId;
  }[];
}

/**
 * The document shows more transitions than it excludes, so there are few entries: as far as it shows, the states of
 * persons, contracts, invoices, payouts, accounts and verifications may follow each other in any order.
 */
export const followed: readonly Followed[] = [
  {
    machine: 'payroll',
    reads: [
      { operation: 'readPayroll', id: 'payrollId' },
      { operation: 'listPayrolls', id: 'payrollId' },
    ],
    stateOf: (eventType, data) => (eventType === 'payroll.status.updated' ? data.status : undefined),
    last: { completed: 'PAYROLL-037' },
    apart: [],
  },
  {
    machine: 'transaction',
    reads: [],
    // A return is not an ordinary failure: it follows a success.
    stateOf: (eventType, data) =>
      data.isReturned === true
        ? undefined
        : /^transaction\.(initiated|processing|succeeded|failed)$/.exec(eventType)?.[1],
    last: { failed: 'TXN-016' },
    apart: [{ states: ['succeeded', 'failed'], requirement: 'TXN-016' }],
  },
];

/** The state with a word: reads of payrolls have words like `Awaiting Funds`, events have others. */
const stateIn = ({ states }: StateMachine, word: unknown) =>
  states.find((state) => state === String(word).toLowerCase().replaceAll(' ', '-'));

/** Longest body in characters of a response that is kept to be shown later. */
const mostKeptBody = 20_000;

export const forLater = (exchange: ObservedExchange): ObservedExchange => {
  const { status, headers, body = '' } = exchange.response;
  return body.length <= mostKeptBody ? exchange : { ...exchange, response: { status, headers } };
};

/** How long a cache has kept a response, in milliseconds. */
export function ageOf({ response }: ObservedExchange): number {
  const seconds = Number(response.headers.age ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0;
}

export function readsIn(
  machine: StateMachine,
  { reads }: Followed,
  exchange: ObservedExchange,
  asked: Operation | undefined,
): readonly ObservedState[] {
  const { startedAt, endedAt, request, response } = exchange;
  const read = reads.find((each) => each.operation === asked?.id);
  if (read === undefined || response.status !== 200) return [];
  const answer = answerOf(exchange);
  if (answer === undefined) return [];
  const json = unwrapped(read.operation, answer.json);
  const items = isRecord(json) && read.operation.startsWith('read') ? [json] : itemsOf(answer);
  const kept = forLater(exchange);
  const show = (scenario: TrafficScenario) => scenario.show(asked, kept);
  const tenant = { key: request.headers['x-multitenantkey'], token: request.headers.authorization };
  return items.flatMap((item) => {
    const [id, state] = [item[read.id], stateIn(machine, item.status)];
    if (typeof id !== 'string' || state === undefined) return [];
    return [{ id, state, tenant, from: startedAt - ageOf(exchange), until: endedAt, show }];
  });
}

export function eventsIn(
  machine: StateMachine,
  { stateOf }: Followed,
  delivery: ObservedDelivery,
  { eventType, data }: Envelope,
): readonly ObservedState[] {
  const state = stateIn(machine, stateOf(String(eventType), data ?? {}));
  if (typeof data?.id !== 'string' || state === undefined) return [];
  const { tenantKey } = data;
  return [
    {
      id: data.id,
      state,
      tenant: { key: typeof tenantKey === 'string' ? tenantKey : undefined },
      // It may be delivered much later; its timestamp may be that of the attempt.
      from: Number.NEGATIVE_INFINITY,
      until: delivery.startedAt,
      show: (scenario) => scenario.showDelivery(delivery),
    },
  ];
}

/** Whether two observed states are of one resource; businesses may use the same id for different ones. */
export function isSameTenant({ tenant: left }: ObservedState, { tenant: right }: ObservedState): boolean {
  if (left.key !== undefined && right.key !== undefined) return left.key === right.key;
  const isRead = (tenant: Tenancy) => 'token' in tenant;
  if (isRead(left) && isRead(right)) return left.token === right.token && left.key === right.key;
  return true;
}
