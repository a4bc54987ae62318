import { transactionRules } from '../resources/transactions/rules.ts';
import { findRecord } from '../state/business-state.ts';
import { inEvents, inPayloads, renamedIn } from './event-tools.ts';
import type { Fault } from './fault.ts';
import { remove } from './tools.ts';

const both = ['transaction.initiated', 'transaction.succeeded'] as const;
const rfi = 'transaction.rfi.updated';
const workers = ['EMPLOYEE', 'CONTRACTOR'];

export const transactionEventFaults: readonly Fault[] = [
  {
    id: 'initiated-event-without-recipient',
    title: 'A consumer hears of a payment and not to whom it goes.',
    area: 'transaction',
    breaks: ['EVENT-021'],
    overrides: inEvents('transaction.initiated', 'recipientId', remove),
  },
  {
    id: 'initiated-event-amount-in-one-number',
    title: 'A consumer cannot tell in what currency a payment is.',
    area: 'transaction',
    breaks: ['EVENT-021', 'CONV-006'],
    overrides: inPayloads('transaction.initiated', ({ amount, ...payload }) => ({
      ...payload,
      ...{ amount: 0, ...(typeof amount === 'object' && amount) },
    })),
  },
  {
    id: 'initiated-event-reference-under-another-name',
    title: 'A consumer cannot connect a payment with what it pays.',
    area: 'transaction',
    breaks: ['EVENT-021'],
    overrides: renamedIn('transaction.initiated', 'reference', 'clientReference'),
  },
  {
    id: 'processing-event-without-tenant-key',
    title: 'A platform cannot tell whose payment is under way.',
    area: 'transaction',
    breaks: ['EVENT-022', 'HOOK-007'],
    overrides: inEvents('transaction.processing', 'tenantKey', remove),
  },
  {
    id: 'rfi-event-with-short-status',
    title: 'A consumer that waits for RFI_REQUESTED never asks for the information.',
    area: 'transaction',
    breaks: ['EVENT-023', 'TXN-007', 'TXN-008'],
    overrides: inEvents(rfi, 'status', (status) => String(status).replace('RFI_', '')),
  },
  {
    id: 'provided-event-asks-once-more',
    title: 'A consumer goes on showing what was to be done when it is done.',
    area: 'transaction',
    breaks: ['EVENT-024'],
    overrides: inPayloads(rfi, (payload) =>
      payload.status === 'RFI_PROVIDED' ? { ...payload, actionRequired: 'Provide information' } : payload,
    ),
  },
  {
    id: 'provided-event-with-empty-action',
    title: 'A consumer that looks whether anything is to be done finds an action without words.',
    area: 'transaction',
    breaks: ['EVENT-024'],
    overrides: inPayloads(rfi, (payload) =>
      payload.status === 'RFI_PROVIDED' ? { ...payload, actionRequired: '' } : payload,
    ),
  },
  {
    id: 'requested-event-without-action',
    title: 'A consumer hears that information is wanted and not which.',
    area: 'transaction',
    breaks: ['EVENT-025'],
    overrides: inEvents(rfi, 'actionRequired', remove),
  },
  {
    id: 'succeeded-event-without-reference',
    title: 'A consumer hears that something was paid and not what.',
    area: 'transaction',
    breaks: ['EVENT-026'],
    overrides: inEvents('transaction.succeeded', 'reference', remove),
  },
  {
    id: 'succeeded-event-without-recipient-type',
    title: 'A consumer does not know among whom to look for who was paid.',
    area: 'transaction',
    breaks: ['EVENT-026'],
    overrides: inEvents('transaction.succeeded', 'recipientType', remove),
  },
  {
    id: 'failed-event-message-under-another-name',
    title: 'A consumer cannot say why a payment has failed.',
    area: 'transaction',
    breaks: ['EVENT-027'],
    overrides: renamedIn('transaction.failed', 'message', 'reason'),
  },
  {
    id: 'failed-event-always-returned',
    title: 'A consumer waits for money to come back that never left.',
    area: 'transaction',
    breaks: ['EVENT-028'],
    overrides: inPayloads('transaction.failed', (payload) => ({ ...payload, isReturned: true })),
  },
  {
    id: 'failed-while-processing-shown-as-returned',
    title: 'A consumer takes a payment that the bank refuses for one that was returned.',
    area: 'transaction',
    breaks: ['EVENT-028'],
    overrides: {
      rules: {
        transactions: {
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
        },
      },
    },
  },
  {
    id: 'payout-event-type-withdrawal',
    title: 'A consumer does not know the type of a payment.',
    area: 'transaction',
    breaks: ['EVENT-029', 'EVENT-032'],
    overrides: inEvents(both, 'type', (type) => (type === 'PAYOUT' ? 'WITHDRAWAL' : type)),
  },
  {
    id: 'transaction-event-type-in-small-letters',
    title: 'A consumer that compares the type of a payment takes it for an unknown one.',
    area: 'transaction',
    breaks: ['EVENT-029', 'EVENT-030', 'EVENT-031', 'EVENT-032'],
    overrides: inEvents(both, 'type', (type) => String(type).toLowerCase()),
  },
  {
    id: 'worker-payment-refers-to-the-worker',
    title: 'A consumer cannot tell in which payroll somebody was paid.',
    area: 'transaction',
    breaks: ['EVENT-030'],
    overrides: inPayloads('transaction.initiated', (payload) =>
      payload.type === 'PAYROLL' ? { ...payload, reference: payload.recipientId } : payload,
    ),
  },
  {
    id: 'worker-payment-announced-as-payout',
    title: 'A consumer takes the pay of a worker for a payout of somebody.',
    area: 'transaction',
    breaks: ['EVENT-030'],
    overrides: inEvents(both, 'type', (type) => (type === 'PAYROLL' ? 'PAYOUT' : type)),
  },
  {
    id: 'payout-event-with-its-own-reference',
    title: 'A business cannot find the payout that an event is about by the reference that it gave.',
    area: 'transaction',
    breaks: ['EVENT-032'],
    overrides: inPayloads('transaction.initiated', (payload) =>
      payload.type === 'PAYOUT' ? { ...payload, reference: payload.id } : payload,
    ),
  },
  {
    id: 'recipient-type-company',
    title: 'A consumer does not know what kind of recipient a payment has.',
    area: 'transaction',
    breaks: ['EVENT-034'],
    overrides: inEvents(both, 'recipientType', (type) => (type === 'BUSINESS' ? 'COMPANY' : type)),
  },
  {
    id: 'worker-recipient-is-the-payroll',
    title: 'A consumer looks for a worker under the id of a payroll.',
    area: 'transaction',
    breaks: ['EVENT-035'],
    overrides: inPayloads('transaction.initiated', (payload) =>
      workers.includes(String(payload.recipientType))
        ? { ...payload, recipientId: payload.reference }
        : payload,
    ),
  },
  {
    id: 'worker-recipient-typed-as-user',
    title: 'A consumer looks for a worker among the users and finds nobody.',
    area: 'transaction',
    breaks: ['EVENT-035'],
    overrides: inEvents('transaction.initiated', 'recipientType', (type) =>
      workers.includes(String(type)) ? 'USER' : type,
    ),
  },
];
