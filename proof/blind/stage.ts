/** Puts a blind fault between a sound reference server and the suite. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { request as send } from 'undici';
import type { Target } from '../../conformance/target/target.ts';
import { sign } from '../../reference-server/webhooks/signature.ts';
import type { Send, WebhookRequest } from '../../reference-server/webhooks/transport.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import type { BlindAnswer, BlindAttempt, BlindFault, Call } from './fault.ts';

const hopByHop = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect'];

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A body as a fault sees it. */
const seen = (text: string) => (text === '' ? undefined : (parse(text) ?? text));

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const written = (body: unknown): string | undefined =>
  body === undefined || typeof body === 'string' ? body : JSON.stringify(body);

function queryOf(params: URLSearchParams): Call['query'] {
  const names = [...new Set(params.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const [first = '', ...others] = params.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

function textOf({ path, query }: Call): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, String(each)] as [string, string]),
  );
  const text = new URLSearchParams(pairs).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The effects of a fault in a run. */
export interface Deeds {
  /** How often a response or a delivery differed from that of the sound server, or the fault wrote what nobody had sent. */
  changes: number;
  /** Mistakes in the fault itself. */
  readonly mistakes: string[];
}

/** The faults of one server: changes to its responses and to its deliveries. */
class Stage {
  readonly deeds: Deeds = { changes: 0, mistakes: [] };
  readonly #fault: BlindFault;
  readonly #memory = new Map<string, unknown>();
  readonly #secrets = new Map<string, string[]>();
  readonly #attempts = new Map<string, number>();
  /** Address of the server behind; known when it listens. */
  behind = '';

  constructor(fault: BlindFault) {
    this.#fault = fault;
  }

  async #ask(call: Call, bytes: Buffer | undefined): Promise<BlindAnswer> {
    const body = bytes ?? written(call.body);
    const answer = await send(this.behind + textOf(call), {
      method: call.method as 'GET',
      headers: call.headers,
      ...(body !== undefined && body.length > 0 && { body }),
    });
    const headers = Object.fromEntries(
      Object.entries(answer.headers)
        .filter(([name]) => !hopByHop.includes(name))
        .map(([name, value]) => [name, String(value)]),
    );
    return { status: answer.statusCode, headers, body: seen(await answer.body.text()) };
  }

  async #answer(call: Call, bytes: Buffer): Promise<BlindAnswer> {
    const { answer } = this.#fault;
    const plain = () => this.#ask(call, bytes);
    if (call.path.startsWith('/_control')) return this.#learn(call, await plain());
    if (answer === undefined) return plain();
    let sound: BlindAnswer | undefined;
    try {
      const given = await answer(call, {
        memory: this.#memory,
        next: async (other) => {
          const isOwn = other.method === call.method && same(other.body, call.body);
          const got = await this.#ask(other, isOwn ? bytes : undefined);
          if (isOwn && textOf(other) === textOf(call) && same(other.headers, call.headers)) sound = got;
          else if (other.method !== 'GET' && got.status < 300) this.deeds.changes += 1;
          return got;
        },
      });
      if (sound === undefined || !same(sound, given)) this.deeds.changes += 1;
      return given;
    } catch (error) {
      this.deeds.mistakes.push(String(error));
      return sound ?? plain();
    }
  }

  /** Remembers with which secret deliveries to an address are signed. */
  #learn({ body }: Call, answer: BlindAnswer): BlindAnswer {
    const { url } = Object(body) as { url?: string };
    const { secret } = Object(answer.body) as { secret?: string };
    if (url !== undefined && secret !== undefined)
      this.#secrets.set(url, [...(this.#secrets.get(url) ?? []), secret]);
    return answer;
  }

  async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://stage');
    const isJson = incoming.headers['content-type']?.includes('json') ?? false;
    const json = isJson ? parse(bytes.toString()) : undefined;
    const call: Call = {
      method: incoming.method ?? 'GET',
      path: pathname,
      query: queryOf(searchParams),
      headers: Object.fromEntries(
        Object.entries(incoming.headers)
          .filter(([name]) => !hopByHop.includes(name))
          .map(([name, value]) => [name, String(value)]),
      ),
      ...(json !== undefined && { body: json }),
    };
    const { status, headers, body } = await this.#answer(call, bytes);
    const text = written(body) ?? '';
    outgoing.writeHead(status, {
      ...Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name))),
      ...(text !== '' && { 'content-length': Buffer.byteLength(text) }),
    });
    outgoing.end(text);
  }

  readonly wrapSend =
    (handOn: Send): Send =>
    async (request) => {
      const { deliver } = this.#fault;
      if (deliver === undefined) return handOn(request);
      const { url, method, body } = request;
      const key = `${request.headers['hook-id']} ${url}`;
      const number = (this.#attempts.get(key) ?? 0) + 1;
      this.#attempts.set(key, number);
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => !/^hook-(id|timestamp|signature)$/.test(name)),
      );
      const attempt: BlindAttempt = { url, method, headers, event: parse(body), number };
      let isSent = false;
      try {
        return await deliver(attempt, {
          memory: this.#memory,
          send: async (other, signing) => {
            const made = this.#sign(other, request, signing?.headers);
            if (isSent || !isDeepStrictEqual(made, { ...request })) this.deeds.changes += 1;
            isSent = true;
            return handOn(made);
          },
        });
      } catch (error) {
        this.deeds.mistakes.push(String(error));
        return isSent ? 200 : handOn(request);
      } finally {
        if (!isSent) this.deeds.changes += 1;
      }
    };

  #sign(
    attempt: BlindAttempt,
    original: WebhookRequest,
    change: (signed: Record<string, string>, body: string) => Record<string, string> = (signed) => signed,
  ): WebhookRequest {
    const { url, method, headers, event } = attempt;
    const was = parse(original.body) as { timestamp?: number };
    const isSame = same(event, was) && same({ url, method }, { url: original.url, method: original.method });
    const body = isSame ? original.body : JSON.stringify(event);
    const stamp =
      event?.timestamp === was.timestamp ? original.headers['hook-timestamp'] : String(event?.timestamp);
    const id = String(event?.id);
    const signed = {
      'hook-id': id,
      'hook-timestamp': stamp ?? '',
      'hook-signature': isSame
        ? (original.headers['hook-signature'] ?? '')
        : sign(this.#secretOf(original), { id, timestamp: Number(stamp), body: Buffer.from(body) }),
    };
    // The order of the headers is that of the original, so that both can be compared.
    const merged = { ...headers, ...change(signed, body) };
    const ordered = Object.keys(original.headers).filter((name) => name in merged);
    return {
      method: method as WebhookRequest['method'],
      url,
      headers: { ...Object.fromEntries(ordered.map((name) => [name, merged[name] ?? ''])), ...merged },
      body,
    };
  }

  /** The secret under which the signature verifies that the server made. */
  #secretOf({ url, headers, body }: WebhookRequest): string {
    const message = {
      id: headers['hook-id'] ?? '',
      timestamp: Number(headers['hook-timestamp']),
      body: Buffer.from(body),
    };
    const secret = (this.#secrets.get(url) ?? []).find(
      (each) => sign(each, message) === headers['hook-signature'],
    );
    if (secret === undefined) throw new Error(`Nobody registered ${url} through this stage.`);
    return secret;
  }
}

export interface StagedServer extends AsyncDisposable {
  readonly target: Target;
  /** Address of the sound server behind the fault. */
  readonly behind: string;
  readonly deeds: Deeds;
}

/** Starts a sound server behind a fault. */
export async function stageFault(fault: BlindFault): Promise<StagedServer> {
  const stage = new Stage(fault);
  const overrides = { wrapSend: stage.wrapSend };
  const { target, close } = await openEmbeddedTarget({
    control: true,
    seedData: true,
    fault: { id: fault.id, overrides },
  });
  stage.behind = target.baseUrl;
  const server = createServer((incoming, outgoing) => {
    stage.handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    target: { ...target, baseUrl: `http://127.0.0.1:${port}` },
    behind: target.baseUrl,
    deeds: stage.deeds,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await close();
    },
  };
}
