/** Reimbursements (section "Invoices, reimbursements, tax"), as pure functions of state, command and time. */

import {
  type BusinessState,
  findRecord,
  inTurn,
  type Outcome,
  withRecord,
} from '../../state/business-state.ts';
import { type CursorQuery, cursorPageOf } from '../../state/pages.ts';
import type { ReimbursementRecord, StoredReimbursement } from '../../state/records/payrolls.ts';
import { invalidBody, invalidState } from '../../state/refusal.ts';
import type { Asks, RuleContext } from '../../state/rule.ts';
import type { Money, Schemas } from '../../state/schemas.ts';
import { defined } from '../../state/values.ts';
import { transactionRules } from '../transactions/rules.ts';
import { convert } from '../wallets/fx.ts';
import { type ReimbursementDecisions, reimbursementDecisions } from './decisions.ts';

export type CreateReimbursement = Asks<'reimbursementId', Schemas['ReimbursementInput']>;
/** With the id of the transaction that pays it, should it be approved. */
export type ReviewReimbursement = Asks<'reimbursementId' | 'transactionId', Schemas['ReimbursementReview']>;

/** The fields that every event of a reimbursement has. The amount is the one that the person receives. */
function factsOf({ id, personId, description, amount }: StoredReimbursement) {
  return { id, personId, ...(description !== undefined && { description }), amount };
}

function changed(
  record: ReimbursementRecord,
  change: Partial<StoredReimbursement>,
  now: number,
): ReimbursementRecord {
  return { ...record, reimbursement: { ...record.reimbursement, ...change, lastUpdatedTimestamp: now } };
}

/** The amount taken from the wallet so that the person receives the given amount. */
function sourceOf(amount: Money, currency: string, params: Record<string, string>): Money | undefined {
  if (!Number.isSafeInteger(amount.amount) || amount.amount <= 0) {
    params['amount.amount'] = 'must be a positive integer';
    return undefined;
  }
  const source = convert(amount, currency);
  if (source === undefined)
    params.sourceCurrency = 'must be a currency into which the amount can be converted exactly';
  return source;
}

/** @throws Refusal `invalid_request_body` that names each offending field. */
function reimbursementOf(
  state: BusinessState,
  { reimbursementId, input }: CreateReimbursement,
  now: number,
): StoredReimbursement {
  const params: Record<string, string> = {};
  const { personId, description, category, expenseDate, amount, receiptFileId } = input;
  if (personId === undefined) params.personId = 'is missing';
  else if (!state.persons.some(({ id }) => id === personId))
    params.personId = 'must name a person of this business';
  if (receiptFileId !== undefined && !state.files.some(({ id }) => id === receiptFileId))
    params.receiptFileId = 'must name a file that was uploaded';
  if (amount === undefined) params.amount = 'is missing';
  const sourceAmount = amount && sourceOf(amount, input.sourceCurrency ?? amount.currency, params);
  // Tested once more for the compiler, which does not connect them with params.
  if (Object.keys(params).length > 0 || !personId || !amount || !sourceAmount) throw invalidBody(params);
  return {
    id: reimbursementId,
    personId,
    status: 'submitted',
    ...defined({ description, category, expenseDate }),
    sourceAmount,
    amount: { amount: amount.amount, currency: amount.currency },
    ...(receiptFileId !== undefined && { receiptFileId }),
    createdTimestamp: now,
    lastUpdatedTimestamp: now,
  };
}

/** @param decisions single answers of the document; the faults of the self-test replace some. */
export function createReimbursementRules(decisions: Partial<ReimbursementDecisions> = {}) {
  const decide = { ...reimbursementDecisions, ...decisions };

  /** Takes the money from the wallet of the source currency and sends it on its way. */
  function disburse(
    state: BusinessState,
    { reimbursement }: ReimbursementRecord,
    transactionId: string,
    context: RuleContext,
  ): Outcome {
    const { id, personId } = reimbursement;
    const recipient = state.persons.find((person) => person.id === personId)?.person;
    return transactionRules.open(
      state,
      {
        transactionId,
        type: 'PAYOUT',
        amount: decide.disbursed(reimbursement),
        recipientId: personId,
        recipientType: recipient?.type === 'CONTRACTOR' ? 'CONTRACTOR' : 'EMPLOYEE',
        reference: id,
        source: 'wallet',
        settlement: 'delayed',
      },
      context,
    );
  }

  /** Updates a reimbursement whose transaction has ended. */
  function conclude(state: BusinessState, record: ReimbursementRecord, now: number): Outcome {
    const { transactionId, ...unpaid } = record;
    if (record.reimbursement.status !== 'approved' || transactionId === undefined)
      return { state, events: [] };
    const { status } = findRecord(state.transactions, transactionId).transaction;
    if (status === 'failed') {
      const submitted = changed(unpaid, { status: 'submitted' }, now);
      return { state: withRecord(state, 'reimbursements', submitted), events: [] };
    }
    if (status !== 'succeeded') return { state, events: [] };
    const paid = changed(record, { status: 'paid' }, now);
    const data = { ...factsOf(paid.reimbursement), amount: decide.paid(paid.reimbursement) };
    return {
      state: withRecord(state, 'reimbursements', paid),
      events: [{ eventType: 'reimbursement.paid', data }],
    };
  }

  return {
    /** @throws Refusal `invalid_request_body` when person, file, amount or currency is missing or of no use. */
    create(state: BusinessState, command: CreateReimbursement, { now }: RuleContext): Outcome {
      const reimbursement = reimbursementOf(state, command, now);
      const record = { id: reimbursement.id, businessId: state.business.id, reimbursement };
      return {
        state: { ...state, reimbursements: [...state.reimbursements, record] },
        events: [{ eventType: 'reimbursement.submitted', data: factsOf(reimbursement) }],
      };
    },

    /**
     * Approves a reimbursement, which disburses it from the wallet of the source currency, or rejects it.
     *
     * @throws Refusal `invalid_request_body` without an action, or without the reason of a rejection; `invalid_state`
     * unless it is submitted, and when the wallet does not hold the amount.
     */
    review(
      state: BusinessState,
      { reimbursementId, input: { action, reason }, transactionId }: ReviewReimbursement,
      context: RuleContext,
    ): Outcome {
      const record = findRecord(state.reimbursements, reimbursementId);
      if (action === undefined) throw invalidBody({ action: 'is missing' });
      if (decide.needsReason(action) && !reason) throw invalidBody({ reason: 'is missing' });
      if (record.reimbursement.status !== 'submitted')
        throw invalidState('Only a reimbursement that is submitted can be reviewed');
      if (action === 'reject') {
        const rejected = changed(
          record,
          { status: 'rejected', ...(reason !== undefined && { rejectionReason: reason }) },
          context.now,
        );
        const data = { ...factsOf(rejected.reimbursement), reason: reason ?? '' };
        return {
          state: withRecord(state, 'reimbursements', rejected),
          events: [{ eventType: 'reimbursement.rejected', data }],
        };
      }
      const disbursed = disburse(state, record, transactionId, context);
      const approved = changed({ ...record, transactionId }, { status: 'approved' }, context.now);
      return {
        state: withRecord(disbursed.state, 'reimbursements', approved),
        events: [
          { eventType: 'reimbursement.approved', data: factsOf(approved.reimbursement) },
          ...disbursed.events,
        ],
      };
    },

    /** One page of the reimbursements, oldest first. */
    page({ reimbursements }: BusinessState, query: CursorQuery) {
      return cursorPageOf(
        reimbursements.map(({ reimbursement }) => reimbursement),
        query,
      );
    },

    /**
     * An approved reimbursement follows its transaction: it is paid when that succeeds. When it fails, the money is back
     * in the wallet and the reimbursement waits for a review again. A later return by the bank leaves it paid.
     */
    progress(before: BusinessState, { now }: RuleContext): Outcome {
      return inTurn(
        before,
        before.reimbursements.map((record) => (state) => conclude(state, record, now)),
      );
    },
  };
}

export const reimbursementRules = createReimbursementRules();
