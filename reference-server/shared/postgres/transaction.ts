import type { ClientBase } from 'pg';
import type { DeliveryRecord } from '../../state/records/webhooks.ts';
import {
  type BusinessCollection,
  businessCollections,
  type Collection,
  type OwnedRecords,
  type Records,
} from '../../state/records.ts';
import type { Occasion, Transaction } from '../../store/store.ts';
import { type Row, run } from './connections.ts';
import { PendingReads } from './pending-reads.ts';
import { PendingAgenda, PendingChanges } from './pending-writes.ts';
import { businessAbout, keyOf, type Table, tableNames, tableOf } from './tables.ts';
import { changeTogether, type Part } from './together.ts';

const isOwned = (name: string | null | undefined): name is BusinessCollection =>
  businessCollections.some((known) => known === name);

function matches<Record extends object>(record: Record, where: Partial<Record>): boolean {
  for (const field in where) if (record[field] !== where[field]) return false;
  return true;
}

/** Written by `put` and nowhere else. */
const recordIn = (row: Row) => JSON.parse(row.json ?? 'null');

/** The first outstanding deliveries of each endpoint of a business, with one index lookup for each. */
const headsOfQueues = `
  WITH RECURSIVE queues AS (
    (SELECT endpoint_id FROM deliveries WHERE business_id = $1 AND status = 'pending' ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT endpoint_id FROM deliveries
      WHERE business_id = $1 AND status = 'pending' AND endpoint_id > queues.endpoint_id ORDER BY endpoint_id LIMIT 1
    ) FROM queues WHERE queues.endpoint_id IS NOT NULL
  )
  SELECT first.* FROM queues CROSS JOIN LATERAL (
    SELECT sequence, 'deliveries' AS collection, json FROM deliveries
    WHERE business_id = $1 AND endpoint_id = queues.endpoint_id AND status = 'pending' ORDER BY due, sequence
    LIMIT 1
  ) AS first WHERE queues.endpoint_id IS NOT NULL`;

/** The SELECT of each table. Only `records` has a column for the collection. */
const selects: Readonly<Record<Table['name'], string>> = {
  businesses: "SELECT sequence, 'businesses' AS collection, json FROM businesses",
  deliveries: "SELECT sequence, 'deliveries' AS collection, json FROM deliveries",
  records: 'SELECT sequence, collection, json FROM records',
};

/** Findings of a longer list are not searched again one by one. */
const mostKnownOfList = 100;

const nameOf = (collection: Collection, id: string) => `${collection} ${id}`;

/**
 * Changes are held back and written together: before the next read, or before the end. Reads of one turn are sent
 * together, and known records are not read again.
 */
export class PostgresTransaction implements Transaction {
  readonly #client: ClientBase;
  readonly #reads = new PendingReads();
  #changes = new PendingChanges();
  #agenda = new PendingAgenda();
  readonly #known = new Map<string, Records[Collection] | undefined>();

  constructor(client: ClientBase) {
    this.#client = client;
  }

  async get<C extends Collection>(collection: C, id: string): Promise<Records[C] | undefined> {
    const key = nameOf(collection, id);
    // The cached record of that name belongs to that collection.
    if (this.#known.has(key)) return this.#known.get(key) as Records[C] | undefined;
    const { name } = tableOf(collection);
    const inRecords = name === 'records';
    const [row] = await this.#read({
      text: `${selects[name]} WHERE id = $1${inRecords ? ' AND collection = $2' : ''}`,
      values: [keyOf(id), ...(inRecords ? [collection] : [])],
    });
    const found: Records[C] | undefined = row && recordIn(row);
    this.#learn(key, found);
    return found;
  }

  async list<C extends Collection>(
    collection: C,
    where: Partial<Records[C]>,
  ): Promise<readonly Records[C][]> {
    const { name, columns } = tableOf(collection);
    const conditions = name === 'records' ? ['collection = $1'] : [];
    const values: unknown[] = name === 'records' ? [collection] : [];
    for (const column of columns) {
      const value = column.field === undefined ? null : column.cellOf(where);
      // Nearly all businesses are of one kind, so this condition would only lead the planner to a slower plan.
      if (value === null || (column.name === 'kind' && values.length > 0)) continue;
      values.push(value);
      conditions.push(`${column.name} = $${values.length}`);
    }
    const condition = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
    const rows = await this.#read({ text: `${selects[name]}${condition}`, values });
    const found: Records[C][] = rows.map(recordIn);
    if (found.length <= mostKnownOfList)
      for (const record of found) this.#learn(nameOf(collection, record.id), record);
    return found.filter((record) => matches(record, where));
  }

  async listOwned(businessId: string): Promise<OwnedRecords> {
    const text = `${selects.records} WHERE business_id = $1`;
    const rows = await this.#read({ text, values: [keyOf(businessId)] });
    const owned = Object.fromEntries(businessCollections.map((name) => [name, [] as unknown[]]));
    for (const row of rows) if (isOwned(row.collection)) owned[row.collection]?.push(recordIn(row));
    // One list for each collection that there is.
    return owned as unknown as OwnedRecords;
  }

  async firstDeliveries(businessId: string): Promise<readonly DeliveryRecord[]> {
    const rows = await this.#read({ text: headsOfQueues, values: [keyOf(businessId)] });
    return rows.map(recordIn);
  }

  async finishedBeyond(kept: number): Promise<readonly string[]> {
    const text = `${selects.deliveries} WHERE status <> 'pending' ORDER BY sequence DESC OFFSET $1`;
    const rows = await this.#read({ text, values: [kept] });
    return rows.map((row) => (recordIn(row) as DeliveryRecord).id);
  }

  async put<C extends Collection>(collection: C, record: Records[C]): Promise<void> {
    // Sends pending reads first, so that they do not see the new record.
    this.#ask();
    this.#changes.put(collection, record);
    this.#known.set(nameOf(collection, record.id), record);
    const businessId = businessAbout(collection, record);
    if (businessId !== undefined) this.#agenda.notice(businessId);
  }

  async delete(collection: Collection, id: string): Promise<void> {
    this.#ask();
    this.#changes.delete(collection, id);
    this.#known.set(nameOf(collection, id), undefined);
  }

  async clear(): Promise<void> {
    this.#ask();
    this.#changes = new PendingChanges();
    this.#agenda = new PendingAgenda();
    this.#known.clear();
    for (const name of [...tableNames, 'agenda']) await run(this.#client, { text: `DELETE FROM ${name}` });
  }

  async plan(businessId: string, occasion: Occasion, delayMillis: number | undefined): Promise<void> {
    this.#agenda.plan(businessId, occasion, delayMillis);
  }

  /**
   * To be called at the end. Everything has been sent when this returns, and is done when its promise resolves.
   *
   * @throws DatabaseError
   */
  async finish(): Promise<void> {
    this.#ask();
    await this.#write(this.#agenda.statements());
  }

  /** Keeps a record that was read, unless it was put since the query. */
  #learn(key: string, found: Records[Collection] | undefined): void {
    if (!this.#known.has(key)) this.#known.set(key, found);
  }

  #read(select: Part): Promise<readonly Row[]> {
    // Other lookups of the same turn join this query.
    if (this.#reads.isEmpty) queueMicrotask(() => this.#ask());
    return this.#reads.add(select);
  }

  /** Sends the waiting reads after the pending changes. */
  #ask(): void {
    if (!this.#reads.isEmpty) this.#reads.send(this.#client, this.#write());
  }

  async #write(further: readonly Part[] = []): Promise<void> {
    const { deletions, puts } = this.#changes.statements();
    this.#changes = new PendingChanges();
    const parts = [deletions, [...puts, ...further]].filter(({ length }) => length > 0);
    await Promise.all(parts.map((part) => run(this.#client, changeTogether(part))));
  }
}
