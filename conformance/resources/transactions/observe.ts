/** Judges what was seen of the transactions of a business. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { Surroundings } from '../../provider/fixture.ts';
import {
  type Arrivals,
  arrivalsOf,
  type ExpectedEvent,
  enter,
  judgeEvents,
  type Listening,
  oweOnce,
  pass,
  type UnexpectedEvent,
} from '../../provider/ledger.ts';
import type { Alternative, Conclude } from '../../provider/model.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { isAlone } from '../../provider/tenant.ts';
import {
  type ExpectedTransaction,
  type Fact,
  failure,
  failureRule,
  isUnderWay,
  judgeMoney,
  succeed,
  type TransactionContext,
  type TransactionPhase,
  type TransactionState,
} from './model.ts';
import { type Observation, type Observations, see, type TransactionWord } from './observations.ts';
import { type Basis, judgeDescription, judgeFee, judgePayload, judgeReferences } from './payloads.ts';

/** How often something was announced. */
const count = ({ events }: Observation, word: TransactionWord) =>
  events.filter((event) => event.word === word).length;

/** Its status: what a read shows, or else what was announced. */
function seenAt(observation: Observation): TransactionPhase | undefined {
  const { status } = observation;
  if (status !== undefined) return status;
  if (count(observation, 'failed') > 0) return 'failed';
  if (count(observation, 'succeeded') > 0) return 'succeeded';
  return count(observation, 'processing') > 0 ? 'processing' : undefined;
}

/** It has succeeded, by way of the checks if those were announced. */
function noteSuccess(
  alternative: Alternative,
  { name }: ExpectedTransaction,
  from: TransactionPhase,
  passed: boolean,
): void {
  if (from === 'initiated' && !passed) {
    alternative.took('transaction/settle-instantly', name);
    return;
  }
  if (from === 'initiated') alternative.took('transaction/pass-checks', name);
  alternative.took('transaction/settle', name);
}

/** A question about it is open, so it waits, or fails. */
function judgeWaiting(
  alternative: Alternative,
  transaction: ExpectedTransaction,
  observation: Observation,
): void {
  if (transaction.rfi !== 'requested' || transaction.phase !== 'initiated') return;
  const at = seenAt(observation);
  const isHeld = at === undefined || at === 'initiated' || at === 'failed';
  const expected = `${transaction.name} still initiated until the information is provided`;
  alternative.require('TXN-006', isHeld, expected, `it is ${at}`, 'first');
}

/** What can be concluded from events. */
export interface EventSource {
  /** Whether there are any. */
  readonly hasEvents: boolean;
  /** Whether what was not announced has not happened. */
  readonly isSilent: boolean;
}

/** @returns whether it has moved by itself */
export function catchUp(
  alternative: Alternative,
  state: TransactionState,
  transaction: ExpectedTransaction,
  observation: Observation,
  { hasEvents, isSilent }: EventSource,
): boolean {
  const at = seenAt(observation);
  const passed = !hasEvents || count(observation, 'processing') > 0;
  const { phase, settledFrom } = transaction;
  if (settledFrom !== undefined) {
    delete transaction.settledFrom;
    noteSuccess(alternative, transaction, settledFrom, passed);
  }
  if (transaction.isNew && at !== 'succeeded') alternative.heldBack('transaction/settle-instantly');
  if (phase === 'initiated' && at === undefined && !isSilent) transaction.phase = 'under way';
  transaction.isNew = false;
  judgeWaiting(alternative, transaction, observation);
  if (at === undefined || at === 'under way' || at === 'initiated' || at === phase) return false;
  if (isUnderWay(transaction)) {
    moveTo(at, alternative, state, transaction, passed);
    return true;
  }
  // No other transition leads from succeeded to failed.
  const isReturned = transaction.phase === 'succeeded' && at === 'failed';
  if (isReturned) enter(alternative, state.events, 'transaction/return', transaction);
  return isReturned;
}

/** Notes how a transaction that was under way has got where it is. */
function moveTo(
  at: 'processing' | 'succeeded' | 'failed',
  alternative: Alternative,
  state: TransactionState,
  transaction: ExpectedTransaction,
  passed: boolean,
): void {
  switch (at) {
    case 'processing':
      pass(alternative, 'transaction/pass-checks', transaction);
      oweOnce(state.events, 'transaction/pass-checks', transaction);
      return;
    case 'succeeded':
      noteSuccess(alternative, transaction, transaction.phase, passed);
      succeed(state, transaction);
      return;
    case 'failed':
      enter(alternative, state.events, failure(transaction), transaction);
      return;
  }
  at satisfies never;
}

/** Every transaction but a fee may say that it has passed the checks, at any time, and once. */
function mayCome({ transactions, events }: TransactionState): readonly ExpectedEvent[] {
  const type = 'transaction.processing';
  const isKnown = (name: string) => events.expected.some((each) => each.type === type && each.about === name);
  return transactions
    .filter(({ kind, name }) => kind !== 'fee' && !isKnown(name))
    .map(({ name }) => ({ type, about: name }));
}

/** What an event breaks that nothing has caused, or that came too often. */
function excess(
  { kind, phase, hasSucceeded, isOver, wasAnswered }: ExpectedTransaction,
  { type, data: { status } }: Pick<UnexpectedEvent, 'type' | 'data'>,
): RequirementId | undefined {
  switch (type) {
    case 'transaction.processing':
      return kind === 'fee' ? 'TXN-005' : 'TXN-004';
    case 'transaction.succeeded':
      if (hasSucceeded) return 'HOOK-013';
      return phase === 'failed' ? 'TXN-016' : 'TXN-009';
    case 'transaction.failed':
      if (isOver) return 'TXN-016';
      if (phase === 'failed') return 'HOOK-013';
      return hasSucceeded ? 'TXN-014' : 'TXN-012';
    case 'transaction.rfi.updated':
      if (status === 'RFI_PROVIDED') return wasAnswered ? 'HOOK-013' : 'TXN-008';
      if (status === 'RFI_REQUESTED') return isOver ? 'TXN-016' : 'HOOK-013';
      return undefined;
    default:
      return 'HOOK-013';
  }
}

/** The events of transactions; what another one breaks depends on how far its transaction is. */
const uncaused: Listening['uncaused'] = {
  'transaction.initiated': 'HOOK-013',
  'transaction.processing': 'TXN-004',
  'transaction.succeeded': 'TXN-009',
  'transaction.failed': 'TXN-012',
  'transaction.rfi.updated': 'TXN-008',
};

/** @param nameOf the transaction that an event is about; undefined if it does not tell */
export function judgeAnnouncements(
  alternative: Alternative,
  state: TransactionState,
  arrivals: Arrivals,
  nameOf: Listening['nameOf'],
): void {
  const limit = (event: UnexpectedEvent) => {
    const transaction = state.transactions.find(({ name }) => name === event.about);
    return transaction && excess(transaction, event);
  };
  const listening = { uncaused, nameOf, isRepeated: () => false, limit };
  judgeEvents(alternative, state.events, arrivals, listening, mayCome(state));
}

/** What a transaction breaks that was not announced at all. */
const unannounced: Readonly<Record<Fact['kind'], RequirementId | undefined>> = {
  payout: 'TXN-002',
  'bank transfer': 'TXN-002',
  'worker payment': 'EVENT-030',
  // Neither has to be a transaction.
  'sandbox deposit': undefined,
  fee: undefined,
};

/** A read must not lag behind what has happened or was announced. */
export function judgeStatus(
  alternative: Alternative,
  transaction: ExpectedTransaction,
  observation: Observation,
): void {
  const { status } = observation;
  const { phase, restsOn = [], isOver, rfi } = transaction;
  if (status === undefined) return;
  if (phase === 'succeeded' || phase === 'failed') {
    const judged = [status === phase, `${transaction.name} ${phase}`, `the status ${status}`] as const;
    if (isOver) alternative.require('TXN-016', ...judged, 'first');
    else for (const rule of restsOn) alternative.require(rule, ...judged, 'in time');
    return;
  }
  const ends = [
    ['succeeded', 'TXN-009'],
    ['failed', failureRule(transaction)],
  ] as const;
  for (const [end, requirement] of ends) {
    if (count(observation, end) === 0) continue;
    const expected = `${transaction.name}, whose event was transaction.${end}, ${end}`;
    alternative.require(requirement, false, expected, `the status ${status}`, 'in time');
  }
  // Whether a question takes it back to the review is not shown.
  if (rfi === 'none' && (phase === 'processing' || count(observation, 'processing') > 0)) {
    const expected = `${transaction.name}, which has passed the checks, not initiated`;
    alternative.require('TXN-003', status !== 'initiated', expected, `the status ${status}`, 'in time');
  }
}

function judgeList(alternative: Alternative, { listed, of }: Observations): void {
  if (listed === undefined) return;
  const { name, ids, goesOn, read } = listed;
  const id = of.get(name)?.id;
  const holds = read === id && (goesOn || ids.includes(id));
  const expected = `the transaction ${id} in the list, and returned by its id`;
  alternative.require(
    'TXN-001',
    holds,
    expected,
    `${ids.length} transactions in the list; the read returned ${show(read)}`,
  );
}

/** A transaction that nothing has shown yet; one that need not be there is forgotten. */
function judgeMissing(
  alternative: Alternative,
  state: TransactionState,
  transaction: ExpectedTransaction,
  hasEvents: boolean,
): void {
  const requirement = hasEvents ? unannounced[transaction.kind] : undefined;
  if (requirement !== undefined) {
    const expected = `transaction.initiated for ${transaction.name}`;
    alternative.require(requirement, false, expected, 'no such event', 'in time');
  }
  state.transactions.splice(state.transactions.indexOf(transaction), 1);
}

const initiatedAs = ({ events }: Observation) => events.find(({ word }) => word === 'initiated')?.data;

interface Seen {
  readonly transaction: ExpectedTransaction;
  readonly fact: Fact;
  readonly observation: Observation;
}

/** The transactions that something has shown. */
function knownOf(
  alternative: Alternative,
  state: TransactionState,
  { facts }: TransactionContext,
  { of }: Observations,
  hasEvents: boolean,
): readonly Seen[] {
  return [...state.transactions].flatMap((transaction) => {
    const observation = of.get(transaction.name);
    const fact = facts.find(({ name }) => name === transaction.name);
    if (observation?.id !== undefined && fact !== undefined) return [{ transaction, fact, observation }];
    judgeMissing(alternative, state, transaction, hasEvents);
    return [];
  });
}

/** Judges what the events carry that have not been looked into. */
function judgePayloads(
  alternative: Alternative,
  transaction: ExpectedTransaction,
  fact: Fact,
  observation: Observation,
  context: TransactionContext,
  { of, userIds }: Observations,
): void {
  const others = [...of.values()].filter((each) => each !== observation);
  const basis: Basis = {
    context,
    userIds,
    initiated: initiatedAs(observation),
    otherAmounts: others.map((each) => initiatedAs(each)?.amount),
  };
  for (const announcement of observation.events.slice(transaction.looked))
    judgePayload(alternative, transaction, fact, announcement, basis);
  transaction.looked = observation.events.length;
}

/** Looks at every transaction and the webhooks. */
export async function look(
  scenario: Scenario,
  before: Readonly<TransactionState>,
  context: TransactionContext,
  surroundings: Surroundings,
): Promise<Conclude<TransactionState>> {
  const observations = await see(scenario, before, context, surroundings);
  context.eventCount = observations.events.length;
  const { conclusive, endpoint } = context.fixture;
  const source = {
    hasEvents: endpoint !== undefined,
    isSilent: conclusive && !observations.unnamed.has('processing'),
  };
  const arrivals = { ...arrivalsOf(context.fixture, surroundings), events: observations.events };
  return (alternative, state) => {
    const seen = knownOf(alternative, state, context, observations, source.hasEvents);
    const made = seen.filter(({ transaction }) => transaction.isNew);
    for (const { transaction, observation } of seen) {
      const { isNew, kind, name } = transaction;
      if (isNew) enter(alternative, state.events, 'transaction/create', transaction);
      const hasMoved = catchUp(alternative, state, transaction, observation, source);
      // The effect of a sandbox deposit on the wallet is documented.
      if (hasMoved && !(isNew && kind === 'sandbox deposit')) state.moved.push(name);
      judgeStatus(alternative, transaction, observation);
    }
    judgeAnnouncements(alternative, state, arrivals, observations.nameOf);
    for (const { transaction, fact, observation } of seen) {
      judgePayloads(alternative, transaction, fact, observation, context, observations);
      transaction.isOver = transaction.phase === 'failed';
      judgeDescription(alternative, transaction, observation, observations, context);
    }
    judgeReferences(alternative, state, context, observations);
    judgeList(alternative, observations);
    const { balance } = surroundings;
    const onlyThese = state.moved.every((name) => made.some(({ transaction }) => transaction.name === name));
    if (balance !== undefined && isAlone(context.fixture.tenant) && onlyThese) {
      const taken = { amount: before.common.balance - balance, currency: scenario.data.currency };
      judgeFee(alternative, made, taken);
    }
    judgeMoney(alternative, state, context, surroundings.balance);
  };
}
