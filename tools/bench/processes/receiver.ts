import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reportTo } from './parent.ts';

let status = 200;
let count = 0;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    count += 1;
    response.writeHead(status).end();
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
reportTo(
  { url: `http://127.0.0.1:${port}/hooks` },
  {
    count: () => count,
    answerWith(value) {
      status = Number(value);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  },
);
