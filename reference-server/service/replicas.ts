import type { BusinessRecord } from '../state/records/businesses.ts';
import type { DeliveryRecord } from '../state/records/webhooks.ts';
import type { Transaction } from '../store/store.ts';

/** The servers that work on one store. */
export interface Replicas {
  /** Whether another server is making an attempt at a delivery. */
  isElsewhere(delivery: DeliveryRecord): boolean;
  /** The delivery as this server takes it for an attempt, so that no other server makes one as well. */
  take(delivery: DeliveryRecord): DeliveryRecord;
  /** The delivery as it stands after the attempt; none if another server has taken it over in the meantime. */
  giveBack(delivery: DeliveryRecord): DeliveryRecord | undefined;
  /**
   * Plans when another server has to look at the queues of a business, if this one is gone by then.
   *
   * @param first the first outstanding delivery of each queue.
   */
  planDeliveries(
    transaction: Transaction,
    business: BusinessRecord,
    first: readonly DeliveryRecord[],
  ): Promise<void>;
  /**
   * The same for what happens by itself in a business.
   *
   * @param at Unix seconds on the clock of the business; none when nothing will.
   */
  planProgress(transaction: Transaction, business: BusinessRecord, at: number | undefined): Promise<void>;
  /** Runs `work` while no other server runs any under that name. */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/** For a server that has its store for itself. */
export const noReplicas: Replicas = {
  isElsewhere: () => false,
  take: (delivery) => delivery,
  giveBack: (delivery) => delivery,
  planDeliveries: async () => {},
  planProgress: async () => {},
  alone: (_name, work) => work(),
};
