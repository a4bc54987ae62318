/** A small load balancer: each request goes to the server with the fewest under way, in turn among equals. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent, type Dispatcher, request } from 'undici';

export interface LoadBalancer {
  readonly url: string;
  /** Requests that each server has got, by its address. */
  readonly counts: ReadonlyMap<string, number>;
  size(): number;
  add(url: string): void;
  /** Sends nothing more to a server. */
  remove(url: string): void;
  close(): Promise<void>;
}

const add = (numbers: Map<string, number>, key: string, more: number) =>
  numbers.set(key, (numbers.get(key) ?? 0) + more);

function readBody(from: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  from.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    from.on('end', () => resolve(Buffer.concat(chunks))).on('error', reject);
  });
}

/** @returns whether there was a server: one that refuses the connection has got nothing, and another may have it. */
async function forward(
  target: string,
  dispatcher: Agent,
  { method = 'GET', headers, url: path = '/' }: IncomingMessage,
  body: Buffer,
  to: ServerResponse,
): Promise<boolean> {
  const { connection: _, 'transfer-encoding': __, ...kept } = headers;
  try {
    // The server looks at the name by which it was called.
    const options = { dispatcher, method: method as Dispatcher.HttpMethod, headers: kept };
    const answer = await request(target + path, { ...options, ...(body.length > 0 && { body }) });
    const content = await answer.body.arrayBuffer();
    to.writeHead(answer.statusCode, answer.headers).end(Buffer.from(content));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
    to.writeHead(502, { 'content-type': 'text/plain' }).end('The server is gone');
  }
  return true;
}

export async function startLoadBalancer(urls: readonly string[]): Promise<LoadBalancer> {
  const targets = [...urls];
  const counts = new Map<string, number>();
  const underWay = new Map<string, number>();
  const agent = new Agent();
  let next = 0;
  const choose = () => {
    next += 1;
    const inTurn = targets.map((_, place) => targets[(next + place) % targets.length] ?? '');
    const load = (target: string) => underWay.get(target) ?? 0;
    // A server that has just started is slow: it gets as much as it can do.
    return inTurn.toSorted((one, other) => load(one) - load(other))[0];
  };
  const handle = async (from: IncomingMessage, to: ServerResponse) => {
    const body = await readBody(from);
    for (let tries = targets.length; tries > 0; tries -= 1) {
      const target = choose();
      if (target === undefined) break;
      add(underWay, target, 1);
      const isTaken = await forward(target, agent, from, body, to);
      add(underWay, target, -1);
      if (!isTaken) continue;
      add(counts, target, 1);
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
      await agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
