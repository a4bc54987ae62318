import type { BusinessRecord } from '../state/records/businesses.ts';
import type { DeliveryRecord } from '../state/records/webhooks.ts';
import { type Transaction, withinBusiness } from '../store/store.ts';
import { cutLog, keptDeliveries } from '../webhooks/outbox.ts';
import type { Send } from '../webhooks/transport.ts';
import { type AttemptOptions, Attempts, type EndedAttempt, type PreparedAttempt } from './attempts.ts';
import type { Core } from './core.ts';
import { isElsewhere, KeyedQueue, keyOf, millisToNextLook, type Queue } from './queues.ts';

/** The next time at which a business needs attention, once no due delivery is left in its queues. */
export interface Rest {
  readonly business: BusinessRecord;
  /** Unix seconds on the clock of the business: the next attempt of any of its idle queues. */
  readonly next: number | undefined;
}

type Step = { readonly attempt: PreparedAttempt } | { readonly rest: Rest | undefined };

/** A queue on which this server works, but for its first attempt, which waits for the end of a transaction. */
interface ClaimedQueue {
  begin(first: PreparedAttempt | undefined): void;
  readonly over: Promise<Rest | undefined>;
}

/** Attempts that one transaction claims, and that are made when it is over: no other transaction has to look for them. */
export interface DeliveryBatch {
  /**
   * Prepares the first attempt of every queue on which this server does not work already. A transaction that is run again
   * calls it again.
   *
   * @param due the first delivery of each queue.
   * @returns the deliveries as they stand now.
   */
  claim(
    transaction: Transaction,
    business: BusinessRecord,
    due: readonly DeliveryRecord[],
  ): Promise<readonly DeliveryRecord[]>;
  /**
   * To be called when the transaction is over.
   *
   * @param isCommitted whether the transaction was committed.
   * @returns for each queue, the next time of its business once the queue is idle.
   */
  send(isCommitted: boolean): readonly Promise<Rest | undefined>[];
}

/** Finished deliveries after which the log is cut, so that it is not looked through for each of them. */
const deliveriesBetweenCuts = 1_000;

export interface DispatcherOptions extends AttemptOptions {
  /** Finished deliveries that stay in the log. */
  readonly kept?: number;
}

/**
 * Sends the deliveries of the outbox as soon as they are due on the clock of their business. Deliveries of one business
 * to one endpoint are sent one after the other in the order in which they are due; all others are sent in parallel.
 */
export class Dispatcher {
  readonly #core: Core;
  readonly #attempts: Attempts;
  readonly #kept: number;
  readonly #queues = new KeyedQueue<Rest | undefined>();
  #finished = 0;
  #closing = false;

  constructor(core: Core, send: Send, { kept = keptDeliveries, ...options }: DispatcherOptions) {
    this.#core = core;
    this.#attempts = new Attempts(core, send, options);
    this.#kept = kept;
  }

  /** Resolves when nothing that is due now is left in the queue, the delivery in flight included. */
  deliver(queue: Queue): Promise<Rest | undefined> {
    return this.#queues.run(keyOf(queue), () => this.#deliverAll(queue));
  }

  batch(): DeliveryBatch {
    const claimed = new Map<string, ClaimedQueue>();
    const prepared = new Map<string, PreparedAttempt>();
    // Queues that this server is already working on; they check again when notified.
    let busy: Queue[] = [];
    return {
      claim: async (transaction, business, due) => {
        prepared.clear();
        busy = due.filter((queue) => !claimed.has(keyOf(queue)) && this.#queues.isRunning(keyOf(queue)));
        const standing: DeliveryRecord[] = [];
        for (const delivery of due) {
          const key = keyOf(delivery);
          if (!this.#closing && !this.#queues.isRunning(key)) claimed.set(key, this.#claim(delivery));
          const attempt = claimed.has(key)
            ? await this.#attempts.prepare(transaction, business, delivery)
            : undefined;
          if (attempt !== undefined) prepared.set(key, attempt);
          standing.push(attempt?.context.delivery ?? delivery);
        }
        return standing;
      },
      send: (isCommitted) => {
        const rests = [...claimed].map(([key, { begin, over }]) => {
          begin(isCommitted ? prepared.get(key) : undefined);
          return over;
        });
        return [...rests, ...(isCommitted ? busy.map((queue) => this.deliver(queue)) : [])];
      },
    };
  }

  /** Begins no further attempt. */
  stop(): void {
    this.#closing = true;
  }

  /** Works on a queue from now on, but waits for the first attempt, so that no other transaction prepares the same one. */
  #claim(queue: Queue): ClaimedQueue {
    const { promise, resolve } = Promise.withResolvers<PreparedAttempt | undefined>();
    let first: typeof promise | undefined = promise;
    const over = this.#queues.run(keyOf(queue), () => {
      const prepared = first;
      first = undefined;
      return this.#deliverAll(queue, prepared);
    });
    return { begin: resolve, over };
  }

  async #deliverAll(queue: Queue, first?: Promise<PreparedAttempt | undefined>): Promise<Rest | undefined> {
    const prepared = await first;
    let step: Step = prepared === undefined ? await this.#next(queue) : { attempt: prepared };
    while ('attempt' in step) step = await this.#next(queue, await this.#attempts.make(step.attempt));
    return step.rest;
  }

  /** Notes how an attempt ended and prepares the next one that is due, in one transaction. */
  async #next(queue: Queue, ended?: EndedAttempt): Promise<Step> {
    const { store } = this.#core;
    let finished = false;
    const step = await store.transaction(async (transaction): Promise<Step> => {
      // Prefetch: all that is needed is read in one round trip.
      await Promise.all([
        ended && transaction.get('deliveries', ended.context.delivery.id),
        transaction.get('businesses', queue.businessId),
        transaction.get('endpoints', queue.endpointId),
        transaction.firstDeliveries(queue.businessId),
      ]);
      finished = ended !== undefined && (await this.#attempts.note(transaction, ended));
      return this.#closing ? { rest: undefined } : await this.#step(transaction, queue);
    }, withinBusiness(queue.businessId));
    if (finished) await this.#countFinished();
    return step;
  }

  async #step(transaction: Transaction, queue: Queue): Promise<Step> {
    const [first, business] = await Promise.all([
      transaction.firstDeliveries(queue.businessId),
      transaction.get('businesses', queue.businessId),
    ]);
    if (business === undefined) return { rest: undefined };
    const delivery = first.find(({ endpointId }) => endpointId === queue.endpointId);
    const attempt = delivery && (await this.#attempts.prepare(transaction, business, delivery));
    const standing = first.map((one) => (attempt && one === delivery ? attempt.context.delivery : one));
    const delayMillis = millisToNextLook(this.#core, business, standing);
    await transaction.plan(queue.businessId, 'deliveries', delayMillis);
    return attempt === undefined ? { rest: this.#restOf(business, queue, first) } : { attempt };
  }

  #restOf(business: BusinessRecord, ended: Queue, first: readonly DeliveryRecord[]): Rest {
    const now = this.#core.clock.now(business);
    // Queues that are being worked on, here or elsewhere, schedule their own rest.
    const left = first.filter((delivery) => {
      const isHere = keyOf(delivery) !== keyOf(ended) && this.#queues.isRunning(keyOf(delivery));
      return !isHere && !isElsewhere(this.#core, delivery);
    });
    const times = left.map(({ nextAttemptAt = now }) => Math.max(now, nextAttemptAt));
    return { business, next: times.length === 0 ? undefined : Math.min(...times) };
  }

  async #countFinished(): Promise<void> {
    this.#finished += 1;
    if (this.#finished % deliveriesBetweenCuts === 0)
      await this.#core.store.transaction((all) => cutLog(all, this.#kept));
  }
}
