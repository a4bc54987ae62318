/** What a server makes of payrolls, payouts, wallets and invoices. */
import { eachField, eachItem, fieldsOf, textOf } from '../json.ts';
import { answers, events, invalid, refusals, refusal, responses } from '../steps.ts';
import { together, type Trait } from '../trait.ts';

const dayMillis = 86_400_000;
const amountOf = (money: unknown) => Number(fieldsOf(money).amount);
const dateOf = (value: unknown) => Date.parse(textOf(value));

export const moneyTraits: Readonly<Record<string, Trait>> = {
  'rates of six places': {
    legal: 'fxRate: string. Its places are not shown.',
    hooks: () => {
      const places = (json: unknown) =>
        eachField(json, (name, value) => (name === 'fxRate' && typeof value === 'string' ? Number(value).toFixed(6) : value));
      return together([answers('**', places), events(places)]);
    },
  },
  'references of at most 35 characters': {
    legal: 'reference (client reference string). Its longest length is not shown.',
    hooks: () => refusals('POST /v1/payouts', ({ json }) =>
      textOf(fieldsOf(json).reference).length > 35 ? invalid('reference is longer than 35') : undefined),
  },
  'a least payout': {
    legal: 'amount (Money). Which amounts are valid is not shown.',
    hooks: () => refusals('POST /v1/payouts', ({ json }) =>
      amountOf(fieldsOf(json).amount) < 500 ? invalid('amount is less than 500') : undefined),
  },
  'a least salary': {
    legal: 'entries: {personId, salary: Money}. Which salaries are valid is not shown.',
    hooks: () => refusals('POST /v1/payrolls/*/save', ({ json }) => {
      const { entries } = fieldsOf(json);
      const isLow = Array.isArray(entries) && entries.some((entry) => amountOf(fieldsOf(entry).salary) < 100);
      return isLow ? invalid('salary is less than 100') : undefined;
    }),
  },
  'payroll dates within a quarter': {
    legal: 'payrollDate: date. How far ahead it may be is not shown.',
    hooks: () => refusals('POST /v1/payrolls/*/save', ({ json }) =>
      Math.abs(dateOf(fieldsOf(json).payrollDate) - Date.now()) > 92 * dayMillis ? invalid('payrollDate is too far away') : undefined),
  },
  'periods of at most a month': {
    legal: 'payPeriod: {fromDate, toDate} dates. How long it may be is not shown.',
    hooks: () => refusals('POST /v1/payrolls/*/save', ({ json }) => {
      const { fromDate, toDate } = fieldsOf(fieldsOf(json).payPeriod);
      return dateOf(toDate) - dateOf(fromDate) > 31 * dayMillis ? invalid('payPeriod is longer than a month') : undefined;
    }),
  },
  'numbers of accounts of 8 to 12 digits': {
    legal: 'accountNumber: string. Its form is not shown.',
    hooks: () => refusals('POST /v1/beneficiaries', ({ json }) => {
      const { accountNumber } = fieldsOf(fieldsOf(fieldsOf(json).paymentDetails).bank);
      return typeof accountNumber === 'string' && !/^\d{8,12}$/.test(accountNumber) ? invalid('paymentDetails.bank.accountNumber must have 8 to 12 digits') : undefined;
    }),
  },
  'bank codes of nine digits': {
    legal: 'bankCode: string. Its form is not shown.',
    hooks: () => refusals('POST /v1/beneficiaries', ({ json }) => {
      const { bankCode } = fieldsOf(fieldsOf(fieldsOf(json).paymentDetails).bank);
      return typeof bankCode === 'string' && !/^\d{9}$/.test(bankCode) ? invalid('paymentDetails.bank.bankCode must have nine digits') : undefined;
    }),
  },
  'wallets of other currencies': {
    legal: 'Hold wallets; the document shows no operation that reads them.',
    hooks: () => answers('GET /v1/wallets', (json) => {
      const { data } = fieldsOf(json);
      if (!Array.isArray(data)) return json;
      const empty = ['EUR', 'GBP', 'JPY'].filter((currency) => data.every(({ balance }) => balance.currency !== currency));
      return { ...fieldsOf(json), data: [...empty.map((currency) => ({ id: crypto.randomUUID(), balance: { amount: 0, currency } })), ...data] };
    }),
  },
  'approval of a payroll returns another body': {
    legal: 'Approval: its path, request and response are not shown.',
    hooks: () => answers('POST /v1/payrolls/*/approve', () => ({ accepted: true, jobId: crypto.randomUUID() })),
  },
  'approvals only of the last version': {
    legal: 'saved → approval → approved. What approves a payroll a second time returns is not shown.',
    hooks: () => responses('POST /v1/payrolls/*/approve', (answer) =>
      answer.status >= 400 && answer.status < 500 ? refusal(412, 'precondition_failed', 'The payroll has changed') : answer),
  },
  'states of a payroll in capitals': {
    legal: 'Mapping between webhook values and GET values: not shown beyond completed to Completed.',
    hooks: () => answers('GET /v1/payrolls, GET /v1/payrolls/*', (json) => {
      const capital = (payroll: Readonly<Record<string, unknown>>) => {
        const status = textOf(payroll.status);
        return /^(?:saved|approved|scheduled|processing)$/.test(status) ? { ...payroll, status: status[0]?.toUpperCase() + status.slice(1) } : payroll;
      };
      return Array.isArray(fieldsOf(json).data) ? eachItem(json, capital) : capital(fieldsOf(json));
    }),
  },
  'a table of payouts for Excel': {
    legal: 'csv returns all matching payouts as a CSV download. Its columns, separators and line ends are not shown.',
    hooks: () => responses('GET /v1/payouts', (answer) => {
      if (!/csv/.test(answer.headers['content-type'] ?? '')) return answer;
      const body = Buffer.from(`\uFEFF${answer.body.toString().replaceAll(/\r?\n/g, '\r\n')}`);
      const headers = { ...answer.headers, 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="payouts.csv"' };
      return { ...answer, headers, body };
    }),
  },
  'an invoice of one more line': {
    legal: 'Invoice items: array; observed categories NET_PAYROLL, PAYMENT_PROCESSING_FEE, CONTRACTOR_FEE.',
    hooks: () => {
      const more = (invoice: Readonly<Record<string, unknown>>) => {
        const currency = fieldsOf(invoice.total).currency;
        const none = { amount: 0, currency };
        const discount = { description: 'Promotion', category: 'DISCOUNT', amount: none, quantity: 1, total: none };
        return Array.isArray(invoice.items) ? { ...invoice, items: [...invoice.items, discount] } : invoice;
      };
      return answers('GET /v1/invoices, GET /v1/invoices/*', (json) =>
        Array.isArray(fieldsOf(json).data) ? eachItem(json, more) : more(fieldsOf(json)));
    },
  },
};
