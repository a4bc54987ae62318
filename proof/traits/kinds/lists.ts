/** How a server lists. */
import { eachItem, fieldsOf, textOf } from '../json.ts';
import { answers, inEachBusiness, invalid, refusals, requests, responses } from '../steps.ts';
import { type Trait, together } from '../trait.ts';

const isList =
  'GET /v1/persons, GET /v1/users, GET /v1/contracts, GET /v1/payrolls, GET /v1/beneficiaries, GET /v1/payouts, GET /v1/disbursements, GET /v1/invoices, GET /v1/transactions';

const withQuery = (query: string, name: string, value: string) => {
  const parameters = new URLSearchParams(query);
  parameters.set(name, value);
  return `?${parameters}`;
};

const exampleBeneficiary = {
  name: 'Sample Supplies',
  email: 'sample@example.com',
  countryCode: 'US',
  currency: 'USD',
  kyc: {
    firstName: 'Sam',
    lastName: 'Sample',
    dateOfBirth: '1990-01-01',
    countryCode: 'US',
    idType: 'PASSPORT',
    idNumber: 'P1234567',
    idFileFront: '',
  },
  paymentDetails: {
    preferredMethod: 'bank',
    bank: {
      accountName: 'Sample Supplies',
      accountNumber: '12345678',
      bankName: 'Sample Bank',
      bankCode: '021000021',
      address: { line1: '1 Main St', line2: '', city: 'Austin', postalCode: '73301', countryCode: 'US' },
    },
  },
};

export const listTraits: Readonly<Record<string, Trait>> = {
  'each page newest first': {
    legal: 'Order of lists: not shown, beside the sort order of payouts.',
    hooks: () =>
      answers(
        'GET /v1/persons, GET /v1/users, GET /v1/contracts, GET /v1/payrolls, GET /v1/beneficiaries',
        (json) => {
          const { data, ...others } = fieldsOf(json);
          return Array.isArray(data) ? { ...others, data: data.toReversed() } : json;
        },
      ),
  },
  'five persons on a page without a limit': {
    legal: 'Default page size of persons and users: not shown.',
    hooks: () =>
      requests('GET /v1/persons, GET /v1/users', (asked) =>
        /[?&]limit=/.test(asked.query) ? asked : { ...asked, query: withQuery(asked.query, 'limit', '5') },
      ),
  },
  'three items on a page of cursors': {
    legal: 'Default and maximum page size of cursor-paginated lists: not shown.',
    hooks: () =>
      requests(
        'GET /v1/beneficiaries, GET /v1/payouts, GET /v1/disbursements, GET /v1/invoices, GET /v1/transactions',
        (asked) => {
          const asks = new URLSearchParams(asked.query);
          if (asks.get('format') === 'csv') return asked;
          const most = Number(asks.get('limit') ?? 3);
          return most > 3 || !asks.has('limit')
            ? { ...asked, query: withQuery(asked.query, 'limit', '3') }
            : asked;
        },
      ),
  },
  'cursors that are addresses': {
    legal: 'node: {previous: string|null, next: string|null}; pagination cursor from a previous response.',
    hooks: () => {
      const before = 'https://api.example.com/page?after=';
      const wrapped = (cursor: unknown) => (typeof cursor === 'string' ? before + cursor : cursor);
      return together([
        requests('GET **', (asked) => ({
          ...asked,
          query: asked.query.replaceAll(encodeURIComponent(before), '').replaceAll(before, ''),
        })),
        answers('GET **', (json) => {
          const { node, ...others } = fieldsOf(json);
          if (node === undefined) return json;
          const { previous, next } = fieldsOf(node);
          return { ...others, node: { previous: wrapped(previous), next: wrapped(next) } };
        }),
      ]);
    },
  },
  'a page beyond the last is not found': {
    legal: 'Response to a page number beyond the last page: not shown.',
    hooks: () =>
      responses('GET /v1/persons, GET /v1/users', (answer) => {
        const { meta, data } = fieldsOf(answer.json);
        const { currentPage, pages } = fieldsOf(meta);
        const isBeyond =
          Number(currentPage) > Math.max(1, Number(pages)) && Array.isArray(data) && data.length === 0;
        return isBeyond
          ? { ...answer, status: 404, json: { code: 'resource_not_found', message: 'There is no such page' } }
          : answer;
      }),
  },
  'lists with totals and links': {
    legal:
      'Cursor shape: response has data and node; page shape: data and meta. Nothing forbids more fields.',
    hooks: () =>
      answers(isList, (json) => ({
        object: 'list',
        links: { self: '/v1' },
        has_more: false,
        ...fieldsOf(json),
      })),
  },
  'items with a type and links': {
    legal: 'Fields of the resources; nothing forbids more of them.',
    hooks: () =>
      answers(isList, (json) =>
        eachItem(json, (item) => ({ object: 'item', livemode: false, links: null, ...item })),
      ),
  },
  'a filter by e-mail that ignores case': {
    legal: 'email (filter): how it compares is not shown.',
    hooks: () => {
      const written = new Map<string, string>();
      return together([
        answers('GET **, POST **', (json) => {
          for (const item of [json, ...[fieldsOf(json).data].flat()]) {
            const email = textOf(fieldsOf(item).email);
            if (email !== '') written.set(email.toLowerCase(), email);
          }
          return json;
        }),
        requests('GET /v1/persons, GET /v1/users', (asked) => {
          const email = new URLSearchParams(asked.query).get('email')?.toLowerCase();
          const own = email === undefined ? undefined : written.get(email);
          return own === undefined ? asked : { ...asked, query: withQuery(asked.query, 'email', own) };
        }),
      ]);
    },
  },
  'a filter by e-mail that requires an address': {
    legal: 'email (filter): whether a text that is no address is valid is not shown.',
    hooks: () =>
      refusals('GET /v1/persons, GET /v1/users', ({ query }) => {
        const email = new URLSearchParams(query).get('email');
        return email === null || /^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(email)
          ? undefined
          : invalid('email is no address');
      }),
  },
  'an example person in each business': {
    legal: 'Initial content of a business: not shown.',
    hooks: () =>
      inEachBusiness('/v1/persons', {
        firstName: 'Sam',
        lastName: 'Sample',
        email: `sample-${crypto.randomUUID()}@example.com`,
        type: 'EMPLOYEE',
      }),
  },
  'an example beneficiary in each business': {
    legal: 'Initial content of a business: not shown.',
    hooks: () => inEachBusiness('/v1/beneficiaries', exampleBeneficiary),
  },
};
