/** The requests of a run of the suite, so that they can be sent once more to another server without the suite. */
import { type OutgoingRequest, Transport } from '../../conformance/http/transport.ts';
import type { Target } from '../../conformance/target/target.ts';
import { Channel, type WebhookDelivery } from '../../conformance/webhooks/receiver.ts';

interface Place {
  readonly place: readonly string[];
  /** Whether it is encoded as a part of an address. */
  readonly isEncoded: boolean;
}

/** The source of a value in a request: an earlier response of the same thread, a webhook, or a fact about the server. */
export type Source =
  | ({ readonly type: 'answer'; readonly turn: number } & Place)
  /** `index` counts the deliveries of the event to the path. */
  | ({
      readonly type: 'delivery';
      readonly path: string;
      readonly eventType: string;
      readonly index: number;
    } & Place)
  | { readonly type: 'fact'; readonly name: string };

/** A text with placeholders for values that differ on another server. */
export type Template = readonly (string | Source)[];

export interface Turn {
  readonly method: string;
  readonly path: Template;
  readonly headers: readonly (readonly [name: string, value: Template])[];
  /** Bytes, as forms are, have no gaps. */
  readonly body: Template | Uint8Array | undefined;
  readonly status: number;
}

export interface Conversation {
  /** By name: the turns that depend only on each other, in their order. */
  readonly threads: ReadonlyMap<string, readonly Turn[]>;
  /** Statuses that the receiver of the suite returned to the webhooks of each address, in their order; 0 if it hung up. */
  readonly webhookAnswers: ReadonlyMap<string, readonly number[]>;
}

/** Keys, ids and addresses that differ between two servers from their start, by name. */
export type Facts = Readonly<Record<string, string>>;

export const factsOf = ({ credentials, orgBusinessId = '', platformBusinessId = '' }: Target): Facts => ({
  ...credentials,
  orgBusinessId,
  platformBusinessId,
});

const leastLength = 8;

/** Every text of a value, which is long enough to be an id, with its place. */
function* textsIn(value: unknown, place: readonly string[] = []): Generator<[string, readonly string[]]> {
  if (typeof value === 'string' && value.length >= leastLength) yield [value, place];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) yield* textsIn(child, [...place, name]);
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Words as ids, tokens and addresses are made of. */
const words = /(http:\/\/127\.[\d.:]+|[\w.~+%-]{8,}=*)/;

/** The only address of this machine that a request carries is that of the suite's receiver. */
const receiver: Source = { type: 'fact', name: 'receiver' };

/** The source of each text; undefined if the client itself used the text first. */
type Sources = Map<string, Source | undefined>;

/** The source of a text is the first place that shows it. */
function note(sources: Sources, text: string, sourceAs: (isEncoded: boolean) => Source): void {
  for (const form of [text, encodeURIComponent(text)])
    if (!sources.has(form)) sources.set(form, sourceAs(form !== text));
}

/** Requests use only the ids in a webhook. */
const isId = (place: readonly string[]) => /id$/i.test(place.at(-1) ?? '');

export const eventTypeOf = (json: unknown): string => String(Object(json).eventType);

/** @param sources to which are added the words that come from nowhere else */
function toTemplate(text: string, sources: Sources, announced: Sources): Template {
  const parts: (string | Source)[] = [];
  for (const part of text.split(words)) {
    if (!sources.has(part))
      sources.set(part, part.startsWith('http://127.') ? receiver : announced.get(part));
    const source = sources.get(part);
    const last = parts.at(-1);
    if (source !== undefined) parts.push(source);
    else if (typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  return parts;
}

/** Records the requests and responses of each thread. */
class Stenographer {
  readonly threads = new Map<string, Turn[]>();
  /** Statuses by path. */
  readonly webhookAnswers = new Map<string, number[]>();
  readonly #sources = new Map<string, Sources>();
  readonly #announced: Sources = new Map();
  readonly #arrivals = new Map<string, number>();
  readonly #facts: readonly [string, Source][];

  constructor(facts: Facts) {
    this.#facts = Object.entries(facts).map(([name, value]) => [value, { type: 'fact', name }]);
  }

  take(
    thread: string,
    { method, path, headers, body }: OutgoingRequest,
    status: number,
    answer: string,
  ): void {
    const turns = this.threads.get(thread) ?? [];
    this.threads.set(thread, turns);
    const sources: Sources = this.#sources.get(thread) ?? new Map(this.#facts);
    this.#sources.set(thread, sources);
    const fill = (text: string) => toTemplate(text, sources, this.#announced);
    turns.push({
      method,
      path: fill(path),
      headers: Object.entries(headers).map(([name, value]) => [name, fill(value)]),
      body: typeof body === 'string' ? fill(body) : body,
      status,
    });
    for (const [text, place] of textsIn(parse(answer)))
      note(sources, text, (isEncoded) => ({ type: 'answer', turn: turns.length - 1, place, isEncoded }));
  }

  takeDelivery(path: string, { json, answered }: WebhookDelivery): void {
    this.webhookAnswers.set(path, [...(this.webhookAnswers.get(path) ?? []), answered]);
    const eventType = eventTypeOf(json);
    const key = `${path} ${eventType}`;
    const index = this.#arrivals.get(key) ?? 0;
    this.#arrivals.set(key, index + 1);
    for (const [text, place] of [...textsIn(json)].filter(([, where]) => isId(where)))
      note(this.#announced, text, (isEncoded) => ({
        type: 'delivery',
        path,
        eventType,
        index,
        place,
        isEncoded,
      }));
  }
}

/** The check that sends a request. */
const checkOf = ({ headers }: OutgoingRequest) => headers['user-agent'] ?? '';

/**
 * Records the requests that the work sends.
 *
 * @param facts of the server that is used
 * @param threadOf names the thread of a request. @defaultValue a thread for each check
 */
export async function record(
  facts: Facts,
  work: () => Promise<void>,
  threadOf: (request: OutgoingRequest) => string = checkOf,
): Promise<Conversation> {
  const stenographer = new Stenographer(facts);
  const { send } = Transport.prototype;
  const { keep } = Channel.prototype;
  Transport.prototype.send = async function (this: Transport, request, signal) {
    const response = await send.call(this, request, signal);
    stenographer.take(threadOf(request), request, response.status, response.text);
    return response;
  };
  Channel.prototype.keep = function (this: Channel, delivery) {
    stenographer.takeDelivery(new URL(this.url).pathname, delivery);
    keep.call(this, delivery);
  };
  try {
    await work();
  } finally {
    Transport.prototype.send = send;
    Channel.prototype.keep = keep;
  }
  const { threads, webhookAnswers } = stenographer;
  return { threads, webhookAnswers };
}
