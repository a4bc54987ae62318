/** Judges what was seen of the transactions of a business. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { Surroundings } from '../../provider/fixture.ts';
import type { Alternative, Conclude } from '../../provider/model.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import {
  type ExpectedTransaction,
  type Fact,
  failureRule,
  isUnderWay,
  judgeMoney,
  label,
  type Phase,
  type TransactionContext,
  type TransactionState,
} from './model.ts';
import { type Observation, type Observations, see, type Word } from './observations.ts';
import { type Basis, judgeDescription, judgePayload, judgeReferences } from './payloads.ts';

/** How often something was announced. */
const count = ({ events }: Observation, word: Word) => events.filter((event) => event.word === word).length;

/** Its status: what a read shows, or else what was announced. */
function seenAt(observation: Observation): Phase | undefined {
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
  from: Phase,
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
  const expected = `${label(transaction)} still initiated until the information is provided`;
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
  const { name } = transaction;
  if (isUnderWay(transaction)) {
    if (at === undefined || at === 'under way' || at === 'initiated') return false;
    if (at === phase) return false;
    transaction.phase = at;
    switch (at) {
      case 'processing':
        alternative.took('transaction/pass-checks', name);
        break;
      case 'succeeded':
        noteSuccess(alternative, transaction, phase, passed);
        transaction.hasSucceeded = true;
        break;
      case 'failed':
        alternative.took(phase === 'initiated' ? 'transaction/fail-early' : 'transaction/fail', name);
        break;
    }
    return true;
  }
  if (transaction.phase === 'succeeded' && at === 'failed') {
    // No other transition leads from succeeded to failed.
    transaction.phase = 'failed';
    alternative.took('transaction/return', name);
    return true;
  }
  return false;
}

/** How often something may have been announced, and what it breaks when it was announced less or more often. */
interface Bounds {
  readonly word: Word;
  readonly least: number;
  readonly most: number;
  readonly less: RequirementId;
  readonly more: RequirementId;
}

function boundsOf(transaction: ExpectedTransaction): readonly Bounds[] {
  const { kind, phase, hasSucceeded, isOver, requested, provided } = transaction;
  const isFee = kind === 'fee';
  const success = hasSucceeded ? 1 : 0;
  const failure = phase === 'failed' ? 1 : 0;
  return [
    { word: 'initiated', least: 1, most: 1, less: 'TXN-002', more: 'HOOK-013' },
    {
      word: 'processing',
      least: phase === 'processing' ? 1 : 0,
      most: isFee ? 0 : 1,
      less: 'TXN-003',
      more: isFee ? 'TXN-005' : 'TXN-004',
    },
    {
      word: 'succeeded',
      least: success,
      most: success,
      less: isFee ? 'TXN-005' : 'TXN-010',
      more: hasSucceeded ? 'HOOK-013' : phase === 'failed' ? 'TXN-016' : 'TXN-009',
    },
    {
      word: 'failed',
      least: failure,
      most: failure,
      less: hasSucceeded ? 'TXN-015' : 'TXN-013',
      more: isOver ? 'TXN-016' : phase === 'failed' ? 'HOOK-013' : hasSucceeded ? 'TXN-014' : 'TXN-012',
    },
    {
      word: 'RFI_PROVIDED',
      ...provided,
      less: 'TXN-008',
      more: provided.most === 0 ? 'TXN-008' : 'HOOK-013',
    },
    { word: 'RFI_REQUESTED', ...requested, less: 'TXN-007', more: isOver ? 'TXN-016' : 'HOOK-013' },
  ];
}

export function judgeEvents(
  alternative: Alternative,
  transaction: ExpectedTransaction,
  observation: Observation,
  unnamed: ReadonlySet<Word>,
  isConclusive: boolean,
): void {
  for (const { word, least, most, less, more } of boundsOf(transaction)) {
    const times = count(observation, word);
    const actual = times === 0 ? 'no such event' : `${times} such events`;
    const what = `${nameOfWord(word)} for ${label(transaction)}`;
    const isThere = times >= least || unnamed.has(word);
    if (isConclusive && least > 0) {
      // A deposit that was not announced is reported when it settles, too.
      if (word === 'initiated') alternative.require(less, isThere, what, actual);
      else alternative.require(less, isThere, what, actual, 'first');
    }
    const expected = most === 0 ? `no ${what}` : `${what} ${most === 1 ? 'once' : `at most ${most} times`}`;
    if (times > 0) alternative.require(more, times <= most, expected, actual, 'first');
  }
}

function nameOfWord(word: Word): string {
  const isInformation = word === 'RFI_REQUESTED' || word === 'RFI_PROVIDED';
  return isInformation ? `transaction.rfi.updated with ${word}` : `transaction.${word}`;
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
  const { phase, restsOn, isOver, rfi } = transaction;
  if (status === undefined) return;
  if (phase === 'succeeded' || phase === 'failed') {
    const judged = [status === phase, `${label(transaction)} ${phase}`, `the status ${status}`] as const;
    if (isOver) alternative.require('TXN-016', ...judged, 'first');
    else alternative.require(restsOn ?? 'TXN-009', ...judged, 'in time');
    return;
  }
  const ends = [
    ['succeeded', 'TXN-009'],
    ['failed', failureRule(transaction)],
  ] as const;
  for (const [end, requirement] of ends) {
    if (count(observation, end) === 0) continue;
    const expected = `${label(transaction)}, whose event was transaction.${end}, ${end}`;
    alternative.require(requirement, false, expected, `the status ${status}`, 'in time');
  }
  // Whether a question takes it back to the review is not shown.
  if (rfi === 'none' && (phase === 'processing' || count(observation, 'processing') > 0)) {
    const expected = `${label(transaction)}, which has passed the checks, not initiated`;
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
    const expected = `transaction.initiated for ${label(transaction)}`;
    alternative.require(requirement, false, expected, 'no such event', 'in time');
  }
  state.transactions.splice(state.transactions.indexOf(transaction), 1);
}

const initiatedAs = ({ events }: Observation) => events.find(({ word }) => word === 'initiated')?.data;

/** Looks at every transaction and the webhooks. */
export async function look(
  scenario: Scenario,
  before: Readonly<TransactionState>,
  context: TransactionContext,
  surroundings: Surroundings,
): Promise<Conclude<TransactionState>> {
  const observations = await see(scenario, before, context, surroundings);
  context.eventCount = observations.eventCount;
  const { conclusive, endpoint } = context.fixture;
  const source = {
    hasEvents: endpoint !== undefined,
    isSilent: conclusive && !observations.unnamed.has('processing'),
  };
  return (alternative, state) => {
    for (const transaction of [...state.transactions]) {
      const observation = observations.of.get(transaction.name);
      const fact = context.facts.find(({ name }) => name === transaction.name);
      if (observation?.id === undefined || fact === undefined) {
        judgeMissing(alternative, state, transaction, source.hasEvents);
        continue;
      }
      const { isNew, kind, name } = transaction;
      if (isNew) alternative.took('transaction/create', name);
      const hasMoved = catchUp(alternative, transaction, observation, source);
      // The effect of a sandbox deposit on the wallet is documented.
      if (hasMoved && !(isNew && kind === 'sandbox deposit')) state.moved.push(name);
      judgeStatus(alternative, transaction, observation);
      judgeEvents(alternative, transaction, observation, observations.unnamed, conclusive);
      const basis: Basis = {
        context,
        userIds: observations.userIds,
        initiated: initiatedAs(observation),
        otherAmounts: [...observations.of.values()].flatMap((each) =>
          each === observation ? [] : [initiatedAs(each)?.amount],
        ),
      };
      for (const announcement of observation.events.slice(transaction.looked))
        judgePayload(alternative, transaction, fact, announcement, basis);
      transaction.looked = observation.events.length;
      transaction.isOver = transaction.phase === 'failed';
      judgeDescription(alternative, transaction, observation, observations, context);
    }
    judgeReferences(alternative, state, context, observations);
    judgeList(alternative, observations);
    judgeMoney(alternative, state, context, surroundings.balance);
  };
}
