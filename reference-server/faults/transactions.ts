import { transactionRules } from '../resources/transactions/rules.ts';
import { type BusinessState, findRecord, withRecord } from '../state/business-state.ts';
import type { TransactionRecord } from '../state/records/money.ts';
import type { DomainEvent } from '../state/records/webhooks.ts';
import { inEvents, inPayloads, oneBehind, renamedIn, silentAbout, twice } from './event-tools.ts';
import { type FaultOverrides, faultsOf } from './fault.ts';
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
    title: 'An instant payment succeeds and no event is sent.',
    breaks: ['EVENT-046'],
    overrides: silentAbout('instant-pay.succeeded'),
  },
  'payout-initiation-not-announced': {
    title: 'A consumer hears of a payout when it is under way, and not that it was begun.',
    breaks: ['TXN-002'],
    overrides: silentAbout(initiated, ({ type }) => type === 'PAYOUT'),
  },
  'transaction-processing-not-announced': {
    title: 'A consumer goes on showing a payout as being checked.',
    breaks: ['TXN-003'],
    overrides: silentAbout('transaction.processing'),
  },
  'processing-announced-twice': {
    title: 'A consumer counts every payout that is under way twice.',
    breaks: ['TXN-004', 'HOOK-013'],
    subtle: ['event-doubled'],
    beyond: 'transaction.processing at most once',
    overrides: twice('transaction.processing'),
  },
  'settlement-announces-processing-again': {
    title: 'A consumer hears that a payout is under way a second time, when it arrives.',
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
    title: 'A consumer waits for the settlement of a fee that was settled at once.',
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
    title: 'A consumer takes the fee of a payroll for one that is not paid yet.',
    breaks: ['TXN-005'],
    subtle: ['event-missing'],
    overrides: silentAbout(succeeded, ({ type }) => type === 'PAYROLL_FEE'),
  },
  'information-request-starts-processing': {
    title: 'A payout goes on although somebody has asked what it is for.',
    breaks: ['TXN-006', 'TXN-008'],
    overrides: replacing('transactions', {
      requestInformation: changing(transactionRules.requestInformation, ({ state, events }, _, command) => ({
        state: withStatus(state, command, 'processing'),
        events,
      })),
    }),
  },
  'information-request-does-not-hold-the-checks': {
    title: 'A payout goes on after seconds although somebody has asked what it is for.',
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
    title: 'A payout waits for an answer to a question that nobody has heard.',
    breaks: ['TXN-007'],
    overrides: silentAbout(rfi, ({ status }) => status === 'RFI_REQUESTED'),
  },
  'provided-information-not-announced': {
    title: 'A consumer goes on asking for information that was provided.',
    breaks: ['TXN-008'],
    overrides: silentAbout(rfi, ({ status }) => status === 'RFI_PROVIDED'),
  },
  'provided-information-announced-as-requested': {
    title: 'A consumer takes the answer to a question for a second question.',
    breaks: ['TXN-008'],
    overrides: inPayloads(rfi, (payload) => ({
      actionRequired: 'Provide information',
      ...payload,
      status: 'RFI_REQUESTED',
    })),
  },
  'settlement-announced-and-not-stored': {
    title: 'A consumer hears that a payout has arrived while reading it says that it is under way.',
    breaks: ['TXN-009'],
    subtle: ['event-before-its-commit'],
    overrides: inAnswers('readTransaction', 'status', instead('succeeded', 'processing')),
  },
  'settlement-not-announced': {
    title: 'A consumer never hears that a payout has arrived.',
    breaks: ['TXN-010'],
    overrides: replacing('transactions', {
      settle: silenced(transactionRules.settle),
    }),
  },
  'success-announced-as-failure': {
    title: 'A consumer pays a second time what has arrived.',
    breaks: ['TXN-010', 'EVENT-027'],
    overrides: inEnvelopes('eventType', instead(succeeded, failed)),
  },
  'initiated-transaction-cannot-fail': {
    title: 'A payout that its checks have stopped goes on.',
    breaks: ['TXN-011', 'TXN-013'],
    overrides: failing('initiated', (state) => ({ state, events: [] })),
  },
  'processing-failure-recorded-as-success': {
    title: 'A payout that the bank has refused is shown as paid.',
    breaks: ['TXN-012', 'TXN-013'],
    overrides: failing('processing', transactionRules.settle),
  },
  'failure-not-announced': {
    title: 'A consumer never hears that a payout has failed.',
    breaks: ['TXN-013'],
    overrides: replacing('transactions', {
      fail: silenced(transactionRules.fail),
    }),
  },
  'failure-of-the-checks-not-announced': {
    title: 'A consumer hears of payouts that the bank refuses and not of those that the checks do.',
    breaks: ['TXN-013'],
    subtle: ['event-missing'],
    overrides: failing('initiated', silenced(transactionRules.fail)),
  },
  'returned-transaction-stays-succeeded': {
    title: 'Money that has come back is shown as paid.',
    breaks: ['TXN-014'],
    overrides: replacing('transactions', {
      returnToSender: onlyAnnounced(transactionRules.returnToSender),
    }),
  },
  'return-not-announced': {
    title: 'A consumer never hears that money has come back.',
    breaks: ['TXN-015', 'TXN-013'],
    overrides: replacing('transactions', {
      returnToSender: silenced(transactionRules.returnToSender),
    }),
  },
  'return-announced-as-plain-failure': {
    title: 'A consumer cannot tell money that came back from money that never left.',
    breaks: ['TXN-015'],
    overrides: inPayloads(failed, ({ isReturned: _, ...payload }) => payload),
  },
  'deposit-not-announced': {
    title: 'A consumer does not hear that funds have arrived.',
    breaks: ['TXN-010'],
    overrides: silentAbout(succeeded, ({ type }) => type === 'DEPOSIT'),
  },
  'settled-transaction-settles-again': {
    title: 'A consumer hears a second time that a payment has arrived, and a deposit is credited twice.',
    breaks: ['HOOK-013', 'TXN-010'],
    subtle: ['second-time', 'event-doubled'],
    overrides: replacing('transactions', { settle: settlingLater }),
  },
  'arrived-payment-fails-without-a-return': {
    title: 'A payout that had succeeded fails, and the event does not say that the bank returned it.',
    breaks: ['TXN-015', 'TXN-016'],
    overrides: failing('succeeded', (state, command, context) =>
      transactionRules.fail(withStatus(state, command, 'processing'), command, context),
    ),
  },
  'returned-transaction-returned-again': {
    title: 'A payout that the bank returns twice is credited twice.',
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
    title: 'A payout that has failed is sent after all when somebody answers an old question.',
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
    title: 'A consumer hears twice that a payment has arrived when the bank reports it twice at once.',
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
    title: 'A consumer hears of a payment and not to whom it goes.',
    breaks: ['EVENT-021'],
    overrides: inEvents(initiated, 'recipientId', remove),
  },
  'initiated-event-amount-in-one-number': {
    title: 'A consumer cannot tell in what currency a payment is.',
    breaks: ['EVENT-021', 'CONV-006'],
    overrides: inPayloads(initiated, ({ amount, ...payload }) => ({
      ...payload,
      ...{ amount: 0, ...(typeof amount === 'object' && amount) },
    })),
  },
  'initiated-event-reference-under-another-name': {
    title: 'A consumer cannot connect a payment with what it pays.',
    breaks: ['EVENT-021'],
    overrides: renamedIn(initiated, 'reference', 'clientReference'),
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
    overrides: inEvents(succeeded, 'reference', remove),
  },
  'succeeded-event-without-recipient-type': {
    title: 'A consumer does not know among whom to look for who was paid.',
    breaks: ['EVENT-026'],
    overrides: inEvents(succeeded, 'recipientType', remove),
  },
  'failed-event-message-under-another-name': {
    title: 'A consumer cannot say why a payment has failed.',
    breaks: ['EVENT-027'],
    overrides: renamedIn(failed, 'message', 'reason'),
  },
  'failed-event-always-returned': {
    title: 'A consumer waits for money to come back that never left.',
    breaks: ['EVENT-028'],
    overrides: inPayloads(failed, (payload) => ({ ...payload, isReturned: true })),
  },
  'failed-while-processing-shown-as-returned': {
    title: 'A consumer takes a payment that the bank refuses for one that was returned.',
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
    overrides: inPayloads(initiated, (payload) =>
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
    overrides: inPayloads(initiated, (payload) =>
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
    overrides: inPayloads(initiated, (payload) =>
      workers.includes(String(payload.recipientType))
        ? { ...payload, recipientId: payload.reference }
        : payload,
    ),
  },
  'worker-recipient-typed-as-user': {
    title: 'A consumer looks for a worker among the users and finds nobody.',
    breaks: ['EVENT-035'],
    overrides: inEvents(initiated, 'recipientType', (type) =>
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
