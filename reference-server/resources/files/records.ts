import type { Schemas } from '../../schemas.ts';

/** What is kept of an uploaded file: not its content, which no operation asks for. */
export interface FileRecord {
  readonly id: string;
  readonly businessId: string;
  readonly file: Schemas['UploadedFile'];
}
