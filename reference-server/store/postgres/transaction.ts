import type { ClientBase } from 'pg';
import type { DeliveryRecord } from '../../webhooks/records.ts';
import { type BusinessCollection, businessCollections, type Collection, type Records } from '../records.ts';
import type { OwnedRecords, Transaction } from '../store.ts';
import { type Row, run, type Statement } from './connections.ts';
import { PendingChanges } from './pending-changes.ts';
import { keyOf, tableNames, tableOf } from './tables.ts';

const isOwned = (name: string | null | undefined): name is BusinessCollection =>
  businessCollections.some((known) => known === name);

function matches<Record extends object>(record: Record, where: Partial<Record>): boolean {
  for (const field in where) if (record[field] !== where[field]) return false;
  return true;
}

/** Written by `put` and nowhere else. */
const recordIn = (row: Row) => JSON.parse(row.json ?? 'null');

/** Of each endpoint of a business the first outstanding delivery: one look into the index for each of them. */
const firstDeliveries = `
  WITH RECURSIVE queues AS (
    (SELECT endpoint_id FROM deliveries WHERE business_id = $1 AND status = 'pending' ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT endpoint_id FROM deliveries
      WHERE business_id = $1 AND status = 'pending' AND endpoint_id > queues.endpoint_id ORDER BY endpoint_id LIMIT 1
    ) FROM queues WHERE queues.endpoint_id IS NOT NULL
  )
  SELECT first.json FROM queues CROSS JOIN LATERAL (
    SELECT json FROM deliveries
    WHERE business_id = $1 AND endpoint_id = queues.endpoint_id AND status = 'pending' ORDER BY due, sequence LIMIT 1
  ) AS first WHERE queues.endpoint_id IS NOT NULL`;

/** Changes are held back and written together: before the next look, or before the end. */
export class PostgresTransaction implements Transaction {
  readonly #client: ClientBase;
  #pending = new PendingChanges();
  readonly #plans = new Map<string, number | undefined>();

  constructor(client: ClientBase) {
    this.#client = client;
  }

  async get<C extends Collection>(collection: C, id: string): Promise<Records[C] | undefined> {
    const { name } = tableOf(collection);
    const inRecords = name === 'records';
    const [row] = await this.#read({
      name: `get ${name}`,
      text: `SELECT json FROM ${name} WHERE id = $1${inRecords ? ' AND collection = $2' : ''}`,
      values: [keyOf(id), ...(inRecords ? [collection] : [])],
    });
    return row && recordIn(row);
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
      // Nearly all businesses are of one kind: beside another condition it only leads to a long way round.
      if (value === null || (column.name === 'kind' && values.length > 0)) continue;
      values.push(value);
      conditions.push(`${column.name} = $${values.length}`);
    }
    const condition = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
    const text = `SELECT json FROM ${name}${condition} ORDER BY sequence`;
    const rows = await this.#read({ name: `list ${name} ${conditions.join()}`, text, values });
    const found: Records[C][] = rows.map(recordIn);
    return found.filter((record) => matches(record, where));
  }

  async listOwned(businessId: string): Promise<OwnedRecords> {
    const rows = await this.#read({
      name: 'list owned',
      text: 'SELECT collection, json FROM records WHERE business_id = $1 ORDER BY sequence',
      values: [keyOf(businessId)],
    });
    const owned = Object.fromEntries(businessCollections.map((name) => [name, [] as unknown[]]));
    for (const row of rows) if (isOwned(row.collection)) owned[row.collection]?.push(recordIn(row));
    // One list for each collection that there is.
    return owned as unknown as OwnedRecords;
  }

  async firstDeliveries(businessId: string): Promise<readonly DeliveryRecord[]> {
    const values = [keyOf(businessId)];
    return (await this.#read({ name: 'first deliveries', text: firstDeliveries, values })).map(recordIn);
  }

  async finishedBeyond(kept: number): Promise<readonly string[]> {
    const text = "SELECT json FROM deliveries WHERE status <> 'pending' ORDER BY sequence DESC OFFSET $1";
    const rows = await this.#read({ name: 'finished beyond', text, values: [kept] });
    return rows.map((row) => (recordIn(row) as DeliveryRecord).id);
  }

  async put<C extends Collection>(collection: C, record: Records[C]): Promise<void> {
    this.#pending.put(collection, record);
  }

  async delete(collection: Collection, id: string): Promise<void> {
    this.#pending.delete(collection, id);
  }

  async clear(): Promise<void> {
    this.#pending = new PendingChanges();
    for (const name of [...tableNames, 'agenda']) await run(this.#client, { text: `DELETE FROM ${name}` });
  }

  async plan(businessId: string, delayMillis: number | undefined): Promise<void> {
    this.#plans.set(businessId, delayMillis);
  }

  /** Writes what is held back; what is sent next sees it. */
  async flush(): Promise<void> {
    const statements = this.#pending.statements();
    this.#pending = new PendingChanges();
    await Promise.all(statements.map((statement) => run(this.#client, statement)));
  }

  /**
   * To be called at the end: what is planned counts more than what was noted along the way. Everything has been sent when
   * this returns, and is done when its promise resolves.
   */
  async finish(): Promise<void> {
    const plans = [...this.#plans].map(([businessId, delayMillis]) => ({
      name: 'plan',
      // Milliseconds without end are no time at all.
      text: `UPDATE agenda SET due_at = clock_timestamp() + $2::double precision * interval '1 millisecond'
             WHERE business_id = $1`,
      values: [keyOf(businessId), delayMillis ?? null],
    }));
    await Promise.all([this.flush(), ...plans.map((statement) => run(this.#client, statement))]);
  }

  async #read(statement: Statement): Promise<Row[]> {
    const flushed = this.#pending.isEmpty ? undefined : this.flush();
    const [rows] = await Promise.all([run(this.#client, statement), flushed]);
    return rows;
  }
}
