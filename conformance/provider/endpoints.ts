/** The webhook addresses of a case, and what arrives there. */
import { eventSchemas } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { translate } from '../adapter/words.ts';
import { ConformanceError } from '../engine/errors.ts';
import type { Recording } from '../engine/recording.ts';
import type { CaseContext } from '../engine/scenario.ts';
import type { Target } from '../target/target.ts';
import type { Channel, WebhookDelivery, WebhookReceiver } from '../webhooks/receiver.ts';

/** A registered webhook endpoint and what has arrived there. */
export interface Endpoint {
  readonly id: string;
  readonly channel: Channel;
  /** Absent if it is not known to be the right one; signatures are not judged then. */
  readonly secret?: string;
}

const typeOf = (json: unknown): string | undefined =>
  isRecord(json) && typeof json.eventType === 'string' ? json.eventType : undefined;

/** An event in the words of the interface document. */
function inOurWords({ words = {} }: Target, json: unknown): unknown {
  const type = typeOf(json);
  return type === undefined ? json : translate(words, type, 'to ours', eventSchemas.get(type), json, false);
}

export class Channels {
  readonly #receiver: WebhookReceiver;
  readonly #open: Channel[] = [];

  constructor(receiver: WebhookReceiver) {
    this.#receiver = receiver;
  }

  /** Opens a new address, whose deliveries are recorded and counted in the case. */
  open(target: Target, { redactor, tally }: CaseContext, recording: Recording): Channel {
    const arrived = ({ headers, body, answered, json }: WebhookDelivery) => {
      recording.delivery(() => ({ headers, body: redactor.redact(body), answered }));
      const type = typeOf(json);
      tally.event(type !== undefined && eventSchemas.has(type) ? type : 'unknown');
    };
    const channel = this.#receiver.open(arrived, (json) => inOurWords(target, json));
    this.#open.push(channel);
    return channel;
  }

  close(channel: Channel): void {
    this.#receiver.close(channel);
  }

  /** Set if more webhooks came than are kept: the case then cannot judge the target. */
  get trouble(): ConformanceError | undefined {
    const flooded = this.#open.find(({ flood }) => flood !== undefined);
    if (flooded === undefined) return undefined;
    return new ConformanceError(
      'TARGET_FLOODS',
      `One webhook endpoint of a case received ${flooded.flood}, which is more than the suite judges.`,
    );
  }
}
