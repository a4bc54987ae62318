/** Faults in what moves a transaction on: a bank, an operator, the time, and those who are asked. */
import { transactionRules } from '../resources/transactions/rules.ts';
import { findRecord, withRecord } from '../state/business-state.ts';
import type { DomainEvent } from '../state/records/webhooks.ts';
import { faultsOf } from './fault.ts';
import { changing, replacing } from './tools.ts';

type Rules = typeof transactionRules;

/** Accepts a command and does nothing. */
const forgetting: Rules['settle'] & Rules['fail'] = (state) => ({ state, events: [] });

export const transactionMoveFaults = faultsOf('transaction', {
  'settlement-forgotten': {
    title: 'The settlement of a payout by the bank is accepted and has no effect.',
    breaks: ['TXN-009', 'TXN-010'],
    overrides: replacing('transactions', { settle: forgetting }),
  },
  'automatic-settlement-announced-and-not-stored': {
    title: 'A payout that settles by itself is announced as succeeded and stays processing.',
    breaks: ['TXN-009'],
    subtle: ['event-before-its-commit'],
    overrides: replacing('transactions', {
      progress: changing(transactionRules.progress, ({ state, events }) => {
        const settled = events.filter(({ eventType }) => eventType === 'transaction.succeeded');
        const kept = settled.reduce((before, { data }) => {
          const record = findRecord(before.transactions, 'id' in data ? String(data.id) : '');
          const transaction = { ...record.transaction, status: 'processing' as const };
          return withRecord(before, 'transactions', { ...record, transaction });
        }, state);
        return { state: kept, events };
      }),
    }),
  },
  'failure-while-processing-forgotten': {
    title: 'The failure of a processing payout is accepted and has no effect.',
    breaks: ['TXN-012', 'TXN-013'],
    overrides: replacing('transactions', {
      fail(state, command, context) {
        const { status } = findRecord(state.transactions, command.transactionId).transaction;
        const rule = status === 'processing' ? forgetting : transactionRules.fail;
        return rule(state, command, context);
      },
    }),
  },
  'return-forgotten': {
    title: 'The return of a payout by the recipient bank is accepted and has no effect.',
    breaks: ['TXN-014', 'TXN-015'],
    overrides: replacing('transactions', { returnToSender: forgetting }),
  },
  'information-nobody-asked-for-announced': {
    title: 'Information that nobody asked for is accepted and announced as provided.',
    breaks: ['TXN-008'],
    overrides: replacing('transactions', {
      provideInformation(state, command, context) {
        const { id, type, reference, rfi } = findRecord(
          state.transactions,
          command.transactionId,
        ).transaction;
        if (rfi !== undefined) return transactionRules.provideInformation(state, command, context);
        const data = { id, type, reference, status: 'RFI_PROVIDED' as const };
        const provided: DomainEvent = { eventType: 'transaction.rfi.updated', data };
        return { state, events: [provided] };
      },
    }),
  },
});
