export interface UserRecord {
  readonly id: string;
  readonly businessId: string;
}
