/** The outstanding deliveries of one business to one endpoint, and when the next one is due. */
import type { BusinessRecord } from '../state/records/businesses.ts';
import type { DeliveryRecord } from '../state/records/webhooks.ts';
import type { Core } from './core.ts';

export interface Queue {
  readonly businessId: string;
  readonly endpointId: string;
}

export const keyOf = ({ businessId, endpointId }: Queue): string => `${businessId}/${endpointId}`;

/** Whether another server is making an attempt at a delivery. */
export const isElsewhere = ({ shared, clock }: Core, { lease }: DeliveryRecord): boolean =>
  shared !== undefined &&
  lease !== undefined &&
  lease.owner !== shared.owner &&
  lease.until > clock.realMillis();

/** Real time after which another look checks whether due work was begun. */
const lookAgainMillis = 2_000;

/**
 * When another server has to look at the queues of a business, if this one is gone by then.
 *
 * @param first the first outstanding delivery of each queue.
 * @returns milliseconds of real time; none when there is nothing to wait for.
 */
export function millisToNextLook(
  { clock }: Core,
  business: BusinessRecord,
  first: readonly DeliveryRecord[],
): number | undefined {
  const now = clock.now(business);
  const delays = first.flatMap(({ nextAttemptAt = now, lease }) => {
    if (nextAttemptAt > now) return clock.millisUntil(business, nextAttemptAt) ?? [];
    return lease === undefined ? lookAgainMillis : Math.max(0, lease.until - clock.realMillis());
  });
  return delays.length === 0 ? undefined : Math.min(...delays);
}

interface Runner<Result> {
  again: boolean;
  over: Promise<Result>;
}

/** Work by key: for each key one run at a time, and one more when it was asked for while it ran. */
export class KeyedQueue<Result = void> {
  readonly #running = new Map<string, Runner<Result>>();

  isRunning(key: string): boolean {
    return this.#running.has(key);
  }

  /** Resolves with the result of the last run, once a run that began after this call is over. */
  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key);
    if (running !== undefined) {
      running.again = true;
      return running.over;
    }
    const { promise, resolve } = Promise.withResolvers<Result>();
    const runner: Runner<Result> = { again: false, over: promise };
    this.#running.set(key, runner);
    resolve(this.#loop(key, runner, work));
    return promise;
  }

  async #loop(key: string, runner: Runner<Result>, work: () => Promise<Result>): Promise<Result> {
    try {
      for (;;) {
        runner.again = false;
        const result = await work();
        if (!runner.again) return result;
      }
    } finally {
      this.#running.delete(key);
    }
  }
}
