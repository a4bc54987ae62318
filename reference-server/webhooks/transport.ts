import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import { type ReceiverPolicy, receiverPolicy } from './receiver-policy.ts';

export interface WebhookRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends one request and answers the status, or undefined when there was no answer. Never throws. */
export type Send = (request: WebhookRequest) => Promise<number | undefined>;

export interface Transport {
  readonly send: Send;
  close(): Promise<void>;
}

const discardedBodyBytes = 16 * 1024;

/** Resolves names, and only to where webhooks may go: a name may point elsewhere by now than when it was registered. */
function lookupWithin(policy: ReceiverPolicy, resolve: typeof lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => policy.mayConnect(hostname, address));
      const [first] = allowed;
      if (first === undefined) return callback(new Error(`Webhooks may not go to ${hostname}`), []);
      if (options.all) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };
}

/** How long a connection may wait for the next request: a fraction of what receivers promise. */
const idleMillis = 1_000;
/** Origins of which it is remembered that they promise nothing. */
const mostSilent = 1_000;

/**
 * Delivers over HTTP where the policy permits, without following redirects. A receiver has `timeoutMillis` of real time to
 * answer. A connection is used again only while the receiver has promised to keep it (header Keep-Alive): one that it closes
 * at the wrong moment would look like a failed attempt. One that it closes with a word (`Connection: close`) says nothing of others.
 *
 * @param resolve how names become addresses.
 */
export function createTransport(
  timeoutMillis: number,
  policy: ReceiverPolicy = receiverPolicy(),
  resolve: typeof lookup = lookup,
): Transport {
  const connect = { lookup: lookupWithin(policy, resolve) };
  const keeping = new Agent({ connect, keepAliveTimeout: 1, keepAliveMaxTimeout: idleMillis });
  const closing = new Agent({ connect, pipelining: 0 });
  const silent = new Set<string>();
  const send: Send = async ({ url, method, headers, body }) => {
    // Addresses in the URL itself are not looked up.
    if (policy.objectionTo(url) !== undefined) return undefined;
    const { origin } = new URL(url);
    const dispatcher = silent.has(origin) ? closing : keeping;
    const signal = AbortSignal.timeout(timeoutMillis);
    try {
      const response = await request(url, { method, headers, body, signal, dispatcher });
      const { connection, 'keep-alive': promise } = response.headers;
      if (dispatcher === keeping && promise === undefined && connection !== 'close') {
        if (silent.size >= mostSilent) silent.clear();
        silent.add(origin);
      }
      // Only the status counts; the rest of the response must neither delay nor break the delivery.
      response.body.dump({ limit: discardedBodyBytes, signal }).catch(() => {});
      return response.statusCode;
    } catch {
      return undefined;
    }
  };
  const close = async () => {
    await Promise.all([keeping.destroy(), closing.destroy()]);
  };
  return { send, close };
}
