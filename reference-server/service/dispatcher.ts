import type { BusinessRecord } from '../state/records/businesses.ts';
import type { DeliveryAttempt, DeliveryRecord, Lease } from '../state/records/webhooks.ts';
import { type Transaction, withinBusiness } from '../store/store.ts';
import { cutLog, keptDeliveries } from '../webhooks/delivery-log.ts';
import type { AttemptContext, WebhookMessage } from '../webhooks/rules.ts';
import type { Send } from '../webhooks/transport.ts';
import type { Core } from './core.ts';
import { KeyedQueue } from './keyed-queue.ts';
import type { Observer } from './observer.ts';
import { isElsewhere, keyOf, millisToNextLook, type Queue } from './queues.ts';

interface PreparedAttempt {
  readonly context: AttemptContext;
  readonly message: WebhookMessage;
}

/** A queue on which this server works, but for its first attempt, which is yet to come. */
interface Held {
  begin(first: PreparedAttempt | undefined): void;
  readonly over: Promise<Rest | undefined>;
}

interface EndedAttempt {
  readonly context: AttemptContext;
  /** Absent when there was no answer. */
  readonly status: number | undefined;
}

/** What is left to wait for when nothing that is due is left in a queue. */
export interface Rest {
  readonly business: BusinessRecord;
  /** Unix seconds on the clock of the business: the next attempt of any of its queues that nobody works on. */
  readonly next: number | undefined;
}

type Step = { readonly attempt: PreparedAttempt } | { readonly rest: Rest | undefined };

/** Attempts that begin when the transaction that prepares them is over. */
export interface Departure {
  /**
   * Prepares the first attempt of every queue on which this server does not work already. A transaction that is run again
   * calls it again.
   *
   * @param due the first delivery of each queue.
   * @returns the deliveries as they stand now.
   */
  prepare(
    transaction: Transaction,
    business: BusinessRecord,
    due: readonly DeliveryRecord[],
  ): Promise<readonly DeliveryRecord[]>;
  /**
   * To be called when the transaction is over.
   *
   * @param isDone whether it has kept what it wrote.
   * @returns of each queue, what is left when it rests.
   */
  begin(isDone: boolean): readonly Promise<Rest | undefined>[];
}

/** Finished deliveries after which the log is cut, so that it is not looked through for each of them. */
const deliveriesBetweenCuts = 1_000;

export interface DispatcherOptions {
  /** Milliseconds for which other servers leave an attempt to the one that has begun it. */
  readonly leaseMillis: number;
  /** Told of every attempt. */
  readonly observer?: Observer;
  /** Finished deliveries that stay in the log. */
  readonly kept?: number;
}

/**
 * Delivers what the outbox holds as soon as it is due on the clock of its business. Deliveries of one business to one
 * endpoint go out one after the other in the order in which they are due; everything else goes out side by side.
 */
export class Dispatcher {
  readonly #core: Core;
  readonly #send: Send;
  readonly #observer: Observer;
  readonly #kept: number;
  readonly #leaseMillis: number;
  readonly #queues = new KeyedQueue<Rest | undefined>();
  #finished = 0;
  #closing = false;

  constructor(
    core: Core,
    send: Send,
    { leaseMillis, observer = {}, kept = keptDeliveries }: DispatcherOptions,
  ) {
    this.#core = core;
    this.#send = send;
    this.#leaseMillis = leaseMillis;
    this.#observer = observer;
    this.#kept = kept;
  }

  /** Resolves when nothing that is due now is left in the queue, the delivery in flight included. */
  deliver(queue: Queue): Promise<Rest | undefined> {
    return this.#queues.run(keyOf(queue), () => this.#deliverAll(queue));
  }

  /** Lets a transaction begin what is due, so that no other transaction has to. */
  depart(): Departure {
    const held = new Map<string, Held>();
    const prepared = new Map<string, PreparedAttempt>();
    // Those on which this server works already look again when they are told.
    let busy: Queue[] = [];
    return {
      prepare: async (transaction, business, due) => {
        prepared.clear();
        busy = due.filter((queue) => !held.has(keyOf(queue)) && this.#queues.isRunning(keyOf(queue)));
        const standing: DeliveryRecord[] = [];
        for (const delivery of due) {
          const key = keyOf(delivery);
          if (!this.#closing && !this.#queues.isRunning(key)) held.set(key, this.#hold(delivery));
          const attempt = held.has(key) ? await this.#prepare(transaction, business, delivery) : undefined;
          if (attempt !== undefined) prepared.set(key, attempt);
          standing.push(attempt?.context.delivery ?? delivery);
        }
        return standing;
      },
      begin: (isDone) => {
        const rests = [...held].map(([key, { begin, over }]) => {
          begin(isDone ? prepared.get(key) : undefined);
          return over;
        });
        return [...rests, ...(isDone ? busy.map((queue) => this.deliver(queue)) : [])];
      },
    };
  }

  /** Begins no further attempt. */
  stop(): void {
    this.#closing = true;
  }

  /** Works on a queue from now on, but waits for the first attempt, so that no other transaction prepares the same one. */
  #hold(queue: Queue): Held {
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
    while ('attempt' in step) {
      const { context, message } = step.attempt;
      const beganAt = performance.now();
      const status = await this.#send({ method: 'POST', url: context.endpoint.url, ...message });
      this.#tell(context, status, beganAt);
      step = await this.#next(queue, { context, status });
    }
    return step.rest;
  }

  #tell({ delivery, attempt }: AttemptContext, status: number | undefined, beganAt: number): void {
    const { acknowledges, retryDelaySeconds } = this.#core.rules.webhooks;
    const acknowledged = status !== undefined && acknowledges(status);
    const { id: deliveryId, eventId, eventType, businessId, endpointId } = delivery;
    this.#observer.attemptMade?.({
      beganAt,
      durationMillis: performance.now() - beganAt,
      ...{ eventType, eventId, deliveryId, businessId, endpointId, attempt },
      outcome: acknowledged ? 'acknowledged' : status === undefined ? 'unreachable' : 'refused',
      isLast: acknowledged || retryDelaySeconds(attempt) === undefined,
      ...(status !== undefined && { status }),
    });
  }

  /** Notes how an attempt ended and prepares the next one that is due, in one transaction. */
  async #next(queue: Queue, ended?: EndedAttempt): Promise<Step> {
    const { store } = this.#core;
    let finished = false;
    const step = await store.transaction(async (transaction): Promise<Step> => {
      // All that is needed, asked for at once.
      await Promise.all([
        ended && transaction.get('deliveries', ended.context.delivery.id),
        transaction.get('businesses', queue.businessId),
        transaction.get('endpoints', queue.endpointId),
        transaction.firstDeliveries(queue.businessId),
      ]);
      finished = ended !== undefined && (await this.#note(transaction, ended));
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
    const attempt = delivery && (await this.#prepare(transaction, business, delivery));
    const standing = first.map((one) => (attempt && one === delivery ? attempt.context.delivery : one));
    const delayMillis = millisToNextLook(this.#core, business, standing);
    await transaction.plan(queue.businessId, 'deliveries', delayMillis);
    return attempt === undefined ? { rest: this.#restOf(business, queue, first) } : { attempt };
  }

  #restOf(business: BusinessRecord, ended: Queue, first: readonly DeliveryRecord[]): Rest {
    const now = this.#core.clock.now(business);
    // Those on which somebody works will have a rest of their own.
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

  /** Fixes the body before the first attempt, so that every retry repeats it whatever happens in between. */
  async #prepare(
    transaction: Transaction,
    business: BusinessRecord,
    found: DeliveryRecord,
  ): Promise<PreparedAttempt | undefined> {
    const { rules, clock } = this.#core;
    const now = clock.now(business);
    if ((found.nextAttemptAt ?? now) > now || isElsewhere(this.#core, found)) return undefined;
    const endpoint = await transaction.get('endpoints', found.endpointId);
    if (endpoint === undefined) {
      // A restored state need not have it; without this the delivery would be due for ever.
      await transaction.delete('deliveries', found.id);
      const first = await transaction.firstDeliveries(business.id);
      const next = first.find(({ endpointId }) => endpointId === found.endpointId);
      return next && this.#prepare(transaction, business, next);
    }
    const { tenantKey } = business;
    const attempt = found.attempts.length - (found.attemptsBefore ?? 0) + 1;
    const message = rules.webhooks.message({ delivery: found, endpoint, tenantKey, attempt, now });
    const lease = this.#lease();
    const delivery = { ...found, body: message.body, ...(lease && { lease }) };
    if (found.body === undefined || lease !== undefined) await transaction.put('deliveries', delivery);
    return { context: { delivery, endpoint, tenantKey, attempt, now }, message };
  }

  #lease(): Lease | undefined {
    const { shared, clock } = this.#core;
    return shared && { owner: shared.owner, until: clock.realMillis() + this.#leaseMillis };
  }

  /** @returns whether the delivery is finished. */
  async #note(transaction: Transaction, { context, status }: EndedAttempt): Promise<boolean> {
    const { rules, clock, shared } = this.#core;
    // Its endpoint may have been removed, or the server reset, while the attempt was under way.
    const [found, business] = await Promise.all([
      transaction.get('deliveries', context.delivery.id),
      transaction.get('businesses', context.delivery.businessId),
    ]);
    if (found === undefined || business === undefined) return false;
    // Who took so long that another has taken over has nothing to say any more.
    if (shared && found.lease?.owner !== shared.owner) return false;
    const { lease: _, ...delivery } = found;
    const at = context.now;
    const attempt: DeliveryAttempt =
      status === undefined
        ? { at, outcome: 'unreachable' }
        : { at, outcome: rules.webhooks.acknowledges(status) ? 'acknowledged' : 'refused', status };
    const failedAt = clock.now(business);
    const delay = rules.webhooks.retryDelaySeconds(context.attempt);
    const concluded = rules.webhooks.conclude(delivery, attempt, failedAt, delay);
    await transaction.put('deliveries', concluded);
    return concluded.status !== 'pending';
  }
}
