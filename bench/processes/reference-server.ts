import { keepMemorySmall } from '../../reference-server/memory.ts';
import { startReferenceServer } from '../../reference-server/server.ts';
import { reportTo } from './parent.ts';

const [state] = process.argv.slice(2);
const server = await startReferenceServer({ control: true, ...(state !== undefined && { state }) });
// As `conformance serve` does.
keepMemorySmall();
const { url, keys, businesses } = server;
reportTo(
  { url, keys, businesses },
  {
    cpu: () => process.cpuUsage(),
    rss: () => process.memoryUsage.rss(),
    close: () => server.close(),
  },
);
