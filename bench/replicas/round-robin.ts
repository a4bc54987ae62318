/** The smallest load balancer there is: each request goes to the next server. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

export interface RoundRobin {
  readonly url: string;
  /** Requests that each server has got, by its address. */
  readonly counts: ReadonlyMap<string, number>;
  add(url: string): void;
  /** Sends nothing more to a server. */
  remove(url: string): void;
  close(): Promise<void>;
}

function forward(target: URL, agent: Agent, from: IncomingMessage, to: ServerResponse): void {
  const { method, headers, url: path } = from;
  // The server looks at the name by which it was called, and closes connections by itself.
  const upstream = request({ agent, host: target.hostname, port: target.port, method, path, headers });
  const fail = () => {
    if (to.headersSent) to.destroy();
    else to.writeHead(502, { 'content-type': 'text/plain' }).end('The server is gone');
  };
  upstream.on('response', (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('error', () => to.destroy()).pipe(to);
  });
  upstream.on('error', fail);
  from.on('error', () => upstream.destroy()).pipe(upstream);
  to.on('close', () => upstream.destroy());
}

export async function startRoundRobin(urls: readonly string[]): Promise<RoundRobin> {
  const targets = [...urls];
  const counts = new Map<string, number>();
  // A new connection for each request: one that is kept may end the moment it is used.
  const agent = new Agent({ keepAlive: false });
  let next = 0;
  const server = createServer((from, to) => {
    next += 1;
    const target = targets[next % targets.length];
    if (target === undefined) {
      to.writeHead(502).end();
      return;
    }
    counts.set(target, (counts.get(target) ?? 0) + 1);
    forward(new URL(target), agent, from, to);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    add(url) {
      targets.push(url);
    },
    remove(url) {
      const place = targets.indexOf(url);
      if (place !== -1) targets.splice(place, 1);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
