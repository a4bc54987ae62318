/** The least that a server can do: the same answer to every request. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepMemorySmall } from '../../../reference-server/memory.ts';
import type { WholeAnswer } from '../process.ts';
import { reportTo } from './parent.ts';

// Handed over by the bench.
const { headers, body } = JSON.parse(process.argv[2] ?? '') as WholeAnswer;
const bytes = Buffer.from(body);
const server = createServer((_, response) => {
  response.writeHead(200, [...headers]);
  response.end(bytes);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
// As the server that it is compared with does.
keepMemorySmall();
// A server that listens on a port has an address with a port.
const { port } = server.address() as AddressInfo;
reportTo(
  { url: `http://127.0.0.1:${port}` },
  {
    cpu: () => process.cpuUsage(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  },
);
