export interface FileRecord {
  readonly id: string;
  readonly businessId: string;
}
