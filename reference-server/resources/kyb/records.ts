export interface KybRecord {
  readonly id: string;
  readonly businessId: string;
}
