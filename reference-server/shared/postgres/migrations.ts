/** The tables. A released migration is never changed; a later one changes its tables. */
import type { ClientBase } from 'pg';

/**
 * Records are kept as the text of their JSON: jsonb would reorder their fields and rejects some texts that a caller can
 * send. Fields that are searched for have columns of their own.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE facts (name text PRIMARY KEY, value text NOT NULL);
  CREATE SEQUENCE put_order;

  CREATE TABLE businesses (
    id text PRIMARY KEY,
    sequence bigint NOT NULL DEFAULT nextval('put_order'),
    tenant_key text NOT NULL,
    idempotency_key text,
    kind text NOT NULL,
    json text NOT NULL
  );
  CREATE INDEX businesses_by_sequence ON businesses (sequence);
  CREATE INDEX businesses_by_tenant_key ON businesses (tenant_key);
  CREATE INDEX businesses_by_idempotency_key ON businesses (idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX businesses_by_kind ON businesses (kind, sequence);

  CREATE TABLE records (
    collection text NOT NULL,
    id text NOT NULL,
    sequence bigint NOT NULL DEFAULT nextval('put_order'),
    business_id text,
    json text NOT NULL,
    PRIMARY KEY (collection, id)
  );
  CREATE INDEX records_by_business ON records (business_id, collection, sequence);

  CREATE TABLE deliveries (
    id text PRIMARY KEY,
    sequence bigint NOT NULL DEFAULT nextval('put_order'),
    business_id text NOT NULL,
    endpoint_id text NOT NULL,
    event_id text NOT NULL,
    status text NOT NULL,
    due bigint NOT NULL,
    json text NOT NULL
  );
  CREATE INDEX deliveries_by_business ON deliveries (business_id, sequence);
  CREATE INDEX deliveries_by_event ON deliveries (event_id);
  CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint_id) WHERE status = 'pending';
  CREATE INDEX deliveries_queued ON deliveries (business_id, endpoint_id, due, sequence) WHERE status = 'pending';
  CREATE INDEX deliveries_finished ON deliveries (sequence) WHERE status <> 'pending';

  CREATE TABLE agenda (business_id text PRIMARY KEY, due_at timestamptz);
  CREATE INDEX agenda_by_time ON agenda (due_at) WHERE due_at IS NOT NULL;
  `,
  // The wait of a delivery is known without reading the rest of its business.
  `
  DROP INDEX agenda_by_time;
  ALTER TABLE agenda RENAME due_at TO deliveries_at;
  ALTER TABLE agenda ADD progress_at timestamptz;
  CREATE INDEX agenda_by_time ON agenda (least(progress_at, deliveries_at));
  `,
];

export const schemaVersion = migrations.length;

/**
 * Brings the tables of a schema up to date. To be called while no other server does: under a lock.
 *
 * @returns the version that was found, which is newer than `schemaVersion` when a later version has been here.
 */
export async function migrate(client: ClientBase, schema: string): Promise<number> {
  // The name has been checked when the address was read.
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await client.query('CREATE TABLE IF NOT EXISTS migrations (version integer PRIMARY KEY)');
  const { rows } = await client.query('SELECT coalesce(max(version), 0) AS version FROM migrations');
  const found = Number(rows[0]?.version);
  for (let version = found + 1; version <= schemaVersion; version += 1) {
    // One text is one transaction.
    await client.query(`${migrations[version - 1]}; INSERT INTO migrations VALUES (${version})`);
  }
  return found;
}
