import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Coordination } from '../replicas.ts';
import { DatabaseError, type Row, run, unavailable } from './connections.ts';
import { lockNumber } from './postgres-store.ts';

/**
 * How long a business belongs to the server that claimed it: long enough to look at it, short enough if the server is
 * gone.
 */
const claimMillis = 5_000;
/** Few at a time, so that work left behind by another server does not delay the requests of this one. */
const mostClaimed = 10;

const claimed = `clock_timestamp() + ${claimMillis} * interval '1 millisecond'`;
const claim = `
  UPDATE agenda SET deliveries_at = ${claimed}, progress_at = greatest(progress_at, ${claimed})
  WHERE business_id IN (
    SELECT business_id FROM agenda WHERE least(progress_at, deliveries_at) <= clock_timestamp()
    ORDER BY least(progress_at, deliveries_at) LIMIT ${mostClaimed} FOR UPDATE SKIP LOCKED
  )
  RETURNING business_id`;

/** Coordinates servers that share a Postgres database: an agenda, and turns. */
export class PostgresCoordination implements Coordination {
  readonly owner = randomUUID();
  readonly #pool: pg.Pool;
  readonly #turns: pg.Pool;
  readonly #schema: string;

  /** @param turns separate connections for servers that wait for a turn, so that they do not block working ones. */
  constructor(pool: pg.Pool, turns: pg.Pool, schema: string) {
    this.#pool = pool;
    this.#turns = turns;
    this.#schema = schema;
  }

  async claimDue(): Promise<readonly string[]> {
    const rows = await this.#pool.query<Row>(claim).catch((error) => {
      throw new DatabaseError(error);
    });
    return rows.rows.flatMap(({ business_id: id }) => id ?? []);
  }

  async alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const number = lockNumber(`${this.#schema} alone ${name}`);
    const client = await this.#turns.connect().catch(() => {
      throw unavailable();
    });
    let failure = true;
    try {
      await run(client, { text: `SELECT pg_advisory_lock(${number})` }).catch(() => {
        throw unavailable();
      });
      try {
        return await work();
      } finally {
        failure = await run(client, { text: `SELECT pg_advisory_unlock(${number})` }).then(
          () => false,
          () => true,
        );
      }
    } finally {
      // Closing the connection releases its lock.
      client.release(failure);
    }
  }
}
