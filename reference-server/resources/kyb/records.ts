/** `reviewed`: more information is needed, and the business may submit again. `rejected` is the end of it. */
export type KybStatus = 'processing' | 'reviewed' | 'approved' | 'rejected' | 'completed';

/** The verification of a business, from its first submission on. */
export interface KybRecord {
  /** Derived from the id of the business, which has one. */
  readonly id: string;
  readonly businessId: string;
  readonly status: KybStatus;
  /** What a review asks for, or why the business was rejected. */
  readonly feedback: readonly string[];
}
