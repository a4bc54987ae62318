/** How vendors answer, page and reject. Written from the document and from experience alone. */
import { fieldsOf } from '../json.ts';
import { answerOf, answers, isOne, isSuccess, refusal, refused, requests, responses } from '../steps.ts';
import { type RelayedAnswer, type Trait, together } from '../trait.ts';
import { escaped, itemsOf, nowSeconds } from './vendor-steps.ts';

export const vendorHttpTraits: Readonly<Record<string, Trait>> = {
  'each success is a 200 with a body': {
    legal: 'The success status code of each endpoint: not shown. 204: sandbox KYC review, user deletion.',
    hooks: () =>
      responses('**', (answer, asked) => {
        const isNamed = isOne(asked, 'POST /v1/sandbox/users/*/kyc/review, DELETE **');
        if (!isSuccess(answer) || isNamed || answer.status === 200) return answer;
        return answer.status === 204 ? answerOf(200, { success: true }) : { ...answer, status: 200 };
      }),
  },
  'what is created is a 202': {
    legal: 'The success status code of each endpoint: not shown.',
    hooks: () =>
      responses('POST **', (answer) => (answer.status === 201 ? { ...answer, status: 202 } : answer)),
  },
  'problem details': {
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
  'rejections without params': {
    legal: 'Error object {code: string, message: string, params?: map string to string}.',
    hooks: () =>
      responses('**', (answer) => {
        const { params, ...others } = fieldsOf(answer.json);
        return answer.status >= 400 && params !== undefined ? { ...answer, json: others } : answer;
      }),
  },
  'fields of a rejection by their paths': {
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
  'twenty requests a second for a key': {
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
  'JSON with escaped slashes and letters': {
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
  'a last page of cursors that is empty': {
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
  'cursors that differ each time': {
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
  'a page beyond the last is the last': {
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
  'pages and limits out of range are corrected': {
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
  'an empty list has one page': {
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
  'lists in no order': {
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
};
