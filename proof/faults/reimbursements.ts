import type { FaultOverrides } from '../../reference-server/fault.ts';
import type { ReimbursementDecisions } from '../../reference-server/resources/reimbursements/decisions.ts';
import {
  createReimbursementRules,
  reimbursementRules,
} from '../../reference-server/resources/reimbursements/rules.ts';
import { transactionRules } from '../../reference-server/resources/transactions/rules.ts';
import { balanceOf, move } from '../../reference-server/resources/wallets/ledger.ts';
import { findRecord } from '../../reference-server/state/business-state.ts';
import type { DomainEvent } from '../../reference-server/state/records/webhooks.ts';
import { forbidden, invalidBody, invalidState } from '../../reference-server/state/refusal.ts';
import { inEvents, inPayloads, withId } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { asSeen, lookingBefore } from './race-tools.ts';
import { refusing } from './request-tools.ts';
import { changing, garbled, remove, replacing, webhooks } from './tools.ts';

const rejected = 'reimbursement.rejected';

/** Reimbursements whose rules decide otherwise. */
export const decide = (decisions: Partial<ReimbursementDecisions>): FaultOverrides =>
  replacing('reimbursements', createReimbursementRules(decisions));

/** Approves at the second attempt. */
function approvingLate(): FaultOverrides {
  const tried = new Set<string>();
  return replacing('reimbursements', {
    review(state, command, context) {
      const outcome = reimbursementRules.review(state, command, context);
      const { reimbursementId, input } = command;
      if (input.action !== 'approve' || tried.has(reimbursementId)) return outcome;
      tried.add(reimbursementId);
      throw invalidState('The reimbursement cannot be approved now');
    },
  });
}

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
    title: 'A consumer is never told that the payment of a reimbursement has failed.',
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
    title: 'Creating a reimbursement is rejected.',
    breaks: ['REIMBURSEMENT-002', 'ERR-007'],
    overrides: refusing(forbidden('Reimbursements are not enabled'), 'createReimbursement'),
  },
  'reimbursement-refused-without-receipt': {
    title: 'A reimbursement without a receipt is rejected, although no rule requires one.',
    breaks: ['REIMBURSEMENT-002', 'ERR-007'],
    overrides: replacing('reimbursements', {
      create: changing(reimbursementRules.create, (outcome, _, { input }) => {
        if (input.receiptFileId === undefined) throw invalidBody({ receiptFileId: 'is missing' });
        return outcome;
      }),
    }),
  },
  'reimbursement-approval-needs-reason': {
    title: 'An approval without a reason is rejected, although only a rejection needs one.',
    breaks: ['REIMBURSEMENT-003', 'ERR-007'],
    overrides: decide({ needsReason: () => true }),
  },
  'reimbursement-rejection-refused': {
    title: 'Rejecting a reimbursement is not possible.',
    breaks: ['REIMBURSEMENT-004', 'ERR-007'],
    overrides: replacing('reimbursements', {
      review: changing(reimbursementRules.review, (outcome, _, { input }) => {
        if (input.action === 'reject') throw invalidState('A reimbursement can only be approved');
        return outcome;
      }),
    }),
  },
  'reimbursement-not-disbursed': {
    title: 'Approving a reimbursement does not debit the wallet.',
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
    title: 'A reimbursement is debited from the wallet of the destination currency.',
    breaks: ['REIMBURSEMENT-005', 'REIMBURSEMENT-003', 'ERR-007'],
    overrides: decide({ disbursed: ({ amount }) => amount }),
  },
  'reimbursement-one-unit-too-little': {
    title: 'A reimbursement is paid one unit short.',
    breaks: ['REIMBURSEMENT-005'],
    subtle: ['rounding'],
    overrides: decide({
      disbursed: ({ sourceAmount }) => ({
        ...sourceAmount,
        amount: Math.max(sourceAmount.amount - 1, 1),
      }),
    }),
  },
  'reimbursement-rejection-without-reason': {
    title: 'The event of a rejected reimbursement lacks the reason.',
    breaks: ['REIMBURSEMENT-010'],
    overrides: inEvents(rejected, 'reason', remove),
  },
  'reimbursement-rejection-reason-replaced': {
    title: 'The event of a rejected reimbursement always has the same reason.',
    breaks: ['REIMBURSEMENT-010'],
    overrides: inEvents(rejected, 'reason', () => 'Rejected by the business'),
  },
  'reimbursement-paid-shows-source-amount': {
    title: 'The event of a paid reimbursement has the source amount instead of the destination amount.',
    breaks: ['REIMBURSEMENT-011'],
    overrides: decide({ paid: ({ sourceAmount }) => sourceAmount }),
  },
  'reimbursement-paid-less-a-unit': {
    title: 'The event of a paid reimbursement has one unit less than was paid.',
    breaks: ['REIMBURSEMENT-011'],
    subtle: ['rounding'],
    overrides: decide({ paid: ({ amount }) => ({ ...amount, amount: amount.amount - 1 }) }),
  },
  'simultaneous-approvals-pay-a-reimbursement-twice': {
    title: 'Two simultaneous approvals pay a reimbursement twice.',
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
    title: 'A rejection reason with accents arrives garbled.',
    breaks: ['REIMBURSEMENT-010'],
    subtle: ['non-ascii'],
    overrides: inEvents(rejected, 'reason', garbled),
  },
  'reimbursement-of-the-whole-balance-refused': {
    title: 'A reimbursement of the whole balance is rejected.',
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
  'reimbursement-in-another-currency-not-disbursed': {
    title: 'A reimbursement in another currency is approved and announced as paid, and no wallet is debited.',
    breaks: ['REIMBURSEMENT-005'],
    subtle: ['coincidence'],
    overrides: replacing('reimbursements', {
      review: changing(reimbursementRules.review, ({ state, events }, { wallets }, { reimbursementId }) => {
        const { amount, sourceAmount } = findRecord(state.reimbursements, reimbursementId).reimbursement;
        const isConverted = amount.currency !== sourceAmount.currency;
        return { state: isConverted ? { ...state, wallets } : state, events };
      }),
    }),
  },
  'reimbursement-rejection-announced-for-the-first': {
    title: 'The event of a rejected reimbursement has the id of the first reimbursement of the business.',
    breaks: ['REIMBURSEMENT-009', 'HOOK-013'],
    subtle: ['wrong-id'],
    overrides: replacing('reimbursements', {
      review: changing(reimbursementRules.review, ({ state, events }) => ({
        state,
        events: withId(events, rejected, state.reimbursements[0]?.id ?? ''),
      })),
    }),
  },
  'rejected-reimbursement-announced-as-paid': {
    title: 'A rejected reimbursement is announced as paid.',
    breaks: ['REIMBURSEMENT-005'],
    overrides: webhooks({
      announced: (events) =>
        events.flatMap((event): DomainEvent[] =>
          event.eventType === rejected && event.data.amount !== undefined
            ? [event, { eventType: 'reimbursement.paid', data: { ...event.data, amount: event.data.amount } }]
            : [event],
        ),
    }),
  },
  'rejected-reimbursement-disbursed': {
    title: 'A reimbursement is debited from the wallet by its review, even if it is rejected.',
    breaks: ['REIMBURSEMENT-012', 'REIMBURSEMENT-006'],
    overrides: replacing('reimbursements', {
      review(before, command, context) {
        const { state, events } = reimbursementRules.review(before, command, context);
        const { sourceAmount: money } = findRecord(
          before.reimbursements,
          command.reimbursementId,
        ).reimbursement;
        if (command.input.action !== 'reject' || balanceOf(state, money.currency) < money.amount)
          return { state, events };
        const movement = { from: 'wallet', to: 'outside', money, cause: command.reimbursementId } as const;
        return { state: move(state, movement, context.now), events };
      },
    }),
  },
  'reimbursement-taken-from-both-wallets': {
    title: 'A reimbursement in another currency is debited from both wallets.',
    breaks: ['REIMBURSEMENT-005'],
    subtle: ['coincidence'],
    overrides: replacing('reimbursements', {
      review(before, command, context) {
        const { state, events } = reimbursementRules.review(before, command, context);
        const { amount: money, sourceAmount } = findRecord(
          before.reimbursements,
          command.reimbursementId,
        ).reimbursement;
        const isConverted = money.currency !== sourceAmount.currency;
        if (command.input.action !== 'approve' || !isConverted) return { state, events };
        if (balanceOf(state, money.currency) < money.amount) return { state, events };
        const movement = { from: 'wallet', to: 'outside', money, cause: command.reimbursementId } as const;
        return { state: move(state, movement, context.now), events };
      },
    }),
  },
  'unconverted-reimbursement-paid-less-a-unit': {
    title: 'The event of a paid reimbursement in the currency of the wallet has one unit less than was paid.',
    breaks: ['REIMBURSEMENT-011'],
    subtle: ['rounding'],
    overrides: decide({
      paid: ({ amount, sourceAmount }) =>
        amount.currency === sourceAmount.currency ? { ...amount, amount: amount.amount - 1 } : amount,
    }),
  },
  'first-approval-of-a-reimbursement-refused': {
    title: 'The first approval of a reimbursement is rejected; the same request succeeds the second time.',
    breaks: ['REIMBURSEMENT-003', 'ERR-007'],
    overrides: approvingLate,
  },
});
