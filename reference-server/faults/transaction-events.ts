import { transactionRules } from '../resources/transactions/rules.ts';
import { findRecord } from '../store/business-state.ts';
import { inEvents, inPayloads, oneBehind, renamedIn } from './event-tools.ts';
import { type FaultOverrides, faultsOf } from './fault.ts';
import { inEnvelopes, instead, lowerCase, remove, replacing } from './tools.ts';

/** Shows in the event of a success the amount of the success before it in the same business. */
function amountBefore(): FaultOverrides {
  const behind = oneBehind();
  return inEnvelopes('data.amount', (amount, { delivery: { event, eventId, businessId } }) =>
    event.eventType === 'transaction.succeeded' ? behind(businessId, eventId, amount) : amount,
  );
}

const rfi = 'transaction.rfi.updated';

const both = ['transaction.initiated', 'transaction.succeeded'] as const;

const workers = ['EMPLOYEE', 'CONTRACTOR'];

export const transactionEventFaults = faultsOf('transaction', {
  'initiated-event-without-recipient': {
    title: 'A consumer hears of a payment and not to whom it goes.',
    breaks: ['EVENT-021'],
    overrides: inEvents('transaction.initiated', 'recipientId', remove),
  },
  'initiated-event-amount-in-one-number': {
    title: 'A consumer cannot tell in what currency a payment is.',
    breaks: ['EVENT-021', 'CONV-006'],
    overrides: inPayloads('transaction.initiated', ({ amount, ...payload }) => ({
      ...payload,
      ...{ amount: 0, ...(typeof amount === 'object' && amount) },
    })),
  },
  'initiated-event-reference-under-another-name': {
    title: 'A consumer cannot connect a payment with what it pays.',
    breaks: ['EVENT-021'],
    overrides: renamedIn('transaction.initiated', 'reference', 'clientReference'),
  },
  'processing-event-without-tenant-key': {
    title: 'A platform cannot tell whose payment is under way.',
    breaks: ['EVENT-022', 'HOOK-007'],
    overrides: inEvents('transaction.processing', 'tenantKey', remove),
  },
  'rfi-event-with-short-status': {
    title: 'A consumer that waits for RFI_REQUESTED never asks for the information.',
    breaks: ['EVENT-023', 'TXN-007', 'TXN-008'],
    overrides: inEvents(rfi, 'status', (status) => String(status).replace('RFI_', '')),
  },
  'provided-event-asks-once-more': {
    title: 'A consumer goes on showing what was to be done when it is done.',
    breaks: ['EVENT-024'],
    overrides: inPayloads(rfi, (payload) =>
      payload.status === 'RFI_PROVIDED' ? { ...payload, actionRequired: 'Provide information' } : payload,
    ),
  },
  'provided-event-with-empty-action': {
    title: 'A consumer that looks whether anything is to be done finds an action without words.',
    breaks: ['EVENT-024'],
    overrides: inPayloads(rfi, (payload) =>
      payload.status === 'RFI_PROVIDED' ? { ...payload, actionRequired: '' } : payload,
    ),
  },
  'requested-event-without-action': {
    title: 'A consumer hears that information is wanted and not which.',
    breaks: ['EVENT-025'],
    overrides: inEvents(rfi, 'actionRequired', remove),
  },
  'succeeded-event-without-reference': {
    title: 'A consumer hears that something was paid and not what.',
    breaks: ['EVENT-026'],
    overrides: inEvents('transaction.succeeded', 'reference', remove),
  },
  'succeeded-event-without-recipient-type': {
    title: 'A consumer does not know among whom to look for who was paid.',
    breaks: ['EVENT-026'],
    overrides: inEvents('transaction.succeeded', 'recipientType', remove),
  },
  'failed-event-message-under-another-name': {
    title: 'A consumer cannot say why a payment has failed.',
    breaks: ['EVENT-027'],
    overrides: renamedIn('transaction.failed', 'message', 'reason'),
  },
  'failed-event-always-returned': {
    title: 'A consumer waits for money to come back that never left.',
    breaks: ['EVENT-028'],
    overrides: inPayloads('transaction.failed', (payload) => ({ ...payload, isReturned: true })),
  },
  'failed-while-processing-shown-as-returned': {
    title: 'A consumer takes a payment that the bank refuses for one that was returned.',
    breaks: ['EVENT-028'],
    overrides: replacing('transactions', {
      fail(before, command, now) {
        const { status } = findRecord(before.transactions, command.transactionId).transaction;
        const { state, events } = transactionRules.fail(before, command, now);
        if (status !== 'processing') return { state, events };
        const returned = events.map((event) =>
          event.eventType === 'transaction.failed'
            ? { ...event, data: { ...event.data, isReturned: true } }
            : event,
        );
        return { state, events: returned };
      },
    }),
  },
  'payout-event-type-withdrawal': {
    title: 'A consumer does not know the type of a payment.',
    breaks: ['EVENT-029', 'EVENT-032'],
    overrides: inEvents(both, 'type', instead('PAYOUT', 'WITHDRAWAL')),
  },
  'transaction-event-type-in-small-letters': {
    title: 'A consumer that compares the type of a payment takes it for an unknown one.',
    breaks: ['EVENT-029', 'EVENT-030', 'EVENT-031', 'EVENT-032'],
    overrides: inEvents(both, 'type', lowerCase),
  },
  'worker-payment-refers-to-the-worker': {
    title: 'A consumer cannot tell in which payroll somebody was paid.',
    breaks: ['EVENT-030'],
    overrides: inPayloads('transaction.initiated', (payload) =>
      payload.type === 'PAYROLL' ? { ...payload, reference: payload.recipientId } : payload,
    ),
  },
  'worker-payment-announced-as-payout': {
    title: 'A consumer takes the pay of a worker for a payout of somebody.',
    breaks: ['EVENT-030'],
    overrides: inEvents(both, 'type', instead('PAYROLL', 'PAYOUT')),
  },
  'payout-event-with-its-own-reference': {
    title: 'A business cannot find the payout that an event is about by the reference that it gave.',
    breaks: ['EVENT-032'],
    overrides: inPayloads('transaction.initiated', (payload) =>
      payload.type === 'PAYOUT' ? { ...payload, reference: payload.id } : payload,
    ),
  },
  'recipient-type-company': {
    title: 'A consumer does not know what kind of recipient a payment has.',
    breaks: ['EVENT-034'],
    overrides: inEvents(both, 'recipientType', instead('BUSINESS', 'COMPANY')),
  },
  'worker-recipient-is-the-payroll': {
    title: 'A consumer looks for a worker under the id of a payroll.',
    breaks: ['EVENT-035'],
    overrides: inPayloads('transaction.initiated', (payload) =>
      workers.includes(String(payload.recipientType))
        ? { ...payload, recipientId: payload.reference }
        : payload,
    ),
  },
  'worker-recipient-typed-as-user': {
    title: 'A consumer looks for a worker among the users and finds nobody.',
    breaks: ['EVENT-035'],
    overrides: inEvents('transaction.initiated', 'recipientType', (type) =>
      workers.includes(String(type)) ? 'USER' : type,
    ),
  },
  'success-event-with-the-amount-before': {
    title: 'A consumer books every payment with the amount of the payment before it.',
    breaks: ['EVENT-026'],
    subtle: ['stale-data'],
    overrides: amountBefore,
  },
});
