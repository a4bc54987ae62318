/** Everything that a server remembers as one value, and the way back. */
import { validate } from '../../openapi/validate.ts';
import type { Access } from '../resources/tokens/keys.ts';
import type { BusinessRecord } from '../state/records/businesses.ts';
import { collections as allCollections, type Collection, type Records } from '../state/records.ts';
import { invalidBody } from '../state/refusal.ts';
import { shapesOf } from './snapshot-shapes.ts';
import type { Transaction } from './store.ts';

/** All but when businesses were used, which says nothing of a later day. */
const collections = allCollections.filter((name) => name !== 'uses');

/** As control.yaml has it: every record by its collection, in the order of the first put. */
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
  // What is deeper inside of a record is taken on trust: snapshots come from servers, not from callers.
  const sound = records as SnapshotRecords;
  const platform = sound.businesses?.find(({ kind }) => kind === 'primary');
  const org = sound.businesses?.find(({ kind }) => kind === 'independent');
  if (platform === undefined || org === undefined)
    throw invalidBody({ 'records.businesses': 'must have the businesses that the keys open' });
  return { records: sound, platform, org };
}

/**
 * Puts a snapshot in the place of all that there is, tokens excepted: the keys of the server go on to open the
 * platform's default business and the one of the org token.
 *
 * @returns what the keys open from now on.
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
