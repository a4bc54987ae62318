import type { BusinessState, Outcome } from '../../state/business-state.ts';
import type { FileRecord } from '../../state/records/people.ts';
import type { RuleContext } from '../../state/rule.ts';

export interface UploadFile {
  readonly fileId: string;
  readonly name: string;
  /** Absent when the form did not say. */
  readonly contentType?: string;
  /** Bytes. */
  readonly size: number;
}

export const fileRules = {
  /** Section "KYC": "file ids from the file upload flow", which the document does not show. */
  upload(state: BusinessState, { fileId, ...described }: UploadFile, { now }: RuleContext): Outcome {
    const record: FileRecord = {
      id: fileId,
      businessId: state.business.id,
      file: { id: fileId, contentType: 'application/octet-stream', ...described, createdTimestamp: now },
    };
    return { state: { ...state, files: [...state.files, record] }, events: [] };
  },
};
