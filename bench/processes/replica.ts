/** A reference server as a process of its own, one of several on one Postgres, to be killed at any time. */
import { keepMemorySmall } from '../../reference-server/memory.ts';
import { startReferenceServer } from '../../reference-server/server.ts';
import { reportTo } from './parent.ts';

const [state = '', port = '0', attemptTimeoutMillis = '10000'] = process.argv.slice(2);
const server = await startReferenceServer({
  control: true,
  state,
  port: Number(port),
  attemptTimeoutMillis: Number(attemptTimeoutMillis),
});
keepMemorySmall();
const { url, keys, businesses } = server;
// Whoever has started it may be gone before it could be told to end.
process.once('disconnect', () => process.exit());
reportTo({ url, keys, businesses }, { rss: () => process.memoryUsage.rss(), close: () => server.close() });
