import type { DeliveryRecord } from '../webhooks/records.ts';
import type { BusinessCollection, BusinessRecords, Collection, Records } from './records.ts';

/** All records of one business, each list in the order of the first `put`. */
export type OwnedRecords = { readonly [C in BusinessCollection]: readonly BusinessRecords[C][] };

/** What can be done inside of one transaction. Records are values: they are replaced, never changed. */
export interface Transaction {
  get<C extends Collection>(collection: C, id: string): Promise<Records[C] | undefined>;
  /** Every record whose fields equal those of `where`, in the order of their first `put`. */
  list<C extends Collection>(collection: C, where: Partial<Records[C]>): Promise<readonly Records[C][]>;
  /** What `list` has for the business in each collection of its records, at once. */
  listOwned(businessId: string): Promise<OwnedRecords>;
  /** Of each endpoint, the outstanding delivery of a business that is due first, whenever that is. */
  firstDeliveries(businessId: string): Promise<readonly DeliveryRecord[]>;
  /** Adds the record, or replaces the one with its id. */
  put<C extends Collection>(collection: C, record: Records[C]): Promise<void>;
  delete(collection: Collection, id: string): Promise<void>;
  /** Deletes every record of every collection. */
  clear(): Promise<void>;
}

/** Where the server keeps its records. */
export interface Store {
  /**
   * Runs `work` isolated from every other transaction. What it wrote is kept when it returns and gone when it throws.
   * A transaction must not be started inside of another.
   *
   * @throws what `work` throws.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
