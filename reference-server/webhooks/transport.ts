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

/**
 * Delivers over HTTP where the policy permits, with a new connection for each request and without following redirects.
 * A receiver has `timeoutMillis` of real time to answer.
 *
 * @param resolve how names become addresses.
 */
export function createTransport(
  timeoutMillis: number,
  policy: ReceiverPolicy = receiverPolicy(),
  resolve: typeof lookup = lookup,
): Transport {
  // A kept connection that the receiver closes at the wrong moment would look like a failed delivery.
  const agent = new Agent({ pipelining: 0, connect: { lookup: lookupWithin(policy, resolve) } });
  const send: Send = async ({ url, method, headers, body }) => {
    // Addresses in the URL itself are not looked up.
    if (policy.objectionTo(url) !== undefined) return undefined;
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
