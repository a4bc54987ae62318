import type { Clock } from '../service/clock.ts';
import type { Observer } from '../service/observer.ts';
import { Refusal } from '../state/refusal.ts';
import type { ControlSchemas } from '../state/schemas.ts';
import { defined } from '../state/values.ts';

export type LoggedRequest = ControlSchemas['LoggedRequest'];

const usualCapacity = 1_000;
/** Longest text of a caller that is remembered, in characters. */
const longestText = 500;

/** The latest requests in memory, without queries, keys and bodies. */
export class RequestLog {
  readonly #entries: LoggedRequest[] = [];
  readonly #capacity: number;
  /** Position of the next entry once the log is full. */
  #next = 0;

  /** @param capacity how many are kept, at least one. */
  constructor(capacity = usualCapacity) {
    this.#capacity = capacity;
  }

  add(entry: LoggedRequest): void {
    this.#entries[this.#next] = entry;
    this.#next = (this.#next + 1) % this.#capacity;
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

function problemOf(error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const params = Object.entries(error.params ?? {}).map(([place, message]) => `${place}: ${message}`);
  return [error.code, ...params].join('; ');
}

/** Takes the requests to the service; those to the control plane and about the server itself are not its. */
export function requestLogger(log: RequestLog, clock: Clock): Observer {
  return {
    requestAnswered({ method, path, operation, businessId, status, durationMillis, userAgent, ...noted }) {
      if (path.startsWith('/_')) return;
      log.add({
        at: clock.now({}),
        method,
        path: path.slice(0, longestText),
        ...defined({ operation, businessId }),
        status,
        durationMillis: Math.round(durationMillis * 100) / 100,
        ...defined({
          userAgent: userAgent?.slice(0, longestText),
          problem: problemOf(noted.error)?.slice(0, longestText),
          warning: noted.warning,
        }),
      });
    },
  };
}
