/** The smallest load balancer there is: each request goes to the next server. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

export interface RoundRobin {
  readonly url: string;
  /** Requests that each server has got, by its address. */
  readonly counts: ReadonlyMap<string, number>;
  size(): number;
  add(url: string): void;
  /** Sends nothing more to a server. */
  remove(url: string): void;
  close(): Promise<void>;
}

function readBody(from: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  from.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    from.on('end', () => resolve(Buffer.concat(chunks))).on('error', reject);
  });
}

/** @returns whether there was a server: one that refuses the connection has got nothing, and another may have it. */
function forward(
  target: URL,
  agent: Agent,
  from: IncomingMessage,
  body: Buffer,
  to: ServerResponse,
): Promise<boolean> {
  const { method, headers, url: path } = from;
  // The server looks at the name by which it was called.
  const upstream = request({ agent, host: target.hostname, port: target.port, method, path, headers });
  return new Promise((resolve) => {
    upstream.on('response', (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => to.destroy()).pipe(to);
      resolve(true);
    });
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve(false);
      if (to.headersSent) to.destroy();
      else to.writeHead(502, { 'content-type': 'text/plain' }).end('The server is gone');
      return resolve(true);
    });
    to.on('close', () => upstream.destroy());
    upstream.end(body);
  });
}

export async function startRoundRobin(urls: readonly string[]): Promise<RoundRobin> {
  const targets = [...urls];
  const counts = new Map<string, number>();
  // A new connection for each request: one that is kept may end the moment it is used.
  const agent = new Agent({ keepAlive: false });
  let next = 0;
  const handle = async (from: IncomingMessage, to: ServerResponse) => {
    const body = await readBody(from);
    for (let tries = targets.length; tries > 0; tries -= 1) {
      next += 1;
      const target = targets[next % targets.length];
      if (target === undefined) break;
      if (!(await forward(new URL(target), agent, from, body, to))) continue;
      counts.set(target, (counts.get(target) ?? 0) + 1);
      return;
    }
    to.writeHead(502, { 'content-type': 'text/plain' }).end('There is no server');
  };
  const server = createServer((from, to) => {
    handle(from, to).catch(() => to.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    size: () => targets.length,
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
