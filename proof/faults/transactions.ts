import type { FaultOverrides } from '../../reference-server/fault.ts';
import { transactionRules } from '../../reference-server/resources/transactions/rules.ts';
import { type BusinessState, findRecord, withRecord } from '../../reference-server/state/business-state.ts';
import type { TransactionRecord } from '../../reference-server/state/records/money.ts';
import type { DomainEvent } from '../../reference-server/state/records/webhooks.ts';
import { inEvents, inPayloads, oneBehind, renamedIn, silentAbout, twice } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { findingBefore } from './race-tools.ts';
import {
  changing,
  inAnswers,
  inEnvelopes,
  instead,
  lowerCase,
  onlyAnnounced,
  remove,
  replacing,
  silenced,
  webhooks,
} from './tools.ts';

type Rules = typeof transactionRules;

const initiated = 'transaction.initiated';
const succeeded = 'transaction.succeeded';
const failed = 'transaction.failed';

/** The state with something of one transaction changed. */
const withTransaction = (
  state: BusinessState,
  { transactionId }: { readonly transactionId: string },
  change: (record: TransactionRecord) => TransactionRecord,
) => withRecord(state, 'transactions', change(findRecord(state.transactions, transactionId)));

/** The state with one transaction in another status, whatever has happened to it. */
const withStatus = (
  state: BusinessState,
  command: { readonly transactionId: string },
  status: TransactionRecord['transaction']['status'],
) =>
  withTransaction(state, command, (record) => ({
    ...record,
    transaction: { ...record.transaction, status },
  }));

/** Lets a transaction that was settled by hand keep its time of settlement. */
const settlingLater: Rules['settle'] = (before, command, context) => {
  const { settlesAt } = findRecord(before.transactions, command.transactionId);
  const { state, events } = transactionRules.settle(before, command, context);
  const later = withTransaction(state, command, (record) => ({
    ...record,
    ...(settlesAt !== undefined && { settlesAt }),
  }));
  return { state: later, events };
};

/** Adds an event of processing before every success. */
const withProcessing = (events: readonly DomainEvent[]) =>
  events.flatMap((event): DomainEvent[] => {
    if (event.eventType !== succeeded) return [event];
    const { id, amount, type, reference, recipientId, recipientType } = event.data;
    const data = { id, amount, type, reference, recipientId, recipientType };
    return [{ eventType: 'transaction.processing', data }, event];
  });

/** Fails transactions of one status in another way. */
const failing = (wanted: 'initiated' | 'processing' | 'succeeded', otherwise: Rules['fail']) =>
  replacing('transactions', {
    fail(state, command, context) {
      const { status } = findRecord(state.transactions, command.transactionId).transaction;
      return (status === wanted ? otherwise : transactionRules.fail)(state, command, context);
    },
  });

/** Shows in the event of a success the amount of the success before it in the same business. */
function amountBefore(): FaultOverrides {
  const behind = oneBehind();
  return inEnvelopes('data.amount', (amount, { delivery: { event, eventId, businessId } }) =>
    event.eventType === succeeded ? behind(businessId, eventId, amount) : amount,
  );
}

const rfi = 'transaction.rfi.updated';

const both = [initiated, succeeded] as const;

const workers = ['EMPLOYEE', 'CONTRACTOR'];

export const transactionFaults = faultsOf('transaction', {
  'instant-payment-without-event': {
    title: 'An instant payment succeeds without an event.',
    breaks: ['EVENT-046'],
    overrides: silentAbout('instant-pay.succeeded'),
  },
  'payout-initiation-not-announced': {
    title: 'A consumer is not notified that a payout was initiated.',
    breaks: ['TXN-002'],
    overrides: silentAbout(initiated, ({ type }) => type === 'PAYOUT'),
  },
  'transaction-processing-not-announced': {
    title: 'A consumer is not notified that a payout is processing.',
    breaks: ['TXN-017'],
    overrides: silentAbout('transaction.processing'),
  },
  'processing-announced-twice': {
    title: 'The processing of a payout is announced twice.',
    breaks: ['TXN-004', 'HOOK-013'],
    subtle: ['event-doubled'],
    beyond: 'transaction.processing at most once',
    overrides: twice('transaction.processing'),
  },
  'settlement-announces-processing-again': {
    title: 'The settlement of a payout announces its processing again.',
    breaks: ['TXN-004'],
    subtle: ['event-doubled'],
    beyond: 'transaction.processing at most once',
    overrides: replacing('transactions', {
      settle: changing(transactionRules.settle, ({ state, events }) => ({
        state,
        events: withProcessing(events),
      })),
    }),
  },
  'fee-announces-processing': {
    title: 'An instantly settled fee announces processing.',
    breaks: ['TXN-005'],
    overrides: webhooks({
      announced: (events) =>
        events.flatMap((event) =>
          event.eventType === succeeded && event.data.type === 'PAYROLL_FEE'
            ? withProcessing([event])
            : [event],
        ),
    }),
  },
  'fee-success-not-announced': {
    title: 'A consumer is not notified that the fee of a payroll was paid.',
    breaks: ['TXN-005'],
    subtle: ['event-missing'],
    overrides: silentAbout(succeeded, ({ type }) => type === 'PAYROLL_FEE'),
  },
  'information-request-starts-processing': {
    title: 'A request for information moves a payout to processing.',
    breaks: ['TXN-006', 'TXN-008'],
    overrides: replacing('transactions', {
      requestInformation: changing(transactionRules.requestInformation, ({ state, events }, _, command) => ({
        state: withStatus(state, command, 'processing'),
        events,
      })),
    }),
  },
  'information-request-does-not-hold-the-checks': {
    title: 'A payout passes its checks although information was requested.',
    breaks: ['TXN-006'],
    overrides: replacing('transactions', {
      requestInformation(before, command, context) {
        const { state, events } = transactionRules.requestInformation(before, command, context);
        const checkedAt = context.now + 5;
        return { state: withTransaction(state, command, (record) => ({ ...record, checkedAt })), events };
      },
    }),
  },
  'information-request-not-announced': {
    title: 'A consumer is not notified that information is requested.',
    breaks: ['TXN-007'],
    overrides: silentAbout(rfi, ({ status }) => status === 'RFI_REQUESTED'),
  },
  'provided-information-not-announced': {
    title: 'A consumer is not notified that the information was provided.',
    breaks: ['TXN-008'],
    overrides: silentAbout(rfi, ({ status }) => status === 'RFI_PROVIDED'),
  },
  'provided-information-announced-as-requested': {
    title: 'Provided information is announced as requested.',
    breaks: ['TXN-008'],
    overrides: inPayloads(rfi, (payload) => ({
      actionRequired: 'Provide information',
      ...payload,
      status: 'RFI_REQUESTED',
    })),
  },
  'settlement-announced-and-not-stored': {
    title: 'The success of a payout is announced but not stored.',
    breaks: ['TXN-009'],
    subtle: ['event-before-its-commit'],
    overrides: inAnswers('readTransaction', 'status', instead('succeeded', 'processing')),
  },
  'settlement-not-announced': {
    title: 'A consumer is not notified that a payout succeeded.',
    breaks: ['TXN-010'],
    overrides: replacing('transactions', {
      settle: silenced(transactionRules.settle),
    }),
  },
  'success-announced-as-failure': {
    title: 'The success of a payout is announced as a failure.',
    breaks: ['TXN-010', 'EVENT-027'],
    overrides: inEnvelopes('eventType', instead(succeeded, failed)),
  },
  'initiated-transaction-cannot-fail': {
    title: 'A transaction cannot fail while it is initiated.',
    breaks: ['TXN-011', 'TXN-013'],
    overrides: failing('initiated', (state) => ({ state, events: [] })),
  },
  'processing-failure-recorded-as-success': {
    title: 'A payout that failed while processing is shown as succeeded.',
    breaks: ['TXN-012', 'TXN-013'],
    overrides: failing('processing', transactionRules.settle),
  },
  'failure-not-announced': {
    title: 'A consumer is not notified that a payout failed.',
    breaks: ['TXN-013'],
    overrides: replacing('transactions', {
      fail: silenced(transactionRules.fail),
    }),
  },
  'failure-of-the-checks-not-announced': {
    title: 'A consumer is not notified of payouts that fail their checks.',
    breaks: ['TXN-013'],
    subtle: ['event-missing'],
    overrides: failing('initiated', silenced(transactionRules.fail)),
  },
  'returned-transaction-stays-succeeded': {
    title: 'A returned transaction stays succeeded.',
    breaks: ['TXN-014'],
    overrides: replacing('transactions', {
      returnToSender: onlyAnnounced(transactionRules.returnToSender),
    }),
  },
  'return-not-announced': {
    title: 'A consumer is not notified of a returned transaction.',
    breaks: ['TXN-015', 'TXN-013'],
    overrides: replacing('transactions', {
      returnToSender: silenced(transactionRules.returnToSender),
    }),
  },
  'return-announced-as-plain-failure': {
    title: 'The event of a returned transaction lacks isReturned.',
    breaks: ['TXN-015'],
    overrides: inPayloads(failed, ({ isReturned: _, ...payload }) => payload),
  },
  'deposit-not-announced': {
    title: 'A consumer is not notified of a deposit.',
    breaks: ['TXN-010'],
    overrides: silentAbout(succeeded, ({ type }) => type === 'DEPOSIT'),
  },
  'settled-transaction-settles-again': {
    title: 'A settled transaction can settle again: it is announced twice, and a deposit is credited twice.',
    breaks: ['HOOK-013', 'TXN-010'],
    subtle: ['second-time', 'event-doubled'],
    overrides: replacing('transactions', { settle: settlingLater }),
  },
  'arrived-payment-fails-without-a-return': {
    title: 'A succeeded payout can fail without a return by the bank.',
    breaks: ['TXN-015', 'TXN-016'],
    overrides: failing('succeeded', (state, command, context) =>
      transactionRules.fail(withStatus(state, command, 'processing'), command, context),
    ),
  },
  'returned-transaction-returned-again': {
    title: 'A transaction can be returned twice, and is credited twice.',
    breaks: ['TXN-016', 'WALLET-001'],
    subtle: ['second-time'],
    overrides: replacing('transactions', {
      returnToSender(state, command, context) {
        const { isReturned } = findRecord(state.transactions, command.transactionId).transaction;
        const paid = isReturned ? withStatus(state, command, 'succeeded') : state;
        return transactionRules.returnToSender(paid, command, context);
      },
    }),
  },
  'late-information-reopens-a-failed-transaction': {
    title: 'Information that is provided late reopens a failed payout.',
    breaks: ['TXN-016', 'TXN-011'],
    subtle: ['coincidence'],
    overrides: replacing('transactions', {
      provideInformation(state, command, context) {
        const record = findRecord(state.transactions, command.transactionId);
        const { message: _, ...transaction } = record.transaction;
        if (transaction.status !== 'failed' || transaction.rfi?.status !== 'RFI_REQUESTED')
          return transactionRules.provideInformation(state, command, context);
        const reopened = { ...record, transaction: { ...transaction, status: 'initiated' as const } };
        const before = withRecord(state, 'transactions', reopened);
        return transactionRules.provideInformation(before, command, context);
      },
    }),
  },
  'simultaneous-settlements-both-announced': {
    title: 'Two simultaneous settlements of a payment are both announced.',
    breaks: ['HOOK-013', 'TXN-010'],
    subtle: ['concurrency'],
    overrides: findingBefore('transactions', (asFound) => ({
      transactions: {
        settle: (state, command, context) =>
          transactionRules.settle(asFound(state, command.transactionId), command, context),
      },
    })),
  },

  'initiated-event-without-recipient': {
    title: 'The event of a new payment lacks the recipient.',
    breaks: ['EVENT-021'],
    overrides: inEvents(initiated, 'recipientId', remove),
  },
  'initiated-event-amount-in-one-number': {
    title: 'The amount in the event of a new payment is a number without a currency.',
    breaks: ['EVENT-021', 'CONV-006'],
    overrides: inPayloads(initiated, ({ amount, ...payload }) => ({
      ...payload,
      ...{ amount: 0, ...(typeof amount === 'object' && amount) },
    })),
  },
  'initiated-event-reference-under-another-name': {
    title: 'The event of a new payment has its reference in another field.',
    breaks: ['EVENT-021'],
    overrides: renamedIn(initiated, 'reference', 'clientReference'),
  },
  'processing-event-without-tenant-key': {
    title: 'The event transaction.processing lacks the tenantKey.',
    breaks: ['EVENT-022', 'HOOK-007'],
    overrides: inEvents('transaction.processing', 'tenantKey', remove),
  },
  'rfi-event-with-short-status': {
    title: 'The event transaction.rfi.updated has REQUESTED instead of RFI_REQUESTED.',
    breaks: ['EVENT-023', 'TXN-007', 'TXN-008'],
    overrides: inEvents(rfi, 'status', (status) => String(status).replace('RFI_', '')),
  },
  'provided-event-asks-once-more': {
    title: 'The event of provided information repeats actionRequired.',
    breaks: ['EVENT-024'],
    overrides: inPayloads(rfi, (payload) =>
      payload.status === 'RFI_PROVIDED' ? { ...payload, actionRequired: 'Provide information' } : payload,
    ),
  },
  'provided-event-with-empty-action': {
    title: 'The event of provided information has an empty actionRequired.',
    breaks: ['EVENT-024'],
    overrides: inPayloads(rfi, (payload) =>
      payload.status === 'RFI_PROVIDED' ? { ...payload, actionRequired: '' } : payload,
    ),
  },
  'requested-event-without-action': {
    title: 'The event of requested information lacks actionRequired.',
    breaks: ['EVENT-025'],
    overrides: inEvents(rfi, 'actionRequired', remove),
  },
  'succeeded-event-without-reference': {
    title: 'The event transaction.succeeded lacks the reference.',
    breaks: ['EVENT-026'],
    overrides: inEvents(succeeded, 'reference', remove),
  },
  'succeeded-event-without-recipient-type': {
    title: 'The event transaction.succeeded lacks the recipientType.',
    breaks: ['EVENT-026'],
    overrides: inEvents(succeeded, 'recipientType', remove),
  },
  'failed-event-message-under-another-name': {
    title: 'The event transaction.failed has its message in another field.',
    breaks: ['EVENT-027'],
    overrides: renamedIn(failed, 'message', 'reason'),
  },
  'failed-event-always-returned': {
    title: 'Every transaction.failed has isReturned true.',
    breaks: ['EVENT-028'],
    overrides: inPayloads(failed, (payload) => ({ ...payload, isReturned: true })),
  },
  'failed-while-processing-shown-as-returned': {
    title: 'A transaction that fails while processing is announced as returned.',
    breaks: ['EVENT-028'],
    overrides: replacing('transactions', {
      fail(before, command, context) {
        const { status } = findRecord(before.transactions, command.transactionId).transaction;
        const { state, events } = transactionRules.fail(before, command, context);
        if (status !== 'processing') return { state, events };
        const returned = events.map((event) =>
          event.eventType === failed ? { ...event, data: { ...event.data, isReturned: true } } : event,
        );
        return { state, events: returned };
      },
    }),
  },
  'payout-event-type-withdrawal': {
    title: 'The event of a payout has the undocumented type WITHDRAWAL.',
    breaks: ['EVENT-029', 'EVENT-032'],
    overrides: inEvents(both, 'type', instead('PAYOUT', 'WITHDRAWAL')),
  },
  'transaction-event-type-in-small-letters': {
    title: 'The type of a transaction in an event is in lower case.',
    breaks: ['EVENT-029', 'EVENT-030', 'EVENT-031', 'EVENT-032'],
    overrides: inEvents(both, 'type', lowerCase),
  },
  'worker-payment-refers-to-the-worker': {
    title: 'The reference of a worker payment is the worker instead of the payroll.',
    breaks: ['EVENT-030'],
    overrides: inPayloads(initiated, (payload) =>
      payload.type === 'PAYROLL' ? { ...payload, reference: payload.recipientId } : payload,
    ),
  },
  'worker-payment-announced-as-payout': {
    title: 'A worker payment is announced with the type PAYOUT.',
    breaks: ['EVENT-030'],
    overrides: inEvents(both, 'type', instead('PAYROLL', 'PAYOUT')),
  },
  'payout-event-with-its-own-reference': {
    title: "The event of a payout has a reference of the service instead of the client's.",
    breaks: ['EVENT-032'],
    overrides: inPayloads(initiated, (payload) =>
      payload.type === 'PAYOUT' ? { ...payload, reference: payload.id } : payload,
    ),
  },
  'recipient-type-company': {
    title: 'The event of a payment has the undocumented recipientType COMPANY.',
    breaks: ['EVENT-034'],
    overrides: inEvents(both, 'recipientType', instead('BUSINESS', 'COMPANY')),
  },
  'worker-recipient-is-the-payroll': {
    title: 'The recipientId of a worker payment is the payroll.',
    breaks: ['EVENT-035'],
    overrides: inPayloads(initiated, (payload) =>
      workers.includes(String(payload.recipientType))
        ? { ...payload, recipientId: payload.reference }
        : payload,
    ),
  },
  'worker-recipient-typed-as-user': {
    title: 'The recipientType of a worker payment is USER.',
    breaks: ['EVENT-035'],
    overrides: inEvents(initiated, 'recipientType', (type) =>
      workers.includes(String(type)) ? 'USER' : type,
    ),
  },
  'success-event-with-the-amount-before': {
    title: 'The event transaction.succeeded has the amount of the previous payment.',
    breaks: ['EVENT-026'],
    subtle: ['stale-data'],
    overrides: amountBefore,
  },
});
