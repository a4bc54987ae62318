/** Faults in what moves a transaction on: a bank, an operator, the time, and those who are asked. */
import { transactionRules } from '../../reference-server/resources/transactions/rules.ts';
import { findRecord, withRecord } from '../../reference-server/state/business-state.ts';
import type { StoredTransaction } from '../../reference-server/state/records/money.ts';
import type { DomainEvent } from '../../reference-server/state/records/webhooks.ts';
import { faultsOf } from './fault.ts';
import { changing, replacing } from './tools.ts';

/** Sends an event of a transaction as usual, but stores a different status. */
const storing = (eventType: DomainEvent['eventType'], status: StoredTransaction['status']) =>
  changing(transactionRules.progress, ({ state, events }) => {
    const announced = events.filter((event) => event.eventType === eventType);
    const stored = announced.reduce((before, { data }) => {
      const record = findRecord(before.transactions, 'id' in data ? String(data.id) : '');
      return withRecord(before, 'transactions', {
        ...record,
        transaction: { ...record.transaction, status },
      });
    }, state);
    return { state: stored, events };
  });

export const transactionMoveFaults = faultsOf('transaction', {
  'automatic-settlement-announced-and-not-stored': {
    title: 'A payout that settles by itself is announced as succeeded and stays processing.',
    breaks: ['TXN-009'],
    subtle: ['event-before-its-commit'],
    overrides: replacing('transactions', { progress: storing('transaction.succeeded', 'processing') }),
  },
  'processing-announced-and-not-stored': {
    title: 'A payout that passes the checks is announced as processing and stays initiated.',
    breaks: ['TXN-003'],
    subtle: ['event-before-its-commit'],
    overrides: replacing('transactions', { progress: storing('transaction.processing', 'initiated') }),
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
