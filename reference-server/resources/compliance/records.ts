export interface FilingRecord {
  readonly id: string;
  readonly businessId: string;
}

export interface RemittanceRecord {
  readonly id: string;
  readonly businessId: string;
}

export interface RequirementRecord {
  readonly id: string;
  readonly businessId: string;
}
