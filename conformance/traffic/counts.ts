/** Counts traffic. */
import { allOperations, eventSchemas } from '../../openapi/description.ts';
import { parse } from '../adapter/sending.ts';
import { envelopeOf } from '../provider/inspect.ts';
import { operationFor } from './recognise.ts';
import type { TrafficJudge } from './run.ts';

/** Counts messages beside the judges. */
export class TrafficCounts implements Pick<TrafficJudge, 'request' | 'exchange' | 'delivery'> {
  readonly #operations = new Set<string>();
  readonly #events = new Set<string>();
  requests = 0;
  webhooks = 0;

  readonly request: TrafficJudge['request'] = () => {};

  readonly exchange: TrafficJudge['exchange'] = ({ request: { method, path } }) => {
    this.requests += 1;
    const asked = operationFor(method, path);
    if (asked !== undefined) this.#operations.add(asked.id);
  };

  readonly delivery: TrafficJudge['delivery'] = ({ body }) => {
    this.webhooks += 1;
    const { eventType } = envelopeOf({ json: parse(body) });
    if (typeof eventType === 'string' && eventSchemas.has(eventType)) this.#events.add(eventType);
  };

  /** The number of operations of the description that were requested, and of all. */
  get operations(): readonly [seen: number, all: number] {
    return [this.#operations.size, allOperations.length];
  }

  get events(): readonly [seen: number, all: number] {
    return [this.#events.size, eventSchemas.size];
  }
}
