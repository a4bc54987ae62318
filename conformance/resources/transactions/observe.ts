/** Judges what was seen of the transactions of a business. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { Surroundings } from '../../provider/fixture.ts';
import type { Reading, Settle } from '../../provider/reading.ts';
import { type Scenario, show } from '../../provider/scenario.ts';
import {
  type Fact,
  isUnderWay,
  judgeMoney,
  label,
  type Phase,
  type TransactionBelief,
  type TransactionState,
  type TransactionWorld,
} from './model.ts';
import { type Sight, type Sights, see, type Word } from './observations.ts';
import { type Context, judgeDescription, judgePayload, judgeReferences } from './payloads.ts';

/** How often something was announced. */
const count = ({ events }: Sight, word: Word) => events.filter((event) => event.word === word).length;

/** Where it is: what a read shows, else what was announced. */
function seenAt(sight: Sight): Phase | undefined {
  const { status } = sight;
  if (status !== undefined) return status;
  if (count(sight, 'failed') > 0) return 'failed';
  if (count(sight, 'succeeded') > 0) return 'succeeded';
  return count(sight, 'processing') > 0 ? 'processing' : undefined;
}

/** It has succeeded, by way of the checks if those were announced. */
function noteSuccess(reading: Reading, { name }: TransactionBelief, from: Phase, passed: boolean): void {
  if (from === 'initiated' && !passed) {
    reading.took('transaction/settle-instantly', name);
    return;
  }
  if (from === 'initiated') reading.took('transaction/pass-checks', name);
  reading.took('transaction/settle', name);
}

/** A question about it is open, so it waits, or fails. */
function judgeWaiting(reading: Reading, transaction: TransactionBelief, sight: Sight): void {
  if (transaction.rfi !== 'requested' || transaction.phase !== 'initiated') return;
  const at = seenAt(sight);
  const isHeld = at === undefined || at === 'initiated' || at === 'failed';
  const expected = `${label(transaction)} to stay initiated until the information is provided`;
  reading.mustHold('TXN-006', isHeld, expected, `it is ${at}`);
}

/** What can be concluded from events. */
export interface EventSource {
  /** Whether there are any. */
  readonly isHeard: boolean;
  /** Whether what was not announced has not happened. */
  readonly isSilent: boolean;
}

/** @returns whether it has moved by itself */
export function catchUp(
  reading: Reading,
  transaction: TransactionBelief,
  sight: Sight,
  { isHeard, isSilent }: EventSource,
): boolean {
  const at = seenAt(sight);
  const passed = !isHeard || count(sight, 'processing') > 0;
  const { phase, settledFrom } = transaction;
  if (settledFrom !== undefined) {
    delete transaction.settledFrom;
    noteSuccess(reading, transaction, settledFrom, passed);
  }
  if (transaction.isNew && at !== 'succeeded') reading.heldBack('transaction/settle-instantly');
  if (phase === 'initiated' && at === undefined && !isSilent) transaction.phase = 'under way';
  transaction.isNew = false;
  judgeWaiting(reading, transaction, sight);
  const { name } = transaction;
  if (isUnderWay(transaction)) {
    if (at === undefined || at === 'under way' || at === 'initiated') return false;
    if (at === phase) return false;
    transaction.phase = at;
    switch (at) {
      case 'processing':
        reading.took('transaction/pass-checks', name);
        break;
      case 'succeeded':
        noteSuccess(reading, transaction, phase, passed);
        transaction.hasSucceeded = true;
        break;
      case 'failed':
        reading.took(phase === 'initiated' ? 'transaction/fail-early' : 'transaction/fail', name);
        break;
    }
    return true;
  }
  if (transaction.phase === 'succeeded' && at === 'failed') {
    // Nothing else leads from success to failure.
    transaction.phase = 'failed';
    reading.took('transaction/return', name);
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

function boundsOf(transaction: TransactionBelief): readonly Bounds[] {
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
  reading: Reading,
  transaction: TransactionBelief,
  sight: Sight,
  unnamed: ReadonlySet<Word>,
  isConclusive: boolean,
): void {
  for (const { word, least, most, less, more } of boundsOf(transaction)) {
    const times = count(sight, word);
    const actual = times === 0 ? 'no such event' : `${times} of them`;
    const what = `${nameOfWord(word)} for ${label(transaction)}`;
    const isThere = times >= least || unnamed.has(word);
    if (isConclusive && least > 0) {
      // A deposit that is not announced is a finding of its own when it settles, too.
      if (word === 'initiated') reading.require(less, isThere, what, actual);
      else reading.mustHold(less, isThere, what, actual);
    }
    const expected = most === 0 ? `no ${what}` : `${what} ${most === 1 ? 'once' : `${most} times at most`}`;
    if (times > 0) reading.mustHold(more, times <= most, expected, actual);
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

/** What a read shows must not lag behind what has happened or was announced. */
function judgeStatus(reading: Reading, transaction: TransactionBelief, sight: Sight): void {
  const { status } = sight;
  const { phase, restsOn, isOver } = transaction;
  if (status === undefined) return;
  if (phase === 'succeeded' || phase === 'failed') {
    const judged = [status === phase, `${label(transaction)} ${phase}`, `the status ${status}`] as const;
    if (isOver) reading.mustHold('TXN-016', ...judged);
    else reading.eventually(restsOn ?? 'TXN-009', ...judged);
    return;
  }
  const actual = `the status ${status}`;
  const announcedAs = `${label(transaction)}, which was announced as`;
  const hasSucceeded = count(sight, 'succeeded') > 0;
  reading.eventually('TXN-009', !hasSucceeded, `${announcedAs} succeeded, to have succeeded`, actual);
  const rule = phase === 'initiated' ? 'TXN-011' : 'TXN-012';
  reading.eventually(rule, count(sight, 'failed') === 0, `${announcedAs} failed, to have failed`, actual);
}

function judgeList(reading: Reading, { listed, of }: Sights): void {
  if (listed === undefined) return;
  const { name, ids, goesOn, read } = listed;
  const id = of.get(name)?.id;
  reading.require(
    'TXN-001',
    read === id && (goesOn || ids.includes(id)),
    `the transaction ${id} in the list, and read by its id`,
    `${ids.length} in the list; the read one is ${show(read)}`,
  );
}

/** A transaction that nothing has shown yet; one that need not be there is forgotten. */
function judgeMissing(
  reading: Reading,
  state: TransactionState,
  transaction: TransactionBelief,
  isHeard: boolean,
): void {
  const requirement = isHeard ? unannounced[transaction.kind] : undefined;
  if (requirement !== undefined) {
    const expected = `transaction.initiated for ${label(transaction)}`;
    reading.eventually(requirement, false, expected, 'no such event');
  }
  state.transactions.splice(state.transactions.indexOf(transaction), 1);
}

const initiatedAs = ({ events }: Sight) => events.find(({ word }) => word === 'initiated')?.data;

/** Looks at every transaction and the webhooks. */
export async function look(
  scenario: Scenario,
  before: Readonly<TransactionState>,
  world: TransactionWorld,
  surroundings: Surroundings,
): Promise<Settle<TransactionState>> {
  const sights = await see(scenario, before, world, surroundings);
  world.heard = sights.heard;
  const { conclusive, endpoint } = world.ground;
  const hearing = {
    isHeard: endpoint !== undefined,
    isSilent: conclusive && !sights.unnamed.has('processing'),
  };
  return (reading, state) => {
    for (const transaction of [...state.transactions]) {
      const sight = sights.of.get(transaction.name);
      const fact = world.facts.find(({ name }) => name === transaction.name);
      if (sight?.id === undefined || fact === undefined) {
        judgeMissing(reading, state, transaction, hearing.isHeard);
        continue;
      }
      const { isNew, kind, name } = transaction;
      if (isNew) reading.took('transaction/create', name);
      const hasMoved = catchUp(reading, transaction, sight, hearing);
      // What a sandbox deposit does to the wallet when it is made is shown.
      if (hasMoved && !(isNew && kind === 'sandbox deposit')) state.moved.push(name);
      judgeStatus(reading, transaction, sight);
      judgeEvents(reading, transaction, sight, sights.unnamed, conclusive);
      const context: Context = {
        world,
        userIds: sights.userIds,
        initiated: initiatedAs(sight),
        otherAmounts: [...sights.of.values()].flatMap((each) =>
          each === sight ? [] : [initiatedAs(each)?.amount],
        ),
      };
      for (const announcement of sight.events.slice(transaction.looked))
        judgePayload(reading, transaction, fact, announcement, context);
      transaction.looked = sight.events.length;
      transaction.isOver = transaction.phase === 'failed';
      judgeDescription(reading, transaction, sight, sights, world);
    }
    judgeReferences(reading, state, world, sights);
    judgeList(reading, sights);
    judgeMoney(reading, state, world, surroundings.balance);
  };
}
