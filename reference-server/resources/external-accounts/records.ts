export interface ExternalAccountRecord {
  readonly id: string;
  readonly businessId: string;
}
