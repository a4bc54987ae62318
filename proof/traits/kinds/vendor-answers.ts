/** Verification, invoices, taxes, tokens and events as vendors have them. Written from the document and from experience alone. */
import { eachField, fieldsOf, textOf } from '../json.ts';
import {
  answerOf,
  answers,
  deliveries,
  idLike,
  invalid,
  isOne,
  isSuccess,
  refusals,
  responses,
} from '../steps.ts';
import type { RelayedRequest, Trait } from '../trait.ts';
import {
  eachOf,
  followed,
  invoiceReads,
  isMoney,
  itemsOf,
  type NextHop,
  nowSeconds,
  timesOf,
} from './vendor-steps.ts';

export const vendorAnswerTraits: Readonly<Record<string, Trait>> = {
  'disbursements in a shape of their own': {
    legal: 'GET /v1/disbursements exist by path only; their shapes: not shown.',
    notElsewhere: 'The adapter of another server says in which field its list is.',
    hooks: () =>
      answers('GET /v1/disbursements', (json) => ({
        disbursements: itemsOf(json),
        pageInfo: { hasNextPage: false },
      })),
  },
  'verification read in another shape': {
    legal: 'GET kyc returns component statuses (at least identity). Shape beyond that: not shown.',
    hooks: () =>
      answers('GET /v1/users/*/kyc', (json) =>
        Object.fromEntries(
          Object.entries(fieldsOf(json)).map(([name, value]) => {
            if (!/^(?:identity|address)$/.test(name)) return [name, value];
            const { status } = fieldsOf(value);
            return [name, typeof value === 'string' ? { status: value, reasons: [] } : (status ?? value)];
          }),
        ),
      ),
  },
  'pending at once': {
    legal: 'processing → verification, sandbox without review → pending. After which time is not shown.',
    hooks: () =>
      answers('GET /v1/users/*/kyc', (json) =>
        eachField(json, (_, value) => (value === 'processing' ? 'pending' : value)),
      ),
  },
  'a verification needs a date of birth and an address': {
    legal: 'Submits KYC. Required-ness of fields: not shown.',
    hooks: () =>
      refusals('POST /v1/users/*/kyc, PATCH /v1/users/*/kyc', ({ json }) => {
        const { dob, nationality, address } = fieldsOf(json);
        const { countryCode, line1, city } = fieldsOf(address);
        const isWhole = [dob, nationality, countryCode, line1, city].every((value) => textOf(value) !== '');
        return isWhole || json === undefined
          ? undefined
          : invalid('dob, nationality and address are required');
      }),
  },
  'expired documents are refused': {
    legal: 'expirationDate (date). Which are valid at submission is not shown.',
    hooks: () =>
      refusals('POST /v1/users/*/kyc, PATCH /v1/users/*/kyc', ({ json }) => {
        const expires = Date.parse(textOf(fieldsOf(fieldsOf(json).idDetails).expirationDate));
        return expires < Date.now() ? invalid('idDetails.expirationDate is in the past') : undefined;
      }),
  },
  'a submission returns a session': {
    legal: 'POST kyc: Required-ness of fields, other idDetails.type values and the response body: not shown.',
    hooks: () =>
      answers('POST /v1/users/*/kyc, PATCH /v1/users/*/kyc', () => ({
        sessionId: crypto.randomUUID(),
        url: 'https://verify.vendor.test/s/1',
      })),
  },
  'states of KYB in other words': {
    legal:
      'KYB: Transitions between KYB states: not shown, nor their names or the operation that reads them.',
    hooks: () =>
      answers('GET /v1/businesses/*/kyb', (json) =>
        eachField(json, (name, value) => (name === 'status' ? `KYB_${textOf(value).toUpperCase()}` : value)),
      ),
  },
  'a value added tax on each invoice': {
    legal: 'subtotal, total (Money). How the one follows from the other is not shown.',
    hooks: () =>
      answers(invoiceReads, (json) =>
        eachOf(json, (invoice) =>
          isMoney(invoice.total) ? { ...invoice, total: timesOf(invoice.subtotal, 1.19) } : invoice,
        ),
      ),
  },
  'invoices due on receipt': {
    legal: 'date, dueDate. How far apart they are is not shown.',
    hooks: () =>
      answers(`${invoiceReads}, POST /v1/invoices`, (json) =>
        eachOf(json, (invoice) =>
          invoice.dueDate === undefined ? invoice : { ...invoice, dueDate: invoice.date },
        ),
      ),
  },
  'reviews return nothing': {
    legal: 'POST review of invoices and reimbursements: request and response shapes of these: not shown.',
    hooks: () =>
      responses('POST /v1/invoices/*/review, POST /v1/reimbursements/*/review', (answer) =>
        isSuccess(answer) ? answerOf(204) : answer,
      ),
  },
  'taxes rounded to whole tens': {
    legal:
      'deductions (array of {name, amount: Money}), netAmount (Money). How they are rounded is not shown.',
    hooks: () =>
      answers('POST **, GET **', (json) => {
        const { grossAmount, deductions } = fieldsOf(json);
        if (!isMoney(grossAmount) || !Array.isArray(deductions)) return json;
        const rounded = deductions.map(fieldsOf).map(({ amount, ...others }) => {
          const money = fieldsOf(amount);
          return { ...others, amount: { ...money, amount: Math.round(Number(money.amount) / 10) * 10 } };
        });
        const less = rounded.reduce((sum, { amount }) => sum + amount.amount, 0);
        const net = Number(fieldsOf(grossAmount).amount) - less;
        return {
          ...fieldsOf(json),
          deductions: rounded,
          netAmount: { ...fieldsOf(grossAmount), amount: net },
        };
      }),
  },
  'a summary of taxes in lines': {
    legal:
      'summary (step-by-step breakdown of formulas, brackets and rates per line item). Its type: not shown.',
    hooks: () =>
      answers('POST **, GET **', (json) => {
        const { grossAmount, summary } = fieldsOf(json);
        return isMoney(grossAmount) && summary !== undefined
          ? { ...fieldsOf(json), summary: [{ step: 1, text: JSON.stringify(summary) }] }
          : json;
      }),
  },
  'types of tax fields in other words': {
    legal: '{country, fields: [{name, required, type, enum (optional), description}]}. The types: not shown.',
    hooks: () =>
      answers('GET **, POST **', (json) => {
        const { country, fields } = fieldsOf(json);
        if (country === undefined || !Array.isArray(fields)) return json;
        const renamed = fields.map(fieldsOf).map((field) => ({
          ...field,
          type: field.enum === undefined ? `input_${field.type}` : 'select',
        }));
        const more = { name: 'churchTax', required: false, type: 'checkbox', description: '' };
        return { ...fieldsOf(json), fields: [...renamed, more] };
      }),
  },
  'a country without regions': {
    legal: '{countries: [{name, code, regions: [{name, code}]}]}. That a country has regions is not said.',
    hooks: () =>
      answers('GET **', (json) => {
        const { countries } = fieldsOf(json);
        return Array.isArray(countries)
          ? { ...fieldsOf(json), countries: [{ name: 'Monaco', code: 'MC', regions: [] }, ...countries] }
          : json;
      }),
  },
  'tenant keys with a prefix': {
    legal: 'Response: {businessId: uuid, tenantKey: string}.',
    hooks: () => {
      const prefix = 'tk_sandbox_';
      const keys = new Set<string>();
      const shown = (json: unknown) =>
        eachField(json, (_, value) => (keys.has(textOf(value)) ? `${prefix}${value}` : value));
      const hidden = (json: unknown) =>
        eachField(json, (_, value) =>
          textOf(value).startsWith(prefix) ? textOf(value).slice(prefix.length) : value,
        );
      const passage = async (asked: RelayedRequest, next: NextHop) => {
        const key = asked.headers['x-multitenantkey'];
        const isPrefixed = key?.startsWith(prefix) === true;
        const headers = isPrefixed
          ? { ...asked.headers, 'x-multitenantkey': key.slice(prefix.length) }
          : asked.headers;
        const answer = await next({
          ...asked,
          headers,
          ...(asked.json !== undefined && { json: hidden(asked.json) }),
        });
        const tenantKey = textOf(fieldsOf(answer.json).tenantKey);
        if (isOne(asked, 'POST /v1/platform/businesses') && tenantKey !== '') keys.add(tenantKey);
        return answer.json === undefined ? answer : { ...answer, json: shown(answer.json) };
      };
      return {
        http: passage,
        control: passage,
        webhook: (delivered, next) => next({ ...delivered, json: shown(delivered.json) }),
      };
    },
  },
  'a redirect token of two thousand characters': {
    legal: 'Response {redirectToken: string}.',
    hooks: () =>
      answers('POST /v1/auth/login/jwt', (json) => ({
        ...fieldsOf(json),
        redirectToken: `${textOf(fieldsOf(json).redirectToken)}${'.A~_-'.repeat(400)}`,
      })),
  },
  'times of whole minutes': {
    legal:
      'createdAt, createdTimestamp, lastUpdatedTimestamp: Unix timestamps in seconds. Their precision: not shown.',
    hooks: () =>
      answers('**', (json) =>
        eachField(json, (name, value) =>
          /^(?:createdAt|createdTimestamp|lastUpdatedTimestamp)$/.test(name) && typeof value === 'number'
            ? value - (value % 60)
            : value,
        ),
      ),
  },
  'a job touches records all the time': {
    legal: 'lastUpdatedTimestamp: integer. What updates a record is not shown.',
    hooks: () =>
      answers('GET **', (json) =>
        eachField(json, (name, value) => (name === 'lastUpdatedTimestamp' ? nowSeconds() : value)),
      ),
  },
  'no event of processing transactions': {
    legal: 'transaction.processing: at most once per transaction; optional in the lifecycle.',
    hooks: () =>
      deliveries((given, next) =>
        fieldsOf(given.json).eventType === 'transaction.processing' ? Promise.resolve(200) : next(given),
      ),
  },
  'a person is updated right after its creation': {
    legal:
      'person.updated: id, firstName, lastName, email, phoneNumber, tenantKey. When it fires is not shown.',
    hooks: () =>
      followed((eventType, { id, firstName, lastName, email, phoneNumber, tenantKey }) =>
        eventType === 'person.created'
          ? { 'person.updated': { id, firstName, lastName, email, phoneNumber, tenantKey } }
          : {},
      ),
  },
  'a fee for each completed payroll': {
    legal:
      'instant settlement (e.g. PAYROLL_FEE wallet debit): initiated, then succeeded, no processing event.',
    hooks: () =>
      followed((eventType, { id, status, tenantKey }) => {
        if (eventType !== 'payroll.status.updated' || status !== 'completed') return {};
        const fee = {
          id: idLike('fee', id),
          amount: { amount: 25, currency: 'USD' },
          type: 'PAYROLL_FEE',
          reference: id,
          recipientId: idLike('vendor', tenantKey),
          recipientType: 'BUSINESS',
          tenantKey,
        };
        return { 'transaction.initiated': fee, 'transaction.succeeded': fee };
      }),
  },
  'profiles and basic information change by themselves': {
    legal:
      'user.profile.updated: id, type (observed password_set), tenantKey; business.basicinfo.updated by name. When they fire is not shown.',
    hooks: () =>
      followed((eventType, { id, tenantKey }) => {
        const basic = { 'business.basicinfo.updated': { tenantKey } };
        if (eventType === 'payroll.created') return basic;
        if (eventType !== 'user.created') return {};
        return { ...basic, 'user.profile.updated': { id, type: 'invite_sent', tenantKey } };
      }),
  },
};
