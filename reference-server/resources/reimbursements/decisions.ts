/** The single questions that the rules of reimbursements ask, each with the document's answer. */
import type { StoredReimbursement } from '../../state/records/payrolls.ts';
import type { Money, Schemas } from '../../state/schemas.ts';

export const reimbursementDecisions = {
  /** "reimbursement.rejected (with reason)": only a rejection needs one. */
  needsReason: (action: Schemas['ReimbursementReview']['action']): boolean => action === 'reject',

  /** "Approval disburses from the source-currency wallet." */
  disbursed: ({ sourceAmount }: StoredReimbursement): Money => sourceAmount,

  /** "reimbursement.paid (amount is the reimbursed destination amount)." */
  paid: ({ amount }: StoredReimbursement): Money => amount,
};

export type ReimbursementDecisions = typeof reimbursementDecisions;
