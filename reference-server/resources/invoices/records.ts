export interface InvoiceRecord {
  readonly id: string;
  readonly businessId: string;
}
