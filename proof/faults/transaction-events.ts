/** Faults in which the events of a transaction contradict each other, or what caused it. */
import { virtualAccountRules } from '../../reference-server/resources/virtual-accounts/rules.ts';
import { mergeOverrides } from './combine.ts';
import { inEvents, inPayloads, silentAbout } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { anotherId, inAnswers, inObjects, instead, replacing } from './tools.ts';

const initiated = 'transaction.initiated';
const succeeded = 'transaction.succeeded';
const both = [initiated, succeeded] as const;

export const transactionEventFaults = faultsOf('transaction', {
  'deposit-initiation-not-announced': {
    title: 'A consumer is not notified of a deposit before it has arrived.',
    breaks: ['TXN-002'],
    subtle: ['event-missing'],
    overrides: silentAbout(initiated, ({ type }) => type === 'DEPOSIT'),
  },
  'worker-payments-not-announced': {
    title: 'A consumer is not notified of the payments of a payroll to its workers.',
    breaks: ['TXN-002', 'EVENT-030'],
    overrides: silentAbout(both, ({ type }) => type === 'PAYROLL'),
  },
  'worker-recipient-is-the-payroll-in-every-event': {
    title: 'The recipientId of a worker payment is the payroll, before and after it has arrived.',
    breaks: ['EVENT-035'],
    overrides: inPayloads(both, (payload) =>
      payload.type === 'PAYROLL' ? { ...payload, recipientId: payload.reference } : payload,
    ),
  },
  'worker-recipient-typed-as-user-in-every-event': {
    title: 'The recipientType of a worker payment is USER, before and after it has arrived.',
    breaks: ['EVENT-035'],
    overrides: inPayloads(both, (payload) =>
      payload.type === 'PAYROLL' ? { ...payload, recipientType: 'USER' } : payload,
    ),
  },
  'deposit-recipient-is-the-transaction': {
    title: 'The recipientId of a deposit is the transaction instead of the business.',
    breaks: ['EVENT-035'],
    overrides: inPayloads(both, (payload) =>
      payload.type === 'DEPOSIT' ? { ...payload, recipientId: payload.id } : payload,
    ),
  },
  'payroll-fee-announced-as-payout': {
    title: 'The fee of a payroll is announced with the type PAYOUT.',
    breaks: ['EVENT-033'],
    overrides: inEvents(both, 'type', instead('PAYROLL_FEE', 'PAYOUT')),
  },
  'success-event-with-another-recipient': {
    title: 'The event transaction.succeeded names another recipient than transaction.initiated.',
    breaks: ['EVENT-026'],
    subtle: ['wrong-id'],
    overrides: inEvents(succeeded, 'recipientId', anotherId),
  },
  'success-event-of-a-payout-with-another-reference': {
    title: "The success of a payout is announced with a reference of the service instead of the client's.",
    breaks: ['EVENT-026'],
    overrides: inPayloads(succeeded, (payload) =>
      payload.type === 'PAYOUT' ? { ...payload, reference: payload.id } : payload,
    ),
  },
  'success-event-of-a-deposit-with-another-reference': {
    title: 'The success of a deposit is announced with another reference than its initiation.',
    breaks: ['EVENT-031'],
    overrides: inPayloads(succeeded, (payload) =>
      payload.type === 'DEPOSIT' ? { ...payload, reference: anotherId() } : payload,
    ),
  },
  'deposits-with-the-same-reference': {
    title: 'All deposits have the same reference, so that a consumer cannot tell them apart.',
    breaks: ['EVENT-031'],
    overrides: inPayloads(both, (payload) =>
      payload.type === 'DEPOSIT' ? { ...payload, reference: 'DEPOSIT' } : payload,
    ),
  },
  'disbursements-described-by-the-oldest': {
    title: 'The list of disbursements describes every deposit as the oldest one.',
    breaks: ['EVENT-039'],
    subtle: ['wrong-id'],
    overrides: inAnswers('listDisbursements', 'data', (data) => {
      if (!Array.isArray(data)) return data;
      const oldest = data.findLast(({ description }) => description !== undefined);
      return data.map((item) =>
        item.description === undefined ? item : { ...item, description: oldest.description },
      );
    }),
  },
  'disbursements-described-by-their-neighbours': {
    title: 'The list of disbursements shows each description with the deposit after it.',
    breaks: ['EVENT-039'],
    subtle: ['wrong-id'],
    overrides: inAnswers('listDisbursements', 'data', (data) => {
      if (!Array.isArray(data)) return data;
      const deposits = data.filter(({ description }) => description !== undefined);
      return data.map((item) => {
        const place = deposits.indexOf(item);
        return place === -1 ? item : { ...item, description: deposits.at(place - 1).description };
      });
    }),
  },
  'bank-transfer-described-differently-in-the-list': {
    title: 'Only the description of a bank transfer differs between event and disbursements.',
    breaks: ['EVENT-039'],
    overrides: () => {
      const transfers = new Set<unknown>();
      const { receive } = virtualAccountRules;
      const noted = replacing('virtualAccounts', {
        receive(state, transfer, context) {
          transfers.add(transfer.transactionId);
          return receive(state, transfer, context);
        },
      });
      const change = inObjects('listDisbursements', 'data.*', (item) =>
        transfers.has(item.id) ? { ...item, description: `Bank transfer ${item.description}` } : item,
      );
      return mergeOverrides(noted, change);
    },
  },
});
