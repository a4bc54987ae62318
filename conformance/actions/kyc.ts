/** What checks do with the verification of users. Sections "KYC" and "Sandbox-only behaviour". */
import { randomUUID } from 'node:crypto';
import type { components } from '../../openapi/generated/types.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type ApiResponse, type Endpoint, type Scenario, show } from '../engine/scenario.ts';
import type { Caller } from '../http/message.ts';
import { envelopeOf, inspectDelivery } from '../webhooks/inspect.ts';
import { dateAfter } from './payroll.ts';
import { picture, uploadFile } from './people.ts';

type Schemas = components['schemas'];
export type KycSubmission = Schemas['KycSubmission'];
export type ComponentName = Schemas['KycComponentName'];
export type Action = 'approve' | 'reject';

const statuses: readonly string[] = ['processing', 'approved', 'rejected', 'pending'];
export const decided = { approve: 'approved', reject: 'rejected' } as const;

/** Nobody has decided: the document gives no time at which `processing` ends as `pending`. */
export const isUndecided = (status: string | undefined) => status === 'processing' || status === 'pending';

/** Status of each component as a read shows it; undefined where it shows none. */
export type Statuses = Readonly<Record<ComponentName, string | undefined>>;

/** How a read writes the status of a component is not shown: as a string, or as a field named for it. */
function statusOf(component: unknown): string | undefined {
  if (typeof component === 'string') return component;
  const status = (component as { status?: unknown } | null | undefined)?.status;
  return typeof status === 'string' ? status : undefined;
}

/**
 * Reads the status of each component.
 *
 * @param known components that were submitted or decided, so that their status is one of the documented words.
 */
export async function readStatuses(
  scenario: Scenario,
  caller: Caller,
  userId: string,
  known: Iterable<ComponentName> = [],
): Promise<Statuses> {
  const { json } = await scenario.succeed('readKyc', caller, { path: { userId } });
  const record = (json ?? {}) as Partial<Record<ComponentName, unknown>>;
  const shown = { identity: statusOf(record.identity), address: statusOf(record.address) };
  for (const name of known) {
    const status = shown[name];
    if (status === undefined) continue;
    const held = scenario.require('KYC-002', statuses.includes(status), {
      expected: `${name} as one of ${statuses.join(', ')}`,
      actual: show(status),
    });
    if (!held) throw new CaseEnded('A status is none of the documented words.');
  }
  return shown;
}

/** Ids of uploaded files for every place that takes one. */
export interface KycFiles {
  readonly frontFileId: string;
  readonly backFileId: string;
  readonly selfieFileId: string;
  readonly addressProofFileId: string;
}

/** Uploads what a submission refers to; nothing where files cannot be uploaded. */
export async function uploadKycFiles(scenario: Scenario, caller: Caller): Promise<KycFiles | undefined> {
  if (!scenario.has('upload-file')) return undefined;
  scenario.setup('upload the files of a submission');
  return {
    frontFileId: await uploadFile(scenario, caller, picture('front.png')),
    backFileId: await uploadFile(scenario, caller, picture('back.png')),
    selfieFileId: await uploadFile(scenario, caller, picture('selfie.png')),
    addressProofFileId: await uploadFile(scenario, caller, picture('proof.png')),
  };
}

/** A number that no other document of a run has, and that is no sentinel. */
export const documentNumber = () => `A${Number.parseInt(randomUUID().slice(0, 8), 16)}`;

export function idDetails(
  number: string,
  expirationDate: string = dateAfter(Date.now() / 1_000, 3_650),
  files: Partial<KycFiles> = {},
): NonNullable<KycSubmission['idDetails']> {
  const { addressProofFileId: _, ...own } = files;
  return {
    type: 'passport',
    number,
    issuedCountryCode: 'NG',
    issuedBy: 'Nigeria Immigration Service',
    issuedDate: '2021-05-04',
    expirationDate,
    ...own,
  };
}

/** Every documented field, with the files that there are. */
export function submission(
  files: Partial<KycFiles> = {},
  details: KycSubmission['idDetails'] = idDetails(documentNumber(), undefined, files),
): KycSubmission {
  const { addressProofFileId } = files;
  return {
    firstName: 'Adaeze',
    lastName: 'Okafor',
    dob: '1991-08-14',
    nationality: 'NG',
    address: {
      countryCode: 'NG',
      line1: '14 Marina Road',
      line2: 'Floor 3',
      city: 'Lagos',
      postalCode: '101241',
      state: 'Lagos',
    },
    idDetails: details,
    ...(addressProofFileId !== undefined && { addressProofFileId }),
  };
}

const succeeded = ({ status }: ApiResponse) => status >= 200 && status <= 299;

/**
 * Sends a submission or a resubmission that has to be carried out where it holds every documented field. Without files,
 * which a target may want, a refusal says nothing.
 */
export async function deliver(
  scenario: Scenario,
  id: 'submitKyc' | 'resubmitKyc',
  caller: Caller,
  userId: string,
  body: KycSubmission,
): Promise<void> {
  const response = await scenario.send(id, caller, { path: { userId }, body });
  const complete = body.addressProofFileId !== undefined && body.idDetails?.frontFileId !== undefined;
  if (complete) {
    scenario.require(id === 'submitKyc' ? 'KYC-030' : 'KYC-021', succeeded(response), {
      expected: `a success status for ${id} with every documented field and ids of uploaded files`,
      actual: `${response.status} with ${show(response.json ?? response.text)}`,
    });
  }
  if (!succeeded(response)) throw new CaseEnded(`${id} was answered with ${response.status}.`);
}

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
  const done = scenario.require('SANDBOX-006', status >= 200 && status <= 299, {
    expected: `a success status for the action ${action} on ${type}`,
    actual: `${status} with ${show(text)}`,
  });
  if (!done) throw new CaseEnded('A review was refused.');
  scenario.require('SANDBOX-004', status === 204 && text === '', {
    expected: '204 without a body',
    actual: text === '' ? String(status) : `${status} with ${show(text)}`,
  });
}

/** Rejects the identity, without which nothing can be resubmitted. */
export async function rejectIdentity(scenario: Scenario, caller: Caller, userId: string): Promise<void> {
  await review(scenario, caller, userId, 'reject', 'identity');
  const { identity } = await readStatuses(scenario, caller, userId);
  if (identity !== undefined && identity !== 'rejected')
    throw new CaseEnded(`The identity is ${identity} although it was rejected.`);
}

/** Ids under which the events of one user were sent that say so much, once all of them have been looked at. */
export function announcedIds(
  scenario: Scenario,
  { channel, secret }: Endpoint,
  eventType: 'user.kyc.updated' | 'user.kyc.expiry',
  fields: Readonly<Record<string, string>>,
): ReadonlySet<unknown> {
  const ids = new Set<unknown>();
  for (const delivery of channel.deliveries) {
    const envelope = envelopeOf(delivery);
    if (envelope.eventType !== eventType) continue;
    if (!inspectDelivery(scenario, delivery, secret))
      throw new CaseEnded('An event does not say what it is about.');
    if (Object.entries(fields).every(([name, value]) => envelope.data?.[name] === value))
      ids.add(envelope.id);
  }
  return ids;
}
