/** Payouts to beneficiaries (section "Beneficiaries and payouts"), as pure functions of state, command and time. */

import type { BusinessState, Outcome } from '../../state/business-state.ts';
import { type CursorQuery, cursorPageOf } from '../../state/pages.ts';
import type { PayoutRecord } from '../../state/records/money.ts';
import { invalidBody } from '../../state/refusal.ts';
import type { Asks, RuleContext } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';
import { defined } from '../../state/values.ts';
import { transactionRules } from '../transactions/rules.ts';
import { positiveAmount } from '../wallets/ledger.ts';
import { matcherOf, type PayoutFilters, payoutsCsv } from './lists.ts';
import { quote } from './quote.ts';

export type CreatePayout = Asks<'payoutId' | 'transactionId', Schemas['PayoutInput']>;

export interface PayoutQuery extends PayoutFilters, CursorQuery {
  /** By the time of creation. */
  readonly sort?: 'asc' | 'desc';
}

/** Payouts are stored in the order of their creation, which also decides among those of one second. */
function sorted({ payouts }: BusinessState, sort: PayoutQuery['sort'] = 'asc'): Schemas['Payout'][] {
  const oldestFirst = payouts.map(({ payout }) => payout);
  return sort === 'asc' ? oldestFirst : oldestFirst.reverse();
}

/** Names of accounts whose payouts fail in the sandbox. The document says that there are some and shows one message. */
const messages: ReadonlyMap<string, string> = new Map([
  ['fail-compliance', 'Rejected by compliance'],
  ['fail-account-closed', 'The account is closed'],
  ['fail-account-not-found', 'The account does not exist'],
  ['fail-name-mismatch', 'The name does not match the account'],
]);

/** Why payouts to an account with this name fail in the sandbox, if they do. Capitals make no difference. */
const simulatedFailure = (accountName: string | undefined): string | undefined =>
  messages.get(accountName?.toLowerCase() ?? '');

export const payoutRules = {
  /**
   * Sends money to a beneficiary. The transaction takes the source amount and the fee together, so that a failure gives
   * both back.
   *
   * @throws Refusal `invalid_request_body` when the beneficiary or the amount is not one that can be paid,
   * `invalid_state` when no wallet holds enough.
   */
  create(
    state: BusinessState,
    { payoutId, transactionId, input }: CreatePayout,
    context: RuleContext,
  ): Outcome {
    const { now } = context;
    const { beneficiaryId, quoteId, reference } = input;
    if (beneficiaryId === undefined) throw invalidBody({ beneficiaryId: 'is missing' });
    const found = state.beneficiaries.find(({ id }) => id === beneficiaryId);
    if (found === undefined) throw invalidBody({ beneficiaryId: 'must name a beneficiary of this business' });
    const { currency, paymentDetails } = found.beneficiary;
    const amount = positiveAmount(input.amount, 'amount');
    if (amount.currency !== currency)
      throw invalidBody({ 'amount.currency': 'must be the currency of the beneficiary' });
    const { total, ...price } = quote(state, amount);
    const payout: Schemas['Payout'] = {
      id: payoutId,
      beneficiaryId,
      ...defined({ quoteId, reference }),
      amount,
      ...price,
      status: 'initiated',
      createdTimestamp: now,
      lastUpdatedTimestamp: now,
    };
    const failsWith =
      context.environment === 'sandbox' ? simulatedFailure(paymentDetails?.bank?.accountName) : undefined;
    const command = {
      transactionId,
      type: 'PAYOUT',
      amount: total,
      // A beneficiary is not a documented type of recipient, so the payout names the business.
      recipientId: state.business.id,
      recipientType: 'BUSINESS',
      reference: reference ?? payoutId,
      source: 'wallet',
      settlement: 'delayed',
      ...(failsWith !== undefined && { failsWith }),
    } as const;
    const opened = transactionRules.open(state, command, context);
    const record: PayoutRecord = { id: payoutId, businessId: state.business.id, payout, transactionId };
    return { ...opened, state: { ...opened.state, payouts: [...opened.state.payouts, record] } };
  },

  /** A payout is in the state of its transaction, a return after its success included. */
  progress(state: BusinessState): Outcome {
    const byId = new Map(state.transactions.map(({ id, transaction }) => [id, transaction]));
    const payouts = state.payouts.map((record) => {
      const { payout, transactionId } = record;
      const { status = payout.status, lastUpdatedTimestamp = 0 } = byId.get(transactionId) ?? {};
      return status === payout.status
        ? record
        : { ...record, payout: { ...payout, status, lastUpdatedTimestamp } };
    });
    const isChanged = payouts.some((record, index) => record !== state.payouts[index]);
    return { state: isChanged ? { ...state, payouts } : state, events: [] };
  },

  /** @throws Refusal `invalid_request_body` when a date or the cursor is not one. */
  page(state: BusinessState, { sort, cursor, limit, ...filters }: PayoutQuery): Schemas['PayoutList'] {
    const position = { ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) };
    return cursorPageOf(sorted(state, sort), position, matcherOf(filters));
  },

  /**
   * All payouts that match, as CSV.
   *
   * @throws Refusal `invalid_request_body` without both dates or when one of them is no date.
   */
  csv(state: BusinessState, { sort, ...filters }: PayoutQuery): string {
    if (filters.startDate === undefined) throw invalidBody({ startDate: 'is required for csv' });
    if (filters.endDate === undefined) throw invalidBody({ endDate: 'is required for csv' });
    return payoutsCsv(sorted(state, sort).filter(matcherOf(filters)));
  },
};
