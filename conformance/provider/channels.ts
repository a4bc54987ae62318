/** The webhook addresses of a case, and what arrives there. */
import { eventDataSchema, eventSchemas } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { toOurNames } from '../adapter/names.ts';
import { translate } from '../adapter/words.ts';
import { ConformanceError } from '../engine/errors.ts';
import type { Recording } from '../engine/recording.ts';
import type { CaseContext } from '../engine/scenario.ts';
import { deliveryEntry } from '../http/har-entry.ts';
import type { Caller } from '../http/message.ts';
import type { Target } from '../target/target.ts';
import type { Channel, Claim, WebhookDelivery, WebhookReceiver } from '../webhooks/receiver.ts';
import type { CaseRecord } from './case-record.ts';

const typeOf = (json: unknown): string | undefined =>
  isRecord(json) && typeof json.eventType === 'string' ? json.eventType : undefined;

/** An event in the names and words of the interface document. */
export function inOurWords({ words = {}, events = {} }: Target, json: unknown): unknown {
  const type = typeOf(json);
  if (type === undefined || !isRecord(json)) return json;
  const data = toOurNames(json.data, events[type] ?? {});
  return { ...json, data: translate(words, type, 'to ours', eventDataSchema(type), data, false) };
}

/** The values of all fields whose name ends in `id`, wherever they are. */
export function* idsIn(value: unknown, name = ''): Generator<string> {
  if (typeof value === 'string' && /id$/i.test(name)) yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) yield* idsIn(child, Array.isArray(value) ? name : key);
}

/** Whose events they are. */
interface OfCase {
  readonly target: Target;
  readonly context: Pick<CaseContext, 'redactor' | 'tally'>;
  readonly recording: Recording;
  /** Absent if the run keeps no record. */
  readonly record?: CaseRecord;
}

export class Channels {
  readonly #receiver: WebhookReceiver;
  readonly #case: OfCase;
  readonly #open: Channel[] = [];
  /** Those of the shared endpoint, by tenant key. */
  readonly #shared = new Map<string | undefined, Channel>();
  /** Ids that the target has shown of each business, by tenant key: by them events with another key are known. */
  readonly #ids = new Map<string | undefined, Set<string>>();

  constructor(receiver: WebhookReceiver, ofCase: OfCase) {
    this.#receiver = receiver;
    this.#case = ofCase;
  }

  /** Opens a new address, whose deliveries are recorded and counted in the case. */
  open(): Channel {
    return this.#opened();
  }

  /** What comes to the shared endpoint for a business. */
  shared(tenantKey: string | undefined): Channel {
    const known = this.#shared.get(tenantKey);
    if (known !== undefined) return known;
    const knows = (text: unknown) => typeof text === 'string' && this.#idsOf(tenantKey).has(text);
    const channel = this.#opened({ tenantKey, knows });
    this.#shared.set(tenantKey, channel);
    return channel;
  }

  /** Notes the ids in a response to a business; that to its creation says its tenant key. */
  note(caller: Pick<Caller, 'tenantKey'>, json: unknown): void {
    const created = isRecord(json) && typeof json.tenantKey === 'string' ? json.tenantKey : undefined;
    const ids = this.#idsOf(caller.tenantKey ?? created);
    for (const id of idsIn(json)) ids.add(id);
  }

  #idsOf(tenantKey: string | undefined): Set<string> {
    const ids = this.#ids.get(tenantKey) ?? new Set();
    this.#ids.set(tenantKey, ids);
    return ids;
  }

  #opened(claim?: Claim): Channel {
    const { target, context, recording, record } = this.#case;
    const { redactor, tally } = context;
    const arrived = (delivery: WebhookDelivery) => {
      const { headers, body, answered, json } = delivery;
      record?.add((notes) => deliveryEntry(channel.url, delivery, notes));
      recording.delivery(() => ({ headers, body: redactor.redact(body), answered }));
      const type = typeOf(json);
      tally.event(type !== undefined && eventSchemas.has(type) ? type : 'unknown');
    };
    const ours = (json: unknown) => inOurWords(target, json);
    const channel =
      claim === undefined
        ? this.#receiver.open(arrived, ours)
        : this.#receiver.openShared(claim, arrived, ours);
    this.#open.push(channel);
    return channel;
  }

  close(): void {
    for (const channel of this.#open) this.#receiver.close(channel);
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
