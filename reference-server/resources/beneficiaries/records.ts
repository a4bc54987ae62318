export interface BeneficiaryRecord {
  readonly id: string;
  readonly businessId: string;
}
