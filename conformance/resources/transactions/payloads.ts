/** Judges what the events of a transaction carry. Section "Event list and payloads". */

import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../../openapi/is-record.ts';
import { requireQuestion } from '../../judgements/payment-fields.ts';
import { within } from '../../provider/answers.ts';
import type { EventData } from '../../provider/event-log.ts';
import type { Alternative } from '../../provider/model.ts';
import { show } from '../../provider/response.ts';
import { isAlone } from '../../provider/tenant.ts';
import type { ExpectedTransaction, Fact, TransactionContext, TransactionState } from './model.ts';
import type { Announcement, Observation, Observations } from './observations.ts';
import { judgeSender } from './payment-info.ts';

/** Below this, what a settlement deducts or adds may be as much as the amount itself. */
const smallChange = 500;

const isClear = (amount: unknown): amount is number => typeof amount === 'number' && amount >= smallChange;

/**
 * Whether an amount is that of another transaction: exactly what the other was initiated with, and at most half or at least twice
 * what this one was. A settlement may deduct something, which makes an amount another, and none that differs so much.
 *
 * @param shown what the event shows; all three are money.
 */
export function isOfAnother(shown: unknown, initiated: unknown, others: readonly unknown[]): boolean {
  if (!isRecord(shown) || !isRecord(initiated) || shown.currency !== initiated.currency) return false;
  const [is, was] = [shown.amount, initiated.amount];
  if (!isClear(is) || !isClear(was) || Math.max(is, was) < 2 * Math.min(is, was)) return false;
  return others.some((other) => isDeepStrictEqual(other, shown));
}

/** What the events of a transaction are judged by. */
export interface Basis {
  readonly context: TransactionContext;
  /** Ids of the users of the persons that were paid, where they can be listed. */
  readonly userIds: readonly unknown[] | undefined;
  readonly initiated: EventData | undefined;
  /** What the other transactions were initiated with. */
  readonly otherAmounts: readonly unknown[];
}

type Field = 'type' | 'reference' | 'recipientId' | 'recipientType';

/** What is known of these fields from the start; who is paid as a user of the service is named by another id. */
function rightful(fact: Fact): Partial<Record<Field, string>> {
  switch (fact.kind) {
    case 'payout':
      return { type: 'PAYOUT', reference: fact.reference };
    case 'bank transfer':
      return { type: 'DEPOSIT' };
    case 'worker payment': {
      const { payrollId: reference, personId: recipientId } = fact;
      return { type: 'PAYROLL', reference, recipientId, recipientType: 'CONTRACTOR' };
    }
    case 'fee':
      return { type: 'PAYROLL_FEE' };
    case 'sandbox deposit':
      return {};
  }
  return fact satisfies never;
}

/** The rule that says of which type a transaction is, and what it refers to. */
const ruleOf = {
  payout: 'EVENT-032',
  'bank transfer': 'EVENT-031',
  'worker payment': 'EVENT-030',
  fee: 'EVENT-033',
} as const;

/** A field that is missing is a matter of the description. */
const differs = (data: EventData, name: Field, wanted: unknown) =>
  wanted !== undefined && data[name] !== undefined && data[name] !== wanted;

/** Who is paid: the business itself, a person, or a user. */
function judgeRecipient(alternative: Alternative, fact: Fact, data: EventData, basis: Basis): void {
  const { recipientType, recipientId } = data;
  if (recipientId === undefined || recipientType === undefined) return;
  const actual = `the recipientId ${show(recipientId)} with the recipientType ${show(recipientType)}`;
  if (fact.kind === 'worker payment') {
    const holds =
      recipientType === 'USER'
        ? (basis.userIds?.includes(recipientId) ?? true)
        : recipientType === 'CONTRACTOR' && recipientId === fact.personId;
    const id = recipientType === 'USER' ? 'userId' : `personId ${fact.personId}`;
    const expected = `the ${id} of the contractor with the recipientType ${recipientType === 'USER' ? 'USER' : 'CONTRACTOR'}`;
    alternative.require('EVENT-035', holds, expected, actual);
    return;
  }
  const { businessId } = basis.context.fixture.tenant;
  // A payout goes to a beneficiary, which is not a documented type of recipient.
  if (fact.kind === 'payout' || recipientType !== 'BUSINESS' || businessId === undefined) return;
  alternative.require('EVENT-035', recipientId === businessId, `the businessId ${businessId}`, actual);
}

/** The first event of a transaction. */
function judgeInitiated(alternative: Alternative, fact: Fact, data: EventData, basis: Basis): void {
  if (fact.kind === 'sandbox deposit') return;
  const { type, reference } = rightful(fact);
  const holds = !differs(data, 'type', type) && !differs(data, 'reference', reference);
  const referring = reference === undefined ? '' : ` and the reference ${reference}`;
  const actual = `the type ${show(data.type)} and the reference ${show(data.reference)}`;
  alternative.require(ruleOf[fact.kind], holds, `the type ${type}${referring}`, actual);
  judgeRecipient(alternative, fact, data, basis);
}

const fields: readonly Field[] = ['type', 'reference', 'recipientId', 'recipientType'];

/** What has succeeded says the same as when it was initiated, and a deposit says more. */
function judgeSucceeded(
  alternative: Alternative,
  fact: Fact,
  data: EventData,
  { initiated = {}, otherAmounts }: Basis,
): void {
  const known = rightful(fact);
  const isOwn = !isOfAnother(data.amount, initiated.amount, otherAmounts);
  const own = `the amount of this transaction, ${show(initiated.amount)} when it was initiated`;
  alternative.require('EVENT-026', isOwn, own, `${show(data.amount)}, the amount of another transaction`);
  for (const name of fields) {
    // If the value is correct here, the earlier event was wrong, which was reported then.
    const holds = data[name] === known[name] || !differs(initiated, name, data[name]);
    const isDeposits = fact.kind === 'bank transfer' && (name === 'type' || name === 'reference');
    const expected = `the ${name} ${show(initiated[name])} of transaction.initiated`;
    alternative.require(isDeposits ? 'EVENT-031' : 'EVENT-026', holds, expected, show(data[name]));
  }
  const { description } = data;
  if (fact.kind === 'sandbox deposit') {
    if (data.type === 'DEPOSIT' && fact.description !== '') {
      const holds = typeof description === 'string' && description !== '';
      alternative.require('EVENT-053', holds, 'a description of the deposit', show(description));
    }
    const expected = `the description ${show(fact.description)}`;
    alternative.require('EVENT-038', description === fact.description, expected, show(description));
  }
  if (fact.kind !== 'bank transfer') return;
  const { reference } = fact.transfer;
  const actual = show(description);
  const isDescribed = typeof description === 'string';
  alternative.require('EVENT-036', isDescribed, `a description of the deposit, ${show(reference)}`, actual);
  if (isDescribed) {
    const expected = `the bank reference of the sender, ${show(reference)}, as description`;
    alternative.require('EVENT-037', description === reference, expected, actual);
  }
  judgeSender(alternative, fact.transfer, data.paymentInfo);
}

function judgeFailure(
  alternative: Alternative,
  transaction: ExpectedTransaction,
  { data }: Announcement,
): void {
  const { name } = transaction;
  const actual = `isReturned ${show(data.isReturned)}`;
  if (transaction.hasSucceeded) {
    const expected = `isReturned true in transaction.failed for ${name}, which had succeeded`;
    alternative.require('TXN-015', data.isReturned === true, expected, actual);
  } else {
    const expected = `no isReturned true in transaction.failed for ${name}, which had not succeeded`;
    alternative.require('EVENT-028', data.isReturned !== true, expected, actual);
  }
}

export function judgePayload(
  alternative: Alternative,
  transaction: ExpectedTransaction,
  fact: Fact,
  announcement: Announcement,
  basis: Basis,
): void {
  const { word, data } = announcement;
  const { tenantKey } = basis.context.fixture.tenant;
  if (tenantKey !== undefined) {
    const expected = `the tenantKey ${tenantKey} of the business`;
    alternative.require('HOOK-007', data.tenantKey === tenantKey, expected, show(data.tenantKey));
  }
  switch (word) {
    case 'initiated':
      judgeInitiated(alternative, fact, data, basis);
      return;
    case 'succeeded':
      judgeSucceeded(alternative, fact, data, basis);
      return;
    case 'failed':
      judgeFailure(alternative, transaction, announcement);
      return;
    case 'RFI_REQUESTED':
      requireQuestion(alternative, data);
      return;
    case 'processing': {
      const isNamed = typeof data.tenantKey === 'string';
      alternative.require('EVENT-022', isNamed, 'a tenantKey in transaction.processing', show(data));
      return;
    }
    case 'RFI_PROVIDED':
    case 'RFI':
      return;
  }
  word satisfies never;
}

/**
 * The list of disbursements has no shape that is shown, so the description is looked for everywhere in it: in the object
 * with the id of the deposit where there is one, else where nobody else has deposits in any.
 */
export function judgeDescription(
  alternative: Alternative,
  transaction: ExpectedTransaction,
  { id, events }: Observation,
  { disbursements }: Observations,
  context: TransactionContext,
): void {
  const { kind } = transaction;
  if (disbursements === undefined || (kind !== 'bank transfer' && kind !== 'sandbox deposit')) return;
  const deposit = events.find(({ word, data }) => word === 'succeeded' && 'description' in data);
  if (deposit === undefined || transaction.isDisbursed) return;
  transaction.isDisbursed = true;
  const items = [...within(disbursements)].filter(isRecord);
  const described = items.filter((item) => typeof item.description === 'string');
  const own = described.find((item) => item.id === id);
  // A deposit without its id in the list may be on a later page.
  const hasMore = isRecord(disbursements) && isRecord(disbursements.node) && disbursements.node.next !== null;
  if (own === undefined && (hasMore || !isAlone(context.fixture.tenant))) return;
  const shown = (own === undefined ? described : [own]).map((item) => item.description);
  const { description } = deposit.data;
  const expected = `the description ${show(description)} in the disbursements`;
  alternative.require('EVENT-039', shown.includes(description), expected, show(shown));
}

interface Paid {
  readonly transaction: Pick<ExpectedTransaction, 'kind' | 'phase'>;
  readonly observation: Pick<Observation, 'events'>;
}

/** The step that made these transactions, and moved no other money, took at least the fee, if that has succeeded. */
export function judgeFee(
  alternative: Alternative,
  paid: readonly Paid[],
  taken: { readonly amount: number; readonly currency: string },
): void {
  const isOfPayroll = ({ transaction: { kind, phase } }: Paid) =>
    (kind === 'fee' || kind === 'worker payment') && phase !== 'failed';
  const fee = paid.find(({ transaction }) => transaction.kind === 'fee');
  const data = fee?.observation.events.find(({ word }) => word === 'succeeded')?.data;
  if (data?.type !== 'PAYROLL_FEE' || !isRecord(data.amount) || !paid.every(isOfPayroll)) return;
  const { amount, currency } = data.amount;
  if (currency !== taken.currency) return;
  const expected = `at least the fee of ${show(amount)} taken from the wallet`;
  alternative.require('EVENT-051', taken.amount >= Number(amount), expected, `${taken.amount} taken`, 'soon');
}

/** Two deposits under different bank references are told apart by theirs. */
export function judgeReferences(
  alternative: Alternative,
  { transactions }: TransactionState,
  { facts }: TransactionContext,
  { of }: Observations,
): void {
  const deposits = transactions.flatMap(({ name }) => {
    const fact = facts.find((each) => each.name === name);
    const reference = of.get(name)?.events.find(({ word }) => word === 'initiated')?.data.reference;
    return fact?.kind === 'bank transfer' && reference !== undefined
      ? [{ ofBank: fact.transfer.reference, reference }]
      : [];
  });
  const [latest, ...earlier] = deposits.toReversed();
  for (const { ofBank, reference } of earlier) {
    if (latest === undefined || ofBank === latest.ofBank) continue;
    const holds = reference !== latest.reference;
    const expected = 'a different reference for each deposit';
    alternative.require('EVENT-031', holds, expected, `${show(reference)} for both deposits`);
  }
}
