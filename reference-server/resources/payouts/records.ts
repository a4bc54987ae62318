export interface PayoutRecord {
  readonly id: string;
  readonly businessId: string;
}
