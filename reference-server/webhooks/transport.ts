import { lookup } from 'node:dns';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { type ReceiverPolicy, receiverPolicy } from './receiver-policy.ts';

export interface WebhookRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends one request and returns the status, or undefined without a response. Never throws. */
export type Send = (request: WebhookRequest) => Promise<number | undefined>;

export interface Transport {
  readonly send: Send;
  close(): Promise<void>;
}

const discardedBodyBytes = 16 * 1024;

/** Resolves the name of a URL, and only to where webhooks may go: it may point elsewhere by now than when it was registered. */
function lookupWithin(policy: ReceiverPolicy, url: URL, resolve: typeof lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => policy.mayConnect(url, address));
      const [first] = allowed;
      if (first === undefined) return callback(new Error(`Webhooks may not go to ${hostname}`), []);
      if (options.all) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };
}

/** How long a connection may wait for the next request: a fraction of the time that receivers allow. */
const idleMillis = 1_000;

/** Reads the rest of a response, so that its connection can be used again, unless there is much of it. */
function discard(response: IncomingMessage): void {
  let left = discardedBodyBytes;
  response.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) response.destroy();
  });
  response.on('error', () => {});
}

/** Sends a request. @returns the status of the response, even if the rest of it never arrives. */
function exchange(request: ClientRequest, body: string, timeoutMillis: number): Promise<number | undefined> {
  const timer = setTimeout(() => request.destroy(), timeoutMillis);
  request.once('close', () => clearTimeout(timer));
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.once('response', (response) => {
      if (response.headers['keep-alive'] === undefined) request.shouldKeepAlive = false;
      resolve(response.statusCode);
      discard(response);
    });
    request.end(body);
  });
}

/**
 * Delivers over HTTP where the policy permits, without following redirects. A receiver has `timeoutMillis` of real time to
 * answer. A connection is used again only while the receiver has promised to keep it (header Keep-Alive): one that it closes
 * at the wrong moment would look like a failed attempt.
 *
 * @param resolve how names become addresses.
 */
export function createTransport(
  timeoutMillis: number,
  policy: ReceiverPolicy = receiverPolicy(),
  resolve: typeof lookup = lookup,
): Transport {
  const connection = { keepAlive: true, timeout: idleMillis };
  const agents = { http: new http.Agent(connection), https: new https.Agent(connection) };
  const start = ({ url, method, headers }: WebhookRequest) => {
    const to = new URL(url);
    const options = { method, headers, lookup: lookupWithin(policy, to, resolve) };
    return to.protocol === 'https:'
      ? https.request(to, { ...options, agent: agents.https })
      : http.request(to, { ...options, agent: agents.http });
  };
  const send: Send = async (message) => {
    // Addresses in the URL itself are not looked up.
    if (policy.objectionTo(message.url) !== undefined) return undefined;
    try {
      return await exchange(start(message), message.body, timeoutMillis);
    } catch {
      return undefined;
    }
  };
  const close = async () => {
    for (const agent of Object.values(agents)) agent.destroy();
  };
  return { send, close };
}
