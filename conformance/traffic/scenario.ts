/** One recorded exchange or delivery as a case. Sends nothing. */
import type { RequirementId, TransitionId } from '../../openapi/catalogue.ts';
import { eventSchemas, type Operation } from '../../openapi/description.ts';
import { BaseScenario, type CaseContext } from '../engine/scenario.ts';
import { keepForReport, toExchange } from '../http/message.ts';
import type { ApiResponse } from '../provider/response.ts';
import type { WebhookDelivery } from '../webhooks/receiver.ts';
import { jsonOf } from './json.ts';
import type { ObservedDelivery, ObservedExchange } from './observation.ts';
import { learnSecrets } from './secrets.ts';

/** Counted messages: a case with a violation is repeated to find others, and several checks may show one message. */
export type Counted = WeakSet<ObservedExchange | ObservedDelivery>;

export class TrafficScenario extends BaseScenario<RequirementId, TransitionId> {
  readonly #baseUrl: string;
  readonly #counted: Counted;

  constructor(baseUrl: string, counted: Counted, context: CaseContext) {
    super(context);
    this.#baseUrl = baseUrl;
    this.#counted = counted;
  }

  /** Counts an exchange, and makes it the conversation of this case. */
  judged(operation: Operation | undefined, exchange: ObservedExchange): void {
    this.show(operation, exchange);
    if (!this.#isFirst(exchange)) return;
    const { tally } = this.context;
    const { response, startedAt, endedAt } = exchange;
    tally.requests += 1;
    if (operation !== undefined) tally.operation(operation.id, response.status, endedAt - startedAt);
  }

  /** Adds an exchange to the conversation of this case; another check counts it. */
  show(operation: Operation | undefined, exchange: ObservedExchange): void {
    const { redactor } = this.context;
    const { request, response, startedAt, endedAt } = exchange;
    const { status, headers, body = '' } = response;
    this.step(operation?.summary.toLowerCase() ?? `${request.method} ${request.path}`);
    const kept = keepForReport({ status, headers, text: body, durationMillis: endedAt - startedAt });
    this.recording.exchange(() => {
      learnSecrets(exchange, redactor);
      const { body: sent = '', ...head } = request;
      const shown = sent === '' ? head : { ...head, body: sent };
      return toExchange(this.#baseUrl, shown, kept, redactor, operation?.id);
    });
  }

  /** Counts a delivery, and makes it the conversation of this case. */
  receive(delivery: ObservedDelivery): WebhookDelivery {
    const shown = this.showDelivery(delivery);
    const type = (shown.json as { eventType?: unknown } | undefined)?.eventType;
    if (this.#isFirst(delivery))
      this.context.tally.event(typeof type === 'string' && eventSchemas.has(type) ? type : 'unknown');
    return shown;
  }

  /** Adds a delivery to the conversation of this case; another check counts it. */
  showDelivery(delivery: ObservedDelivery): WebhookDelivery {
    const { method, headers, body, answered, startedAt } = delivery;
    const { redactor } = this.context;
    this.step('a webhook');
    this.recording.delivery(() => {
      learnSecrets(delivery, redactor);
      return { headers, body: redactor.redact(body), answered };
    });
    const receivedAt = startedAt / 1_000;
    return { method, headers, body, receivedAt, rawBody: Buffer.from(body), json: jsonOf(body), answered };
  }

  #isFirst(message: ObservedExchange | ObservedDelivery): boolean {
    const isFirst = !this.#counted.has(message);
    this.#counted.add(message);
    return isFirst;
  }
}

/** A response as checks see it; undefined if its body is unknown. */
export function answerOf({ response }: ObservedExchange): ApiResponse | undefined {
  const { status, headers, body } = response;
  return body === undefined ? undefined : { status, headers, text: body, json: jsonOf(body) };
}
