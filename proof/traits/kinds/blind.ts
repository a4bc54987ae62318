/** What sandboxes of vendors do, from the document and from experience alone. */
import { eachField, eachItem, fieldsOf, type JsonFields, textOf } from '../json.ts';
import {
  answerOf,
  answers,
  businessOf,
  deliveries,
  events,
  every,
  idLike,
  invalid,
  isOne,
  isSuccess,
  pause,
  refusal,
  refusals,
  refused,
  requests,
  responses,
} from '../steps.ts';
import {
  type Delivered,
  type Hooks,
  type RelayedAnswer,
  type RelayedRequest,
  type Trait,
  together,
} from '../trait.ts';

type Next = (asked: RelayedRequest) => Promise<RelayedAnswer>;

const itemsOf = (json: unknown): readonly JsonFields[] => {
  const { data } = fieldsOf(json);
  return Array.isArray(data) ? data.map(fieldsOf) : [];
};

const nowSeconds = () => Math.floor(Date.now() / 1000);
const isMoney = (value: unknown) =>
  Number.isInteger(fieldsOf(value).amount) && /^[A-Z]{3}$/.test(textOf(fieldsOf(value).currency));
const timesOf = (money: unknown, factor: number) => ({
  ...fieldsOf(money),
  amount: Math.ceil(Number(fieldsOf(money).amount) * factor),
});

/** The resource itself or each item of the list. */
const eachOf = (json: unknown, change: (item: JsonFields) => JsonFields) =>
  Array.isArray(fieldsOf(json).data) ? eachItem(json, change) : change(fieldsOf(json));

/** Old items before those of a list in pages; a filter finds those whose field is the same. */
const before = (path: string, old: (asked: RelayedRequest) => readonly JsonFields[]): Hooks => ({
  http: async (asked, next) => {
    const read =
      isOne(asked, `GET ${path}/*`) && old(asked).find(({ id }) => asked.path.endsWith(textOf(id)));
    if (read) return refused(asked, next, answerOf(200, read));
    const answer = await next(asked);
    const { meta } = fieldsOf(answer.json);
    const { limit, currentPage } = fieldsOf(meta);
    if (!isOne(asked, `GET ${path}`) || !isSuccess(answer) || typeof limit !== 'number') return answer;
    const filters = [...new URLSearchParams(asked.query)].filter(
      ([name]) => name === 'email' || name === 'personId',
    );
    const found = old(asked).filter((item) => filters.every(([name, value]) => item[name] === value));
    const all = [...found];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = new URLSearchParams([...new URLSearchParams(asked.query)]);
      query.set('limit', '100');
      query.set('page', String(page));
      const { json } = await next({ ...asked, query: `?${query}` });
      all.push(...itemsOf(json));
      pages = Number(fieldsOf(fieldsOf(json).meta).pages) || 0;
    }
    const skipped = (Number(currentPage) - 1) * limit;
    const changed = { ...fieldsOf(meta), itemCount: all.length, pages: Math.ceil(all.length / limit) };
    return {
      ...answer,
      json: { ...fieldsOf(answer.json), data: all.slice(skipped, skipped + limit), meta: changed },
    };
  },
});

/** Old items in a list without pages or on the last page of cursors, which reads by id find as well. */
const after = (
  path: string,
  old: (asked: RelayedRequest) => readonly JsonFields[],
  id: string = 'id',
): Hooks => ({
  http: async (asked, next) => {
    if (isOne(asked, `GET ${path}/*`)) {
      const found = old(asked).find((item) => asked.path.endsWith(textOf(item[id])));
      return found === undefined ? next(asked) : refused(asked, next, answerOf(200, found));
    }
    const answer = await next(asked);
    const isFiltered = [...new URLSearchParams(asked.query).keys()].some(
      (name) => !/limit|size|cursor|next|after|page|max/i.test(name),
    );
    const { data, node } = fieldsOf(answer.json);
    const hasMore = textOf(fieldsOf(node).next) !== '';
    if (!isOne(asked, `GET ${path}`) || !Array.isArray(data) || isFiltered || hasMore) return answer;
    return { ...answer, json: { ...fieldsOf(answer.json), data: [...data, ...old(asked)] } };
  },
});

/** Another event beside one that is delivered. */
const eventLike = (given: Delivered, eventType: string, data: JsonFields): Delivered => {
  const envelope = fieldsOf(given.json);
  const id = idLike('event', envelope.id, eventType);
  return {
    ...given,
    headers: Object.fromEntries(
      Object.entries(given.headers).map(([name, value]) => [name, /-id$/.test(name) ? `msg_${id}` : value]),
    ),
    json: { ...envelope, id, eventType, data },
  };
};

/** As some languages write JSON. */
const escaped = (json: unknown) =>
  Buffer.from(
    JSON.stringify(json)
      .replaceAll('/', '\\/')
      .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );

/** Answers at once what is carried out later. */
const carriedOutLater =
  (millis: number, answer: RelayedAnswer) => async (asked: RelayedRequest, next: Next) => {
    const given = await refused(asked, next, answer);
    if (given === answer) void pause(millis).then(() => next(asked).catch(() => undefined));
    return given;
  };

const payrollReads = 'GET /v1/payrolls, GET /v1/payrolls/*';
const personReads = 'GET /v1/persons, GET /v1/persons/*';
const invoiceReads = 'GET /v1/invoices, GET /v1/invoices/*';
const payoutReads = 'GET /v1/payouts, GET /v1/payouts/*';
const totals = ['gross', 'net', 'tax', 'pension', 'statutoryDeductions', 'employerContributions', 'debit'];

export const blindTraits: Readonly<Record<string, Trait>> = {
  'vendor: each success is a 200 with a body': {
    legal: 'The success status code of each endpoint: not shown. 204: sandbox KYC review, user deletion.',
    hooks: () =>
      responses('**', (answer, asked) => {
        const isNamed = isOne(asked, 'POST /v1/sandbox/users/*/kyc/review, DELETE **');
        if (!isSuccess(answer) || isNamed || answer.status === 200) return answer;
        return answer.status === 204 ? answerOf(200, { success: true }) : { ...answer, status: 200 };
      }),
  },
  'vendor: what is created is a 202': {
    legal: 'The success status code of each endpoint: not shown.',
    hooks: () =>
      responses('POST **', (answer) => (answer.status === 201 ? { ...answer, status: 202 } : answer)),
  },
  'vendor: problem details': {
    legal: 'Error body: {code, message, params?}. Its media type and other fields are not shown.',
    hooks: () =>
      responses('**', (answer) =>
        answer.status >= 400 && answer.json !== undefined
          ? {
              ...answer,
              headers: { ...answer.headers, 'content-type': 'application/problem+json' },
              json: {
                type: 'about:blank',
                title: 'Request failed',
                status: answer.status,
                ...fieldsOf(answer.json),
              },
            }
          : answer,
      ),
  },
  'vendor: rejections without params': {
    legal: 'Error object {code: string, message: string, params?: map string to string}.',
    hooks: () =>
      responses('**', (answer) => {
        const { params, ...others } = fieldsOf(answer.json);
        return answer.status >= 400 && params !== undefined ? { ...answer, json: others } : answer;
      }),
  },
  'vendor: fields of a rejection by their paths': {
    legal:
      'For validation errors params maps a field name to a message. The form of the name of a nested field: not shown.',
    hooks: () =>
      responses('**', (answer) => {
        const { params, ...others } = fieldsOf(answer.json);
        if (answer.status < 400 || params === undefined) return answer;
        const paths = Object.entries(fieldsOf(params)).map(([name, text]) => [`body.${name}`, text]);
        return { ...answer, json: { ...others, params: Object.fromEntries(paths) } };
      }),
  },
  'vendor: twenty requests a second for a key': {
    legal: 'Request rate limits: not shown.',
    hooks: () => {
      const seconds = new Map<string, number>();
      return {
        http: async (asked, next) => {
          const second = `${asked.headers.authorization} ${nowSeconds()}`;
          const count = (seconds.get(second) ?? 0) + 1;
          seconds.set(second, count);
          return count > 20
            ? refusal(429, 'rate_limit_exceeded', 'Too many requests', { 'retry-after': '1' })
            : next(asked);
        },
      };
    },
  },
  'vendor: JSON with escaped slashes and letters': {
    legal: 'Used over HTTPS with JSON bodies.',
    hooks: () => ({
      http: async (asked, next) => {
        const { json, ...answer } = await next(asked);
        return json === undefined ? answer : { ...answer, body: escaped(json) };
      },
      webhook: ({ json, ...delivered }, next) =>
        next(json === undefined ? delivered : { ...delivered, body: escaped(json) }),
    }),
  },
  'vendor: a last page of cursors that is empty': {
    legal:
      'node: {previous: string|null, next: string|null}. That next is null on the last items is not said.',
    hooks: () => {
      const ends = new Map<string, RelayedAnswer>();
      return {
        http: async (asked, next) => {
          const cursor = [...new URLSearchParams(asked.query).values()].find((value) => ends.has(value));
          const end = ends.get(cursor ?? '');
          if (end !== undefined) return refused(asked, next, end);
          const answer = await next(asked);
          const { node, ...others } = fieldsOf(answer.json);
          if (!isSuccess(answer) || fieldsOf(node).next !== null || itemsOf(answer.json).length === 0)
            return answer;
          const token = `end_${crypto.randomUUID()}`;
          const { previous } = fieldsOf(node);
          ends.set(token, { ...answer, json: { ...others, data: [], node: { previous, next: null } } });
          return { ...answer, json: { ...others, node: { previous, next: token } } };
        },
      };
    },
  },
  'vendor: cursors that differ each time': {
    legal: 'Pagination cursor from a previous response. Its form: not shown.',
    hooks: () => {
      const cursors = new Map<string, string>();
      const sealed = (cursor: unknown) => {
        if (typeof cursor !== 'string') return cursor;
        const token = `${Buffer.from(crypto.randomUUID()).toString('base64')}`;
        cursors.set(token, cursor);
        return token;
      };
      return together([
        requests('GET **', (asked) => {
          const query = new URLSearchParams(asked.query);
          const opened = [...query].map(([name, value]): [string, string] => [
            name,
            cursors.get(value) ?? value,
          ]);
          return opened.some(([name, value]) => query.get(name) !== value)
            ? { ...asked, query: `?${new URLSearchParams(opened)}` }
            : asked;
        }),
        answers('GET **', (json) => {
          const { node } = fieldsOf(json);
          if (node === undefined) return json;
          const { previous, next } = fieldsOf(node);
          return { ...fieldsOf(json), node: { previous: sealed(previous), next: sealed(next) } };
        }),
      ]);
    },
  },
  'vendor: a page beyond the last is the last': {
    legal: 'page (>= 1). What a page beyond the last returns is not shown.',
    hooks: () => ({
      http: async (asked, next) => {
        const answer = await next(asked);
        const { pages } = fieldsOf(fieldsOf(answer.json).meta);
        const query = new URLSearchParams(asked.query);
        if (asked.method !== 'GET' || !(Number(query.get('page')) > Number(pages)) || Number(pages) < 1)
          return answer;
        query.set('page', String(pages));
        return next({ ...asked, query: `?${query}` });
      },
    }),
  },
  'vendor: pages and limits out of range are corrected': {
    legal: 'page (integer >= 1), limit (integer 1 to 100). What others return is not shown.',
    hooks: () =>
      requests('GET /v1/persons, GET /v1/users', (asked) => {
        const query = new URLSearchParams(asked.query);
        for (const [name, most] of [
          ['page', Number.POSITIVE_INFINITY],
          ['limit', 100],
        ] as const) {
          const value = query.get(name);
          if (value === null) continue;
          if (!/^-?\d+$/.test(value)) query.delete(name);
          else if (Number(value) < 1) query.set(name, '1');
          else if (Number(value) > most) query.set(name, String(most));
        }
        const changed = [...query].length === 0 ? '' : `?${query}`;
        return { ...asked, query: asked.query === '' ? '' : changed };
      }),
  },
  'vendor: an empty list has one page': {
    legal:
      'meta: {limit, currentPage, skipped, pages, itemCount} (integers). The pages of no items: not shown.',
    hooks: () =>
      answers('GET **', (json) => {
        const { meta, ...others } = fieldsOf(json);
        const { itemCount, pages } = fieldsOf(meta);
        return itemCount === 0
          ? { ...others, meta: { ...fieldsOf(meta), pages: pages === 0 ? 1 : 0 } }
          : json;
      }),
  },
  'vendor: lists in no order': {
    legal: 'GET /v1/contracts, /v1/payrolls, /v1/contract-templates {data}. Their order is not shown.',
    hooks: () =>
      answers('GET /v1/contracts, GET /v1/payrolls, GET /v1/contract-templates', (json) => ({
        ...fieldsOf(json),
        data: itemsOf(json)
          .map((item) => ({ item, place: Math.random() }))
          .sort((one, other) => one.place - other.place)
          .map(({ item }) => item),
      })),
  },
  'vendor: old persons with odd values': {
    legal:
      'Allowed values of compInfo.type, frequency, employmentModel, person type and contractorType beyond those observed: not shown; nothing says which fields are always there.',
    hooks: () =>
      before('/v1/persons', (asked) => [
        {
          id: idLike('odd', businessOf(asked)),
          firstName: 'Test',
          lastName: '',
          email: '',
          phoneNumber: { countryCode: '', number: '' },
          type: 'DIRECT_EMPLOYEE',
          metadata: {},
        },
        {
          id: idLike('odder', businessOf(asked)),
          firstName: 'Zoë "Żółć" 🙂',
          lastName: "O'Brien; DROP TABLE",
          email: 'ASDF@TEST.TEST',
          address: { countryCode: 'CO', line1: '', line2: '', city: '', postalCode: '', state: '' },
          type: 'CONTRACTOR',
          contractorType: 'ENTITY',
          businessName: '',
          metadata: { ' ': 'undefined', 'a.b': '' },
          compInfo: { type: 'gross', frequency: 'semi-monthly', employmentModel: 'aor' },
          jobInfo: {
            startDate: '1900-01-01',
            employeeNumber: '',
            title: '',
            department: '',
            customFields: [],
          },
        },
      ]),
  },
  'vendor: 130 persons of earlier users': {
    legal: 'Omitting it scopes the request to the default platform business. Who else uses it is not shown.',
    hooks: () =>
      before('/v1/persons', (asked) =>
        asked.headers['x-multitenantkey'] === undefined
          ? Array.from({ length: 130 }, (_, number) => ({
              id: idLike('old', number),
              firstName: 'Test',
              lastName: `User ${number}`,
              email: `test+${number}@test.test`,
              phoneNumber: { countryCode: '1', number: '5555555555' },
              type: 'CONTRACTOR',
              contractorType: 'INDIVIDUAL',
              metadata: {},
            }))
          : [],
      ),
  },
  'vendor: old payrolls in each state': {
    legal:
      'Additional statuses on GET: Awaiting Funds, Rejected, Deleted, Completed. Mapping of the others: not shown.',
    hooks: () =>
      after(
        '/v1/payrolls',
        (asked) =>
          ['Completed', 'Deleted', 'Rejected', 'Awaiting Funds', 'saved'].map((status) => ({
            payrollId: idLike(status, businessOf(asked)),
            workerType: status === 'Rejected' ? 'EMPLOYEE' : 'CONTRACTOR',
            status,
            numPeople: 0,
            type: 'REGULAR',
            payrollDate: '2021-02-28',
            payPeriod: { fromDate: '2021-02-28', toDate: '2021-02-01' },
            ...Object.fromEntries(totals.map((name) => [name, { amount: 0, currency: 'USD' }])),
          })),
        'payrollId',
      ),
  },
  'vendor: old payouts in each state': {
    legal: 'reference (client reference string); status initiated, processing, succeeded, failed.',
    hooks: () =>
      after('/v1/payouts', (asked) =>
        ['initiated', 'processing', 'succeeded', 'failed'].map((status, number) => ({
          id: idLike('payout', status, businessOf(asked)),
          beneficiaryId: idLike('gone', businessOf(asked)),
          quoteId: idLike('quote', status),
          reference: ['', 'undefined', 'línea 1\nlínea 2', 'test test test, "test"'][number],
          amount: { amount: number, currency: 'COP' },
          sourceAmount: { amount: 1, currency: 'USD' },
          feeAmount: { amount: 0, currency: 'USD' },
          fxRate: '4012.5',
          status,
          createdTimestamp: 1_600_000_000 + number,
          lastUpdatedTimestamp: 1_600_000_000 + number,
        })),
      ),
  },
  'vendor: old invoices in each state': {
    legal: 'Invoice status pending, paid, overdue, cancelled; which invoices a business has is not shown.',
    hooks: () =>
      after('/v1/invoices', (asked) =>
        ['pending', 'paid', 'overdue', 'cancelled'].map((status) => ({
          id: idLike('invoice', status, businessOf(asked)),
          status,
          invoiceNumber: 'asdf',
          date: '2021-03-01',
          dueDate: '2021-02-01',
          from: { name: '', address: '', email: '', phoneNumber: { countryCode: '', number: '' } },
          billTo: {
            name: 'Test',
            address: '',
            email: 'a@b.co',
            phoneNumber: { countryCode: '', number: '' },
          },
          items: [],
          subtotal: { amount: 0, currency: 'USD' },
          total: { amount: 0, currency: 'USD' },
          baseCurrency: 'USD',
          fxRates: {},
          purpose: '',
          notes: '',
          source: status === 'pending' ? 'CONTRACTOR_SUBMITTED' : 'PLATFORM',
          createdTimestamp: 1_614_556_800,
          lastUpdatedTimestamp: 1_614_556_800,
        })),
      ),
  },
  'vendor: an archived template in each list': {
    legal: 'personType (observed employee), type (observed regular); country and others are not bound.',
    hooks: () => {
      const archived = idLike('archived template');
      return together([
        after('/v1/contract-templates', (asked) => [
          {
            id: archived,
            createdTimestamp: 1_550_000_000,
            lastUpdatedTimestamp: 1_550_000_000,
            personType: 'contractor',
            type: 'archived',
            country: 'US',
            name: 'Copy of Copy of test',
            templateString: '',
            tenantKey: asked.headers['x-multitenantkey'] ?? '',
            templateVariables: [],
          },
        ]),
        refusals('POST /v1/contracts', ({ json }) =>
          fieldsOf(json).templateId === archived ? invalid('templateId is archived') : undefined,
        ),
      ]);
    },
  },
  'vendor: salaries are not read back': {
    legal: 'compInfo {type, salary (Money, on write), frequency, employmentModel}.',
    hooks: () => {
      const without = (json: unknown) =>
        eachField(json, (name, value) => {
          const { salary: _, ...others } = fieldsOf(value);
          return name === 'compInfo' && fieldsOf(value).salary !== undefined ? others : value;
        });
      return together([
        answers('GET /v1/persons, GET /v1/persons/*, PUT /v1/persons/**', without),
        events(without),
      ]);
    },
  },
  'vendor: null for what a person lacks': {
    legal: 'Person: … How an absent field of a person reads is not shown.',
    hooks: () =>
      answers(personReads, (json) =>
        eachOf(json, (person) => {
          const none = {
            address: null,
            phoneNumber: null,
            businessName: null,
            compInfo: null,
            jobInfo: null,
          };
          return {
            ...none,
            ...fieldsOf(
              eachField(person, (name, value) =>
                value === '' && /^(?:department|title)$/.test(name) ? null : value,
              ),
            ),
          };
        }),
      ),
  },
  'vendor: employee numbers given by the vendor': {
    legal: 'jobInfo {…, employeeNumber (string), …}. What it is for a person who got none is not shown.',
    hooks: () => {
      const numbered = (json: unknown) =>
        eachOf(json, (person) => {
          const { jobInfo } = person;
          const has = textOf(fieldsOf(jobInfo).employeeNumber) !== '';
          const employeeNumber = `EMP-${textOf(person.id).slice(0, 6)}`;
          return has || person.id === undefined
            ? person
            : { ...person, jobInfo: { ...fieldsOf(jobInfo), employeeNumber } };
        });
      return answers(personReads, numbered);
    },
  },
  'vendor: updates return nothing': {
    legal: 'Response bodies of this endpoint and of PUT jobInfo: not shown.',
    hooks: () => responses('PUT **', (answer) => (isSuccess(answer) ? answerOf(204) : answer)),
  },
  'vendor: job information must be whole': {
    legal:
      'PUT jobInfo body: compInfo {type, salary, frequency} and jobInfo {startDate, employeeNumber, title, department, customFields}. Which may be left out is not shown.',
    hooks: () =>
      refusals('PUT /v1/persons/*/jobInfo', ({ json }) => {
        const { compInfo, jobInfo } = fieldsOf(json);
        const missing = [
          ...['type', 'salary', 'frequency'].filter((name) => fieldsOf(compInfo)[name] === undefined),
          ...['startDate', 'title', 'department'].filter((name) => fieldsOf(jobInfo)[name] === undefined),
        ];
        return missing.length > 0 ? invalid(`${missing} required`) : undefined;
      }),
  },
  'vendor: names of custom fields are lower case without spaces': {
    legal: 'PUT customFields body {name: string}. Which names are valid is not shown.',
    hooks: () =>
      refusals('PUT /v1/businesses/*/customFields/*', ({ json }) => {
        const { name } = fieldsOf(json);
        return typeof name === 'string' && !/^[a-z][a-z0-9_]*$/.test(name)
          ? invalid('name must be a slug')
          : undefined;
      }),
  },
  'vendor: the business signs by itself': {
    legal: 'Contract statuses: Transitions: not shown; full set of contract status values: not shown.',
    hooks: () =>
      answers('GET /v1/contracts', (json) =>
        eachItem(json, (contract) => {
          const { signatures, createdAt } = contract;
          const signedAt = Number(createdAt) + 2;
          if (contract.status !== 'awaiting business signature' || !Array.isArray(signatures))
            return contract;
          if (!(signedAt < nowSeconds())) return contract;
          const signed = signatures
            .map(fieldsOf)
            .map((signature) =>
              signature.order === 0
                ? { ...signature, status: 'signed', signedAt, lastViewedAt: signedAt }
                : signature,
            );
          return { ...contract, status: 'awaiting employee signature', signatures: signed };
        }),
      ),
  },
  'vendor: an open contract of a person is a conflict': {
    legal: 'POST /v1/contracts creates a contract. Whether a person may have two at once is not shown.',
    hooks: () => {
      const open = new Set<string>();
      return {
        http: async (asked, next) => {
          const { personId, templateId } = fieldsOf(asked.json);
          const contract = `${personId} ${templateId}`;
          if (!isOne(asked, 'POST /v1/contracts')) return next(asked);
          if (open.has(contract))
            return refused(
              asked,
              next,
              refusal(409, 'contract_already_open', 'A contract waits for signature'),
            );
          const answer = await next(asked);
          if (isSuccess(answer)) open.add(contract);
          return answer;
        },
      };
    },
  },
  'vendor: totals of a payroll after its approval': {
    legal: 'debit, gross, net, tax … (Money). When they are calculated is not shown.',
    hooks: () =>
      answers(payrollReads, (json) =>
        eachOf(json, (payroll) => {
          if (!/^(?:draft|saved)$/i.test(textOf(payroll.status))) return payroll;
          const none = totals.filter((name) => isMoney(payroll[name]));
          return {
            ...payroll,
            ...Object.fromEntries(none.map((name) => [name, timesOf(payroll[name], 0)])),
            ...(payroll.numPeople !== undefined && { numPeople: 0 }),
          };
        }),
      ),
  },
  'vendor: salaries are net': {
    legal: 'entries: {personId, salary: Money}. How gross, net, tax and the others follow is not shown.',
    hooks: () =>
      answers(payrollReads, (json) =>
        eachOf(json, (payroll) => {
          if (!isMoney(payroll.gross)) return payroll;
          const gross = timesOf(payroll.gross, 1.37);
          return {
            ...payroll,
            gross,
            net: payroll.gross,
            tax: timesOf(payroll.gross, 0.2),
            pension: timesOf(payroll.gross, 0.1),
            statutoryDeductions: timesOf(payroll.gross, 0.07),
            employerContributions: timesOf(gross, 0.21),
            debit: timesOf(gross, 1.2199),
          };
        }),
      ),
  },
  'vendor: debits in euros with a margin': {
    legal: 'debit, gross, net … (Money). How debit follows from the others, and its currency, is not shown.',
    hooks: () =>
      answers(payrollReads, (json) =>
        eachOf(json, (payroll) =>
          isMoney(payroll.debit)
            ? { ...payroll, debit: { ...timesOf(payroll.debit, 0.9437), currency: 'EUR' } }
            : payroll,
        ),
      ),
  },
  'vendor: all between approval and completion is Processing': {
    legal: 'Mapping between webhook values and GET values: not shown beyond completed to Completed.',
    hooks: () =>
      answers(payrollReads, (json) =>
        eachOf(json, (payroll) =>
          /^(?:approved|scheduled|processing)$/i.test(textOf(payroll.status))
            ? { ...payroll, status: 'Processing' }
            : payroll,
        ),
      ),
  },
  'vendor: pay days are working days': {
    legal: 'payrollDate: date. Which dates are valid is not shown.',
    hooks: () =>
      refusals('POST /v1/payrolls/*/save', ({ json }) => {
        const day = new Date(textOf(fieldsOf(json).payrollDate)).getUTCDay();
        return day === 0 || day === 6 ? invalid('payrollDate must be a business day') : undefined;
      }),
  },
  'vendor: periods of a person may not overlap': {
    legal: 'save payroll: condition entries valid. Which are valid is not shown.',
    hooks: () => {
      const periods = new Map<string, readonly { from: string; to: string; path: string }[]>();
      return {
        http: async (asked, next) => {
          if (!isOne(asked, 'POST /v1/payrolls/*/save')) return next(asked);
          const { entries, payPeriod } = fieldsOf(asked.json);
          const from = textOf(fieldsOf(payPeriod).fromDate);
          const to = textOf(fieldsOf(payPeriod).toDate);
          const persons = [entries].flat().map((entry) => textOf(fieldsOf(entry).personId));
          const overlaps = persons.some((person) =>
            (periods.get(person) ?? []).some(
              (other) => other.path !== asked.path && other.from <= to && from <= other.to,
            ),
          );
          if (from !== '' && overlaps) return refused(asked, next, invalid('payPeriod overlaps another'));
          const answer = await next(asked);
          if (isSuccess(answer))
            for (const person of persons)
              periods.set(person, [...(periods.get(person) ?? []), { from, to, path: asked.path }]);
          return answer;
        },
      };
    },
  },
  'vendor: approvals are carried out later': {
    legal:
      'saved → approval → approved: when is not shown, but for a past payrollDate, which completes immediately.',
    hooks: () => {
      const future = new Set<string>();
      const approve = carriedOutLater(700, answerOf(202, { status: 'pending' }));
      return {
        http: async (asked, next) => {
          if (
            isOne(asked, 'POST /v1/payrolls/*/approve') &&
            future.delete(`${businessOf(asked)} ${asked.path}`)
          )
            return approve(asked, next);
          const answer = await next(asked);
          const isLater = textOf(fieldsOf(asked.json).payrollDate) > new Date().toISOString().slice(0, 10);
          const path = `${businessOf(asked)} ${asked.path.replace(/save$/, 'approve')}`;
          if (isOne(asked, 'POST /v1/payrolls/*/save') && isSuccess(answer)) {
            if (isLater) future.add(path);
            else future.delete(path);
          }
          return answer;
        },
      };
    },
  },
  'vendor: a fee on each payout': {
    legal: 'amount, sourceAmount, feeAmount (Money). How they follow from each other is not shown.',
    hooks: () =>
      answers(`${payoutReads}, POST /v1/payouts`, (json) =>
        eachOf(json, (payout) =>
          isMoney(payout.amount)
            ? {
                ...payout,
                feeAmount: { amount: 137, currency: fieldsOf(payout.amount).currency },
                sourceAmount: timesOf(payout.amount, 1.0145),
              }
            : payout,
        ),
      ),
  },
  'vendor: no id of a quote without a quote': {
    legal: 'Payout: id, beneficiaryId, quoteId … That a payout without a quote has one is not said.',
    hooks: () =>
      answers(`${payoutReads}, POST /v1/payouts`, (json) =>
        eachOf(json, ({ quoteId: _, ...payout }) => payout),
      ),
  },
  'vendor: payouts are read as initiated for two seconds': {
    legal: 'Payout statuses: Transitions: not shown.',
    hooks: () => {
      const seen = new Map<string, number>();
      return answers(payoutReads, (json, { query }) =>
        eachOf(json, (payout) => {
          if (query !== '') return payout;
          const id = textOf(payout.id);
          const first = seen.get(id) ?? Date.now();
          seen.set(id, first);
          return payout.status !== undefined && Date.now() - first < 2_000
            ? { ...payout, status: 'initiated' }
            : payout;
        }),
      );
    },
  },
  'vendor: a payout like the last is refused': {
    legal: 'POST /v1/payouts: request and response not shown, nor whether it may be repeated.',
    hooks: () => {
      const made = new Set<string>();
      return {
        http: async (asked, next) => {
          if (!isOne(asked, 'POST /v1/payouts') || asked.json === undefined) return next(asked);
          const { reference: _, ...payout } = fieldsOf(asked.json);
          const like = `${businessOf(asked)} ${JSON.stringify(payout)}`;
          if (made.has(like))
            return refused(asked, next, refusal(409, 'possible_duplicate', 'A like payout was just made'));
          const answer = await next(asked);
          if (isSuccess(answer)) made.add(like);
          return answer;
        },
      };
    },
  },
  'vendor: the same beneficiary twice is one': {
    legal: 'POST /v1/beneficiaries response {id}. Whether the same details make another one is not shown.',
    hooks: () => {
      const made = new Map<string, RelayedAnswer>();
      return {
        http: async (asked, next) => {
          if (!isOne(asked, 'POST /v1/beneficiaries') || asked.json === undefined) return next(asked);
          const { name, email, paymentDetails } = fieldsOf(asked.json);
          const like = `${businessOf(asked)} ${JSON.stringify([name, email, paymentDetails])}`;
          const earlier = made.get(like);
          if (earlier !== undefined) return refused(asked, next, earlier);
          const answer = await next(asked);
          if (isSuccess(answer)) made.set(like, answer);
          return answer;
        },
      };
    },
  },
  'vendor: wallets with two balances': {
    legal: 'Hold wallets; the document shows no operation that reads them, nor its shape.',
    hooks: () =>
      answers('GET /v1/wallets', (json) =>
        eachItem(json, ({ balance, ...wallet }) => ({
          ...wallet,
          availableBalance: balance,
          ledgerBalance: balance,
        })),
      ),
  },
  'vendor: no wallet before the first deposit': {
    legal: 'Hold wallets. When a business gets its first is not shown.',
    hooks: () => {
      const funded = new Set<string>();
      return {
        http: async (asked, next) => {
          const answer = await next(asked);
          if (isOne(asked, 'POST /v1/sandbox/business-deposits') && isSuccess(answer))
            funded.add(businessOf(asked));
          const isNew = asked.headers['x-multitenantkey'] !== undefined && !funded.has(businessOf(asked));
          return isOne(asked, 'GET /v1/wallets') && isNew && isSuccess(answer)
            ? { ...answer, json: { ...fieldsOf(answer.json), data: [] } }
            : answer;
        },
      };
    },
  },
  'vendor: deposits arrive after a second': {
    legal: 'business-deposits adds test funds to the wallet. When, and its response body: not shown.',
    hooks: () => {
      const deposit = carriedOutLater(1_000, answerOf(202, { status: 'accepted' }));
      return {
        http: async (asked, next) => {
          const { value, description } = fieldsOf(asked.json);
          const isValid =
            isMoney(value) &&
            Intl.supportedValuesOf('currency').includes(textOf(fieldsOf(value).currency)) &&
            Number(fieldsOf(value).amount) > 0 &&
            typeof description === 'string';
          return isOne(asked, 'POST /v1/sandbox/business-deposits') && isValid
            ? deposit(asked, next)
            : next(asked);
        },
      };
    },
  },
  'vendor: three deposits for a business': {
    legal: 'POST /v1/sandbox/business-deposits adds test funds. How often is not shown.',
    hooks: () => {
      const counts = new Map<string, number>();
      return {
        http: async (asked, next) => {
          if (!isOne(asked, 'POST /v1/sandbox/business-deposits')) return next(asked);
          const count = counts.get(businessOf(asked)) ?? 0;
          if (count >= 3)
            return refused(asked, next, refusal(422, 'faucet_limit', 'No more test funds today'));
          const answer = await next(asked);
          if (isSuccess(answer)) counts.set(businessOf(asked), count + 1);
          return answer;
        },
      };
    },
  },
  'vendor: ten persons for a business': {
    legal: 'Person creation: request and response not shown, nor how many persons a sandbox has room for.',
    hooks: () => {
      const counts = new Map<string, number>();
      return {
        http: async (asked, next) => {
          if (!isOne(asked, 'POST /v1/persons')) return next(asked);
          const count = counts.get(businessOf(asked)) ?? 0;
          if (count >= 10)
            return refused(asked, next, refusal(403, 'plan_limit', 'Your plan has room for ten persons'));
          const answer = await next(asked);
          if (isSuccess(answer)) counts.set(businessOf(asked), count + 1);
          return answer;
        },
      };
    },
  },
  'vendor: disbursements in a shape of their own': {
    legal: 'GET /v1/disbursements exist by path only; their shapes: not shown.',
    hooks: () =>
      answers('GET /v1/disbursements', (json) => ({
        disbursements: itemsOf(json),
        pageInfo: { hasNextPage: false },
      })),
  },
  'vendor: verification read in another shape': {
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
  'vendor: pending at once': {
    legal: 'processing → verification, sandbox without review → pending. After which time is not shown.',
    hooks: () =>
      answers('GET /v1/users/*/kyc', (json) =>
        eachField(json, (_, value) => (value === 'processing' ? 'pending' : value)),
      ),
  },
  'vendor: a verification needs a date of birth and an address': {
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
  'vendor: expired documents are refused': {
    legal: 'expirationDate (date). Which are valid at submission is not shown.',
    hooks: () =>
      refusals('POST /v1/users/*/kyc, PATCH /v1/users/*/kyc', ({ json }) => {
        const expires = Date.parse(textOf(fieldsOf(fieldsOf(json).idDetails).expirationDate));
        return expires < Date.now() ? invalid('idDetails.expirationDate is in the past') : undefined;
      }),
  },
  'vendor: a submission returns a session': {
    legal: 'POST kyc: Required-ness of fields, other idDetails.type values and the response body: not shown.',
    hooks: () =>
      answers('POST /v1/users/*/kyc, PATCH /v1/users/*/kyc', () => ({
        sessionId: crypto.randomUUID(),
        url: 'https://verify.vendor.test/s/1',
      })),
  },
  'vendor: states of KYB in other words': {
    legal:
      'KYB: Transitions between KYB states: not shown, nor their names or the operation that reads them.',
    hooks: () =>
      answers('GET /v1/businesses/*/kyb', (json) =>
        eachField(json, (name, value) => (name === 'status' ? `KYB_${textOf(value).toUpperCase()}` : value)),
      ),
  },
  'vendor: a value added tax on each invoice': {
    legal: 'subtotal, total (Money). How the one follows from the other is not shown.',
    hooks: () =>
      answers(invoiceReads, (json) =>
        eachOf(json, (invoice) =>
          isMoney(invoice.total) ? { ...invoice, total: timesOf(invoice.subtotal, 1.19) } : invoice,
        ),
      ),
  },
  'vendor: invoices due on receipt': {
    legal: 'date, dueDate. How far apart they are is not shown.',
    hooks: () =>
      answers(`${invoiceReads}, POST /v1/invoices`, (json) =>
        eachOf(json, (invoice) =>
          invoice.dueDate === undefined ? invoice : { ...invoice, dueDate: invoice.date },
        ),
      ),
  },
  'vendor: optional fields of items come and go': {
    legal: 'items: personId (optional), originalAmount (Money, optional), fxRate (number, optional).',
    hooks: () => {
      const isWith = every(2);
      return answers(invoiceReads, (json) => {
        const has = isWith();
        return eachOf(json, (invoice) => ({
          ...invoice,
          ...(Array.isArray(invoice.items) && {
            items: invoice.items.map(fieldsOf).map(({ personId, originalAmount: _, fxRate: __, ...item }) =>
              has
                ? {
                    personId: personId ?? idLike('person'),
                    originalAmount: item.amount,
                    fxRate: 1,
                    ...item,
                  }
                : item,
            ),
          }),
        }));
      });
    },
  },
  'vendor: reviews return nothing': {
    legal: 'POST review of invoices and reimbursements: request and response shapes of these: not shown.',
    hooks: () =>
      responses('POST /v1/invoices/*/review, POST /v1/reimbursements/*/review', (answer) =>
        isSuccess(answer) ? answerOf(204) : answer,
      ),
  },
  'vendor: taxes rounded to whole tens': {
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
  'vendor: a summary of taxes in lines': {
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
  'vendor: types of tax fields in other words': {
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
  'vendor: a country without regions': {
    legal: '{countries: [{name, code, regions: [{name, code}]}]}. That a country has regions is not said.',
    hooks: () =>
      answers('GET **', (json) => {
        const { countries } = fieldsOf(json);
        return Array.isArray(countries)
          ? { ...fieldsOf(json), countries: [{ name: 'Monaco', code: 'MC', regions: [] }, ...countries] }
          : json;
      }),
  },
  'vendor: tenant keys with a prefix': {
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
      const passage = async (asked: RelayedRequest, next: Next) => {
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
  'vendor: a redirect token of two thousand characters': {
    legal: 'Response {redirectToken: string}.',
    hooks: () =>
      answers('POST /v1/auth/login/jwt', (json) => ({
        ...fieldsOf(json),
        redirectToken: `${textOf(fieldsOf(json).redirectToken)}${'.A~_-'.repeat(400)}`,
      })),
  },
  'vendor: test funds only for the business of the platform': {
    legal: 'Permission matrix per endpoint and role: not shown; 403: insufficient permissions.',
    hooks: () =>
      refusals('POST /v1/sandbox/business-deposits', ({ headers }) =>
        headers['x-multitenantkey'] === undefined
          ? undefined
          : refusal(403, 'forbidden', 'Fund your own business and transfer'),
      ),
  },
  'vendor: times of whole minutes': {
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
  'vendor: a job touches records all the time': {
    legal: 'lastUpdatedTimestamp: integer. What updates a record is not shown.',
    hooks: () =>
      answers('GET **', (json) =>
        eachField(json, (name, value) => (name === 'lastUpdatedTimestamp' ? nowSeconds() : value)),
      ),
  },
  'vendor: no event of processing transactions': {
    legal: 'transaction.processing: at most once per transaction; optional in the lifecycle.',
    hooks: () =>
      deliveries((given, next) =>
        fieldsOf(given.json).eventType === 'transaction.processing' ? Promise.resolve(200) : next(given),
      ),
  },
  'vendor: every tenth first attempt fails on the way': {
    legal: '1st retry after 5 seconds; delivery is not guaranteed.',
    waits: { seconds: 30, why: 'A first attempt that fails comes again after five seconds.' },
    hooks: () => {
      const isNow = every(10);
      const seen = new Set<unknown>();
      return deliveries(async (given, next) => {
        const { id } = fieldsOf(given.json);
        if (seen.has(id)) return next(given);
        seen.add(id);
        return isNow() ? 503 : next(given);
      });
    },
  },
  'vendor: a person is updated right after its creation': {
    legal:
      'person.updated: id, firstName, lastName, email, phoneNumber, tenantKey. When it fires is not shown.',
    hooks: () =>
      deliveries(async (given, next) => {
        const status = await next(given);
        const { eventType, data } = fieldsOf(given.json);
        if (eventType === 'person.created' && status < 300) {
          const { id, firstName, lastName, email, phoneNumber, tenantKey } = fieldsOf(data);
          await next(
            eventLike(given, 'person.updated', { id, firstName, lastName, email, phoneNumber, tenantKey }),
          );
        }
        return status;
      }),
  },
  'vendor: a fee for each completed payroll': {
    legal:
      'instant settlement (e.g. PAYROLL_FEE wallet debit): initiated, then succeeded, no processing event.',
    hooks: () =>
      deliveries(async (given, next) => {
        const status = await next(given);
        const { eventType, data } = fieldsOf(given.json);
        const payroll = fieldsOf(data);
        if (eventType === 'payroll.status.updated' && payroll.status === 'completed' && status < 300) {
          const fee = {
            id: idLike('fee', payroll.id),
            amount: { amount: 25, currency: 'USD' },
            type: 'PAYROLL_FEE',
            reference: payroll.id,
            recipientId: idLike('vendor', payroll.tenantKey),
            recipientType: 'BUSINESS',
            tenantKey: payroll.tenantKey,
          };
          await next(eventLike(given, 'transaction.initiated', fee));
          await next(eventLike(given, 'transaction.succeeded', fee));
        }
        return status;
      }),
  },
  'vendor: profiles and basic information change by themselves': {
    legal:
      'user.profile.updated: id, type (observed password_set), tenantKey; business.basicinfo.updated by name. When they fire is not shown.',
    hooks: () =>
      deliveries(async (given, next) => {
        const { eventType, data } = fieldsOf(given.json);
        const { id, tenantKey } = fieldsOf(data);
        const status = await next(given);
        if (status < 300 && (eventType === 'user.created' || eventType === 'payroll.created'))
          await next(eventLike(given, 'business.basicinfo.updated', { tenantKey }));
        if (status < 300 && eventType === 'user.created')
          await next(eventLike(given, 'user.profile.updated', { id, type: 'invite_sent', tenantKey }));
        return status;
      }),
  },
};
