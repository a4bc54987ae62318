/** Records when a requirement is first seen broken, before shrinking. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { aroundEach, withCases } from '../../conformance/engine/check.ts';
import { Violation } from '../../conformance/engine/outcome.ts';
import type { Check } from '../../conformance/provider/check.ts';

/** The requests and the time up to a moment; requests to controls are included. */
export interface Moment {
  readonly requests: number;
  readonly millis: number;
}

/** The message that undici publishes for a request, with names and values of the headers alternating. */
interface CreatedRequest {
  readonly origin: string | URL;
  readonly headers: readonly unknown[];
}

/** The check that a request is of: every check names itself in the user agent. */
function checkOf({ headers }: CreatedRequest): string | undefined {
  const at = headers.findIndex((name) => String(name).toLowerCase() === 'user-agent');
  return at < 0 ? undefined : /\((.+)\)$/.exec(String(headers[at + 1]))?.[1];
}

/** Counts the requests of this process to some servers, those of each check apart, and the time. */
export class Witness implements Disposable {
  readonly #origins = new Set<string>();
  readonly #started = performance.now();
  readonly #moments = new Map<string, Moment>();
  readonly #requestsOf = new Map<string, number>();
  #requests = 0;

  constructor() {
    subscribe('undici:request:create', this.#count);
  }

  readonly #count = (message: unknown) => {
    // Messages of undici on this channel; the server uses it too, for its deliveries.
    const { request } = message as { request: CreatedRequest };
    if (!this.#origins.has(new URL(request.origin).origin)) return;
    this.#requests += 1;
    const check = checkOf(request);
    if (check !== undefined) this.#requestsOf.set(check, (this.#requestsOf.get(check) ?? 0) + 1);
  };

  watch(baseUrl: string): void {
    this.#origins.add(new URL(baseUrl).origin);
  }

  get now(): Moment {
    return { requests: this.#requests, millis: Math.round(performance.now() - this.#started) };
  }

  /** The same check, except that violations are noted when they are first seen. */
  watching(check: Check): Check {
    return withCases(check, (cases) =>
      aroundEach(cases, (body) => async (scenario) => {
        try {
          await body(scenario);
        } catch (error) {
          if (error instanceof Violation) this.#note(check.id, error.requirement);
          throw error;
        }
      }),
    );
  }

  #note(check: string, requirement: string): void {
    const key = `${check}/${requirement}`;
    if (!this.#moments.has(key)) this.#moments.set(key, this.#momentOf(check));
  }

  /** When a check first saw a requirement broken, by its own requests; now, when it was never asked to look. */
  sawBroken(check: string, requirement: string): Moment {
    return this.#moments.get(`${check}/${requirement}`) ?? this.#momentOf(check);
  }

  #momentOf(check: string): Moment {
    return { requests: this.#requestsOf.get(check) ?? 0, millis: this.now.millis };
  }

  [Symbol.dispose](): void {
    unsubscribe('undici:request:create', this.#count);
  }
}
