import type { Schemas } from '../../schemas.ts';

export interface PayoutRecord {
  readonly id: string;
  readonly businessId: string;
  readonly payout: Schemas['Payout'];
  /** The transaction that carries the money and whose state the payout follows. */
  readonly transactionId: string;
}
