import { reimbursementRules } from '../resources/reimbursements/rules.ts';
import { transactionRules } from '../resources/transactions/rules.ts';
import { balanceOf } from '../resources/wallets/ledger.ts';
import { findRecord } from '../state/business-state.ts';
import type { ReimbursementRecord } from '../state/records/payrolls.ts';
import { forbidden, invalidBody, invalidState } from '../state/refusal.ts';
import type { Money } from '../state/schemas.ts';
import { inEvents, inPayloads } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { asSeen, lookingBefore } from './race-tools.ts';
import { refusing } from './request-tools.ts';
import { changing, garbled, remove, replacing } from './tools.ts';

const rejected = 'reimbursement.rejected';

/** Takes something else from the wallets than what was agreed. */
const disbursing = (taken: (reimbursement: ReimbursementRecord['reimbursement']) => Money) =>
  replacing('reimbursements', {
    review(state, command, context) {
      const mistaken = state.reimbursements.map((record) =>
        record.id === command.reimbursementId
          ? {
              ...record,
              reimbursement: { ...record.reimbursement, sourceAmount: taken(record.reimbursement) },
            }
          : record,
      );
      const outcome = reimbursementRules.review({ ...state, reimbursements: mistaken }, command, context);
      // What is shown is what was agreed.
      const agreed = new Map(state.reimbursements.map(({ id, reimbursement }) => [id, reimbursement]));
      const reimbursements = outcome.state.reimbursements.map((record) => {
        const { sourceAmount } = agreed.get(record.id) ?? record.reimbursement;
        return { ...record, reimbursement: { ...record.reimbursement, sourceAmount } };
      });
      return { ...outcome, state: { ...outcome.state, reimbursements } };
    },
  });

/** Announces another amount as paid. */
const paying = (announced: (reimbursement: ReimbursementRecord['reimbursement']) => Money) =>
  replacing('reimbursements', {
    progress(before, context) {
      const { state, events } = reimbursementRules.progress(before, context);
      return {
        state,
        events: events.map((event) => {
          if (event.eventType !== 'reimbursement.paid') return event;
          const paid = state.reimbursements.find(({ id }) => id === event.data.id)?.reimbursement;
          return paid ? { ...event, data: { ...event.data, amount: announced(paid) } } : event;
        }),
      };
    },
  });

export const reimbursementFaults = faultsOf('reimbursement', {
  'reimbursed-employee-announced-without-type': {
    title: 'A consumer does not learn whether a reimbursement goes to an employee.',
    breaks: ['EVENT-034'],
    overrides: inPayloads(
      ['transaction.initiated', 'transaction.succeeded'],
      ({ recipientType, ...payload }) => ({
        ...payload,
        recipientType: payload.type === 'PAYOUT' && recipientType === 'EMPLOYEE' ? '' : recipientType,
      }),
    ),
  },
  'failed-payment-of-a-reimbursement-not-announced': {
    title: 'A consumer never hears that the payment of a reimbursement has failed.',
    breaks: ['TXN-013'],
    subtle: ['event-missing'],
    overrides: replacing('transactions', {
      fail(state, command, context) {
        const failed = transactionRules.fail(state, command, context);
        const isOfReimbursement = state.reimbursements.some(
          ({ transactionId }) => transactionId === command.transactionId,
        );
        return isOfReimbursement ? { ...failed, events: [] } : failed;
      },
    }),
  },
  'reimbursement-refused': {
    title: 'Nobody is paid back, because reimbursements cannot be created.',
    breaks: ['REIMBURSEMENT-002', 'ERR-007'],
    overrides: refusing(forbidden('Reimbursements are not enabled'), 'createReimbursement'),
  },
  'reimbursement-refused-without-receipt': {
    title: 'An expense without a receipt cannot be paid back, which no rule says.',
    breaks: ['REIMBURSEMENT-002', 'ERR-007'],
    overrides: replacing('reimbursements', {
      create: changing(reimbursementRules.create, (outcome, _, { input }) => {
        if (input.receiptFileId === undefined) throw invalidBody({ receiptFileId: 'is missing' });
        return outcome;
      }),
    }),
  },
  'reimbursement-approval-needs-reason': {
    title: 'An approval is refused because it gives no reason, which only a rejection needs.',
    breaks: ['REIMBURSEMENT-003', 'ERR-007'],
    overrides: replacing('reimbursements', {
      review: changing(reimbursementRules.review, (outcome, _, { input }) => {
        if (!input.reason) throw invalidBody({ reason: 'is missing' });
        return outcome;
      }),
    }),
  },
  'reimbursement-rejection-refused': {
    title: 'A dinner for two cannot be turned down.',
    breaks: ['REIMBURSEMENT-004', 'ERR-007'],
    overrides: replacing('reimbursements', {
      review: changing(reimbursementRules.review, (outcome, _, { input }) => {
        if (input.action === 'reject') throw invalidState('A reimbursement can only be approved');
        return outcome;
      }),
    }),
  },
  'reimbursement-not-disbursed': {
    title: 'An approved expense leaves the wallet as it was.',
    breaks: ['REIMBURSEMENT-005'],
    subtle: ['half-applied'],
    overrides: replacing('reimbursements', {
      review: changing(reimbursementRules.review, ({ state, events }, { wallets }) => ({
        state: { ...state, wallets },
        events,
      })),
    }),
  },
  'reimbursement-taken-from-destination-wallet': {
    title: 'An expense is paid from the wallet of the currency that the person receives.',
    breaks: ['REIMBURSEMENT-005', 'REIMBURSEMENT-003', 'ERR-007'],
    overrides: disbursing(({ amount }) => amount),
  },
  'reimbursement-one-unit-too-little': {
    title: 'Every approved expense is paid one unit short of what was agreed.',
    breaks: ['REIMBURSEMENT-005'],
    subtle: ['rounding'],
    overrides: disbursing(({ sourceAmount }) => ({
      ...sourceAmount,
      amount: Math.max(sourceAmount.amount - 1, 1),
    })),
  },
  'reimbursement-rejection-without-reason': {
    title: 'A person hears that an expense was rejected and not why.',
    breaks: ['REIMBURSEMENT-010'],
    overrides: inEvents(rejected, 'reason', remove),
  },
  'reimbursement-rejection-reason-replaced': {
    title: 'A person reads the same words whatever the reason of a rejection was.',
    breaks: ['REIMBURSEMENT-010'],
    overrides: inEvents(rejected, 'reason', () => 'Rejected by the business'),
  },
  'reimbursement-paid-shows-source-amount': {
    title: 'A person who receives naira is told an amount in dollars.',
    breaks: ['REIMBURSEMENT-011'],
    overrides: paying(({ sourceAmount }) => sourceAmount),
  },
  'reimbursement-paid-less-a-unit': {
    title: 'The amount that is announced as paid is one unit less than what arrived.',
    breaks: ['REIMBURSEMENT-011'],
    subtle: ['rounding'],
    overrides: paying(({ amount }) => ({ ...amount, amount: amount.amount - 1 })),
  },
  'simultaneous-approvals-pay-a-reimbursement-twice': {
    title: 'A person whose expense is approved by two managers at once is paid back twice.',
    breaks: ['REIMBURSEMENT-005', 'HOOK-013'],
    subtle: ['concurrency'],
    overrides: lookingBefore('reviewReimbursement', (looks) => ({
      reimbursements: {
        review(state, command, context) {
          const seen = asSeen(state, 'reimbursements', command.reimbursementId, looks);
          return reimbursementRules.review(seen, command, context);
        },
      },
    })),
  },
  'expense-rejection-reason-garbled': {
    title: 'A person who is written to with accents cannot read why an expense was rejected.',
    breaks: ['REIMBURSEMENT-010'],
    subtle: ['non-ascii'],
    overrides: inEvents(rejected, 'reason', garbled),
  },
  'reimbursement-of-the-whole-balance-refused': {
    title: 'An expense that takes the last of a wallet cannot be approved.',
    breaks: ['REIMBURSEMENT-003', 'REIMBURSEMENT-005', 'ERR-007'],
    within: 'balance that covers a reimbursement',
    overrides: replacing('reimbursements', {
      review(state, command, context) {
        const { sourceAmount } = findRecord(state.reimbursements, command.reimbursementId).reimbursement;
        const outcome = reimbursementRules.review(state, command, context);
        const { amount, currency } = sourceAmount;
        if (command.input.action === 'approve' && balanceOf(state, currency) === amount)
          throw invalidState(`The ${currency} wallet does not hold that much`);
        return outcome;
      },
    }),
  },
});
