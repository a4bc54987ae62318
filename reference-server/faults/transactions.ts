import { transactionRules } from '../resources/transactions/rules.ts';
import { findRecord, type Outcome, withRecord } from '../state/business-state.ts';
import type { DomainEvent } from '../state/records/webhooks.ts';
import { inPayloads, silentAbout, twice } from './event-tools.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { inAnswers, inEnvelopes, webhooks } from './tools.ts';

type Rules = typeof transactionRules;

const transactions = (rules: Partial<Rules>): FaultOverrides => ({ rules: { transactions: rules } });

const quiet = ({ state }: Outcome): Outcome => ({ state, events: [] });

/** Adds an event of processing before every success. */
const withProcessing = (events: readonly DomainEvent[]) =>
  events.flatMap((event): DomainEvent[] => {
    if (event.eventType !== 'transaction.succeeded') return [event];
    const { id, amount, type, reference, recipientId, recipientType } = event.data;
    const data = { id, amount, type, reference, recipientId, recipientType };
    return [{ eventType: 'transaction.processing', data }, event];
  });

/** Lets the checks of a transaction pass although information is awaited. */
const checkedMeanwhile: Rules['requestInformation'] = (before, command, now) => {
  const { state, events } = transactionRules.requestInformation(before, command, now);
  const record = findRecord(state.transactions, command.transactionId);
  return { state: withRecord(state, 'transactions', { ...record, checkedAt: now + 5 }), events };
};

/** Fails transactions of one status in another way. */
const failing = (wanted: 'initiated' | 'processing', instead: Rules['fail']) =>
  transactions({
    fail(state, command, now) {
      const { status } = findRecord(state.transactions, command.transactionId).transaction;
      return (status === wanted ? instead : transactionRules.fail)(state, command, now);
    },
  });

export const transactionFaults: readonly Fault[] = [
  {
    id: 'payout-initiation-not-announced',
    title: 'A consumer hears of a payout when it is under way, and not that it was begun.',
    area: 'transaction',
    breaks: ['TXN-002'],
    overrides: silentAbout('transaction.initiated', ({ type }) => type === 'PAYOUT'),
  },
  {
    id: 'transaction-processing-not-announced',
    title: 'A consumer goes on showing a payout as being checked.',
    area: 'transaction',
    breaks: ['TXN-003'],
    overrides: silentAbout('transaction.processing'),
  },
  {
    id: 'processing-announced-twice',
    title: 'A consumer counts every payout that is under way twice.',
    area: 'transaction',
    breaks: ['TXN-004', 'HOOK-013'],
    overrides: twice('transaction.processing'),
  },
  {
    id: 'settlement-announces-processing-again',
    title: 'A consumer hears that a payout is under way a second time, when it arrives.',
    area: 'transaction',
    breaks: ['TXN-004'],
    overrides: transactions({
      settle(before, command, now) {
        const { state, events } = transactionRules.settle(before, command, now);
        return { state, events: withProcessing(events) };
      },
    }),
  },
  {
    id: 'fee-announces-processing',
    title: 'A consumer waits for the settlement of a fee that was settled at once.',
    area: 'transaction',
    breaks: ['TXN-005'],
    overrides: webhooks({
      announced: (events) =>
        events.flatMap((event) =>
          event.eventType === 'transaction.succeeded' && event.data.type === 'PAYROLL_FEE'
            ? withProcessing([event])
            : [event],
        ),
    }),
  },
  {
    id: 'fee-success-not-announced',
    title: 'A consumer takes the fee of a payroll for one that is not paid yet.',
    area: 'transaction',
    breaks: ['TXN-005'],
    overrides: silentAbout('transaction.succeeded', ({ type }) => type === 'PAYROLL_FEE'),
  },
  {
    id: 'information-request-starts-processing',
    title: 'A payout goes on although somebody has asked what it is for.',
    area: 'transaction',
    breaks: ['TXN-006', 'TXN-008'],
    overrides: transactions({
      requestInformation(before, command, now) {
        const { state, events } = transactionRules.requestInformation(before, command, now);
        const record = findRecord(state.transactions, command.transactionId);
        const transaction = { ...record.transaction, status: 'processing' as const };
        return { state: withRecord(state, 'transactions', { ...record, transaction }), events };
      },
    }),
  },
  {
    id: 'information-request-does-not-hold-the-checks',
    title: 'A payout goes on after seconds although somebody has asked what it is for.',
    area: 'transaction',
    breaks: ['TXN-006'],
    overrides: transactions({ requestInformation: checkedMeanwhile }),
  },
  {
    id: 'information-request-not-announced',
    title: 'A payout waits for an answer to a question that nobody has heard.',
    area: 'transaction',
    breaks: ['TXN-007'],
    overrides: silentAbout('transaction.rfi.updated', ({ status }) => status === 'RFI_REQUESTED'),
  },
  {
    id: 'provided-information-not-announced',
    title: 'A consumer goes on asking for information that was provided.',
    area: 'transaction',
    breaks: ['TXN-008'],
    overrides: silentAbout('transaction.rfi.updated', ({ status }) => status === 'RFI_PROVIDED'),
  },
  {
    id: 'provided-information-announced-as-requested',
    title: 'A consumer takes the answer to a question for a second question.',
    area: 'transaction',
    breaks: ['TXN-008'],
    overrides: inPayloads('transaction.rfi.updated', (payload) => ({
      actionRequired: 'Provide information',
      ...payload,
      status: 'RFI_REQUESTED',
    })),
  },
  {
    id: 'settlement-announced-and-not-stored',
    title: 'A consumer hears that a payout has arrived while reading it says that it is under way.',
    area: 'transaction',
    breaks: ['TXN-009'],
    overrides: inAnswers('readTransaction', 'status', (status) =>
      status === 'succeeded' ? 'processing' : status,
    ),
  },
  {
    id: 'settlement-not-announced',
    title: 'A consumer never hears that a payout has arrived.',
    area: 'transaction',
    breaks: ['TXN-010'],
    overrides: transactions({
      settle: (state, command, now) => quiet(transactionRules.settle(state, command, now)),
    }),
  },
  {
    id: 'success-announced-as-failure',
    title: 'A consumer pays a second time what has arrived.',
    area: 'transaction',
    breaks: ['TXN-010', 'EVENT-027'],
    overrides: inEnvelopes('eventType', (eventType) =>
      eventType === 'transaction.succeeded' ? 'transaction.failed' : eventType,
    ),
  },
  {
    id: 'initiated-transaction-cannot-fail',
    title: 'A payout that its checks have stopped goes on.',
    area: 'transaction',
    breaks: ['TXN-011', 'TXN-013'],
    overrides: failing('initiated', (state) => ({ state, events: [] })),
  },
  {
    id: 'processing-failure-recorded-as-success',
    title: 'A payout that the bank has refused is shown as paid.',
    area: 'transaction',
    breaks: ['TXN-012', 'TXN-013'],
    overrides: failing('processing', (state, command, now) => transactionRules.settle(state, command, now)),
  },
  {
    id: 'failure-not-announced',
    title: 'A consumer never hears that a payout has failed.',
    area: 'transaction',
    breaks: ['TXN-013'],
    overrides: transactions({
      fail: (state, command, now) => quiet(transactionRules.fail(state, command, now)),
    }),
  },
  {
    id: 'failure-of-the-checks-not-announced',
    title: 'A consumer hears of payouts that the bank refuses and not of those that the checks do.',
    area: 'transaction',
    breaks: ['TXN-013'],
    overrides: failing('initiated', (state, command, now) =>
      quiet(transactionRules.fail(state, command, now)),
    ),
  },
  {
    id: 'returned-transaction-stays-succeeded',
    title: 'Money that has come back is shown as paid.',
    area: 'transaction',
    breaks: ['TXN-014'],
    overrides: transactions({
      returnToSender: (state, command, now) => ({
        state,
        events: transactionRules.returnToSender(state, command, now).events,
      }),
    }),
  },
  {
    id: 'return-not-announced',
    title: 'A consumer never hears that money has come back.',
    area: 'transaction',
    breaks: ['TXN-015', 'TXN-013'],
    overrides: transactions({
      returnToSender: (state, command, now) => quiet(transactionRules.returnToSender(state, command, now)),
    }),
  },
  {
    id: 'return-announced-as-plain-failure',
    title: 'A consumer cannot tell money that came back from money that never left.',
    area: 'transaction',
    breaks: ['TXN-015'],
    overrides: inPayloads('transaction.failed', ({ isReturned: _, ...payload }) => payload),
  },
];
