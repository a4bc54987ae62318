/**
 * Selects as few of the recorded threads as possible that together show everything which all of them show of a sound
 * server, so that a trial takes a second.
 */
import type { ObservedExchange } from '../../../conformance/traffic/observation.ts';
import { operationFor } from '../../../conformance/traffic/recognise.ts';
import { type Conversation, factsOf } from '../conversation.ts';
import { type Onlooker, Replay } from './replay.ts';
import { openServer } from './server.ts';

/** Fields whose values are words of a list: each word counts as an observation of its own. */
const listed = /status|type|code|stage|method|network|currency|country|reason/i;
const word = /^[A-Za-z][A-Za-z_. -]{0,39}$/;

/** The places of a value that contain something, with the listed words there. */
function* placesOf(value: unknown, place: string): Generator<string> {
  if (Array.isArray(value)) {
    for (const item of value) yield* placesOf(item, `${place}[]`);
    if (value.length !== 1) yield `${place} ${value.length === 0 ? 'empty' : 'several'}`;
  } else if (typeof value === 'object' && value !== null)
    for (const [name, child] of Object.entries(value)) yield* placesOf(child, `${place}.${name}`);
  else if (typeof value === 'string' && listed.test(place) && word.test(value)) yield `${place}=${value}`;
  else yield place;
}

function parse(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? undefined : 'no JSON';
  }
}

/** The observations of an onlooker, thread by thread. */
class Sights implements Onlooker {
  readonly byThread = new Map<string, ReadonlySet<string>>();
  #seen = new Set<string>();
  /** The last status of each resource that was read. */
  #states = new Map<string, string>();

  request(): void {}

  exchange({ request, response }: ObservedExchange): void {
    const { method, path, body } = request;
    const [place = '', query = ''] = path.split('?');
    const operation = operationFor(method, path)?.id ?? `${method} ${place}`;
    const token = request.headers.authorization === undefined ? 'nobody' : 'somebody';
    const name = `${operation} ${response.status} by ${token}`;
    const answer = parse(response.body);
    for (const seen of [
      name,
      ...[...new URLSearchParams(query).keys()].map((key) => `${name}?${key}`),
      ...placesOf(parse(body), `${name} of`),
      ...placesOf(answer, `${name} answers`),
    ])
      this.#seen.add(seen);
    const { status } = Object(answer) as { status?: unknown };
    if (method === 'GET' && typeof status === 'string') this.#move(place, operation, status);
  }

  delivery({ body, answered }: { readonly body: string; readonly answered: number }): void {
    const json = parse(body);
    const { eventType } = Object(json) as { eventType?: unknown };
    const name = `${eventType} answered ${answered}`;
    this.#seen.add(name);
    for (const seen of placesOf(json, `${eventType}`)) this.#seen.add(seen);
  }

  end(thread: string): void {
    this.byThread.set(thread, this.#seen);
    this.#seen = new Set();
    this.#states = new Map();
  }

  #move(place: string, operation: string, status: string): void {
    const before = this.#states.get(place) ?? 'unknown';
    if (before !== status) this.#seen.add(`${operation} from ${before} to ${status}`);
    this.#states.set(place, status);
  }
}

/** Repeatedly takes the thread that shows most new observations for its length. */
function cover(
  sights: ReadonlyMap<string, ReadonlySet<string>>,
  lengthOf: (thread: string) => number,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const left = new Set(sights.keys());
  const chosen = new Set<string>();
  for (;;) {
    let best: { readonly thread: string; readonly worth: number } | undefined;
    for (const thread of left) {
      const news = [...(sights.get(thread) ?? [])].filter((each) => !seen.has(each)).length;
      const worth = news / (lengthOf(thread) + 5);
      if (news > 0 && worth > (best?.worth ?? 0)) best = { thread, worth };
    }
    if (best === undefined) return chosen;
    chosen.add(best.thread);
    left.delete(best.thread);
    for (const each of sights.get(best.thread) ?? []) seen.add(each);
  }
}

/** Looks at all of it once, on a sound server. */
export async function select(conversation: Conversation): Promise<Conversation> {
  const sights = new Sights();
  const { target, close } = await openServer(undefined);
  await new Replay(target.baseUrl, sights).run(conversation, factsOf(target), (thread) => {
    sights.end(thread);
    return false;
  });
  await close();
  const { threads, webhookAnswers } = conversation;
  const chosen = cover(sights.byThread, (thread) => threads.get(thread)?.length ?? 0);
  return { threads: new Map([...threads].filter(([name]) => chosen.has(name))), webhookAnswers };
}
