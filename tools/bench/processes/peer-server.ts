/** A reference server that counts its requests, including invalid ones. */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { faultById } from '../../../proof/faults/index.ts';
import { startReferenceServer } from '../../../reference-server/server.ts';
import { reportTo } from './parent.ts';

const [state, faultId, seedData] = process.argv.slice(2);

let requests = 0;
subscribe('http.server.request.start', (message) => {
  // The channel publishes messages of this type.
  const { request } = message as { request: IncomingMessage };
  if (!request.url?.startsWith('/_control')) requests += 1;
});

const server = await startReferenceServer({
  control: true,
  ...(state && { state }),
  ...(faultId && { fault: faultById(faultId) }),
  ...(seedData && { seedData: true }),
});
const { url, keys, businesses } = server;
reportTo(
  { url, keys, businesses },
  { requests: () => requests, cpu: () => process.cpuUsage(), close: () => server.close() },
);
// A bench that was stopped leaves no server behind.
process.once('disconnect', () => process.exit());
