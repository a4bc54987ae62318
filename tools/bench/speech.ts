/** Sends recorded requests again, to another server. */
import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Listening, listen } from '../testing/listen.ts';
import {
  type Conversation,
  eventTypeOf,
  type Facts,
  type Source,
  type Template,
  type Turn,
} from './conversation.ts';

/** A request as it is sent. */
export interface Said {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

const isGap = (part: string | Source): part is Source => typeof part !== 'string';

function valueAt(json: unknown, place: readonly string[]): string {
  let value = json;
  for (const name of place) value = (value as Record<string, unknown> | undefined)?.[name];
  return String(value);
}

/** The turns from whose responses others take a value; only these are parsed. */
function askedIn(turns: readonly Turn[]): ReadonlySet<number> {
  const templates = turns.flatMap(({ path, headers, body }) => [
    path,
    ...headers.map(([, value]) => value),
    ...(body === undefined || body instanceof Uint8Array ? [] : [body]),
  ]);
  return new Set(
    templates.flatMap((parts) =>
      parts.filter(isGap).flatMap((source) => (source.type === 'answer' ? [source.turn] : [])),
    ),
  );
}

/** The bodies of each event that have arrived at each path, in their order. */
export class Arrivals {
  readonly #bodies = new Map<string, unknown[]>();

  add(path: string, json: unknown): void {
    const key = `${path} ${eventTypeOf(json)}`;
    this.#bodies.set(key, [...(this.#bodies.get(key) ?? []), json]);
  }

  get({ path, eventType, index }: Extract<Source, { type: 'delivery' }>): unknown {
    return this.#bodies.get(`${path} ${eventType}`)?.[index];
  }
}

/** One thread of a conversation with a server that gives other ids. */
export class Speech {
  readonly #turns: readonly Turn[];
  readonly #known: Facts;
  readonly #asked: ReadonlySet<number>;
  readonly #arrivals: Arrivals;
  readonly #answers: unknown[] = [];

  /** @param known of the server that is spoken to, and the address of the `receiver` */
  constructor(turns: readonly Turn[], known: Facts, arrivals: Arrivals) {
    this.#turns = turns;
    this.#arrivals = arrivals;
    this.#known = known;
    this.#asked = askedIn(turns);
  }

  /** The requests in their order. A response from which a request takes a value must be stored before. */
  *requests(): Generator<Said & { readonly turn: number; readonly status: number }> {
    for (const [turn, { method, path, headers, body, status }] of this.#turns.entries())
      yield {
        turn,
        status,
        method,
        path: this.#fill(path),
        headers: Object.fromEntries(headers.map(([name, value]) => [name, this.#fill(value)])),
        body: body === undefined || body instanceof Uint8Array ? body : this.#fill(body),
      };
  }

  /** Stores the response to a request, if a later request uses it. */
  hear(turn: number, text: string): void {
    if (this.#asked.has(turn)) this.#answers[turn] = text.startsWith('{') ? parse(text) : undefined;
  }

  #fill(parts: Template): string {
    return parts
      .map((part) => {
        if (!isGap(part)) return part;
        if (part.type === 'fact') return this.#known[part.name];
        const value = valueAt(this.#heard(part), part.place);
        return part.isEncoded ? encodeURIComponent(value) : value;
      })
      .join('');
  }

  #heard(source: Exclude<Source, { type: 'fact' }>): unknown {
    return source.type === 'answer' ? this.#answers[source.turn] : this.#arrivals.get(source);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A webhook that has come. */
export interface Arrived {
  readonly path: string;
  readonly method: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
  /** The status of the answer; 0 where there was none. */
  readonly answered: number;
}

/** Responds to the webhooks as the suite did. */
export function startSpokenReceiver(
  { webhookAnswers }: Pick<Conversation, 'webhookAnswers'>,
  arrivals: Arrivals,
  onArrival: (arrived: Arrived) => void = () => {},
): Promise<Listening> {
  const left = new Map([...webhookAnswers].map(([path, statuses]) => [path, [...statuses]]));
  const server: Server = createServer(async (request, response) => {
    const { url: path = '', method = '', headers } = request;
    const body = await buffer(request);
    const answered = left.get(path)?.shift() ?? 200;
    arrivals.add(path, parse(body.toString()));
    onArrival({ path, method, headers, body, answered });
    if (answered === 0) response.destroy();
    else response.writeHead(answered).end();
  });
  return listen(server);
}
