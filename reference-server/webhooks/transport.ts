import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import { isLoopbackAddress, isLoopbackUrl } from './loopback.ts';

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

/** Resolves names, and only to this machine: the name may point elsewhere by now than when it was registered. */
const lookupLoopback: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const allowed = addresses.filter(({ address }) => isLoopbackAddress(address));
    const [first] = allowed;
    if (first === undefined) return callback(new Error(`${hostname} is not a loopback address`), []);
    if (options.all) return callback(null, allowed);
    return callback(null, first.address, first.family);
  });
};

/**
 * Delivers over HTTP to this machine, with a new connection for each request and without following redirects. A receiver has
 * `timeoutMillis` of real time to answer.
 */
export function createTransport(timeoutMillis: number): Transport {
  // A kept connection that the receiver closes at the wrong moment would look like a failed delivery.
  const agent = new Agent({ pipelining: 0, connect: { lookup: lookupLoopback } });
  const send: Send = async ({ url, method, headers, body }) => {
    // Addresses in the URL itself are not looked up.
    if (!isLoopbackUrl(url)) return undefined;
    const signal = AbortSignal.timeout(timeoutMillis);
    try {
      const response = await request(url, { method, headers, body, signal, dispatcher: agent });
      // Status decides; what else the receiver says must neither delay nor break the delivery.
      response.body.dump({ limit: discardedBodyBytes, signal }).catch(() => {});
      return response.statusCode;
    } catch {
      return undefined;
    }
  };
  return { send, close: () => agent.destroy() };
}
