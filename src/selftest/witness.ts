/** Records when a requirement is first seen broken, before shrinking. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Violation } from '../../conformance/engine/outcome.ts';
import type { Check } from '../../conformance/provider/check.ts';

/** What had been done by a moment; requests to controls are among them. */
export interface Moment {
  readonly requests: number;
  readonly millis: number;
}

/** Counts the requests of this process to some servers, and the time. */
export class Witness implements Disposable {
  readonly #origins = new Set<string>();
  readonly #started = performance.now();
  readonly #moments = new Map<string, Moment>();
  #requests = 0;

  constructor() {
    subscribe('undici:request:create', this.#count);
  }

  readonly #count = (message: unknown) => {
    // What undici says on this channel; the server uses it too, for what it delivers.
    const { request } = message as { request: { origin: string | URL } };
    if (this.#origins.has(new URL(request.origin).origin)) this.#requests += 1;
  };

  watch(baseUrl: string): void {
    this.#origins.add(new URL(baseUrl).origin);
  }

  get now(): Moment {
    return { requests: this.#requests, millis: Math.round(performance.now() - this.#started) };
  }

  /** The same check, except that violations are noted when they are first seen. */
  watching(check: Check): Check {
    return {
      ...check,
      cases: (runCase, plan) =>
        check.cases(
          (body) =>
            runCase(async (scenario) => {
              try {
                await body(scenario);
              } catch (error) {
                if (error instanceof Violation) this.#note(check.id, error.requirement);
                throw error;
              }
            }),
          plan,
        ),
    };
  }

  #note(check: string, requirement: string): void {
    const key = `${check}/${requirement}`;
    if (!this.#moments.has(key)) this.#moments.set(key, this.now);
  }

  /** When a check first saw a requirement broken; now, when it was never asked to look. */
  sawBroken(check: string, requirement: string): Moment {
    return this.#moments.get(`${check}/${requirement}`) ?? this.now;
  }

  [Symbol.dispose](): void {
    unsubscribe('undici:request:create', this.#count);
  }
}
