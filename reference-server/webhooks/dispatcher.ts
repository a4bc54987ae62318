import type { Core } from '../core.ts';
import { Lane } from './lane.ts';
import type { DeliveryAttempt, DeliveryRecord } from './records.ts';
import type { AttemptContext, WebhookMessage } from './rules.ts';
import type { Send } from './transport.ts';

interface PreparedAttempt {
  readonly context: AttemptContext;
  readonly message: WebhookMessage;
}

const byDueTime = (one: DeliveryRecord, other: DeliveryRecord) =>
  (one.nextAttemptAt ?? 0) - (other.nextAttemptAt ?? 0);

/**
 * Delivers what the outbox holds as soon as it is due on the clock of its business. Deliveries of one business to one
 * endpoint go out one after the other; everything else goes out side by side.
 */
export class Dispatcher {
  readonly #core: Core;
  readonly #send: Send;
  readonly #lanes = new Map<string, Lane>();
  #closing = false;

  constructor(core: Core, send: Send) {
    this.#core = core;
    this.#send = send;
  }

  /** Resolves when nothing of the business that is due now is left, deliveries in flight included. */
  async drain(businessId: string): Promise<void> {
    const due = await this.#due({ businessId });
    const endpointIds = new Set(due.map(({ endpointId }) => endpointId));
    await Promise.all([...endpointIds].map((endpointId) => this.#lane(businessId, endpointId).run()));
  }

  /** The time of the next attempt of a business in Unix seconds, if it has one ahead. */
  async nextAttemptAt(businessId: string): Promise<number | undefined> {
    const pending = await this.#pending({ businessId });
    const times = pending.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Begins no further attempt. */
  stop(): void {
    this.#closing = true;
  }

  #lane(businessId: string, endpointId: string): Lane {
    const key = `${businessId}/${endpointId}`;
    const existing = this.#lanes.get(key);
    if (existing !== undefined) return existing;
    const lane = new Lane(() => this.#deliverAll(businessId, endpointId));
    this.#lanes.set(key, lane);
    return lane;
  }

  #pending(where: Partial<DeliveryRecord>): Promise<readonly DeliveryRecord[]> {
    return this.#core.store.transaction((transaction) =>
      transaction.list('deliveries', { ...where, status: 'pending' }),
    );
  }

  async #due(where: Partial<DeliveryRecord> & { businessId: string }): Promise<DeliveryRecord[]> {
    const { store, clock } = this.#core;
    const business = await store.transaction((transaction) =>
      transaction.get('businesses', where.businessId),
    );
    if (business === undefined) return [];
    const pending = await this.#pending(where);
    const now = clock.now(business);
    return pending.filter(({ nextAttemptAt = now }) => nextAttemptAt <= now).sort(byDueTime);
  }

  async #deliverAll(businessId: string, endpointId: string): Promise<void> {
    while (!this.#closing) {
      const [delivery] = await this.#due({ businessId, endpointId });
      if (delivery === undefined) return;
      await this.#attempt(delivery);
    }
  }

  async #attempt({ id }: DeliveryRecord): Promise<void> {
    const prepared = await this.#prepare(id);
    if (prepared === undefined) return;
    const { context, message } = prepared;
    const status = await this.#send({ method: 'POST', url: context.endpoint.url, ...message });
    await this.#record(id, prepared, status);
  }

  /** Fixes the body before the first attempt, so that every retry repeats it whatever happens in between. */
  #prepare(id: string): Promise<PreparedAttempt | undefined> {
    const { store, rules, clock } = this.#core;
    return store.transaction(async (transaction) => {
      const delivery = await transaction.get('deliveries', id);
      if (delivery?.status !== 'pending') return undefined;
      const endpoint = await transaction.get('endpoints', delivery.endpointId);
      const business = await transaction.get('businesses', delivery.businessId);
      if (endpoint === undefined || business === undefined) return undefined;
      const { tenantKey } = business;
      const attempt = delivery.attempts.length + 1;
      const context = { delivery, endpoint, tenantKey, attempt, now: clock.now(business) };
      const message = rules.webhooks.message(context);
      if (delivery.body === undefined)
        await transaction.put('deliveries', { ...delivery, body: message.body });
      return { context, message };
    });
  }

  #record(id: string, { context }: PreparedAttempt, status: number | undefined): Promise<void> {
    const { store, rules, clock } = this.#core;
    return store.transaction(async (transaction) => {
      // Its endpoint may have been removed, or the server reset, while the attempt was under way.
      const delivery = await transaction.get('deliveries', id);
      const business = await transaction.get('businesses', context.delivery.businessId);
      if (delivery === undefined || business === undefined) return;
      const at = context.now;
      const attempt: DeliveryAttempt =
        status === undefined
          ? { at, outcome: 'unreachable' }
          : { at, outcome: rules.webhooks.acknowledges(status) ? 'acknowledged' : 'refused', status };
      const failedAt = clock.now(business);
      const delay = rules.webhooks.retryDelaySeconds(context.attempt);
      await transaction.put('deliveries', rules.webhooks.conclude(delivery, attempt, failedAt, delay));
    });
  }
}
