import type { Schemas } from '../../schemas.ts';

export type StoredVirtualAccount = Schemas['VirtualAccount'] &
  Required<Pick<Schemas['VirtualAccount'], 'id' | 'status' | 'createdTimestamp' | 'lastUpdatedTimestamp'>>;

export interface VirtualAccountRecord {
  readonly id: string;
  readonly businessId: string;
  /** As a caller sees it: with the userId or the businessId of its owner, and with an account number once created. */
  readonly account: StoredVirtualAccount;
  /** Unix seconds at which a requested account is submitted to the bank. */
  readonly submittedAt?: number;
}
