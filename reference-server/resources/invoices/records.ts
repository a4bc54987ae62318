import type { Schemas } from '../../schemas.ts';

export interface InvoiceRecord {
  readonly id: string;
  readonly businessId: string;
  /** The contractor who submitted it. */
  readonly personId: string;
  readonly invoice: Schemas['Invoice'];
  /** What the review decided; absent before it. */
  readonly review?: 'approved' | 'rejected';
  /** Stored and never read: the document shows no place where it comes back. */
  readonly payment?: Schemas['InvoicePaymentInput'];
}
