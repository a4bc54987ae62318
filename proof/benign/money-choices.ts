/** Payouts, deposits and their transactions, where times, fees, rates and references are the server's own choice. */

import { payoutRules } from '../../reference-server/resources/payouts/rules.ts';
import { transactionRules } from '../../reference-server/resources/transactions/rules.ts';
import { virtualAccountRules } from '../../reference-server/resources/virtual-accounts/rules.ts';
import { balanceOf, move } from '../../reference-server/resources/wallets/ledger.ts';
import { findRecord, inTurn, withRecord } from '../../reference-server/state/business-state.ts';
import { inAnswers, replacing } from '../faults/tools.ts';
import { asRecord, type BenignGroup, eachObject } from './variant.ts';

const checkSeconds = 3_600;

/** Compliance checks that take an hour, whichever rule opens the transaction. */
function checkingForAnHour(): Partial<typeof transactionRules> {
  const delayed = new Map<string, number>();
  return {
    progress(before, context) {
      let state = before;
      for (const record of before.transactions) {
        const { id, checkedAt } = record;
        if (checkedAt === undefined || delayed.get(id) === checkedAt) continue;
        const later = checkedAt + checkSeconds;
        delayed.set(id, later);
        state = withRecord(state, 'transactions', { ...record, checkedAt: later });
      }
      return transactionRules.progress(state, context);
    },
  };
}

/** Settles a payout as soon as it is created, but for one whose failure is simulated. */
const settlingAtOnce: typeof payoutRules.create = (state, command, context) => {
  const created = payoutRules.create(state, command, context);
  const { transactionId } = command;
  if (findRecord(created.state.transactions, transactionId).failsWith !== undefined) return created;
  const settled = inTurn(created.state, [
    (before) => transactionRules.passChecks(before, { transactionId }, context),
    (before) => transactionRules.settle(before, { transactionId }, context),
  ]);
  const events = settled.events.filter(({ eventType }) => eventType !== 'transaction.processing');
  return { state: settled.state, events: [...created.events, ...events] };
};

/** Prices a payout by its rate alone. */
const withoutFee: typeof payoutRules.create = (state, command, context) => {
  const created = payoutRules.create(state, command, context);
  const record = findRecord(created.state.payouts, command.payoutId);
  const { amount, sourceAmount, feeAmount } = record.payout;
  const { currency } = sourceAmount;
  const total = sourceAmount.amount + feeAmount.amount;
  const payout = {
    ...record.payout,
    sourceAmount: { amount: total, currency },
    feeAmount: { amount: 0, currency },
    fxRate: String(amount.amount / total),
  };
  return { ...created, state: withRecord(created.state, 'payouts', { ...record, payout }) };
};

/** Keeps the fee of a payout that fails, as far as the wallet holds it. */
const keepingFees: typeof payoutRules.progress = (before) => {
  const { state, events } = payoutRules.progress(before);
  if (state === before) return { state, events };
  const failed = state.payouts.filter(
    ({ id, payout }) =>
      payout.status === 'failed' && findRecord(before.payouts, id).payout.status !== 'failed',
  );
  const after = failed.reduce((next, { id, payout }) => {
    const { feeAmount: money, lastUpdatedTimestamp } = payout;
    if (balanceOf(next, money.currency) < money.amount) return next;
    const fee = { from: 'wallet', to: 'outside', money, cause: `payout/${id}` } as const;
    return move(next, fee, lastUpdatedTimestamp);
  }, state);
  return { state: after, events };
};

export const moneyVariants: BenignGroup = {
  checks:
    /^(transaction|transactions|payouts|cursors|deposits|disbursements|beneficiaries|virtual-account|payrolls?|reimbursements?|existing)\./,
  variants: {
    'compliance checks that take an hour': {
      interpretations: [31],
      overrides: replacing('transactions', checkingForAnHour()),
    },
    'payouts that settle instantly': {
      interpretations: [32],
      overrides: replacing('payouts', { create: settlingAtOnce }),
    },
    'payouts without quote, reference and rate': {
      interpretations: [52],
      overrides: inAnswers(['listPayouts', 'readPayout'], '', (body) =>
        eachObject(body, ({ quoteId: _quote, fxRate: _rate, reference, ...rest }) => ({
          ...rest,
          ...(reference !== undefined && reference !== '' && { reference }),
        })),
      ),
    },
    'deposits whose reference is their id': {
      interpretations: [85],
      overrides: replacing('virtualAccounts', {
        receive(state, { reference, ...transfer }, context) {
          const description = reference ?? transfer.description;
          const named = { ...transfer, ...(description !== undefined && { description }) };
          return virtualAccountRules.receive(state, named, context);
        },
      }),
    },
    'payouts that fail and cost their fee': {
      interpretations: [87],
      overrides: replacing('payouts', { progress: keepingFees }),
    },
    'payouts that cost nothing but their rate': {
      interpretations: [89],
      overrides: replacing('payouts', { create: withoutFee }),
    },
    'beneficiaries without what was never given': {
      interpretations: [42],
      overrides: inAnswers('listBeneficiaries', 'data.*', (beneficiary) => given(asRecord(beneficiary))),
    },
  },
};

/** Whether a value contains more than empty strings, at any depth. */
const isGiven = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(isGiven) : value !== '';

const given = ({ kyc, paymentDetails, ...rest }: Readonly<Record<string, unknown>>) => ({
  ...rest,
  ...(isGiven(kyc) && { kyc }),
  ...(isGiven(paymentDetails) && { paymentDetails }),
});
