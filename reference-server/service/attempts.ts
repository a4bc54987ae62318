import type { BusinessRecord } from '../state/records/businesses.ts';
import type { DeliveryAttempt, DeliveryRecord } from '../state/records/webhooks.ts';
import type { Transaction } from '../store/store.ts';
import type { AttemptContext, WebhookMessage } from '../webhooks/rules.ts';
import type { Send } from '../webhooks/transport.ts';
import type { Core } from './core.ts';
import type { Observer } from './observer.ts';

export interface PreparedAttempt {
  readonly context: AttemptContext;
  readonly message: WebhookMessage;
}

export interface EndedAttempt {
  readonly context: AttemptContext;
  /** Absent when there was no answer. */
  readonly status: number | undefined;
}

/** Attempts at deliveries: each is prepared in one transaction, made, and noted in another. */
export class Attempts {
  readonly #core: Core;
  readonly #send: Send;
  readonly #observer: Observer | undefined;

  /** @param observer called with every attempt. */
  constructor(core: Core, send: Send, observer?: Observer) {
    this.#core = core;
    this.#send = send;
    this.#observer = observer;
  }

  /**
   * Fixes the body before the first attempt, so that every retry repeats it even if the resource changes in between.
   *
   * @returns undefined when the delivery is not due, or another server is making an attempt at it.
   */
  async prepare(
    transaction: Transaction,
    business: BusinessRecord,
    found: DeliveryRecord,
  ): Promise<PreparedAttempt | undefined> {
    const { rules, clock, replicas } = this.#core;
    const now = clock.now(business);
    if ((found.nextAttemptAt ?? now) > now || replicas.isElsewhere(found)) return undefined;
    const endpoint = await transaction.get('endpoints', found.endpointId);
    if (endpoint === undefined) {
      // A restored state may lack it; without this the delivery would be due forever.
      await transaction.delete('deliveries', found.id);
      const first = await transaction.firstDeliveries(business.id);
      const next = first.find(({ endpointId }) => endpointId === found.endpointId);
      return next && this.prepare(transaction, business, next);
    }
    const { tenantKey } = business;
    const attempt = found.attempts.length - (found.attemptsBefore ?? 0) + 1;
    const message = rules.webhooks.message({ delivery: found, endpoint, tenantKey, attempt, now });
    const withBody = found.body === undefined ? { ...found, body: message.body } : found;
    const delivery = replicas.take(withBody);
    if (delivery !== found) await transaction.put('deliveries', delivery);
    return { context: { delivery, endpoint, tenantKey, attempt, now }, message };
  }

  async make({ context, message }: PreparedAttempt): Promise<EndedAttempt> {
    const beganAt = performance.now();
    const status = await this.#send({ method: 'POST', url: context.endpoint.url, ...message });
    this.#report({ context, status }, beganAt);
    return { context, status };
  }

  #report({ context: { delivery, attempt }, status }: EndedAttempt, beganAt: number): void {
    const { acknowledges, retryDelaySeconds } = this.#core.rules.webhooks;
    const acknowledged = status !== undefined && acknowledges(status);
    const { id: deliveryId, eventId, eventType, businessId, endpointId } = delivery;
    this.#observer?.attemptMade?.({
      beganAt,
      durationMillis: performance.now() - beganAt,
      ...{ eventType, eventId, deliveryId, businessId, endpointId, attempt },
      outcome: acknowledged ? 'acknowledged' : status === undefined ? 'unreachable' : 'refused',
      isLast: acknowledged || retryDelaySeconds(attempt) === undefined,
      ...(status !== undefined && { status }),
    });
  }

  /** Notes how an attempt ended. @returns whether the delivery is finished. */
  async note(transaction: Transaction, { context, status }: EndedAttempt): Promise<boolean> {
    const { rules, clock, replicas } = this.#core;
    // Its endpoint may have been removed, or the server reset, while the attempt was under way.
    const [found, business] = await Promise.all([
      transaction.get('deliveries', context.delivery.id),
      transaction.get('businesses', context.delivery.businessId),
    ]);
    if (found === undefined || business === undefined) return false;
    const delivery = replicas.giveBack(found);
    // The result of the server that took it over counts.
    if (delivery === undefined) return false;
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
