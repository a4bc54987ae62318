import { invoiceRules } from '../resources/invoices/rules.ts';
import { kycRules } from '../resources/kyc/rules.ts';
import { createPayrollRules } from '../resources/payrolls/rules.ts';
import { personRules } from '../resources/persons/rules.ts';
import { reimbursementRules } from '../resources/reimbursements/rules.ts';
import { transactionRules } from '../resources/transactions/rules.ts';
import { findRecord } from '../store/business-state.ts';
import type { Fault } from './fault.ts';
import { asSeen, findingBefore, lookingBefore } from './race-tools.ts';

const payrollRules = createPayrollRules();

/** What goes wrong only when two requests about the same thing are under way. */
export const raceFaults: readonly Fault[] = [
  {
    id: 'simultaneous-reviews-announced-twice',
    title: 'A consumer hears twice of a review that was made while another one was under way.',
    area: 'verification',
    breaks: ['HOOK-013', 'KYC-020'],
    overrides: () =>
      lookingBefore('reviewKyc', (looks) => ({
        kyc: {
          review(before, command, now) {
            const { state, events } = kycRules.review(before, command, now);
            const isAlone = looks(command.userId).length < 2;
            return { state, events: isAlone ? events : [...events, ...events] };
          },
        },
      })),
  },
  {
    id: 'simultaneous-resubmissions-both-carried-out',
    title: 'A user who sends a resubmission twice at once swaps the documents that somebody looks at.',
    area: 'verification',
    breaks: ['KYC-022', 'HOOK-013'],
    overrides: () =>
      lookingBefore('resubmitKyc', (looks) => ({
        kyc: {
          resubmit: (state, command, now) =>
            kycRules.resubmit(asSeen(state, 'kycRecords', command.userId, looks), command, now),
        },
      })),
  },
  {
    id: 'exit-cancelled-while-it-is-completed',
    title: 'A consumer hears that somebody has left and then that the exit was cancelled.',
    area: 'person',
    breaks: ['LIFECYCLE-009', 'HOOK-013'],
    overrides: () => ({
      ...lookingBefore('cancelOffboarding', (looks) => ({
        persons: {
          cancelOffboarding(state, command, now) {
            const isOver = findRecord(state.persons, command.personId).exit?.status === 'completed';
            const seen = isOver ? asSeen(state, 'persons', command.personId, looks) : state;
            return personRules.cancelOffboarding(seen, command, now);
          },
        },
      })),
      // Whoever completes an exit looks for the person first, too.
      wrapStore: findingBefore('persons', () => ({})).wrapStore,
    }),
  },
  {
    id: 'simultaneous-cancellations-both-announced',
    title: 'A consumer hears twice that a person stays when the button was pressed twice.',
    area: 'person',
    breaks: ['HOOK-013', 'LIFECYCLE-003'],
    overrides: () =>
      lookingBefore('cancelOffboarding', (looks) => ({
        persons: {
          cancelOffboarding: (state, command, now) =>
            personRules.cancelOffboarding(asSeen(state, 'persons', command.personId, looks), command, now),
        },
      })),
  },
  {
    id: 'simultaneous-reinstatements-both-announced',
    title: 'A consumer welcomes a person twice when the button was pressed twice.',
    area: 'person',
    breaks: ['HOOK-013', 'LIFECYCLE-007'],
    overrides: () =>
      lookingBefore('reinstatePerson', (looks) => ({
        persons: {
          reinstate: (state, command, now) =>
            personRules.reinstate(asSeen(state, 'persons', command.personId, looks), command, now),
        },
      })),
  },
  {
    id: 'simultaneous-approvals-debit-twice',
    title: 'A business whose two managers approve a payroll at once is debited for it twice.',
    area: 'payroll',
    breaks: ['PAYROLL-042', 'PAYROLL-040', 'HOOK-013'],
    overrides: () =>
      lookingBefore('approvePayroll', (looks) => ({
        payrolls: {
          approve: (state, command, now) =>
            payrollRules.approve(asSeen(state, 'payrolls', command.payrollId, looks), command, now),
        },
      })),
  },
  {
    id: 'deposit-during-an-approval-lost',
    title: 'Funds that arrive while a payroll is being approved are gone.',
    area: 'payroll',
    breaks: ['SANDBOX-001', 'PAYROLL-026'],
    overrides: () =>
      lookingBefore('approvePayroll', (looks) => ({
        payrolls: {
          approve(state, command, now) {
            const [{ wallets } = state] = looks(command.payrollId);
            return payrollRules.approve({ ...state, wallets }, command, now);
          },
        },
      })),
  },
  {
    id: 'simultaneous-settlements-both-announced',
    title: 'A consumer hears twice that a payment has arrived when the bank reports it twice at once.',
    area: 'transaction',
    breaks: ['HOOK-013', 'TXN-010'],
    overrides: () =>
      findingBefore('transactions', (asFound) => ({
        transactions: {
          settle: (state, command, now) =>
            transactionRules.settle(asFound(state, command.transactionId), command, now),
        },
      })),
  },
  {
    id: 'simultaneous-approvals-pay-a-reimbursement-twice',
    title: 'A person whose expense is approved by two managers at once is paid back twice.',
    area: 'reimbursement',
    breaks: ['REIMBURSEMENT-005', 'HOOK-013'],
    overrides: () =>
      lookingBefore('reviewReimbursement', (looks) => ({
        reimbursements: {
          review(state, command, context, now) {
            const seen = asSeen(state, 'reimbursements', command.reimbursementId, looks);
            return reimbursementRules.review(seen, command, context, now);
          },
        },
      })),
  },
  {
    id: 'simultaneous-invoice-reviews-both-announced',
    title: 'A contractor hears that an invoice was approved and that it was rejected.',
    area: 'invoice',
    breaks: ['INVOICE-017', 'HOOK-013'],
    overrides: () =>
      lookingBefore('reviewInvoice', (looks) => ({
        invoices: {
          review: (state, command, now) =>
            invoiceRules.review(asSeen(state, 'invoices', command.invoiceId, looks), command, now),
        },
      })),
  },
];
