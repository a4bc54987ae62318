import type { Schemas } from '../../schemas.ts';

type Reimbursement = Schemas['Reimbursement'];
type Always =
  | 'id'
  | 'personId'
  | 'status'
  | 'sourceAmount'
  | 'amount'
  | 'createdTimestamp'
  | 'lastUpdatedTimestamp';

/** A reimbursement as a caller sees it, with the fields that each one has. */
export type StoredReimbursement = Omit<Reimbursement, 'status'> &
  Required<Pick<Reimbursement, Always>> & {
    readonly status: 'submitted' | 'approved' | 'rejected' | 'paid';
  };

export interface ReimbursementRecord {
  readonly id: string;
  readonly businessId: string;
  readonly reimbursement: StoredReimbursement;
  /** The transaction that pays it, while it is approved and afterwards. */
  readonly transactionId?: string;
}
