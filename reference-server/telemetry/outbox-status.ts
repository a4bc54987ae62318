import type { Core } from '../service/core.ts';
import type { OutboxStatus } from './metrics.ts';

/** Counts what is outstanding, each delivery by the clock of its business. */
export function readOutboxStatus({ store, clock }: Pick<Core, 'store' | 'clock'>): Promise<OutboxStatus> {
  return store.transaction(async (transaction) => {
    const outstanding = await transaction.list('deliveries', { status: 'pending' });
    const clocks = new Map<string, number>();
    const waits: number[] = [];
    for (const { businessId, nextAttemptAt } of outstanding) {
      const known = clocks.get(businessId);
      const now = known ?? clock.now((await transaction.get('businesses', businessId)) ?? {});
      clocks.set(businessId, now);
      waits.push(now - (nextAttemptAt ?? now));
    }
    const due = waits.filter((seconds) => seconds >= 0);
    return {
      due: due.length,
      scheduled: waits.length - due.length,
      overdueSeconds: due.reduce((longest, seconds) => Math.max(longest, seconds), 0),
    };
  });
}
