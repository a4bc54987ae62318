/** A sandbox with content: planted once on the sound server, and the beginning of every trial. */

import type { ReferenceServer } from '../../../reference-server/server.ts';
import { type Running, start } from '../process.ts';

export type PeerServer = Running<Pick<ReferenceServer, 'url' | 'keys' | 'businesses'>>;

/** A server that counts requests. Its state is in a file, so that ids and keys are the same at every start. */
export const startPeerServer = (state: string, fault = '', seedData = ''): Promise<PeerServer> =>
  start('peer-server', [state, fault, seedData]);

export interface Fixture {
  readonly keys: ReferenceServer['keys'];
  readonly tenantKey: string;
  readonly businesses: ReferenceServer['businesses'];
  /** An id that exists, by the name that paths and bodies have for it. */
  readonly ids: Readonly<Record<string, string>>;
}

/** The list that shows an id of each kind. */
const lists: readonly (readonly [name: string, path: string])[] = [
  ['contractId', '/v1/contracts'],
  ['templateId', '/v1/contract-templates'],
  ['beneficiaryId', '/v1/beneficiaries'],
  ['payoutId', '/v1/payouts'],
  ['invoiceId', '/v1/invoices?status=pending'],
  ['reimbursementId', '/v1/reimbursements'],
  ['externalAccountId', '/v1/external-accounts'],
  ['transactionId', '/v1/transactions?status=processing'],
];

/** The fields of a response that are read. */
interface Answer {
  readonly id: string;
  readonly payrollId: string;
  readonly data?: readonly Readonly<Record<string, string>>[];
}

const files = [
  'frontFileId',
  'backFileId',
  'selfieFileId',
  'addressProofFileId',
  'idFileFront',
  'receiptFileId',
];

/** There is nothing of these kinds before something has happened that no request causes. */
const unavailable = '0c3d1b52-7f0a-4c7e-9a58-5d0b7a2f61c4';

/** Creates the content and notes its ids. */
export async function plant(state: string): Promise<Fixture> {
  await using server = await startPeerServer(state, '', 'seed');
  const { url, keys, businesses } = server.ready;
  const { businessId, tenantKey } = businesses.platform;
  const headers = { authorization: `Bearer ${keys.platformToken}`, 'content-type': 'application/json' };
  const call = async (path: string, body?: object): Promise<Answer> => {
    const response = await fetch(url + path, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    // The description promises it.
    return (await response.json()) as Answer;
  };
  const ids: Record<string, string> = { businessId, filingId: unavailable, requirementId: unavailable };
  for (const [name, path] of lists) {
    const [first] = (await call(path)).data ?? [];
    ids[name] = first?.id ?? unavailable;
  }
  const persons = (await call('/v1/persons')).data ?? [];
  ids.personId = persons.find(({ type }) => type === 'CONTRACTOR')?.id ?? unavailable;
  // A new user, whose verification has no submission yet.
  const person = await call('/v1/persons', {
    firstName: 'Amina',
    lastName: 'Diallo',
    email: 'amina@example.com',
  });
  ids.userId = (await call('/v1/users/invite', { personId: person.id })).id;
  ids.payrollId = (await call('/v1/payrolls', { workerType: 'EMPLOYEE' })).payrollId;
  const field = await call(`/v1/businesses/${businessId}/customFields`, { name: 'Cost centre' });
  ids.customFieldId = field.id;
  const file = await uploadFile(`${url}/v1/files`, headers.authorization);
  for (const name of files) ids[name] = file;
  return { keys, businesses, tenantKey, ids };
}

async function uploadFile(address: string, authorization: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'document.pdf');
  const response = await fetch(address, { method: 'POST', headers: { authorization }, body: form });
  const { id } = (await response.json()) as { id: string };
  return id;
}
