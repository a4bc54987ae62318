/** What a submission or a resubmission says. */
import type { RequirementId } from '../../../../openapi/catalogue.ts';
import {
  documentNumber,
  idDetails,
  type KycFiles,
  type KycSubmission,
  submission,
} from '../../../actions/kyc.ts';
import type { Expiry } from '../document.ts';

export interface Values {
  /** How the sentinel is written; without one the number is real. */
  readonly sentinel?: string;
  /** Whether the files of the document are given. */
  readonly files: boolean;
  readonly expiry: Expiry;
  /** Whose values they are. */
  readonly who: number;
}

export const sentinel = 'auto-approve';

const applicants = [
  { firstName: 'Adaeze', dob: '1991-08-14' },
  { firstName: 'José', dob: '1988-02-29' },
  { firstName: '李', dob: '1970-01-01' },
  { firstName: "O'Neill", dob: '2000-12-31' },
  { firstName: 'محمد', dob: '1999-07-05' },
];
export const applicantCount = applicants.length;

const usual: Expiry = { days: 3_650 };
export const isUsual = (expiry: Expiry) => 'days' in expiry && expiry.days === usual.days;

/** Real values with files and a document that is valid for years, but for what is said here. */
export const real = (but: Partial<Values> = {}): Values => ({ files: true, expiry: usual, who: 0, ...but });

/** The sentinel of approval, as it is written. */
export const approval = (written: string = sentinel, but: Partial<Values> = {}): Values =>
  real({ sentinel: written, ...but });

export function bodyOf(
  { sentinel: number = documentNumber(), files: given, who }: Values,
  expiryDate: string,
  files: KycFiles | undefined,
): KycSubmission {
  // The document speaks of files of the identity: the proof of address is given where there is one with the sentinel.
  const { addressProofFileId } = files ?? {};
  const proof = number.toLowerCase() === sentinel &&
    addressProofFileId !== undefined && { addressProofFileId };
  const own = given ? files : proof || {};
  const applicant = applicants[who % applicants.length];
  return { ...submission(own, idDetails(number, expiryDate, own)), ...applicant };
}

/** Whether the document leaves no room to refuse it: every field, or the sentinel, and a document that is valid for long. */
export const isComplete = (body: KycSubmission): boolean =>
  body.idDetails?.number?.toLowerCase() === sentinel ||
  (body.addressProofFileId !== undefined && body.idDetails?.frontFileId !== undefined);

/** The rules that say that the sentinel approves at once; each names the respect in which it is not the plain one. */
export function approvedBy(
  written: string,
  given: boolean,
  files: KycFiles | undefined,
  resubmitted: boolean,
): readonly RequirementId[] {
  const isPlain = written === sentinel;
  const hasFiles = given || files === undefined;
  if (resubmitted) return isPlain && hasFiles ? ['SANDBOX-018', 'KYC-033'] : ['KYC-033'];
  if (!isPlain) return hasFiles ? ['SANDBOX-017', 'KYC-012'] : ['KYC-012'];
  if (!hasFiles) return ['SANDBOX-016'];
  return files === undefined ? ['SANDBOX-015', 'SANDBOX-016', 'KYC-012'] : ['SANDBOX-015', 'KYC-012'];
}

/** Such as `real values without files, until 40 days later`. */
export function showValues({ sentinel: written, files, expiry, who }: Values): string {
  const values = written ?? (who === 0 ? 'real values' : `real values of ${applicants[who]?.firstName}`);
  const without = files ? '' : ' without files';
  if (isUsual(expiry)) return `${values}${without}`;
  const until = 'days' in expiry ? `${expiry.days} days` : expiry.on;
  return `${values}${without}, expiry ${'days' in expiry ? 'in' : 'on'} ${until}`;
}
