/** One address for several servers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../testing/listen.ts';
import type { LoadBalancer } from './load-balancer.ts';

export interface Proxy extends AsyncDisposable {
  readonly url: string;
}

async function forward(balancer: LoadBalancer, from: IncomingMessage, to: ServerResponse): Promise<void> {
  const body = await buffer(from);
  const { method = 'GET', url: path = '/' } = from;
  // The server looks at the name by which it was called.
  const { connection: _, 'transfer-encoding': __, ...headers } = from.headers;
  const message = { method, path, headers, ...(body.length > 0 && { body }) };
  const { status, headers: answered, content } = await balancer.send(message);
  to.writeHead(status, answered).end(content);
}

export async function startProxy(balancer: LoadBalancer): Promise<Proxy> {
  const server = createServer((from, to) => {
    forward(balancer, from, to).catch(() => {
      to.writeHead(502, { 'content-type': 'text/plain' }).end('The server is gone');
    });
  });
  const { url, close } = await listen(server);
  return {
    url,
    async [Symbol.asyncDispose]() {
      close();
    },
  };
}
