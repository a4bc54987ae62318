/** Sends requests and tells how each of them ended. */
import { request } from 'undici';
import type { Facts } from './replica-set.ts';

export type Outcome =
  | { readonly type: 'acknowledged'; readonly body: Readonly<Record<string, unknown>> }
  /** Answered with the error object of the document. It may have been carried out: wholly or not at all. */
  | { readonly type: 'failed'; readonly status: number }
  /** Never answered, because the server was killed. It may have been carried out. */
  | { readonly type: 'gone' }
  /** Answered as the document does not allow. */
  | { readonly type: 'wrong'; readonly what: string };

/** Longer than any lease, any timeout and any restart. */
const patienceMillis = 30_000;

const isErrorObject = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  typeof body.code === 'string' &&
  'message' in body &&
  typeof body.message === 'string' &&
  !/\bat .*:\d+:\d+/.test(body.message);

export interface Request {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly tenantKey?: string;
  readonly body?: unknown;
}

export class Caller {
  readonly #facts: Facts;
  /** Milliseconds that each acknowledged request took. */
  readonly took: number[] = [];

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  async send({ method = 'POST', path, tenantKey, body }: Request): Promise<Outcome> {
    const begun = performance.now();
    let status: number;
    let text: string;
    try {
      const {
        statusCode,
        headers,
        body: answer,
      } = await request(this.#facts.url + path, {
        method,
        headers: {
          authorization: `Bearer ${this.#facts.keys.platformToken}`,
          'content-type': 'application/json',
          ...(tenantKey !== undefined && { 'x-multitenantkey': tenantKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMillis),
      });
      text = await answer.text();
      status = statusCode;
      // The proxy says so in plain text.
      if (status === 502 && !String(headers['content-type']).includes('json')) return { type: 'gone' };
    } catch {
      return { type: 'gone' };
    }
    const answer: unknown = text === '' ? {} : parsed(text);
    const what = `${method} ${path}: ${status} ${text.slice(0, 200)}`;
    if (typeof answer !== 'object' || answer === null) return { type: 'wrong', what };
    if (status < 300) {
      this.took.push(performance.now() - begun);
      return { type: 'acknowledged', body: { ...answer } };
    }
    if (status < 500 || !isErrorObject(answer)) return { type: 'wrong', what };
    return { type: 'failed', status };
  }

  /** For what must succeed in the end: asks again for as long as the servers are away. */
  async insist(request: Request): Promise<Readonly<Record<string, unknown>>> {
    for (;;) {
      const outcome = await this.send(request);
      if (outcome.type === 'acknowledged') return outcome.body;
      if (outcome.type === 'wrong') throw new Error(outcome.what);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
