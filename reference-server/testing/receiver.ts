/** A webhook receiver; an event that is not as the description says fails the test that received it. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { eventSchemas } from '../../openapi/description.ts';
import { validate } from '../../openapi/validate.ts';

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
  readonly data: { readonly id: string; readonly status?: string; readonly tenantKey: string } & Readonly<
    Record<string, unknown>
  >;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  /** @throws Error when an event was not as described. */
  close(): Promise<void>;
}

function violationsOf(event: ReceivedEvent) {
  const schema = eventSchemas.get(event.eventType);
  if (schema === undefined) return [{ path: ['eventType'], message: 'is not in the description' }];
  return validate(schema, event);
}

/**
 * A webhook receiver on a free port.
 *
 * @param statusOf status to answer to the nth request, from 1; a 3xx points back to the receiver.
 */
export async function startReceiver(statusOf: (count: number) => number = () => 200): Promise<Receiver> {
  const received: Received[] = [];
  const problems: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const { method, headers } = request;
      const event: ReceivedEvent = JSON.parse(body.toString());
      const violations = violationsOf(event);
      if (violations.length > 0) problems.push(JSON.stringify({ violations, event }));
      received.push({ method, headers, body, event });
      response.writeHead(statusOf(received.length), { location: '/elsewhere' }).end('thank you');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    if (problems.length > 0) throw new Error(`Events are not as described: ${problems.join('\n')}`);
  };
  return { url: `http://127.0.0.1:${port}/hooks`, received, close, [Symbol.asyncDispose]: close };
}
