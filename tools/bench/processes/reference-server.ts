import { pino } from 'pino';
import { keepMemorySmall } from '../../../reference-server/memory.ts';
import { type ReferenceServerOptions, startReferenceServer } from '../../../reference-server/server.ts';
import { observers } from '../../../reference-server/service/observer.ts';
import { createLog, logBuffering } from '../../../reference-server/shared/telemetry/log.ts';
import { createMetrics } from '../../../reference-server/shared/telemetry/metrics.ts';
import { reportTo } from './parent.ts';

/** The observers of `conformance serve`. The log of every request goes to /dev/null. */
function watched(by: string | undefined): ReferenceServerOptions {
  if (by === undefined) return {};
  const metrics = createMetrics();
  if (by === 'metrics') return { metrics, observer: metrics };
  const out = pino.destination({ dest: '/dev/null', ...logBuffering });
  const log = createLog({ level: 'info', base: {}, write: (line) => out.write(line) });
  return { metrics, observer: observers([log, metrics]) };
}

const [state = '', watchedBy] = process.argv.slice(2);
const server = await startReferenceServer({
  control: true,
  ...(state !== '' && { state }),
  ...watched(watchedBy),
});
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
