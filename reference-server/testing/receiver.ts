import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The parsed body. */
  readonly event: ReceivedEvent;
}

export interface ReceivedEvent {
  readonly id: string;
  readonly eventType: string;
  readonly timestamp: number;
  readonly data: { readonly id: string; readonly status?: string; readonly tenantKey: string };
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  close(): Promise<void>;
}

/**
 * A webhook receiver on a free port.
 *
 * @param statusOf status to answer to the nth request, from 1; a 3xx points back to the receiver.
 */
export async function startReceiver(statusOf: (count: number) => number = () => 200): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const { method, headers } = request;
      received.push({ method, headers, body, event: JSON.parse(body.toString()) });
      response.writeHead(statusOf(received.length), { location: '/elsewhere' }).end('thank you');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
