/** A relay in front of any server: what goes through it, webhooks included, gets the traits that it is given. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent, request as send } from 'undici';
import { findText } from './json.ts';
import { signAgain } from './signing.ts';
import {
  type HeaderTexts,
  type Passage,
  type RelayedAnswer,
  type RelayedRequest,
  type Trait,
  together,
} from './trait.ts';

const notPassedOn =
  /^(?:host|connection|content-length|transfer-encoding|keep-alive|expect|accept-encoding)$/;

const headersOf = (headers: Readonly<Record<string, string | string[] | undefined>>): HeaderTexts =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      notPassedOn.test(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );

function contentOf(body: Buffer): Content {
  try {
    return { body, json: JSON.parse(body.toString()) };
  } catch {
    return { body };
  }
}

async function read(stream: AsyncIterable<Buffer>): Promise<Content> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return contentOf(Buffer.concat(pieces));
}

type Content = Pick<RelayedRequest, 'json' | 'body'>;

/** The bytes as they came, unless a trait put another value in their place. */
const bytesOf = (before: Content, after: Content) =>
  after.json === undefined || after.json === before.json
    ? after.body
    : Buffer.from(JSON.stringify(after.json));

const localAddress = /http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+[^"\s\\]*/g;

export interface Relay {
  readonly url: string;
  /** Ids of the traits that have changed nothing so far. */
  idle(): readonly string[];
  close(): Promise<void>;
}

/** How long a receiver may take to respond. */
const receiverMillis = 3_000;

/** A step that reports once that it changed something. */
const watched = <In extends object, Out>(step: Passage<In, Out> | undefined, onChange: () => void) => {
  if (step === undefined) return undefined;
  let hasChanged = false;
  const textOf = (value: unknown) => JSON.stringify(value, (name, field) => (name === 'body' ? '' : field));
  const watching: Passage<In, Out> = async (given, next) => {
    if (hasChanged) return step(given, next);
    const passed: unknown[] = [];
    const passing: typeof next = async (changed) => {
      const received = await next(changed);
      passed.push(textOf([changed, received]));
      return received;
    };
    const out = await step(given, passing).catch((error: unknown) => {
      onChange();
      throw error;
    });
    hasChanged = passed.length !== 1 || passed[0] !== textOf([given, out]);
    if (hasChanged) onChange();
    return out;
  };
  return watching;
};

/**
 * The traits apply to the paths of the service, which start with /v1, and to webhooks: the address of a receiver that is
 * registered elsewhere, such as at a control plane, becomes one of the relay.
 *
 * @param behind base address of the server
 */
export async function startRelay(behind: string, traits: ReadonlyMap<string, Trait>): Promise<Relay> {
  const idle = new Set(traits.keys());
  const hooks = together(
    [...traits].map(([id, trait]) => {
      const own = trait.hooks();
      const onChange = () => idle.delete(id);
      const http = watched(own.http, onChange);
      const webhook = watched(own.webhook, onChange);
      return { ...own, ...(http && { http }), ...(webhook && { webhook }) };
    }),
  );
  const agent = new Agent();
  const toReceivers = new Agent({ headersTimeout: receiverMillis });
  /** By the number in their address here; the secret as far as it was shown when they were registered. */
  const receivers: { readonly url: string; secret?: string }[] = [];
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;

  async function exchange(asked: RelayedRequest): Promise<RelayedAnswer> {
    const answer = await send(`${behind}${asked.path}${asked.query}`, {
      method: asked.method,
      headers: asked.headers,
      dispatcher: agent,
      ...(asked.body.length > 0 && { body: asked.body }),
    });
    return { status: answer.statusCode, headers: headersOf(answer.headers), ...(await read(answer.body)) };
  }

  async function through(
    step: Passage<RelayedRequest, RelayedAnswer>,
    asked: RelayedRequest,
  ): Promise<RelayedAnswer> {
    const answers = new Map<unknown, unknown>();
    const answer = await step(asked, async (changed) => {
      const received = await exchange({ ...changed, body: bytesOf(asked, changed) });
      answers.set(received.body, received.json);
      return received;
    });
    return { ...answer, body: bytesOf({ body: answer.body, json: answers.get(answer.body) }, answer) };
  }

  const serve = (asked: RelayedRequest) => through(hooks.http, asked);

  /** A request beside the service, which may register a receiver or show one. */
  async function besides(asked: RelayedRequest): Promise<RelayedAnswer> {
    const before = receivers.length;
    const body = asked.body
      .toString()
      .replaceAll(localAddress, (receiver) => `${url}/receivers/${receivers.push({ url: receiver }) - 1}`);
    const answer = await through(hooks.control, { ...asked, ...contentOf(Buffer.from(body)) });
    const secret = findText(answer.json, /secret/i);
    for (const receiver of receivers.slice(before)) if (secret !== undefined) receiver.secret = secret;
    const shown = answer.body
      .toString()
      .replaceAll(/http:[^"\s]*\/receivers\/(\d+)/g, (_, number) => receivers[Number(number)]?.url ?? '');
    return { ...answer, body: Buffer.from(shown) };
  }

  async function deliver(asked: RelayedRequest): Promise<RelayedAnswer> {
    const { url: receiver = '', secret = '' } = receivers[Number(asked.path.split('/').at(-1))] ?? {};
    const status = await hooks.webhook(asked, async (changed) => {
      const body = bytesOf(asked, changed);
      const isSame = body === asked.body && changed.headers === asked.headers;
      const signed = isSame ? asked.headers : signAgain(asked, { ...changed, body }, secret);
      const sent =
        signed === undefined ? { headers: asked.headers, body: asked.body } : { headers: signed, body };
      const answer = await send(receiver, { method: asked.method, ...sent, dispatcher: toReceivers });
      await answer.body.dump();
      return answer.statusCode;
    });
    return { status, headers: {}, body: Buffer.alloc(0) };
  }

  server.on('request', async (incoming, outgoing) => {
    try {
      const { method = 'GET', url: target = '/' } = incoming;
      const [path = ''] = target.split('?');
      const query = target.slice(path.length);
      const asked = { method, path, query, headers: headersOf(incoming.headers), ...(await read(incoming)) };
      const answer = path.startsWith('/v1/') ? serve : path.startsWith('/receivers/') ? deliver : besides;
      const { status, headers, body } = await answer(asked);
      outgoing.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
    } catch {
      // As where a connection breaks: whoever asked gets no response.
      incoming.socket.destroy();
    }
  });

  return {
    url,
    idle: () => [...idle],
    async close() {
      server.closeAllConnections();
      server.close();
      await Promise.all([agent.destroy(), toReceivers.destroy()]);
    },
  };
}
