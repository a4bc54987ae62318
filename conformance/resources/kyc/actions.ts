/** What checks do with the verification of users. Sections "KYC" and "Sandbox-only behaviour". */

import { randomUUID } from 'node:crypto';
import type { components } from '../../../openapi/generated/types.ts';
import { anySuccess } from '../../engine/expectation.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { isSuccess } from '../../http/is-success.ts';
import type { Caller } from '../../http/message.ts';
import { idOf } from '../../provider/answers.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { picture } from '../../provider/valid-requests.ts';
import type { TestData } from '../../target/test-data.ts';

type Schemas = components['schemas'];
export type KycSubmission = Schemas['KycSubmission'];
export type ComponentName = Schemas['KycComponentName'];
export type Action = 'approve' | 'reject';

export const documentedStatuses: readonly string[] = ['processing', 'approved', 'rejected', 'pending'];

export const decided = { approve: 'approved', reject: 'rejected' } as const;

/** The understood part of a read. */
export interface ReadVerification {
  readonly status: number;
  readonly text: string;
  /** Status of each component as the document spells it; undefined where none is shown. */
  readonly statuses: Readonly<Record<ComponentName, string | undefined>>;
  /** The same as the answer spells it. */
  readonly written: Readonly<Record<ComponentName, string | undefined>>;
  /** Where each status is, if it is shown. */
  readonly places: Readonly<Record<ComponentName, readonly string[]>>;
  /** Which components are shown at all. */
  readonly present: Readonly<Record<ComponentName, boolean>>;
}

/** How a read writes the status of a component is not shown: as a string, or as a field named for it. */
function statusOf(component: unknown): string | undefined {
  if (typeof component === 'string') return component;
  const status = (component as { status?: unknown } | null | undefined)?.status;
  return typeof status === 'string' ? status : undefined;
}

const placeIn = (record: Partial<Record<ComponentName, unknown>>, name: ComponentName) =>
  typeof record[name] === 'string' ? [name] : [name, 'status'];

/** Capitals are no other word: the document itself writes "Rejected" in a sentence. */
function asDocumented(written: string | undefined): string | undefined {
  const word = written?.toLowerCase();
  return word !== undefined && documentedStatuses.includes(word) ? word : written;
}

const isThere = (component: unknown) => component !== undefined && component !== null && component !== '';

/** Reads the verification of a user; what is answered before anything was submitted is not shown. */
export async function readVerification(
  scenario: Scenario,
  caller: Caller,
  userId: string,
): Promise<ReadVerification> {
  const { status, json, text } = await scenario.send('readKyc', caller, { path: { userId } });
  const record = isSuccess(status) ? ((json ?? {}) as Partial<Record<ComponentName, unknown>>) : {};
  const written = { identity: statusOf(record.identity), address: statusOf(record.address) };
  return {
    status,
    text: show(json ?? text),
    written,
    places: { identity: placeIn(record, 'identity'), address: placeIn(record, 'address') },
    statuses: { identity: asDocumented(written.identity), address: asDocumented(written.address) },
    present: { identity: isThere(record.identity), address: isThere(record.address) },
  };
}

/** Ids of uploaded files for every place that takes one. */
export interface KycFiles {
  readonly frontFileId: string;
  readonly backFileId: string;
  readonly selfieFileId: string;
  readonly addressProofFileId: string;
}

const uploadFile = async (scenario: Scenario, caller: Caller, name: string): Promise<string> =>
  idOf(await scenario.succeed('uploadFile', caller, { form: { file: picture(name) } }), 'uploadFile');

/** Uploads what a submission refers to; nothing where files cannot be uploaded. */
export async function uploadKycFiles(scenario: Scenario, caller: Caller): Promise<KycFiles | undefined> {
  if (!scenario.has('upload-file')) return undefined;
  scenario.setup('upload the files of a submission');
  return {
    frontFileId: await uploadFile(scenario, caller, 'front.png'),
    backFileId: await uploadFile(scenario, caller, 'back.png'),
    selfieFileId: await uploadFile(scenario, caller, 'selfie.png'),
    addressProofFileId: await uploadFile(scenario, caller, 'proof.png'),
  };
}

/** A number that no other document of a run has, and that is no sentinel. */
const documentNumber = () => `A${Number.parseInt(randomUUID().slice(0, 8), 16)}`;

/** A date on which a document of today expires. */
export const yearsLater = (now: number): string => dateAfter(now, 3_650);

/** A document: who holds it and what it is are the target's to know, how long it is valid is a case's to say. */
export interface Document {
  readonly expirationDate: string;
  /** A sentinel. @defaultValue a real number */
  readonly number?: string | undefined;
}

/** Every documented field, with the files that there are. */
export function submission(
  { country, address, identity, fill }: TestData,
  files: Partial<KycFiles>,
  { expirationDate, number }: Document,
): KycSubmission {
  const { addressProofFileId, ...documentFiles } = files;
  const { nationality = country, idNumber = documentNumber() } = identity;
  const usual: KycSubmission = {
    firstName: identity.firstName ?? 'Adaeze',
    lastName: identity.lastName ?? 'Okafor',
    dob: identity.dateOfBirth ?? '1991-08-14',
    nationality,
    address: { ...address, line2: 'Floor 3' },
    idDetails: {
      type: 'passport',
      number: idNumber,
      issuedCountryCode: nationality,
      issuedBy: 'Immigration Service',
      // A clock that all cases share may be decades ahead.
      issuedDate: dateAfter(Date.parse(expirationDate) / 1_000, -5_479),
      expirationDate,
      ...documentFiles,
    },
  };
  const { idDetails, ...body } = fill('submitKyc', usual);
  return {
    ...body,
    idDetails: { ...idDetails, ...(number !== undefined && { number }) },
    ...(addressProofFileId !== undefined && { addressProofFileId }),
  };
}

/** A replacement of a document. */
export const replacement = (
  data: TestData,
  files: Partial<KycFiles>,
  expirationDate: string,
): Pick<KycSubmission, 'idDetails'> => {
  const { idDetails } = submission(data, files, { expirationDate });
  return idDetails === undefined ? {} : { idDetails };
};

/** Decides one component. */
export async function review(
  scenario: Scenario,
  caller: Caller,
  userId: string,
  action: Action,
  type: ComponentName,
): Promise<void> {
  const { status, text } = await scenario.send('reviewKyc', caller, {
    path: { userId },
    body: { action, type },
  });
  const done = scenario.require(
    'SANDBOX-006',
    isSuccess(status),
    `a success status for the action ${action} on ${type}`,
    `${status} with ${show(text)}`,
    anySuccess,
  );
  if (!done) throw new CaseEnded('A review was rejected.');
  const actual = text === '' ? String(status) : `${status} with ${show(text)}`;
  scenario.require('SANDBOX-004', status === 204 && text === '', '204 without a body', actual, {
    statuses: [204],
  });
}

/** Rejects the identity, without which nothing can be resubmitted. */
export async function rejectIdentity(scenario: Scenario, caller: Caller, userId: string): Promise<void> {
  await review(scenario, caller, userId, 'reject', 'identity');
  const { identity } = (await readVerification(scenario, caller, userId)).statuses;
  if (identity !== undefined && identity !== 'rejected')
    throw new CaseEnded(`The identity is ${identity}, although the review rejected it.`);
}
