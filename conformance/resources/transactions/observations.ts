/** Looks at everything that can be seen of the transactions of a business. */
import { isRecord } from '../../../openapi/is-record.ts';
import type { Caller } from '../../http/message.ts';
import { itemsOf } from '../../provider/answers.ts';
import { allItems, bodiesOfAll } from '../../provider/cursor.ts';
import { type EventData, eventsAt } from '../../provider/event-log.ts';
import type { Surroundings } from '../../provider/fixture.ts';
import type { Envelope } from '../../provider/inspect.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { drain, isAlone } from '../../provider/tenant.ts';
import type { Fact, TransactionContext, TransactionState } from './model.ts';
import { assignIds } from './recognise.ts';

const statuses = ['initiated', 'processing', 'succeeded', 'failed'] as const;
export type TransactionStatus = (typeof statuses)[number];

/** The status of a transaction; undefined when the target uses words of its own, which nobody has shown. */
export async function readTransactionStatus(
  scenario: Scenario,
  caller: Caller,
  transactionId: string,
): Promise<TransactionStatus | undefined> {
  const { json } = await scenario.succeed('readTransaction', caller, { path: { transactionId } });
  const status = isRecord(json) ? json.status : undefined;
  return statuses.find((known) => known === status);
}

export type TransactionWord =
  | 'initiated'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'RFI_REQUESTED'
  | 'RFI_PROVIDED'
  /** An event about information whose content differs. */
  | 'RFI';

export interface Announcement {
  readonly word: TransactionWord;
  readonly data: EventData;
}

/** What was seen of one transaction. */
export interface Observation {
  readonly id: string | undefined;
  /** In the words of the document; undefined when it cannot be read or has words of its own. */
  readonly status: TransactionStatus | undefined;
  /** The events that are surely about it, each once, in order of arrival. */
  readonly events: readonly Announcement[];
}

/** What was seen after a step. */
export interface Observations {
  readonly of: ReadonlyMap<string, Observation>;
  /** What was announced without saying of which transaction. */
  readonly unnamed: ReadonlySet<TransactionWord>;
  /** All events that have come, also while the transactions were read. */
  readonly events: readonly Envelope[];
  /** The name of the transaction that an event is about; undefined if it names none, and may be about any. */
  readonly nameOf: (data: EventData) => string | undefined;
  readonly disbursements?: unknown;
  /** The ids in the list of transactions, and the id that reading the newest of them shows. */
  readonly listed?: {
    readonly name: string;
    readonly ids: readonly unknown[];
    /** Whether there are pages that were not looked at. */
    readonly goesOn: boolean;
    readonly read: unknown;
  };
  readonly userIds?: readonly unknown[];
}

export const eventsSoFar = ({ fixture }: TransactionContext): readonly Envelope[] =>
  eventsAt(fixture.endpoint);

function announcementOf({ eventType, data }: Envelope): Announcement | undefined {
  if (!isRecord(data)) return undefined;
  switch (eventType) {
    case 'transaction.initiated':
      return { word: 'initiated', data };
    case 'transaction.processing':
      return { word: 'processing', data };
    case 'transaction.succeeded':
      return { word: 'succeeded', data };
    case 'transaction.failed':
      return { word: 'failed', data };
    case 'transaction.rfi.updated': {
      const { status } = data;
      return { word: status === 'RFI_REQUESTED' || status === 'RFI_PROVIDED' ? status : 'RFI', data };
    }
    default:
      return undefined;
  }
}

/** Whether it is shown with the id of its transaction. */
const isShown = ({ word }: Announcement) => word === 'initiated' || word === 'succeeded';

interface PlacedAnnouncement extends Announcement {
  /** Its place among all events. */
  readonly index: number;
}

/** What was announced, each event once. */
function announced(events: readonly Envelope[]): readonly PlacedAnnouncement[] {
  const ids = new Set<unknown>();
  return events.flatMap((event, index) => {
    const announcement = ids.has(event.id) ? undefined : announcementOf(event);
    ids.add(event.id);
    return announcement === undefined ? [] : [{ ...announcement, index }];
  });
}

/** The events by the name of the transaction that they are about; those that may be about any are under undefined. */
function bySubject(
  all: readonly PlacedAnnouncement[],
  context: TransactionContext,
): ReadonlyMap<string | undefined, readonly PlacedAnnouncement[]> {
  const { facts } = context;
  const others = new Set(all.filter(isShown).map(({ data }) => data.id));
  const [only] = facts.length === 1 ? facts : [];
  return Map.groupBy(all, ({ data, index }) => {
    const named = facts.find(({ id }) => id !== undefined && id === data.id);
    if (named !== undefined) return named.name;
    if (others.has(data.id) || !isAlone(context.fixture.tenant)) return 'another transaction';
    // Only two events are shown with an id. Any other with an unknown id is about the only transaction there is.
    return only !== undefined && index >= only.since ? only.name : undefined;
  });
}

/** The ids of the users of those that were paid as users. */
async function usersOf(scenario: Scenario, { fixture, personIds }: TransactionContext): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (const personId of personIds) {
    const users = itemsOf(
      await scenario.succeed('listUsers', fixture.tenant.caller, { query: { personId } }),
    );
    ids.push(...users.map(({ id }) => id));
  }
  return ids;
}

async function lookAtList(
  scenario: Scenario,
  { fixture }: TransactionContext,
  { name, id: transactionId = '' }: Fact,
): Promise<NonNullable<Observations['listed']>> {
  const { caller } = fixture.tenant;
  const list = await scenario.succeed('listTransactions', caller);
  const node = isRecord(list.json) ? list.json.node : undefined;
  const ids = itemsOf(list).map(({ id }) => id);
  const { json } = await scenario.send('readTransaction', caller, { path: { transactionId } });
  const goesOn = isRecord(node) && typeof node.next === 'string';
  return { name, ids, goesOn, read: isRecord(json) ? json.id : undefined };
}

/** The list of transactions in place of events, where those of nobody else are in it. */
async function listed(scenario: Scenario, context: TransactionContext): Promise<readonly Envelope[]> {
  if (!scenario.has('list-transactions') || !isAlone(context.fixture.tenant)) return [];
  const items = await allItems(scenario, 'listTransactions', context.fixture.tenant.caller);
  return items.map((data): Envelope => ({ eventType: 'transaction.initiated', data }));
}

/** How often the transactions are read until no event comes meanwhile. */
const mostRounds = 5;

type Statuses = ReadonlyMap<string, TransactionStatus | undefined>;

async function readStatuses(scenario: Scenario, { facts, fixture }: TransactionContext): Promise<Statuses> {
  const statuses = new Map<string, TransactionStatus | undefined>();
  for (const { name, id } of scenario.has('read-transaction') ? facts : []) {
    if (id !== undefined)
      statuses.set(name, await readTransactionStatus(scenario, fixture.tenant.caller, id));
  }
  return statuses;
}

/**
 * Reads the transactions. Where time goes on by itself, a read may be newer than the events before it, and older than those
 * that come meanwhile: then they are read again.
 */
async function readWithEvents(
  scenario: Scenario,
  context: TransactionContext,
  delivered: readonly Envelope[],
): Promise<Pick<Observations, 'events'> & { readonly statuses: Statuses }> {
  const { fixture } = context;
  assignIds(context, fixture.endpoint === undefined ? await listed(scenario, context) : delivered);
  let statuses = await readStatuses(scenario, context);
  let events = delivered;
  const rounds = fixture.conclusive && !scenario.has('clock') ? mostRounds : 0;
  for (let left = rounds; left > 0; left -= 1) {
    await drain(scenario, fixture.tenant);
    const now = eventsSoFar(context);
    if (now.length === events.length) break;
    events = now;
    assignIds(context, events);
    statuses = await readStatuses(scenario, context);
  }
  return { events, statuses };
}

/** Whether the event of a deposit has a description, which the list of disbursements should show then. */
const isDescribed = ({ events }: Observation) =>
  events.some(({ word, data }) => word === 'succeeded' && 'description' in data);

const isPaidToUser = ({ data: { type, recipientType } }: Announcement) =>
  type === 'PAYROLL' && recipientType === 'USER';

export async function see(
  scenario: Scenario,
  { transactions }: Readonly<TransactionState>,
  context: TransactionContext,
  { events: delivered }: Surroundings,
): Promise<Observations> {
  const { facts, fixture } = context;
  const { events, statuses } = await readWithEvents(scenario, context, delivered);
  const all = announced(events);
  const own = bySubject(all, context);
  const names = new Map(
    [...own].flatMap(([name, some]) =>
      name === undefined ? [] : some.map(({ data }) => [data, name] as const),
    ),
  );
  const of = new Map<string, Observation>();
  for (const { name, id } of facts)
    of.set(name, { id, status: statuses.get(name), events: own.get(name) ?? [] });
  const expectedOf = (name: string) => transactions.find((each) => each.name === name);
  const isToFind = facts.some(({ name, kind }) => {
    const observation = of.get(name);
    const isDeposit = kind === 'bank transfer' || kind === 'sandbox deposit';
    const isFound = expectedOf(name)?.isDisbursed === true;
    return isDeposit && !isFound && observation !== undefined && isDescribed(observation);
  });
  const newest = facts.find(({ name, id }) => id !== undefined && expectedOf(name) === undefined);
  const canList = scenario.has('list-transactions', 'read-transaction');
  return {
    of,
    unnamed: new Set(own.get(undefined)?.map(({ word }) => word)),
    events,
    nameOf: (data) => names.get(data),
    ...(isToFind &&
      scenario.offers('listDisbursements') && {
        disbursements: await bodiesOfAll(scenario, 'listDisbursements', fixture.tenant.caller),
      }),
    ...(newest !== undefined && canList && { listed: await lookAtList(scenario, context, newest) }),
    ...(all.some(isPaidToUser) &&
      scenario.offers('listUsers') && { userIds: await usersOf(scenario, context) }),
  };
}
