/** A small load balancer: each request goes to the server with the fewest under way, in turn among equals. */
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher, request } from 'undici';

export interface BalancedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body?: string | Buffer;
}

export interface BalancedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly content: Buffer;
}

/** Longer than any lease, any timeout and any restart. */
const patienceMillis = 30_000;

const isRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';

export class LoadBalancer {
  /** Requests under way at each server, by its address. */
  readonly #servers = new Map<string, number>();
  readonly #agent = new Agent({ headersTimeout: patienceMillis, bodyTimeout: patienceMillis });
  /** Requests that each server has answered, by its address. */
  readonly counts = new Map<string, number>();
  #turn = 0;

  get size(): number {
    return this.#servers.size;
  }

  add(url: string): void {
    this.#servers.set(url, 0);
  }

  /** Sends nothing more to a server. */
  remove(url: string): void {
    this.#servers.delete(url);
  }

  /**
   * A server that does not accept the connection has received nothing, so another gets the request.
   *
   * @throws Error when no server accepts it, or the one that did is gone.
   */
  async send(message: BalancedRequest): Promise<BalancedResponse> {
    for (const server of this.#inOrder()) {
      try {
        return await this.#sendTo(server, message);
      } catch (error) {
        if (!isRefused(error)) throw error;
      }
    }
    throw new Error('There is no server');
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #sendTo(server: string, { method, path, headers, body }: BalancedRequest): Promise<BalancedResponse> {
    this.#count(server, 1);
    try {
      const response = await request(server + path, {
        dispatcher: this.#agent,
        method: method as Dispatcher.HttpMethod,
        headers,
        ...(body !== undefined && { body }),
      });
      const content = Buffer.from(await response.body.arrayBuffer());
      this.counts.set(server, (this.counts.get(server) ?? 0) + 1);
      return { status: response.statusCode, headers: response.headers, content };
    } finally {
      this.#count(server, -1);
    }
  }

  #count(server: string, more: number): void {
    const underWay = this.#servers.get(server);
    if (underWay !== undefined) this.#servers.set(server, underWay + more);
  }

  /**
   * Servers with the fewest requests under way first: a server that has just started is slow, and gets only as many as
   * it can handle.
   */
  #inOrder(): readonly string[] {
    const servers = [...this.#servers];
    this.#turn += 1;
    const first = this.#turn % Math.max(1, servers.length);
    const inTurn = [...servers.slice(first), ...servers.slice(0, first)];
    return inTurn.toSorted(([, one], [, other]) => one - other).map(([server]) => server);
  }
}
