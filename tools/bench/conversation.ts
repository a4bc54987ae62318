/** The requests of a run of the suite, so that they can be sent once more to another server without the suite. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type OutgoingRequest, Transport } from '../../conformance/http/transport.ts';

/** Where a value of a request comes from: an earlier answer of the same check, or what is known of a server at once. */
export type Source =
  | { readonly type: 'answer'; readonly turn: number; readonly place: readonly string[] }
  | { readonly type: 'fact'; readonly name: string };

/** A text with gaps for what another server calls otherwise. */
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
  /** The turns of each check, in their order. */
  readonly checks: readonly (readonly Turn[])[];
  /** What the receiver of the suite answered to the webhooks of each address, in their order. */
  readonly webhookAnswers: ReadonlyMap<string, readonly number[]>;
}

/** What differs between two servers from their start: keys, ids and addresses by a name. */
export type Facts = Readonly<Record<string, string>>;

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
const words = /(http:\/\/127\.[\d.:]+|[\w.=~+%-]{8,})/;

/** The only address of this machine that a request carries is that of the suite's receiver. */
const receiver: Source = { type: 'fact', name: 'receiver' };

function toTemplate(text: string, sources: ReadonlyMap<string, Source>): Template {
  const parts: (string | Source)[] = [];
  for (const part of text.split(words)) {
    const source = part.startsWith('http://127.') ? receiver : sources.get(part);
    const last = parts.at(-1);
    if (source !== undefined) parts.push(source);
    else if (typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  return parts;
}

/** Takes down what one check after the other says, and what it got. */
class Stenographer {
  readonly checks = new Map<string, Turn[]>();
  readonly #sources = new Map<string, Map<string, Source>>();
  readonly #facts: readonly [string, Source][];

  constructor(facts: Facts) {
    this.#facts = Object.entries(facts).map(([name, value]) => [value, { type: 'fact', name }]);
  }

  take({ method, path, headers, body }: OutgoingRequest, status: number, answer: string): void {
    const check = headers['user-agent'] ?? '';
    const turns = this.checks.get(check) ?? [];
    this.checks.set(check, turns);
    const sources = this.#sources.get(check) ?? new Map(this.#facts);
    this.#sources.set(check, sources);
    turns.push({
      method,
      path: toTemplate(path, sources),
      headers: Object.entries(headers).map(([name, value]) => [name, toTemplate(value, sources)]),
      body: typeof body === 'string' ? toTemplate(body, sources) : body,
      status,
    });
    for (const [text, place] of textsIn(parse(answer))) {
      const source: Source = { type: 'answer', turn: turns.length - 1, place };
      for (const form of [text, encodeURIComponent(text)]) if (!sources.has(form)) sources.set(form, source);
    }
  }
}

/**
 * Takes down what is sent while the work is done.
 *
 * @param facts of the server that is spoken to
 */
export async function record(facts: Facts, work: () => Promise<void>): Promise<Conversation> {
  const stenographer = new Stenographer(facts);
  const webhookAnswers = new Map<string, number[]>();
  const onAnswer = (message: unknown) => {
    // What Node says on this channel.
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const { url = '' } = request;
    if (!url.startsWith('/hooks/')) return;
    webhookAnswers.set(url, [...(webhookAnswers.get(url) ?? []), response.statusCode]);
  };
  const { send } = Transport.prototype;
  Transport.prototype.send = async function (this: Transport, request, signal) {
    const response = await send.call(this, request, signal);
    stenographer.take(request, response.status, response.text);
    return response;
  };
  subscribe('http.server.response.finish', onAnswer);
  try {
    await work();
  } finally {
    unsubscribe('http.server.response.finish', onAnswer);
    Transport.prototype.send = send;
  }
  return { checks: [...stenographer.checks.values()], webhookAnswers };
}
