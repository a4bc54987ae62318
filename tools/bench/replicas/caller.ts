/** Sends requests and reports how each of them ended. */
import type { ReplicaSet } from './replica-set.ts';

export type Outcome =
  | { readonly type: 'acknowledged'; readonly body: Readonly<Record<string, unknown>> }
  /** Answered with the error object of the document. It may have been carried out: wholly or not at all. */
  | { readonly type: 'failed'; readonly status: number }
  /** Never answered, because the server was killed. It may have been carried out. */
  | { readonly type: 'gone' }
  /** Answered as the document does not allow. */
  | { readonly type: 'wrong'; readonly what: string };

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
  readonly #replicas: Pick<ReplicaSet, 'keys' | 'balancer'>;
  /** Milliseconds that each acknowledged request took. */
  readonly took: number[] = [];

  constructor(replicas: Pick<ReplicaSet, 'keys' | 'balancer'>) {
    this.#replicas = replicas;
  }

  async send({ method = 'POST', path, tenantKey, body }: Request): Promise<Outcome> {
    const begun = performance.now();
    let status: number;
    let text: string;
    try {
      const { keys, balancer } = this.#replicas;
      const response = await balancer.send({
        method,
        path,
        headers: {
          authorization: `Bearer ${keys.platformToken}`,
          'content-type': 'application/json',
          ...(tenantKey !== undefined && { 'x-multitenantkey': tenantKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      text = response.content.toString();
      status = response.status;
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

  /** For requests that must succeed in the end: repeats them for as long as the servers are away. */
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
