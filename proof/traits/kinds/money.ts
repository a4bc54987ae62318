/** What a server makes of payrolls, payouts, wallets and invoices. */
import { eachField, eachItem, fieldsOf, textOf } from '../json.ts';
import {
  answerOf,
  answers,
  events,
  every,
  invalid,
  isOne,
  isSuccess,
  otherwise,
  refusal,
  refusals,
  refused,
  responses,
} from '../steps.ts';
import { type RelayedAnswer, type Trait, together } from '../trait.ts';

const dayMillis = 86_400_000;
const amountOf = (money: unknown) => Number(fieldsOf(money).amount);
const dateOf = (value: unknown) => Date.parse(textOf(value));

/** Whether wallets have our shape; those of other servers are left as they are. */
const showBalances = (wallets: readonly unknown[]) => wallets.every((wallet) => fieldsOf(wallet).balance);

/** Refuses amounts that are too small or too great. */
const within = (operations: string, field: string, least: number, most: number) =>
  refusals(operations, ({ json }) => {
    const amount = amountOf(fieldsOf(json)[field]);
    return amount < least || amount > most
      ? invalid(`${field} must be between ${least} and ${most}`)
      : undefined;
  });

export const moneyTraits: Readonly<Record<string, Trait>> = {
  'deposits between 1,000 and 500,000': {
    legal: 'Body {value: Money, description}. Which amounts are valid is not shown.',
    hooks: () => within('POST /v1/sandbox/business-deposits', 'value', 1_000, 500_000),
  },
  'reimbursements from 500': {
    legal: 'POST /v1/reimbursements: request not shown, nor which amounts are valid.',
    hooks: () => within('POST /v1/reimbursements', 'amount', 500, Number.POSITIVE_INFINITY),
  },
  'only one currency': {
    legal: 'currency codes are ISO 4217 strings. Which currencies are served is not shown.',
    notElsewhere: 'The configuration of another server gives the data.',
    hooks: () =>
      refusals('POST **, PUT **', ({ json }) => {
        let other = false;
        eachField(json, (name, value) => {
          if (/currency$/i.test(name) && typeof value === 'string' && /^[A-Z]{3}$/.test(value))
            other ||= value !== 'EUR';
          return value;
        });
        return other ? invalid('currency is not supported') : undefined;
      }),
  },
  'an empty wallet of the same currency before': {
    legal: 'Hold wallets. That there is one of each currency is not shown.',
    hooks: () =>
      answers('GET /v1/wallets', (json) => {
        const { data } = fieldsOf(json);
        if (!Array.isArray(data) || !showBalances(data)) return json;
        const empty = data.map((wallet) => ({
          ...fieldsOf(wallet),
          id: crypto.randomUUID(),
          balance: { ...fieldsOf(fieldsOf(wallet).balance), amount: 0 },
        }));
        return { ...fieldsOf(json), data: [...empty, ...data] };
      }),
  },
  'no approval before the business is verified': {
    legal:
      'saved → approval → approved: condition any; what a business must be before it may approve is not shown.',
    hooks: () => {
      const businesses = new Map<string, string>();
      return {
        http: async (asked, next) => {
          const tenantKey = asked.headers['x-multitenantkey'] ?? '';
          const businessId = businesses.get(tenantKey);
          if (isOne(asked, 'POST /v1/payrolls/*/approve') && businessId !== undefined) {
            const kyb = await next(otherwise(asked, 'GET', `/v1/businesses/${businessId}/kyb`));
            if (fieldsOf(kyb.json).status !== 'completed')
              return refused(asked, next, refusal(422, 'business_not_verified', 'Verify the business first'));
          }
          const answer = await next(asked);
          const created = fieldsOf(answer.json);
          if (isOne(asked, 'POST /v1/platform/businesses') && isSuccess(answer))
            businesses.set(textOf(created.tenantKey), textOf(created.businessId));
          return answer;
        },
      };
    },
  },
  'a key without payouts': {
    legal: '403: permissions are insufficient for the token type and scope. Permission matrix: not shown.',
    about: /^(?:PAYOUT|BENEFICIARY)-/,
    costs: { share: 0.15, why: 'Without payouts, some servers have no transactions.' },
    hooks: () => ({
      http: async (asked, next) => {
        const answer = await next(asked);
        const isPayout = /^\/v1\/(?:payouts|disbursements)/.test(asked.path);
        return isPayout && answer.status !== 401
          ? refusal(403, 'forbidden', 'Your role has no access to payouts')
          : answer;
      },
    }),
  },
  'an old beneficiary without details': {
    legal:
      'In list responses, empty strings stand for absent sub-fields; that paymentDetails is present is not said.',
    hooks: () =>
      answers('GET /v1/beneficiaries', (json) => {
        const { data, ...others } = fieldsOf(json);
        const [first] = [data].flat().map(fieldsOf);
        if (!Array.isArray(data) || first === undefined) return json;
        const { paymentDetails: _, kyc: __, ...old } = first;
        const isLast = fieldsOf(others.node).next === null;
        return isLast
          ? {
              ...others,
              data: [
                ...data,
                {
                  ...old,
                  id: 'a0000000-0000-4000-8000-000000000001',
                  createdTimestamp: 1_500_000_000,
                  lastUpdatedTimestamp: 1_500_000_000,
                },
              ],
            }
          : json;
      }),
  },
  'a draft without a status': {
    legal: 'Payroll state (none): how a payroll that was never saved reads is not shown.',
    hooks: () => {
      const draft = (payroll: Readonly<Record<string, unknown>>) =>
        payroll.status === 'draft' ? { ...payroll, status: null } : payroll;
      return answers('GET /v1/payrolls/*, POST /v1/payrolls', (json) => draft(fieldsOf(json)));
    },
  },
  'phone numbers of invoices in one text': {
    legal: 'from, billTo: {name, address (single string), email, phoneNumber}.',
    hooks: () =>
      answers('GET /v1/invoices, GET /v1/invoices/*, POST /v1/invoices', (json) =>
        eachField(json, (name, value) => {
          const { countryCode, number } = fieldsOf(value);
          return name === 'phoneNumber' && number !== undefined ? `${countryCode} ${number}` : value;
        }),
      ),
  },
  'an export that is a redirect to a file': {
    legal:
      'csv returns all matching payouts as a CSV download. Whether at once or from another address is not shown.',
    hooks: () => {
      const files = new Map<string, RelayedAnswer>();
      return {
        http: async (asked, next) => {
          const file = files.get(asked.path);
          if (file !== undefined) return file;
          const answer = await next(asked);
          if (!isOne(asked, 'GET /v1/payouts') || !/csv/.test(answer.headers['content-type'] ?? ''))
            return answer;
          const location = `/v1/exports/${crypto.randomUUID()}.csv`;
          files.set(location, answer);
          return answerOf(302, undefined, { location });
        },
      };
    },
  },
  'a repeated idempotency key returns nothing': {
    legal: 'idempotencyKey: unique value that prevents duplicates. What a repetition returns is not shown.',
    about: /^PLATFORM-003$/,
    hooks: () => {
      const used = new Set<string>();
      return {
        http: async (asked, next) => {
          const key = textOf(fieldsOf(asked.json).idempotencyKey);
          if (!isOne(asked, 'POST /v1/platform/businesses') || key === '') return next(asked);
          if (used.has(key)) return refused(asked, next, answerOf(204));
          const answer = await next(asked);
          if (isSuccess(answer)) used.add(key);
          return answer;
        },
      };
    },
  },
  'others move money in shared businesses': {
    legal: 'A business is used by others too; nothing says that its balance stands still.',
    hooks: () => {
      const isNow = every(3);
      return {
        http: async (asked, next) => {
          const isShared = asked.headers['x-multitenantkey'] === undefined;
          if (isShared && isOne(asked, 'GET /v1/wallets') && isNow())
            await next(
              otherwise(asked, 'POST', '/v1/sandbox/business-deposits', {
                value: { amount: 777, currency: 'USD' },
                description: 'Other',
              }),
            );
          return next(asked);
        },
      };
    },
  },
  'twenty businesses at most': {
    legal: 'How many businesses a platform may create: not shown.',
    costs: { share: 0.15, why: 'Some checks need businesses that no other check has used.' },
    hooks: () => {
      let created = 0;
      return {
        http: async (asked, next) => {
          if (!isOne(asked, 'POST /v1/platform/businesses')) return next(asked);
          if (created >= 20)
            return refused(asked, next, refusal(403, 'limit_reached', 'A sandbox has at most 20 businesses'));
          const answer = await next(asked);
          if (isSuccess(answer)) created += 1;
          return answer;
        },
      };
    },
  },
  'no business may be created': {
    legal: 'Platform token: requires special enablement.',
    about: /./,
    hooks: () =>
      refusals('POST /v1/platform/businesses', () => refusal(403, 'not_enabled', 'Ask us to enable it')),
  },
  'accounts restricted while they wait for deposits': {
    legal:
      'microdepositInfo present only while awaiting verification; restricted when direct debits are restricted.',
    hooks: () => {
      const restricted = (accounts: unknown) => {
        const all = [accounts].flat().map(fieldsOf);
        const isRestricted = all.some(({ status }) => status === 'restricted');
        return all.map((account) =>
          isRestricted && account.status === 'needs_confirmation'
            ? { ...account, status: 'restricted' }
            : account,
        );
      };
      const changed = (json: unknown) =>
        eachField(json, (name, value) =>
          /^(?:data|accounts)$/.test(name) && Array.isArray(value) && value.length > 0
            ? restricted(value)
            : value,
        );
      return together([answers('GET /v1/external-accounts', changed), events(changed)]);
    },
  },
  'rates of six places': {
    legal: 'fxRate: string. Its places are not shown.',
    hooks: () => {
      const places = (json: unknown) =>
        eachField(json, (name, value) =>
          name === 'fxRate' && typeof value === 'string' ? Number(value).toFixed(6) : value,
        );
      return together([answers('**', places), events(places)]);
    },
  },
  'references of at most 35 characters': {
    legal: 'reference (client reference string). Its longest length is not shown.',
    hooks: () =>
      refusals('POST /v1/payouts', ({ json }) =>
        textOf(fieldsOf(json).reference).length > 35 ? invalid('reference is longer than 35') : undefined,
      ),
  },
  'a least payout': {
    legal: 'amount (Money). Which amounts are valid is not shown.',
    hooks: () =>
      refusals('POST /v1/payouts', ({ json }) =>
        amountOf(fieldsOf(json).amount) < 500 ? invalid('amount is less than 500') : undefined,
      ),
  },
  'a least salary': {
    legal: 'entries: {personId, salary: Money}. Which salaries are valid is not shown.',
    hooks: () =>
      refusals('POST /v1/payrolls/*/save', ({ json }) => {
        const { entries } = fieldsOf(json);
        const isLow =
          Array.isArray(entries) && entries.some((entry) => amountOf(fieldsOf(entry).salary) < 100);
        return isLow ? invalid('salary is less than 100') : undefined;
      }),
  },
  'payroll dates within a quarter': {
    legal: 'payrollDate: date. How far ahead it may be is not shown.',
    hooks: () =>
      refusals('POST /v1/payrolls/*/save', ({ json }) =>
        Math.abs(dateOf(fieldsOf(json).payrollDate) - Date.now()) > 92 * dayMillis
          ? invalid('payrollDate is too far away')
          : undefined,
      ),
  },
  'periods of at most a month': {
    legal: 'payPeriod: {fromDate, toDate} dates. How long it may be is not shown.',
    hooks: () =>
      refusals('POST /v1/payrolls/*/save', ({ json }) => {
        const { fromDate, toDate } = fieldsOf(fieldsOf(json).payPeriod);
        return dateOf(toDate) - dateOf(fromDate) > 31 * dayMillis
          ? invalid('payPeriod is longer than a month')
          : undefined;
      }),
  },
  'numbers of accounts of 8 to 12 digits': {
    legal: 'accountNumber: string. Its form is not shown.',
    hooks: () =>
      refusals('POST /v1/beneficiaries', ({ json }) => {
        const { accountNumber } = fieldsOf(fieldsOf(fieldsOf(json).paymentDetails).bank);
        return typeof accountNumber === 'string' && !/^\d{8,12}$/.test(accountNumber)
          ? invalid('paymentDetails.bank.accountNumber must have 8 to 12 digits')
          : undefined;
      }),
  },
  'bank codes of nine digits': {
    legal: 'bankCode: string. Its form is not shown.',
    hooks: () =>
      refusals('POST /v1/beneficiaries', ({ json }) => {
        const { bankCode } = fieldsOf(fieldsOf(fieldsOf(json).paymentDetails).bank);
        return typeof bankCode === 'string' && !/^\d{9}$/.test(bankCode)
          ? invalid('paymentDetails.bank.bankCode must have nine digits')
          : undefined;
      }),
  },
  'wallets of other currencies': {
    legal: 'Hold wallets; the document shows no operation that reads them.',
    hooks: () =>
      answers('GET /v1/wallets', (json) => {
        const { data } = fieldsOf(json);
        if (!Array.isArray(data) || !showBalances(data)) return json;
        const empty = ['EUR', 'GBP', 'JPY'].filter((currency) =>
          data.every(({ balance }) => balance.currency !== currency),
        );
        return {
          ...fieldsOf(json),
          data: [
            ...empty.map((currency) => ({ id: crypto.randomUUID(), balance: { amount: 0, currency } })),
            ...data,
          ],
        };
      }),
  },
  'approval of a payroll returns another body': {
    legal: 'Approval: its path, request and response are not shown.',
    hooks: () =>
      answers('POST /v1/payrolls/*/approve', () => ({ accepted: true, jobId: crypto.randomUUID() })),
  },
  'approvals only of the last version': {
    legal: 'saved → approval → approved. What approves a payroll a second time returns is not shown.',
    hooks: () =>
      responses('POST /v1/payrolls/*/approve', (answer) =>
        answer.status >= 400 && answer.status < 500
          ? refusal(412, 'precondition_failed', 'The payroll has changed')
          : answer,
      ),
  },
  'states of a payroll in capitals': {
    legal: 'Mapping between webhook values and GET values: not shown beyond completed to Completed.',
    hooks: () =>
      answers('GET /v1/payrolls, GET /v1/payrolls/*', (json) => {
        const capital = (payroll: Readonly<Record<string, unknown>>) => {
          const status = textOf(payroll.status);
          return /^(?:saved|approved|scheduled|processing)$/.test(status)
            ? { ...payroll, status: status[0]?.toUpperCase() + status.slice(1) }
            : payroll;
        };
        return Array.isArray(fieldsOf(json).data) ? eachItem(json, capital) : capital(fieldsOf(json));
      }),
  },
  'a table of payouts for Excel': {
    legal:
      'csv returns all matching payouts as a CSV download. Its columns, separators and line ends are not shown.',
    hooks: () =>
      responses('GET /v1/payouts', (answer) => {
        if (!/csv/.test(answer.headers['content-type'] ?? '')) return answer;
        const body = Buffer.from(`\uFEFF${answer.body.toString().replaceAll(/\r?\n/g, '\r\n')}`);
        const headers = {
          ...answer.headers,
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="payouts.csv"',
        };
        return { ...answer, headers, body };
      }),
  },
  'an invoice of one more line': {
    legal: 'Invoice items: array; observed categories NET_PAYROLL, PAYMENT_PROCESSING_FEE, CONTRACTOR_FEE.',
    hooks: () => {
      const more = (invoice: Readonly<Record<string, unknown>>) => {
        const currency = fieldsOf(invoice.total).currency;
        const none = { amount: 0, currency };
        const discount = {
          description: 'Promotion',
          category: 'DISCOUNT',
          amount: none,
          quantity: 1,
          total: none,
        };
        return Array.isArray(invoice.items) ? { ...invoice, items: [...invoice.items, discount] } : invoice;
      };
      return answers('GET /v1/invoices, GET /v1/invoices/*', (json) =>
        Array.isArray(fieldsOf(json).data) ? eachItem(json, more) : more(fieldsOf(json)),
      );
    },
  },
};
