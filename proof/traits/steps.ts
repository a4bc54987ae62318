/** What traits are made of. */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { fieldsOf, textOf } from './json.ts';
import type { Delivered, HeaderTexts, Hooks, RelayedAnswer, RelayedRequest } from './trait.ts';

const nothing = Buffer.alloc(0);

/** Operations as `GET /v1/persons/*, GET /v1/users/*`: `*` is any part of a path, `**` anything. */
export function isOne({ method, path }: RelayedRequest, operations: string): boolean {
  return operations.split(', ').some((operation) => {
    const pattern = operation.replaceAll('**', '.+').replaceAll('*', '[^/ ]+');
    return new RegExp(`^${pattern}$`).test(`${method} ${path}`);
  });
}

export const isSuccess = ({ status }: RelayedAnswer): boolean => status >= 200 && status < 300;

export const answerOf = (status: number, json?: unknown, headers: HeaderTexts = {}): RelayedAnswer => ({
  status,
  headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
  json,
  body: nothing,
});

/** A rejection in the form of the document. */
export const refusal = (
  status: number,
  code: string,
  message: string,
  headers?: HeaderTexts,
): RelayedAnswer => answerOf(status, { code, message }, headers);

export const invalid = (message: string): RelayedAnswer => refusal(400, 'invalid_request_body', message);

/** Not now: the caller is asked to come again. */
export const later = (status: number, seconds: number): RelayedAnswer =>
  refusal(status, 'try_again_later', 'Try again later', { 'retry-after': String(seconds) });

/** Changes responses, the unsuccessful ones as well. */
export const responses = (
  operations: string,
  change: (answer: RelayedAnswer, asked: RelayedRequest) => RelayedAnswer | Promise<RelayedAnswer>,
): Hooks => ({
  http: async (asked, next) => {
    const answer = await next(asked);
    return isOne(asked, operations) ? change(answer, asked) : answer;
  },
});

/** Changes the JSON of successful responses. */
export const answers = (
  operations: string,
  change: (json: unknown, asked: RelayedRequest) => unknown,
): Hooks =>
  responses(operations, (answer, asked) =>
    isSuccess(answer) && answer.json !== undefined ? { ...answer, json: change(answer.json, asked) } : answer,
  );

/** Changes requests before the server sees them. */
export const requests = (operations: string, change: (asked: RelayedRequest) => RelayedRequest): Hooks => ({
  http: (asked, next) => next(isOne(asked, operations) ? change(asked) : asked),
});

/** Answers in place of the server, as a gateway does before it looks at a key. */
export const interruptions = (
  operations: string,
  answer: (asked: RelayedRequest) => RelayedAnswer | undefined,
): Hooks => ({
  http: async (asked, next) => (isOne(asked, operations) ? answer(asked) : undefined) ?? next(asked),
});

type Next = (asked: RelayedRequest) => Promise<RelayedAnswer>;

/** A rejection, unless the server rejects the key: that comes first. A body that is no JSON has no other effect. */
export async function refused(
  asked: RelayedRequest,
  next: Next,
  answer: RelayedAnswer,
): Promise<RelayedAnswer> {
  const tried =
    asked.method === 'GET' || asked.json === undefined
      ? otherwise(asked, 'GET', '/v1/persons')
      : { ...asked, json: undefined, body: Buffer.from('{') };
  const { status } = await next(tried);
  return status === 401 || status === 403 ? next(asked) : answer;
}

/** Rejects requests for which `refuse` returns a rejection. */
export const refusals = (
  operations: string,
  refuse: (asked: RelayedRequest) => RelayedAnswer | undefined,
): Hooks => ({
  http: async (asked, next) => {
    const answer = isOne(asked, operations) ? refuse(asked) : undefined;
    return answer === undefined ? next(asked) : refused(asked, next, answer);
  },
});

/**
 * Refuses a request after like ones have succeeded.
 *
 * @param likeness equal for like requests; empty for those that are like no other
 */
export function atMost(
  times: number,
  operations: string,
  likeness: (asked: RelayedRequest) => string,
  refuse: () => RelayedAnswer,
): Hooks {
  const counts = new Map<string, number>();
  return {
    http: async (asked, next) => {
      const like = isOne(asked, operations) ? likeness(asked) : '';
      if (like === '') return next(asked);
      if ((counts.get(like) ?? 0) >= times) return refused(asked, next, refuse());
      const answer = await next(asked);
      if (isSuccess(answer)) counts.set(like, (counts.get(like) ?? 0) + 1);
      return answer;
    },
  };
}

/** Changes the envelopes of webhooks. */
export const events = (change: (envelope: unknown) => unknown): Hooks => ({
  webhook: (delivered, next) => next({ ...delivered, json: change(delivered.json) }),
});

/** Sends webhooks in another way. */
export const deliveries = (
  send: (delivered: Delivered, next: (delivered: Delivered) => Promise<number>) => Promise<number>,
): Hooks => ({ webhook: send });

/** True for every n-th call. */
export function every(times: number): () => boolean {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % times === 0;
  };
}

export const pause = (millis: number): Promise<void> => wait(millis);

/** A UUID that is always the same for these texts. */
export const idLike = (...texts: readonly unknown[]) => {
  const digest = createHash('sha256').update(texts.join(' ')).digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
};

/** Who asks: the key, and the business that it acts for. */
export const businessOf = ({ headers }: RelayedRequest): string =>
  `${headers.authorization ?? ''} ${headers['x-multitenantkey'] ?? ''}`;

/** Creates something in each new business. */
export const inEachBusiness = (path: string, json: unknown): Hooks => ({
  http: async (asked, next) => {
    const answer = await next(asked);
    const tenantKey = textOf(fieldsOf(answer.json).tenantKey);
    if (isOne(asked, 'POST /v1/platform/businesses') && tenantKey !== '') {
      const own = otherwise(asked, 'POST', path, json);
      await next({ ...own, headers: { ...own.headers, 'x-multitenantkey': tenantKey } });
    }
    return answer;
  },
});

/** Another request of the same caller. */
export const otherwise = (
  asked: RelayedRequest,
  method: string,
  path: string,
  json?: unknown,
): RelayedRequest => ({
  method,
  path,
  query: '',
  headers: { ...asked.headers, 'content-type': 'application/json' },
  json,
  body: nothing,
});
