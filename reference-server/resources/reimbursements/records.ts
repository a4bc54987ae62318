export interface ReimbursementRecord {
  readonly id: string;
  readonly businessId: string;
}
