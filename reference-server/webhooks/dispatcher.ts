import type { Core } from '../core.ts';
import { type Transaction, withinBusiness } from '../store/store.ts';
import type { Observer } from '../telemetry/observer.ts';
import { cutLog, keptDeliveries } from './delivery-log.ts';
import { Lanes } from './lanes.ts';
import type { DeliveryAttempt, DeliveryRecord, Lease } from './records.ts';
import type { AttemptContext, WebhookMessage } from './rules.ts';
import type { Send } from './transport.ts';

/** The outstanding deliveries of one business to one endpoint. */
interface Queue {
  readonly businessId: string;
  readonly endpointId: string;
}

interface PreparedAttempt {
  readonly context: AttemptContext;
  readonly message: WebhookMessage;
}

interface EndedAttempt {
  readonly context: AttemptContext;
  /** Absent when there was no answer. */
  readonly status: number | undefined;
}

/** Whether another server is making an attempt at a delivery. */
export const isElsewhere = ({ shared, clock }: Core, { lease }: DeliveryRecord): boolean =>
  shared !== undefined &&
  lease !== undefined &&
  lease.owner !== shared.owner &&
  lease.until > clock.realMillis();

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
  readonly #lanes = new Lanes();
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
  deliver(queue: Queue): Promise<void> {
    return this.#lanes.run(`${queue.businessId}/${queue.endpointId}`, () => this.#deliverAll(queue));
  }

  /** Begins no further attempt. */
  stop(): void {
    this.#closing = true;
  }

  async #deliverAll(queue: Queue): Promise<void> {
    let attempt = await this.#next(queue);
    while (attempt !== undefined) {
      const { context, message } = attempt;
      const beganAt = performance.now();
      const status = await this.#send({ method: 'POST', url: context.endpoint.url, ...message });
      this.#tell(context, status, beganAt);
      attempt = await this.#next(queue, { context, status });
    }
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
  async #next(queue: Queue, ended?: EndedAttempt): Promise<PreparedAttempt | undefined> {
    const { store } = this.#core;
    let finished = false;
    const next = await store.transaction(async (transaction) => {
      finished = ended !== undefined && (await this.#note(transaction, ended));
      return this.#closing ? undefined : await this.#prepare(transaction, queue);
    }, withinBusiness(queue.businessId));
    if (finished) await this.#countFinished();
    return next;
  }

  async #countFinished(): Promise<void> {
    this.#finished += 1;
    if (this.#finished % deliveriesBetweenCuts === 0)
      await this.#core.store.transaction((all) => cutLog(all, this.#kept));
  }

  /** Fixes the body before the first attempt, so that every retry repeats it whatever happens in between. */
  async #prepare(transaction: Transaction, queue: Queue): Promise<PreparedAttempt | undefined> {
    const { rules, clock } = this.#core;
    const [first, business, endpoint] = await Promise.all([
      transaction.firstDeliveries(queue.businessId),
      transaction.get('businesses', queue.businessId),
      transaction.get('endpoints', queue.endpointId),
    ]);
    const delivery = first.find(({ endpointId }) => endpointId === queue.endpointId);
    if (delivery === undefined || business === undefined) return undefined;
    const now = clock.now(business);
    if ((delivery.nextAttemptAt ?? now) > now || isElsewhere(this.#core, delivery)) return undefined;
    if (endpoint === undefined) {
      // A restored state need not have it; without this the delivery would be due for ever.
      await transaction.delete('deliveries', delivery.id);
      return this.#prepare(transaction, queue);
    }
    const { tenantKey } = business;
    const attempt = delivery.attempts.length - (delivery.attemptsBefore ?? 0) + 1;
    const context = { delivery, endpoint, tenantKey, attempt, now };
    const message = rules.webhooks.message(context);
    const lease = this.#lease();
    if (delivery.body === undefined || lease !== undefined)
      await transaction.put('deliveries', { ...delivery, body: message.body, ...(lease && { lease }) });
    return { context, message };
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
