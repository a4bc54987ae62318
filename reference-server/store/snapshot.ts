/** Exports the whole state of a server as one value, and imports it. */

import type { Schema } from '../../openapi/description.ts';
import { validate } from '../../openapi/validate.ts';
import type { Access } from '../resources/tokens/keys.ts';
import { lastSecond } from '../state/dates.ts';
import type { BusinessRecord } from '../state/records/businesses.ts';
import {
  collections as allCollections,
  type Collection,
  indexedFields,
  type Records,
} from '../state/records.ts';
import { invalidBody } from '../state/refusal.ts';
import type { Transaction } from './store.ts';

/** All but when businesses were used, which says nothing of a later day. */
const collections = allCollections.filter((name) => name !== 'uses');

/** As in control.yaml: every record by its collection, in the order of the first put. */
export interface Snapshot {
  readonly version: number;
  readonly records: Readonly<Record<string, readonly unknown[]>>;
}

/** The records of each collection that a snapshot has. */
type SnapshotRecords = { readonly [C in Collection]?: readonly Records[C][] };

/** A snapshot that has been found sound. */
export interface SoundSnapshot {
  readonly records: SnapshotRecords;
  /** The platform's default business and the one of the org token. */
  readonly platform: BusinessRecord;
  readonly org: BusinessRecord;
}

export async function takeSnapshot(transaction: Transaction): Promise<Snapshot> {
  const lists = collections.map(async (name) => [name, await transaction.list(name, {})] as const);
  return { version: 1, records: Object.fromEntries(await Promise.all(lists)) };
}

const isCollection = (name: string): name is Collection => collections.some((known) => known === name);

/** @throws Refusal `invalid_request_body` when it cannot be the state of a server. */
export function readSnapshot({ records }: Snapshot): SoundSnapshot {
  for (const [name, list] of Object.entries(records)) {
    if (!isCollection(name)) throw invalidBody({ [`records.${name}`]: 'is not a collection of this server' });
    const shapes = shapesOf(name);
    for (const [index, record] of list.entries()) {
      const violations = shapes.flatMap((shape) => validate(shape, record));
      const messages = violations.map(({ path, message }) => [
        `records.${[name, index, ...path].join('.')}`,
        message,
      ]);
      if (messages.length > 0) throw invalidBody(Object.fromEntries(messages));
    }
  }
  // Deeper fields are not validated, because snapshots come from servers, not from callers.
  const sound = records as SnapshotRecords;
  const platform = sound.businesses?.find(({ kind }) => kind === 'primary');
  const org = sound.businesses?.find(({ kind }) => kind === 'independent');
  if (platform === undefined || org === undefined)
    throw invalidBody({ 'records.businesses': 'must have the businesses that the keys open' });
  return { records: sound, platform, org };
}

/**
 * Replaces all records by those of a snapshot, except tokens: the keys of the server still open the platform's default
 * business and the one of the org token.
 *
 * @returns the businesses that the keys open from now on.
 */
export async function restoreSnapshot(
  transaction: Transaction,
  { records, platform, org }: SoundSnapshot,
  access: Access,
): Promise<Access> {
  const tokens = await transaction.list('tokens', {});
  const successors = new Map([
    [access.platform.id, platform.id],
    [access.org.id, org.id],
  ]);
  await transaction.clear();
  for (const name of collections) {
    if (name === 'tokens') continue;
    for (const record of records[name] ?? []) await transaction.put(name, record);
  }
  for (const token of tokens) {
    const businessId = successors.get(token.businessId) ?? token.businessId;
    if ((await transaction.get('businesses', businessId)) !== undefined)
      await transaction.put('tokens', { ...token, businessId });
  }
  return { ...access, platform, org };
}

// The fields that stores and server need in each record of a snapshot.

const text: Schema = { type: 'string' };
const second: Schema = { type: 'integer', minimum: 0, maximum: lastSecond };

const shape = (properties: Record<string, Schema>, optional: Record<string, Schema> = {}): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});

/** A record that keeps its resource in a field. */
const about = (...fields: readonly string[]) =>
  shape(Object.fromEntries(fields.map((field) => [field, { type: 'object' }])));

const shapes: { readonly [C in Collection]?: Schema } = {
  businesses: shape(
    { tenantKey: text, kind: { type: 'string', enum: ['primary', 'created', 'independent'] } },
    { idempotencyKey: text, stoppedAt: second },
  ),
  endpoints: shape({ url: { type: 'string', format: 'uri' }, secret: text }, { businessId: text }),
  deliveries: shape(
    {
      eventId: text,
      eventType: text,
      endpointId: text,
      status: { type: 'string', enum: ['pending', 'delivered', 'failed'] },
      attempts: { type: 'array', items: { type: 'object' } },
      event: shape({ eventType: text, data: { type: 'object' } }),
    },
    { nextAttemptAt: { type: 'integer' }, body: text },
  ),
  persons: about('person'),
  users: about('user'),
  kycRecords: about('details'),
  customFields: shape({ name: text }),
  files: about('file'),
  contracts: about('contract'),
  payrolls: shape({ status: text }),
  wallets: about('balance'),
  ledger: about('money'),
  transactions: about('transaction'),
  beneficiaries: about('beneficiary'),
  payouts: about('payout'),
  invoices: about('invoice'),
  reimbursements: about('reimbursement'),
  virtualAccounts: about('account'),
  externalAccounts: about('account'),
};

const identified = shape({ id: text });
const owned = shape({ id: text, businessId: text });
const anything: Schema = { type: 'object' };

/** All that a record must match. */
function shapesOf(collection: Collection): readonly Schema[] {
  const isOwned = indexedFields[collection].some((field) => field === 'businessId');
  return [isOwned ? owned : identified, shapes[collection] ?? anything];
}
