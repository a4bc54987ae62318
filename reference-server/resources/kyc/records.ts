export interface KycRecord {
  readonly id: string;
  readonly businessId: string;
}
