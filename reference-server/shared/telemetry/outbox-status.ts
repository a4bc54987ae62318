/** Size of the outbox. Separate from the metrics, so that a server without metrics does not load their library. */
import type { Core } from '../../service/core.ts';

export interface OutboxStatus {
  /** Deliveries that are due. */
  readonly due: number;
  /** Deliveries that wait for the time of their next attempt. */
  readonly scheduled: number;
  /** How long the delivery that has waited longest has been due, in seconds on the clock of its business. */
  readonly overdueSeconds: number;
}

/** Counts outstanding deliveries, each by the clock of its business. */
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
