import type { BusinessRecord } from '../state/records/businesses.ts';
import type { DeliveryRecord } from '../state/records/webhooks.ts';
import { type Transaction, withinBusiness } from '../store/store.ts';
import { cutLog, keptDeliveries } from '../webhooks/outbox.ts';
import type { Send } from '../webhooks/transport.ts';
import { Attempts, type EndedAttempt, type PreparedAttempt } from './attempts.ts';
import type { Core } from './core.ts';
import type { Observer } from './observer.ts';
import { KeyedQueue, keyOf, type Queue } from './queues.ts';

/** The next time at which a business needs attention, once no due delivery is left in its queues. */
export interface Rest {
  readonly business: BusinessRecord;
  /** Unix seconds on the clock of the business: the next attempt of any of its idle queues. */
  readonly next: number | undefined;
}

type Step = { readonly attempt: PreparedAttempt } | { readonly rest: Rest | undefined };

/** Finished deliveries after which the log is cut, so that it is not looked through for each of them. */
const deliveriesBetweenCuts = 1_000;

export interface DispatcherOptions {
  /** Called with every attempt. */
  readonly observer?: Observer;
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

  constructor(core: Core, send: Send, { observer, kept = keptDeliveries }: DispatcherOptions) {
    this.#core = core;
    this.#attempts = new Attempts(core, send, observer);
    this.#kept = kept;
  }

  /** Resolves when nothing that is due now is left in the queue, the delivery in flight included. */
  deliver(queue: Queue): Promise<Rest | undefined> {
    return this.#queues.run(keyOf(queue), () => this.#deliverAll(queue));
  }

  /** Begins no further attempt. */
  stop(): void {
    this.#closing = true;
  }

  async #deliverAll(queue: Queue): Promise<Rest | undefined> {
    let step = await this.#next(queue);
    while ('attempt' in step) step = await this.#next(queue, await this.#attempts.make(step.attempt));
    return step.rest;
  }

  /** Notes how an attempt ended and prepares the next one that is due, in one transaction. */
  async #next(queue: Queue, ended?: EndedAttempt): Promise<Step> {
    const { store } = this.#core;
    let finished = false;
    const step = await store.transaction(async (transaction): Promise<Step> => {
      finished = ended !== undefined && (await this.#attempts.note(transaction, ended));
      return this.#closing ? { rest: undefined } : await this.#step(transaction, queue);
    }, withinBusiness(queue.businessId));
    if (finished) await this.#countFinished();
    return step;
  }

  async #step(transaction: Transaction, queue: Queue): Promise<Step> {
    const business = await transaction.get('businesses', queue.businessId);
    if (business === undefined) return { rest: undefined };
    const first = await transaction.firstDeliveries(queue.businessId);
    const delivery = first.find(({ endpointId }) => endpointId === queue.endpointId);
    const attempt = delivery && (await this.#attempts.prepare(transaction, business, delivery));
    const standing = first.map((one) => (attempt && one === delivery ? attempt.context.delivery : one));
    await this.#core.replicas.planDeliveries(transaction, business, standing);
    return attempt === undefined ? { rest: this.#restOf(business, queue, first) } : { attempt };
  }

  #restOf(business: BusinessRecord, ended: Queue, first: readonly DeliveryRecord[]): Rest {
    const now = this.#core.clock.now(business);
    // Queues that are being worked on, here or elsewhere, schedule their own rest.
    const left = first.filter((delivery) => {
      const isHere = keyOf(delivery) !== keyOf(ended) && this.#queues.isRunning(keyOf(delivery));
      return !isHere && !this.#core.replicas.isElsewhere(delivery);
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
