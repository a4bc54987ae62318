import type { BankTransfer } from '../resources/virtual-accounts/rules.ts';
import { virtualAccountRules } from '../resources/virtual-accounts/rules.ts';
import { findRecord, withRecord } from '../state/business-state.ts';
import type { Schemas } from '../state/schemas.ts';
import { inEvents, inPayloads, silentAbout } from './event-tools.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { inAnswers, remove } from './tools.ts';

type PaymentInfo = Schemas['PaymentInfo'];

const succeeded = 'transaction.succeeded';

/** Books a transfer and then shows its sender in another way. */
const senderShown = (change: (info: PaymentInfo, transfer: BankTransfer) => PaymentInfo): FaultOverrides => ({
  rules: {
    virtualAccounts: {
      receive(before, transfer, context, now) {
        const { state, events } = virtualAccountRules.receive(before, transfer, context, now);
        const record = findRecord(state.transactions, transfer.transactionId);
        const { paymentInfo } = record.transaction;
        if (paymentInfo === undefined) return { state, events };
        const transaction = { ...record.transaction, paymentInfo: change(paymentInfo, transfer) };
        return { state: withRecord(state, 'transactions', { ...record, transaction }), events };
      },
    },
  },
});

/** Changes the payment information of successful deposits. */
const inPaymentInfo = (change: (info: Readonly<Record<string, unknown>>) => unknown) =>
  inEvents(succeeded, 'paymentInfo', (info) => change({ ...(info ?? {}) }));

const blocks = ['bank', 'ach', 'wire', 'swift'] as const;

/** Of a network that is not named, the bank's. */
const nameIn = (from: (typeof blocks)[number], to: (typeof blocks)[number]) =>
  inPaymentInfo((info) =>
    info.preferredMethod === from ? { ...info, preferredMethod: to, [from]: {}, [to]: info[from] } : info,
  );

export const depositFaults: readonly Fault[] = [
  {
    id: 'deposit-announced-as-payout',
    title: 'A consumer takes money that has come in for money that has gone out.',
    area: 'transaction',
    breaks: ['EVENT-031'],
    overrides: inEvents(['transaction.initiated', succeeded], 'type', (type) =>
      type === 'DEPOSIT' ? 'PAYOUT' : type,
    ),
  },
  {
    id: 'deposit-not-announced',
    title: 'A consumer does not hear that funds have arrived.',
    area: 'transaction',
    breaks: ['TXN-010'],
    overrides: silentAbout(succeeded, ({ type }) => type === 'DEPOSIT'),
  },
  {
    id: 'deposit-event-without-description',
    title: 'A consumer cannot tell what a deposit is for.',
    area: 'transaction',
    breaks: ['EVENT-036'],
    overrides: inEvents(succeeded, 'description', remove),
  },
  {
    id: 'deposit-described-by-the-account',
    title: 'A consumer cannot find the invoice that a deposit pays by the reference of the sender.',
    area: 'transaction',
    breaks: ['EVENT-037'],
    overrides: {
      rules: {
        virtualAccounts: {
          receive(before, transfer, context, now) {
            const { state, events } = virtualAccountRules.receive(before, transfer, context, now);
            const record = findRecord(state.transactions, transfer.transactionId);
            const description = transfer.description ?? transfer.sender?.accountName ?? 'Bank transfer';
            const transaction = { ...record.transaction, description };
            return { state: withRecord(state, 'transactions', { ...record, transaction }), events };
          },
        },
      },
    },
  },
  {
    id: 'deposit-described-differently-in-the-list',
    title: 'A consumer that compares an event with the disbursements finds no match.',
    area: 'transaction',
    breaks: ['EVENT-039'],
    overrides: inAnswers('listDisbursements', 'data.*.description', (text) => `Deposit: ${text}`),
  },
  {
    id: 'disbursements-without-description',
    title: 'A client that lists the disbursements cannot tell what a deposit is for.',
    area: 'transaction',
    breaks: ['EVENT-039'],
    overrides: inAnswers('listDisbursements', 'data.*.description', remove),
  },
  {
    id: 'deposit-event-without-sender',
    title: 'A consumer cannot tell who has sent a deposit.',
    area: 'transaction',
    breaks: ['EVENT-040'],
    overrides: inEvents(succeeded, 'paymentInfo', remove),
  },
  {
    id: 'preferred-method-of-another-name',
    title: 'A consumer looks for the sender of a deposit in a block that is not there.',
    area: 'transaction',
    breaks: ['EVENT-041'],
    overrides: inEvents(succeeded, 'paymentInfo.preferredMethod', (method) => `${method}_transfer`),
  },
  {
    id: 'preferred-method-names-an-empty-block',
    title: 'A consumer looks for the sender of a deposit in a block that is empty.',
    area: 'transaction',
    breaks: ['EVENT-041'],
    overrides: inPaymentInfo((info) => ({
      ...info,
      preferredMethod: info.preferredMethod === 'wire' ? 'ach' : 'wire',
    })),
  },
  {
    id: 'gbp-account-number-in-clear',
    title: 'The account number of a British sender goes to every consumer.',
    area: 'transaction',
    breaks: ['EVENT-042'],
    overrides: senderShown((info, { amount, sender }) =>
      amount.currency === 'GBP'
        ? { ...info, bank: { ...info.bank, accountNumber: sender?.accountNumber ?? '' } }
        : info,
    ),
  },
  {
    id: 'gbp-sort-code-as-bank-code',
    title: 'A consumer does not find the sort code of a British sender.',
    area: 'transaction',
    breaks: ['EVENT-042'],
    overrides: senderShown((info, { amount, sender }) =>
      amount.currency === 'GBP'
        ? { ...info, bank: { ...info.bank, sortCode: '', bankCode: sender?.bankCode ?? '' } }
        : info,
    ),
  },
  {
    id: 'eur-iban-in-clear',
    title: 'The IBAN of a sender goes to every consumer.',
    area: 'transaction',
    breaks: ['EVENT-043'],
    overrides: senderShown((info, { amount, sender }) =>
      amount.currency === 'EUR'
        ? { ...info, bank: { ...info.bank, iban: sender?.accountNumber ?? '' } }
        : info,
    ),
  },
  {
    id: 'eur-iban-as-account-number',
    title: 'A consumer does not find the IBAN of a sender.',
    area: 'transaction',
    breaks: ['EVENT-043'],
    overrides: senderShown((info, { amount }) => {
      const { iban = '', ...bank } = info.bank ?? {};
      return amount.currency === 'EUR' ? { ...info, bank: { ...bank, iban: '', accountNumber: iban } } : info;
    }),
  },
  {
    id: 'usd-wire-shown-as-swift',
    title: 'A consumer takes an American wire for an international payment.',
    area: 'transaction',
    breaks: ['EVENT-044'],
    overrides: nameIn('wire', 'swift'),
  },
  {
    id: 'usd-sender-always-in-bank',
    title: 'A consumer cannot tell through which network dollars have come.',
    area: 'transaction',
    breaks: ['EVENT-044'],
    overrides: inPaymentInfo((info) => {
      const method = String(info.preferredMethod);
      return method === 'bank'
        ? info
        : { ...info, preferredMethod: 'bank', [method]: {}, bank: info[method] };
    }),
  },
  {
    id: 'usd-sender-without-network-as-ach',
    title: 'A consumer sees a network for dollars of which none is known.',
    area: 'transaction',
    breaks: ['EVENT-044'],
    overrides: senderShown((info, { amount, sender }) =>
      amount.currency === 'USD' && sender?.network === undefined
        ? { ...info, preferredMethod: 'ach', bank: {}, ach: { accountName: sender?.accountName ?? '' } }
        : info,
    ),
  },
  {
    id: 'payment-info-without-empty-blocks',
    title: 'A consumer that reads all blocks of the payment information fails.',
    area: 'transaction',
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
  {
    id: 'payment-info-with-nulls',
    title: 'A consumer that shows what the sender has not supplied shows null.',
    area: 'transaction',
    breaks: ['EVENT-045'],
    overrides: inEvents(succeeded, 'paymentInfo.bank', (bank) =>
      Object.fromEntries(
        Object.entries(bank ?? {}).map(([name, value]) => [name, value === '' ? null : value]),
      ),
    ),
  },
];
