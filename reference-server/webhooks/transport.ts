import { lookup } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isLoopbackAddress, isLoopbackUrl } from './loopback.ts';

export interface WebhookRequest {
  readonly method: string;
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

/** Real time that a receiver has to answer. The document shows no limit. */
const attemptTimeoutMillis = 10_000;
/** Connections that are idle for longer are closed, before most receivers close them on their part. */
const idleConnectionMillis = 1_000;
/** Status decides; what else a receiver says is read so far and so long that its connection can be used again. */
const discardedBodyBytes = 16 * 1024;
const discardedBodyMillis = 100;

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

/** Reads an answer to its end, or to what there is to discard of it. */
function discard(response: http.IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => response.destroy(), discardedBodyMillis);
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > discardedBodyBytes) response.destroy();
    });
    response.on('error', () => {});
    response.on('close', () => {
      clearTimeout(giveUp);
      resolve();
    });
  });
}

/** How an attempt ended: `disconnected` is a kept connection that the receiver closed without a word. */
type Ending = { readonly status: number } | 'disconnected' | 'unreachable';

function attempt(open: () => http.ClientRequest, body: string): Promise<Ending> {
  return new Promise((resolve) => {
    const request = open();
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      request.destroy();
    }, attemptTimeoutMillis);
    let bytesBefore = 0;
    request.on('socket', (socket) => {
      bytesBefore = socket.bytesRead;
    });
    const onClose = () => {
      clearTimeout(deadline);
      const saidNothing = request.socket?.bytesRead === bytesBefore;
      resolve(request.reusedSocket && saidNothing && !isLate ? 'disconnected' : 'unreachable');
    };
    request.on('error', () => {});
    request.on('close', onClose);
    request.on('response', (response) => {
      clearTimeout(deadline);
      request.off('close', onClose);
      const status = response.statusCode ?? 0;
      discard(response).then(() => resolve({ status }));
    });
    request.end(body);
  });
}

/** Delivers over HTTP to this machine, without following redirects. Connections are kept for what follows. */
export function createTransport(): Transport {
  const options = { keepAlive: true, timeout: idleConnectionMillis, lookup: lookupLoopback };
  const plain = { request: http.request, agent: new http.Agent(options) };
  const secure = { request: https.request, agent: new https.Agent(options) };

  const send: Send = async ({ url, method, headers, body }) => {
    // Addresses in the URL itself are not looked up.
    if (!isLoopbackUrl(url)) return undefined;
    const { request, agent } = new URL(url).protocol === 'https:' ? secure : plain;
    const ending = await attempt(() => request(url, { method, headers, agent }), body);
    if (ending !== 'disconnected') return ending === 'unreachable' ? undefined : ending.status;
    // The receiver closed the connection before it could know of the request, so this was no attempt yet.
    const once = { method, headers, agent: false, lookup: lookupLoopback } as const;
    const again = await attempt(() => request(url, once), body);
    return typeof again === 'string' ? undefined : again.status;
  };
  return {
    send,
    async close() {
      plain.agent.destroy();
      secure.agent.destroy();
    },
  };
}
