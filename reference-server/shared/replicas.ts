import type { Clock } from '../service/clock.ts';
import { noReplicas, type Replicas } from '../service/replicas.ts';
import type { DeliveryRecord } from '../state/records/webhooks.ts';

/** Coordinates a server with the others that share its store. */
export interface Coordination {
  /** This server among them. */
  readonly owner: string;
  /**
   * Businesses that need attention now. They belong to this server for some seconds; if they are not planned anew by
   * then, another server gets them.
   */
  claimDue(): Promise<readonly string[]>;
  /** Runs `work` while no other server runs any under that name. */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/** Real time after which another look checks whether due work was begun. */
const lookAgainMillis = 2_000;

/**
 * A server leases a delivery while it makes an attempt, and the agenda in the store says when somebody has to look.
 *
 * @param leaseMillis real time for which other servers leave an attempt to the one that has begun it.
 */
export function replicasOf(
  coordination: Coordination | undefined,
  clock: Clock,
  leaseMillis: number,
): Replicas {
  if (coordination === undefined) return noReplicas;
  const { owner } = coordination;
  return {
    isElsewhere: ({ lease }) =>
      lease !== undefined && lease.owner !== owner && lease.until > clock.realMillis(),
    take: (delivery) => ({ ...delivery, lease: { owner, until: clock.realMillis() + leaseMillis } }),
    giveBack({ lease, ...delivery }): DeliveryRecord | undefined {
      return lease?.owner === owner ? delivery : undefined;
    },
    planDeliveries(transaction, business, first) {
      const now = clock.now(business);
      const delays = first.flatMap(({ nextAttemptAt = now, lease }) => {
        if (nextAttemptAt > now) return clock.millisUntil(business, nextAttemptAt) ?? [];
        return lease === undefined ? lookAgainMillis : Math.max(0, lease.until - clock.realMillis());
      });
      const delayMillis = delays.length === 0 ? undefined : Math.min(...delays);
      return transaction.plan(business.id, 'deliveries', delayMillis);
    },
    planProgress: (transaction, business, at) =>
      transaction.plan(
        business.id,
        'progress',
        at === undefined ? undefined : clock.millisUntil(business, at),
      ),
    alone: (name, work) => coordination.alone(name, work),
  };
}
