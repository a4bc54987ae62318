/** The table of each collection, and the fields that have a column for searches. */
import { hash } from 'node:crypto';
import type { DeliveryRecord } from '../../state/records/webhooks.ts';
import { type Collection, indexedFields, type Records } from '../../state/records.ts';

export interface Table {
  readonly name: 'businesses' | 'records' | 'deliveries';
  /** Columns beside id, sequence and json. */
  readonly columns: readonly Column[];
}

interface Column {
  readonly name: string;
  readonly type: 'text' | 'bigint';
  /** The field of a record that can be looked for by this column. */
  readonly field?: string;
  cellOf(record: object): string | number | null;
}

const longestKey = 256;

/**
 * A text as a column stores it. A text that Postgres cannot index or store, such as one with a NUL, is replaced by its
 * hash: callers choose some of the keys, and the texts that they search for.
 */
export function keyOf(value: string): string {
  const isPlain = value.length <= longestKey && value.isWellFormed() && !value.includes('\0');
  return isPlain ? value : `sha256:${hash('sha256', JSON.stringify(value))}`;
}

function column(name: string, field: string): Column {
  return {
    name,
    field,
    type: 'text',
    cellOf(record) {
      const value: unknown = Object.entries(record).find(([key]) => key === field)?.[1];
      return typeof value === 'string' ? keyOf(value) : null;
    },
  };
}

const due: Column = {
  name: 'due',
  type: 'bigint',
  cellOf: (record) => (record as DeliveryRecord).nextAttemptAt ?? 0,
};

const businesses: Table = {
  name: 'businesses',
  columns: [
    column('tenant_key', 'tenantKey'),
    column('idempotency_key', 'idempotencyKey'),
    column('kind', 'kind'),
  ],
};
const deliveries: Table = {
  name: 'deliveries',
  columns: [
    column('business_id', 'businessId'),
    column('endpoint_id', 'endpointId'),
    column('event_id', 'eventId'),
    column('status', 'status'),
    due,
  ],
};
const records: Table = { name: 'records', columns: [column('business_id', 'businessId')] };

export function tableOf(collection: Collection): Table {
  switch (collection) {
    case 'businesses':
      return businesses;
    case 'deliveries':
      return deliveries;
    default:
      return records;
  }
}

export const tableNames: readonly Table['name'][] = ['businesses', 'records', 'deliveries'];

/** The business that needs attention when a record has changed; none if the change triggers nothing. */
export function businessAbout(collection: Collection, record: Records[Collection]): string | undefined {
  if (collection === 'businesses') return record.id;
  if (collection === 'tokens' || collection === 'endpoints' || collection === 'uses') return undefined;
  const isOwned = indexedFields[collection].some((field) => field === 'businessId');
  return isOwned && 'businessId' in record ? record.businessId : undefined;
}
