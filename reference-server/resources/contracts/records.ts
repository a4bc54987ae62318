export interface ContractRecord {
  readonly id: string;
  readonly businessId: string;
}
