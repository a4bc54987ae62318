/** One recorded exchange or delivery as a case. Nothing is sent: what is there is judged. */
import type { RequirementId, TransitionId } from '../../openapi/catalogue.ts';
import { eventSchemas, type Operation } from '../../openapi/description.ts';
import { BaseScenario, type CaseContext } from '../engine/scenario.ts';
import { keepForReport, toExchange } from '../http/message.ts';
import type { ApiResponse } from '../provider/scenario.ts';
import type { Delivery } from '../webhooks/receiver.ts';
import { jsonOf } from './json.ts';
import type { ObservedDelivery, ObservedExchange } from './observation.ts';
import { learnSecrets } from './secrets.ts';

export class TrafficScenario extends BaseScenario<RequirementId, TransitionId> {
  readonly #baseUrl: string;

  constructor(baseUrl: string, context: CaseContext) {
    super(context);
    this.#baseUrl = baseUrl;
  }

  /** Counts an exchange, and makes it the conversation of this case. */
  judged(operation: Operation | undefined, exchange: ObservedExchange): void {
    const { tally } = this.context;
    const { response, startedAt, endedAt } = exchange;
    tally.requests += 1;
    if (operation !== undefined) tally.operation(operation.id, response.status, endedAt - startedAt);
    this.show(operation, exchange);
  }

  /** Makes an exchange, which another check counts, a part of the conversation of this case. */
  show(operation: Operation | undefined, exchange: ObservedExchange): void {
    const { redactor } = this.context;
    const { request, response, startedAt, endedAt } = exchange;
    const { status, headers, body = '' } = response;
    this.step(operation?.summary.toLowerCase() ?? `${request.method} ${request.path}`);
    const kept = keepForReport({ status, headers, text: body, durationMillis: endedAt - startedAt });
    this.recording.exchange(() => {
      learnSecrets(exchange, redactor);
      return toExchange(this.#baseUrl, request, kept, redactor, operation?.id);
    });
  }

  /** Makes a delivery the conversation of this case. */
  receive(delivery: ObservedDelivery): Delivery {
    const { method, headers, body, answered } = delivery;
    const { redactor, tally } = this.context;
    const json = jsonOf(body);
    const type = (json as { eventType?: unknown } | undefined)?.eventType;
    tally.event(typeof type === 'string' && eventSchemas.has(type) ? type : 'unknown');
    this.step('a webhook');
    this.recording.delivery(() => {
      learnSecrets(delivery, redactor);
      return { headers, body: redactor.redact(body), answered };
    });
    return { method, headers, body, rawBody: Buffer.from(body), json, answered };
  }
}

/** An answer as checks see it; undefined where its body is not known. */
export function answerOf({ response }: ObservedExchange): ApiResponse | undefined {
  const { status, headers, body } = response;
  return body === undefined ? undefined : { status, headers, text: body, json: jsonOf(body) };
}
