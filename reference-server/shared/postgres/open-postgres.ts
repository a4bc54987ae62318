/** Opens the state in Postgres: tables of the right version, and work that only one server at a time may do. */
import pg from 'pg';
import type { Store } from '../../store/store.ts';
import { PostgresStoreError, readPostgresAddress } from './address.ts';
import { createPool } from './connections.ts';
import { PostgresCoordination } from './coordination.ts';
import { migrate, schemaVersion } from './migrations.ts';
import { lockNumber, PostgresStore } from './postgres-store.ts';

/** Advances of clocks that a server makes at a time; the others wait. */
const turns = 8;

export interface OpenPostgres {
  readonly store: Store;
  readonly coordination: PostgresCoordination;
  /** The address without its password. */
  readonly shown: string;
  recall(name: string): Promise<unknown>;
  remember(name: string, value: unknown): Promise<void>;
  /** Whether the database answers. */
  isWritable(): Promise<boolean>;
  /** Lets the next server begin. */
  started(): Promise<void>;
}

/**
 * Opens a store and keeps other servers from beginning until `started` is called, so that only the first of them makes
 * tables, keys, businesses and seed data.
 *
 * @param size connections at the most.
 * @throws PostgresStoreError
 */
export async function openPostgres(state: string, environment: string, size: number): Promise<OpenPostgres> {
  const address = readPostgresAddress(state, environment);
  const { connectionString, schema, shown } = address;
  const starter = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    options: `-c search_path=${schema}`,
  });
  starter.on('error', () => {});
  try {
    await starter.connect();
    await starter.query(`SELECT pg_advisory_lock(${lockNumber(`${schema} start`)})`);
    const found = await migrate(starter, schema);
    if (found > schemaVersion)
      throw new PostgresStoreError(
        shown,
        `its tables have the version ${found}, and this version knows ${schemaVersion}`,
        'use the version that made them, or name another schema with ?schema=…',
      );
  } catch (error) {
    await starter.end().catch(() => {});
    if (error instanceof PostgresStoreError) throw error;
    const problem = error instanceof Error && error.message !== '' ? error.message : 'nobody answers there';
    throw new PostgresStoreError(
      shown,
      problem,
      'see that the database runs, exists, and lets this user create a schema',
      error,
    );
  }
  const pool = createPool(address, { size });
  const waiting = createPool(address, { size: turns, patient: true });
  const records = new PostgresStore(pool, schema);
  const coordination = new PostgresCoordination(pool, waiting, schema);
  const started = () => starter.end().catch(() => {});
  const remember = async (name: string, value: unknown) => {
    await pool.query(
      'INSERT INTO facts VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      [name, JSON.stringify(value)],
    );
  };
  return {
    store: {
      transaction: (work, scope) => records.transaction(work, scope),
      async close() {
        await Promise.all([started(), records.close(), waiting.end()]);
      },
    },
    coordination,
    shown,
    async recall(name) {
      const { rows } = await pool.query('SELECT value FROM facts WHERE name = $1', [name]);
      return rows[0] === undefined ? undefined : JSON.parse(rows[0].value);
    },
    remember,
    // Not a query that only reads: the disk may be full, or the database may have become a standby.
    isWritable: () =>
      remember('probe', Date.now()).then(
        () => true,
        () => false,
      ),
    started,
  };
}
