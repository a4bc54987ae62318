/** An HTTP server that passes deliveries to the receiver under test. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Incoming } from '../payday.ts';

function headersOf(source: IncomingHttpHeaders): Headers {
  const entries = Object.entries(source).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Headers(entries);
}

/** @param answer decides the status of each delivery */
export async function startReceiver(answer: (delivery: Incoming) => Promise<number>) {
  const server = createServer(async (request, response) => {
    const delivery = { rawBody: await buffer(request), headers: headersOf(request.headers) };
    response.writeHead(await answer(delivery)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an AddressInfo as its address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
