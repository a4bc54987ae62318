/** Has recorded traffic once more, with another server, in front of a judge. */
import { isUtf8 } from 'node:buffer';
import { Agent, type Dispatcher } from 'undici';
import { textOf, toHeaders } from '../../../conformance/http/reception.ts';
import type { TrafficJudge } from '../../../conformance/traffic/run.ts';
import type { Conversation, Facts } from '../conversation.ts';
import { Arrivals, type Arrived, type Said, Speech, startSpokenReceiver } from '../speech.ts';

/** Between two requests of a client, on the clock of the judge. */
const paceMillis = 10_000;

/** A request that takes longer counts as hanging. */
const timeoutMillis = 3_000;

/** A server that hangs so often does nothing else. */
const mostFailures = 5;

const controlPath = '/_control';
const clockPath = /^\/_control\/clocks\/[^/]+\/advance$/;
const endpointsPath = '/_control/webhook-endpoints';
const hookPath = /\/hooks\/[\w-]+/;

/** The judge that sees the traffic, as it passes. */
export type Onlooker = Pick<TrafficJudge, 'request' | 'exchange' | 'delivery'>;

/** The results of a replay. */
export interface Replayed {
  readonly requests: number;
  /** Requests that returned the recorded status. */
  readonly same: number;
  /** Deliveries that the judge saw. */
  readonly deliveries: number;
  /** Requests without an answer. */
  readonly failures: number;
}

const inText = (body: Said['body']) =>
  body === undefined || typeof body === 'string' ? body : textOf([Buffer.from(body)], undefined);

const isWhole = (method: string, status: number) => method !== 'HEAD' && ![206, 304].includes(status);

export class Replay {
  readonly #onlooker: Onlooker;
  readonly #origin: string;
  readonly #agent = new Agent({
    ...{ connections: 8, pipelining: 1 },
    ...{ headersTimeout: timeoutMillis, bodyTimeout: timeoutMillis },
  });
  /** Paths whose deliveries are seen: one of each thread, because a proxy has one address for them. */
  readonly #watched = new Set<string>();
  #now = Date.now();
  #counts = { requests: 0, same: 0, deliveries: 0, failures: 0 };

  constructor(origin: string, onlooker: Onlooker) {
    this.#origin = origin;
    this.#onlooker = onlooker;
  }

  /** @param isEnough asked after each thread */
  async run(
    { threads, webhookAnswers }: Conversation,
    facts: Facts,
    isEnough: (thread: string) => boolean,
  ): Promise<Replayed> {
    const arrivals = new Arrivals();
    const receiver = await startSpokenReceiver({ webhookAnswers }, arrivals, (arrived) =>
      this.#deliver(arrived),
    );
    const known = { ...facts, receiver: receiver.url };
    try {
      for (const [name, turns] of threads) {
        await this.#say(new Speech(turns, known, arrivals));
        if (isEnough(name) || this.#counts.failures >= mostFailures) break;
      }
    } finally {
      await this.#agent.destroy();
      receiver.close();
    }
    return this.#counts;
  }

  /** Ends at a request that is not answered. */
  async #say(speech: Speech): Promise<void> {
    let endpoint: string | undefined;
    for (const { turn, status, ...said } of speech.requests()) {
      if (said.path.startsWith(endpointsPath)) endpoint ??= hookPath.exec(String(said.body))?.[0];
      if (endpoint !== undefined) this.#watched.add(endpoint);
      const answered = await this.#send(said);
      if (answered === undefined) {
        this.#counts.failures += 1;
        return;
      }
      this.#counts.requests += 1;
      if (answered.status === status) this.#counts.same += 1;
      speech.hear(turn, answered.text);
    }
  }

  async #send(said: Said): Promise<{ status: number; text: string } | undefined> {
    const { method, path, headers } = said;
    const startedAt = this.#pass(said);
    const body = inText(said.body);
    const request = { method, path, headers, ...(body !== undefined && { body }) };
    const isSeen = !path.startsWith(controlPath);
    if (isSeen) this.#onlooker.request(request);
    const answered = await this.#dispatch(said);
    if (answered === undefined || !isSeen) return answered;
    const { status, text } = answered;
    const response = { status, headers: answered.headers, ...(isWhole(method, status) && { body: text }) };
    this.#onlooker.exchange({ startedAt, endedAt: this.#now, request, response });
    return answered;
  }

  /** @returns undefined when there is no answer */
  async #dispatch({ method, path, headers, body }: Said) {
    try {
      const response = await this.#agent.request({
        ...{ origin: this.#origin, path, headers, body: body ?? null },
        // The method is as recorded.
        method: method as Dispatcher.HttpMethod,
      });
      const text = await response.body.text();
      return { status: response.statusCode, headers: toHeaders(response.headers), text };
    } catch {
      return undefined;
    }
  }

  /** Time advances with each request, and by every advance of a clock. */
  #pass({ path, body }: Said): number {
    const seconds = clockPath.test(path) ? Number(JSON.parse(String(body)).seconds) : 0;
    this.#now += paceMillis + 1_000 * seconds;
    return this.#now;
  }

  #deliver({ path, method, headers, body, answered }: Arrived): void {
    if (!this.#watched.has(path) || !isUtf8(body)) return;
    this.#counts.deliveries += 1;
    const shown = { method, headers: toHeaders(headers), body: body.toString(), answered };
    this.#onlooker.delivery({ startedAt: this.#now, ...shown });
  }
}
