import type { Schemas } from '../../schemas.ts';

type Transaction = Schemas['Transaction'];
type Always =
  | 'id'
  | 'amount'
  | 'type'
  | 'status'
  | 'reference'
  | 'recipientId'
  | 'recipientType'
  | 'createdTimestamp'
  | 'lastUpdatedTimestamp';

/** A transaction as a caller sees it, with the fields that each one has. */
export type StoredTransaction = Transaction & Required<Pick<Transaction, Always>>;

export interface TransactionRecord {
  readonly id: string;
  readonly businessId: string;
  readonly transaction: StoredTransaction;
  /** Unix seconds at which the compliance checks pass; absent while a review is open and afterwards. */
  readonly checkedAt?: number;
  /** Unix seconds at which a transaction that is processing settles. */
  readonly settlesAt?: number;
  /** Why it will fail in place of being settled: a simulated outcome of the sandbox. */
  readonly failsWith?: string;
  /** What was provided in a review; the document shows no place where it comes back. */
  readonly information?: Schemas['RfiAnswer'];
}
