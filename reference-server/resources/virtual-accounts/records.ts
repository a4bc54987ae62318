export interface VirtualAccountRecord {
  readonly id: string;
  readonly businessId: string;
}
