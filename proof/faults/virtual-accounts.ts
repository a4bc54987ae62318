import type { FaultOverrides } from '../../reference-server/fault.ts';
import {
  type BankTransfer,
  virtualAccountRules,
} from '../../reference-server/resources/virtual-accounts/rules.ts';
import { findRecord, withRecord } from '../../reference-server/state/business-state.ts';
import type { Schemas } from '../../reference-server/state/schemas.ts';
import { inEvents, inPayloads, payloadOf } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { anotherId, garbled, inAnswers, inEnvelopes, instead, remove, replacing } from './tools.ts';

type PaymentInfo = Schemas['PaymentInfo'];

const succeeded = 'transaction.succeeded';

/** Changes the payment information of successful deposits. */
const inPaymentInfo = (change: (info: Readonly<Record<string, unknown>>) => unknown) =>
  inEvents(succeeded, 'paymentInfo', (info) => change({ ...(info ?? {}) }));

/** Books a transfer in one currency and then shows its sender in another way. */
const senderShown = (
  currency: 'GBP' | 'EUR' | 'USD',
  change: (info: PaymentInfo, sender: Partial<NonNullable<BankTransfer['sender']>>) => PaymentInfo,
): FaultOverrides =>
  replacing('virtualAccounts', {
    receive(before, transfer, context) {
      const { state, events } = virtualAccountRules.receive(before, transfer, context);
      const record = findRecord(state.transactions, transfer.transactionId);
      const { paymentInfo } = record.transaction;
      if (paymentInfo === undefined || transfer.amount.currency !== currency) return { state, events };
      const shown = change(paymentInfo, transfer.sender ?? {});
      const transaction = { ...record.transaction, paymentInfo: shown };
      return { state: withRecord(state, 'transactions', { ...record, transaction }), events };
    },
  });

/** Overlooks the identification of some requests, so that their accounts wait for the bank. */
const overlooking = (type: (type: string | undefined) => boolean): FaultOverrides =>
  replacing('virtualAccounts', {
    create(state, { virtualAccountId, input }, context) {
      const { customIdentification, ...rest } = input;
      const command = type(customIdentification?.type) ? rest : input;
      return virtualAccountRules.create(state, { virtualAccountId, input: command }, context);
    },
  });

export const depositFaults = faultsOf('transaction', {
  'deposit-announced-as-payout': {
    title: 'A deposit is announced with the type PAYOUT.',
    breaks: ['EVENT-031'],
    overrides: inEvents(['transaction.initiated', succeeded], 'type', instead('DEPOSIT', 'PAYOUT')),
  },
  'deposit-event-without-description': {
    title: 'The event of a deposit lacks its description.',
    breaks: ['EVENT-036'],
    overrides: inEvents(succeeded, 'description', remove),
  },
  'deposit-described-by-the-account': {
    title: "The event of a deposit describes the account instead of the sender's reference.",
    breaks: ['EVENT-037'],
    overrides: replacing('virtualAccounts', {
      receive(before, transfer, context) {
        const { state, events } = virtualAccountRules.receive(before, transfer, context);
        const record = findRecord(state.transactions, transfer.transactionId);
        const description = transfer.description ?? transfer.sender?.accountName ?? 'Bank transfer';
        const transaction = { ...record.transaction, description };
        return { state: withRecord(state, 'transactions', { ...record, transaction }), events };
      },
    }),
  },
  'deposit-described-differently-in-the-list': {
    title: 'The description of a deposit differs between event and disbursements.',
    breaks: ['EVENT-039'],
    overrides: inAnswers('listDisbursements', 'data.*.description', (text) => `Deposit: ${text}`),
  },
  'disbursements-without-description': {
    title: 'The list of disbursements lacks the description of a deposit.',
    breaks: ['EVENT-039'],
    overrides: inAnswers('listDisbursements', 'data.*.description', remove),
  },
  'deposit-event-without-sender': {
    title: 'The event of a bank transfer lacks paymentInfo.',
    breaks: ['EVENT-040'],
    overrides: inEvents(succeeded, 'paymentInfo', remove),
  },
  'preferred-method-of-another-name': {
    title: 'A consumer looks for the sender of a deposit in a block that is not there.',
    breaks: ['EVENT-041'],
    overrides: inEvents(succeeded, 'paymentInfo.preferredMethod', (method) => `${method}_transfer`),
  },
  'preferred-method-names-an-empty-block': {
    title: 'A consumer looks for the sender of a deposit in a block that is empty.',
    breaks: ['EVENT-041'],
    overrides: inPaymentInfo((info) => ({
      ...info,
      preferredMethod: info.preferredMethod === 'wire' ? 'ach' : 'wire',
    })),
  },
  'preferred-method-names-a-block-that-is-gone': {
    title: 'A consumer looks for the sender of a deposit in a block that another one has replaced.',
    breaks: ['EVENT-041', 'EVENT-042', 'EVENT-043', 'EVENT-044'],
    overrides: inPaymentInfo(({ bank, ...info }) => ({ ...info, account: bank })),
  },
  'gbp-account-number-in-clear': {
    title: 'The account number of a GBP sender is not masked.',
    breaks: ['EVENT-042'],
    overrides: senderShown('GBP', (info, { accountNumber = '' }) => ({
      ...info,
      bank: { ...info.bank, accountNumber },
    })),
  },
  'gbp-sort-code-as-bank-code': {
    title: 'A consumer does not find the sort code of a British sender.',
    breaks: ['EVENT-042'],
    overrides: senderShown('GBP', (info, { bankCode = '' }) => ({
      ...info,
      bank: { ...info.bank, sortCode: '', bankCode },
    })),
  },
  'eur-iban-in-clear': {
    title: 'The IBAN of a EUR sender is not masked.',
    breaks: ['EVENT-043'],
    overrides: senderShown('EUR', (info, { accountNumber: iban = '' }) => ({
      ...info,
      bank: { ...info.bank, iban },
    })),
  },
  'eur-iban-as-account-number': {
    title: 'A consumer does not find the IBAN of a sender.',
    breaks: ['EVENT-043'],
    overrides: senderShown('EUR', (info) => ({
      ...info,
      bank: { ...info.bank, iban: '', accountNumber: info.bank?.iban ?? '' },
    })),
  },
  'eur-iban-in-groups-of-four': {
    title: 'The IBAN of a EUR sender is not masked, but written in groups of four.',
    breaks: ['EVENT-043'],
    overrides: senderShown('EUR', (info, { accountNumber = '' }) => ({
      ...info,
      bank: { ...info.bank, iban: accountNumber.replaceAll(/.{4}/g, '$& ') },
    })),
  },
  'eur-bank-code-missing': {
    title: 'A consumer does not find the BIC of a sender.',
    breaks: ['EVENT-043'],
    overrides: senderShown('EUR', (info) => ({ ...info, bank: { ...info.bank, bankCode: '' } })),
  },
  'gbp-account-number-missing': {
    title: 'A consumer does not find even a masked account number of a British sender.',
    breaks: ['EVENT-042'],
    overrides: senderShown('GBP', (info) => ({ ...info, bank: { ...info.bank, accountNumber: '' } })),
  },
  'gbp-account-number-of-nobody': {
    title: 'The event of a GBP deposit has zeros for an account number that the sender has not supplied.',
    breaks: ['EVENT-045'],
    overrides: senderShown('GBP', (info, { accountNumber }) =>
      accountNumber === undefined ? { ...info, bank: { ...info.bank, accountNumber: '00000000' } } : info,
    ),
  },
  'gbp-sort-code-of-nobody': {
    title: 'The event of a GBP deposit has zeros for a sort code that the sender has not supplied.',
    breaks: ['EVENT-045'],
    overrides: senderShown('GBP', (info, { bankCode }) =>
      bankCode === undefined ? { ...info, bank: { ...info.bank, sortCode: '00-00-00' } } : info,
    ),
  },
  'gbp-sender-with-an-iban-of-nobody': {
    title: 'The event of a GBP deposit has an IBAN that the sender has not supplied.',
    breaks: ['EVENT-045'],
    overrides: senderShown('GBP', (info) => ({
      ...info,
      bank: { ...info.bank, iban: 'FR76••••••••0189' },
    })),
  },
  'usd-sender-without-name': {
    title: 'The name of the sender of a USD deposit is missing.',
    breaks: ['EVENT-044'],
    overrides: senderShown('USD', (info) => ({ ...info, [String(info.preferredMethod)]: {} })),
  },
  'usd-wire-shown-as-swift': {
    title: 'A USD wire is shown as swift.',
    breaks: ['EVENT-044'],
    overrides: inPaymentInfo((info) =>
      info.preferredMethod === 'wire'
        ? { ...info, preferredMethod: 'swift', wire: {}, swift: info.wire }
        : info,
    ),
  },
  'usd-sender-always-in-bank': {
    title: 'The sender of a USD deposit is always in bank, whatever the network.',
    breaks: ['EVENT-044'],
    overrides: inPaymentInfo((info) => {
      const method = String(info.preferredMethod);
      return method === 'bank'
        ? info
        : { ...info, preferredMethod: 'bank', [method]: {}, bank: info[method] };
    }),
  },
  'usd-sender-without-network-as-ach': {
    title: 'A USD deposit without a network is shown as ach.',
    breaks: ['EVENT-044'],
    overrides: senderShown('USD', (info, { network, accountName = '' }) =>
      network === undefined ? { ...info, preferredMethod: 'ach', bank: {}, ach: { accountName } } : info,
    ),
  },
  'payment-info-without-empty-blocks': {
    title: 'A consumer that reads all blocks of the payment information fails.',
    breaks: ['EVENT-045'],
    overrides: inPayloads(succeeded, ({ paymentInfo, ...payload }) => {
      if (typeof paymentInfo !== 'object' || paymentInfo === null) return payload;
      const { preferredMethod } = { preferredMethod: '', ...paymentInfo };
      const filled = Object.entries(paymentInfo).filter(
        ([name]) => name === 'preferredMethod' || name === preferredMethod,
      );
      return { ...payload, paymentInfo: Object.fromEntries(filled) };
    }),
  },
  'payment-info-with-placeholder': {
    title: 'A consumer takes a placeholder for the IBAN of a sender who has supplied none.',
    breaks: ['EVENT-045'],
    overrides: inEvents(succeeded, 'paymentInfo.bank.iban', instead('', 'n/a')),
  },
  'payment-info-with-nulls': {
    title: 'The paymentInfo of a deposit has null for what the sender did not supply.',
    breaks: ['EVENT-045'],
    overrides: inEvents(succeeded, 'paymentInfo.bank', (bank) =>
      Object.fromEntries(
        Object.entries(bank ?? {}).map(([name, value]) => [name, value === '' ? null : value]),
      ),
    ),
  },
  'sandbox-deposit-without-its-description': {
    title: 'A consumer cannot tell test deposits apart, because only bank transfers have a description.',
    breaks: ['EVENT-053', 'EVENT-038', 'EVENT-036'],
    overrides: inPayloads(succeeded, ({ description, ...payload }) =>
      payload.type === 'DEPOSIT' && payload.paymentInfo === undefined ? payload : { ...payload, description },
    ),
  },
  'deposit-description-garbled-in-the-event': {
    title: 'A consumer cannot match a deposit with an accent to the list of disbursements.',
    breaks: ['EVENT-039', 'EVENT-038', 'EVENT-037'],
    subtle: ['non-ascii'],
    overrides: inEnvelopes('data.description', (description, { delivery }) =>
      payloadOf(delivery.event).type === 'DEPOSIT' ? garbled(description) : description,
    ),
  },
});

export const virtualAccountFaults = faultsOf('virtual-account', {
  'virtual-account-state-in-progress': {
    title: 'A virtual account has an undocumented status.',
    breaks: ['VACC-002'],
    overrides: inAnswers('listVirtualAccounts', 'data.*.status', instead('submitted', 'in_progress')),
  },
  'virtual-account-never-approved': {
    title: 'A virtual account with the number 99999900 is not approved automatically.',
    breaks: ['VACC-003', 'VACC-004'],
    overrides: overlooking(() => true),
  },
  'virtual-account-approved-for-bvn-only': {
    title: 'The number 99999900 works only with the type BVN.',
    breaks: ['VACC-004', 'VACC-003'],
    overrides: overlooking((type) => type === 'SSN'),
  },
  'virtual-account-approved-for-ssn-only': {
    title: 'The number 99999900 works only with the type SSN.',
    breaks: ['VACC-004', 'VACC-003'],
    overrides: overlooking((type) => type === 'BVN'),
  },
  'virtual-account-of-user-and-business': {
    title: 'The event of a virtual account has both userId and businessId.',
    breaks: ['VACC-008'],
    overrides: inPayloads('virtual-account.created', (data, { businessId }) => ({ ...data, businessId })),
  },
  'virtual-account-of-nobody': {
    title: 'The event of a virtual account has neither userId nor businessId.',
    breaks: ['VACC-008'],
    overrides: inPayloads('virtual-account.created', ({ businessId: _, ...data }) => data),
  },
  'virtual-account-of-another-user': {
    title: 'The event of a virtual account of a user names another user.',
    breaks: ['VACC-008'],
    subtle: ['wrong-id'],
    overrides: inEvents('virtual-account.created', 'userId', anotherId),
  },
  'virtual-account-of-another-business': {
    title: 'The event of a virtual account of the business names another business.',
    breaks: ['VACC-008'],
    subtle: ['wrong-id'],
    overrides: inEvents('virtual-account.created', 'businessId', anotherId),
  },
});
