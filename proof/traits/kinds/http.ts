/** How a server speaks HTTP. */
import { eachField, fieldsOf } from '../json.ts';
import {
  answerOf,
  answers,
  events,
  every,
  interruptions,
  invalid,
  isSuccess,
  later,
  pause,
  refusal,
  refusals,
  responses,
} from '../steps.ts';
import { type Hooks, type Trait, together } from '../trait.ts';

const html = (status: number) => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<html><body><h1>Bad gateway</h1></body></html>'),
});

/** Every rejection of one status with another code and message. */
const worded = (status: number, code: string, message: string) =>
  responses('**', (answer) =>
    answer.status === status ? { ...answer, json: { ...fieldsOf(answer.json), code, message } } : answer,
  );

export const httpTraits: Readonly<Record<string, Trait>> = {
  'a media type with a charset': {
    legal: 'The media type of responses: not shown.',
    hooks: () =>
      responses('**', (answer) =>
        answer.json === undefined
          ? answer
          : { ...answer, headers: { ...answer.headers, 'content-type': 'application/json;charset=UTF-8' } },
      ),
  },
  'indented JSON': {
    legal: 'JSON bodies: white space between tokens means nothing.',
    hooks: () =>
      responses('**', ({ json, ...answer }) => ({
        ...answer,
        body: json === undefined ? answer.body : Buffer.from(`${JSON.stringify(json, null, 2)}\n`),
      })),
  },
  'fields in reverse order': {
    legal: 'JSON objects have no order.',
    hooks: () =>
      responses('**', (answer) => ({
        ...answer,
        json: Array.isArray(answer.json)
          ? answer.json
          : answer.json && Object.fromEntries(Object.entries(fieldsOf(answer.json)).toReversed()),
      })),
  },
  'headers of a gateway': {
    legal: 'Headers of responses: not shown.',
    hooks: () =>
      responses('**', (answer) => ({
        ...answer,
        headers: {
          ...answer.headers,
          'x-request-id': crypto.randomUUID(),
          'set-cookie': 'lb=3; Path=/; HttpOnly',
          'x-ratelimit-remaining': '0',
          deprecation: '@1735689599',
          sunset: 'Wed, 31 Dec 2031 23:59:59 GMT',
          'cache-control': 'private, max-age=60',
        },
      })),
  },
  'errors with a request id and details': {
    legal: 'Error body: {code, message, params?}. Nothing forbids more fields.',
    hooks: () =>
      responses('**', (answer) =>
        isSuccess(answer) || answer.json === undefined
          ? answer
          : {
              ...answer,
              json: {
                requestId: 'req_8f1',
                docs: 'https://docs.example/errors',
                errors: [],
                ...fieldsOf(answer.json),
              },
            },
      ),
  },
  'other codes for unknown ids': {
    legal:
      'The complete list of error codes: not shown; resource_not_found is observed with the beneficiary list.',
    hooks: () => worded(404, 'person_unknown', 'No such object: req_81'),
  },
  'other codes for a key': {
    legal: 'The complete list of error codes: not shown.',
    hooks: () =>
      together([
        worded(401, 'unauthenticated', 'API-Schlüssel ungültig'),
        worded(403, 'no_access', 'Kein Zugriff'),
      ]),
  },
  'other codes for a conflict': {
    legal: 'The complete list of error codes, and the status of a conflict: not shown.',
    hooks: () => responses('**', (answer) => (answer.status === 409 ? { ...answer, status: 422 } : answer)),
  },
  'a challenge with each 401': {
    legal: '401 for a missing or invalid token; its headers: not shown.',
    hooks: () =>
      responses('**', (answer) =>
        answer.status === 401
          ? { ...answer, headers: { ...answer.headers, 'www-authenticate': 'Bearer error="invalid_token"' } }
          : answer,
      ),
  },
  'one request in forty too many': {
    legal: 'Request rate limits: not shown.',
    waits: { seconds: 10, why: 'The longest check is limited ten times, and waits a second each time.' },
    hooks: () => {
      const isTooMany = every(40);
      return interruptions('**', () => (isTooMany() ? later(429, 1) : undefined));
    },
  },
  'one read in sixty ends at a gateway': {
    legal: 'internal_error: unexpected error; retry later. What a gateway returns: not shown.',
    hooks: () => {
      const isLost = every(60);
      return interruptions('GET **', () => (isLost() ? html(502) : undefined));
    },
  },
  'one read in eighty loses its connection': {
    legal: 'HTTP: a connection may close at any time, and a client may repeat a read.',
    hooks: () => {
      const isLost = every(80);
      return {
        http: (asked, next) => {
          if (asked.method === 'GET' && isLost()) throw new Error('The connection is lost.');
          return next(asked);
        },
      };
    },
  },
  'a cold start': {
    legal: 'internal_error: unexpected error; retry later. Availability: not shown.',
    hooks: () => {
      let asked = 0;
      return interruptions('**', () => {
        asked += 1;
        return asked > 1 && asked < 8 ? later(503, 1) : undefined;
      });
    },
  },
  'writes that take a while': {
    legal: 'Time of a response: not shown.',
    waits: { seconds: 10, why: 'The longest check sends 225 writes, one after the other.' },
    hooks: () => ({
      http: async (asked, next) => {
        if (asked.method !== 'GET') await pause(40);
        return next(asked);
      },
    }),
  },
  'ids in upper case': {
    legal: 'Identifiers are UUID strings, which may be written in either case.',
    hooks: () => {
      const uuid = /(?<![\w-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w@+-])/gi;
      const lower = (text: string) => text.replaceAll(uuid, (id) => id.toLowerCase());
      const recased = (json: unknown, change: (id: string) => string) =>
        eachField(json, (_, value) => (typeof value === 'string' ? value.replace(uuid, change) : value));
      const upper = (json: unknown) => recased(json, (id) => id.toUpperCase());
      const http: Hooks['http'] = async (asked, next) => {
        const given = {
          path: lower(asked.path),
          query: lower(asked.query),
          json: recased(asked.json, lower),
        };
        const answer = await next({ ...asked, ...given });
        const { location, ...headers } = answer.headers;
        return {
          ...answer,
          headers: {
            ...headers,
            ...(location && { location: location.replace(uuid, (id) => id.toUpperCase()) }),
          },
          json: upper(answer.json),
        };
      };
      return { http, control: http, ...events(upper) };
    },
  },
  'unknown parameters refused': {
    legal: 'What a server does with parameters that the document does not name: not shown.',
    notElsewhere: 'Another server may name its parameters otherwise where the document names none.',
    hooks: () => {
      const known =
        /^(?:page|limit|email|personId|userId|includeStatus|startDate|endDate|status|reference|cursor|sort|format|maxResults|countryCode|country|filingId|type)$/;
      return refusals('GET **', ({ query }) => {
        const unknown = [...new URLSearchParams(query).keys()].find((name) => !known.test(name));
        return unknown === undefined ? undefined : invalid(`${unknown} is no parameter`);
      });
    },
  },
  'what was deleted is gone': {
    legal: 'Status of a read of what was deleted: not shown.',
    hooks: () => {
      const deleted = new Set<string>();
      return {
        http: async (asked, next) => {
          const id = asked.path.split('/').at(-1) ?? '';
          const answer = await next(asked);
          if (asked.method === 'DELETE' && isSuccess(answer)) deleted.add(id);
          return answer.status === 404 && deleted.has(id) ? refusal(410, 'gone', 'It was deleted') : answer;
        },
      };
    },
  },
  'only an id of what was created': {
    legal:
      'Person creation path, and request and response shapes of these: not shown; neither are those of other creations.',
    hooks: () =>
      answers(
        'POST /v1/persons, POST /v1/payouts, POST /v1/reimbursements, POST /v1/invoices, POST /v1/payrolls, POST /v1/virtual-accounts, POST /v1/external-accounts',
        (json) => {
          const { id, payrollId } = fieldsOf(json);
          if (id !== undefined) return { id };
          // A server with other names is left as it is.
          return payrollId === undefined ? json : { payrollId };
        },
      ),
  },
  'reads redirected to an address with a slash': {
    legal: 'Redirects of requests: not shown.',
    hooks: () => ({
      http: async (asked, next) => {
        if (asked.path.endsWith('/')) return next({ ...asked, path: asked.path.slice(0, -1) });
        const location = `${asked.path}/${asked.query}`;
        return asked.method === 'GET' ? answerOf(308, undefined, { location }) : next(asked);
      },
    }),
  },
  'what was created in an envelope of data': {
    legal: 'Response shapes of creations beside contracts, businesses and beneficiaries: not shown.',
    hooks: () => answers('PUT **, POST /v1/payrolls/*/*', (json) => ({ data: json, success: true })),
  },
};
