/** A reference server whose store is filled with events from outside, as if it had sent them long ago. */
import { randomUUID } from 'node:crypto';
import { eventExamples } from '../../../openapi/description.ts';
import { keepMemorySmall } from '../../../reference-server/memory.ts';
import { startReferenceServer } from '../../../reference-server/server.ts';
import type { DeliveryRecord, DomainEvent } from '../../../reference-server/state/records/webhooks.ts';
import type { Store } from '../../../reference-server/store/store.ts';
import { cpuMillisSince, megabytes } from '../measurement.ts';
import { reportTo } from './parent.ts';

const batch = 1_000;

/** The content of the store. */
export interface Filling {
  readonly count: number;
  readonly businessId: string;
  readonly endpointId: string;
  /** Time of outstanding deliveries, in Unix seconds. Without it they are delivered. */
  readonly dueAt?: number;
}

const [example] = Object.values(eventExamples.get('payroll.status.updated') ?? {});
const envelope = JSON.stringify(example);

function record({ businessId, endpointId, dueAt }: Filling): DeliveryRecord {
  const eventId = `evt_${randomUUID()}`;
  // Each record has objects of its own, as those of a server have. The description shows a whole event.
  const { eventType, data } = JSON.parse(envelope) as DomainEvent;
  const common = {
    id: randomUUID(),
    eventId,
    eventType,
    businessId,
    endpointId,
    event: { eventType, data } as DomainEvent,
  };
  if (dueAt !== undefined) return { ...common, status: 'pending', nextAttemptAt: dueAt, attempts: [] };
  const attempts = [{ at: 1_700_000_000, outcome: 'acknowledged', status: 204 }] as const;
  return { ...common, body: `${envelope}${eventId}`, status: 'delivered', attempts: [...attempts] };
}

const [state = '', kept = '10000'] = process.argv.slice(2);
const before = process.cpuUsage();
let store: Store | undefined;
const wrapStore = (opened: Store) => {
  store = opened;
  return opened;
};
const server = await startReferenceServer({
  control: true,
  keptDeliveries: Number(kept),
  fault: { id: 'none', overrides: { wrapStore } },
  ...(state !== '' && { state }),
});
const startedMillis = cpuMillisSince(before);
keepMemorySmall();

async function fill(filling: Filling): Promise<void> {
  for (let done = 0; done < filling.count; done += batch)
    await store?.transaction(async (transaction) => {
      for (let index = done; index < Math.min(done + batch, filling.count); index += 1)
        await transaction.put('deliveries', record(filling));
    });
}

const { url, keys, businesses } = server;
reportTo(
  { url, keys, businesses, startedMillis },
  {
    // Passed by the bench.
    fill: (filling) => fill(filling as Filling),
    heap() {
      globalThis.gc?.();
      return megabytes(process.memoryUsage().heapUsed);
    },
    close: () => server.close(),
  },
);
