import type { RequestHandler, Response } from 'express';
import type { OperationId } from '../../openapi/description.ts';
import type { Clock } from '../clock/clock.ts';
import type { ControlSchemas } from '../schemas.ts';

export type LoggedRequest = ControlSchemas['LoggedRequest'];

const capacity = 1_000;
/** Longest text of a caller that is remembered, in characters. */
const longestText = 500;

/** The latest requests in memory, without queries, keys and bodies. */
export class RequestLog {
  readonly #entries: LoggedRequest[] = [];
  /** Where the next entry goes once the log is full. */
  #next = 0;

  add(entry: LoggedRequest): void {
    this.#entries[this.#next] = entry;
    this.#next = (this.#next + 1) % capacity;
  }

  /** Newest first. */
  latest({ businessId, limit = 100 }: { businessId?: string; limit?: number } = {}): LoggedRequest[] {
    const newestFirst = [
      ...this.#entries.slice(0, this.#next).reverse(),
      ...this.#entries.slice(this.#next).reverse(),
    ];
    return newestFirst
      .filter((entry) => businessId === undefined || entry.businessId === businessId)
      .slice(0, limit);
  }

  clear(): void {
    this.#entries.length = 0;
    this.#next = 0;
  }
}

/** What becomes known of a request on its way through the routes. */
interface Discovered {
  operation?: OperationId;
  businessId?: string;
}

const discovered = new WeakMap<Response, Discovered>();

/** Adds what a route has found out to the entry of its request. */
export function noteForLog(response: Response, facts: Discovered): void {
  const known = discovered.get(response);
  if (known !== undefined) Object.assign(known, facts);
}

/** Logs each request once it is answered or its connection is gone. */
export function logRequests(log: RequestLog, clock: Clock): RequestHandler {
  return (request, response, next) => {
    const facts: Discovered = {};
    discovered.set(response, facts);
    const { method, path } = request;
    const userAgent = request.get('user-agent');
    const begun = performance.now();
    response.once('close', () =>
      log.add({
        at: clock.now({}),
        method,
        path: path.slice(0, longestText),
        ...facts,
        // As nginx has it of a caller that was gone before the answer.
        status: response.headersSent ? response.statusCode : 499,
        durationMillis: Math.round((performance.now() - begun) * 100) / 100,
        ...(userAgent !== undefined && { userAgent: userAgent.slice(0, longestText) }),
      }),
    );
    next();
  };
}
