import { hash } from 'node:crypto';
import type pg from 'pg';
import type { Scope, Store, Transaction } from '../store.ts';
import { DatabaseError, run, unavailable } from './connections.ts';
import { PostgresTransaction } from './transaction.ts';

/** How often a transaction is run again that the database gave up for the sake of another. */
const mostAttempts = 5;

/** The number of an advisory lock. Names that happen to share one wait for each other, and nothing else. */
export const lockNumber = (name: string) =>
  BigInt.asIntN(64, BigInt(`0x${hash('sha256', name).slice(0, 16)}`));

/** How a transaction begins: with locks that make others wait, by which none has to be run again. */
function beginning(scope: Scope, schema: string): string {
  const everything = lockNumber(schema);
  switch (scope.type) {
    case 'reading':
      return 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
    case 'everything':
      return `BEGIN; SELECT pg_advisory_xact_lock(${everything})`;
    case 'creation':
    case 'business': {
      const name = scope.type === 'business' ? `business ${scope.businessId}` : scope.type;
      const own = lockNumber(`${schema} ${name}`);
      // Each statement sees what was committed before it, so those after the locks see all that was done under them.
      return `BEGIN; SELECT pg_advisory_xact_lock_shared(${everything}); SELECT pg_advisory_xact_lock(${own})`;
    }
    default:
      return scope satisfies never;
  }
}

/** What came of a transaction that was begun and is to be run again or not. */
function outcomeOf(error: unknown, attempt: number): 'again' | Error | unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (error.isTransient && attempt < mostAttempts) return 'again';
  return error.isAway || error.isTransient ? unavailable() : error;
}

/**
 * Keeps records in Postgres, for several servers at a time. Transactions wait for those with which they have something in
 * common, wherever these run; readers wait for nobody.
 */
export class PostgresStore implements Store {
  readonly #pool: pg.Pool;
  readonly #schema: string;

  constructor(pool: pg.Pool, schema: string) {
    this.#pool = pool;
    this.#schema = schema;
  }

  async transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    scope: Scope = { type: 'everything' },
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(work, scope);
      } catch (error) {
        const outcome = outcomeOf(error, attempt);
        if (outcome !== 'again') throw outcome;
      }
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #attempt<Result>(work: (transaction: Transaction) => Promise<Result>, scope: Scope): Promise<Result> {
    const client = await this.#begin(scope);
    let failure: Error | boolean = true;
    try {
      const transaction = new PostgresTransaction(client);
      const result = await work(transaction);
      await transaction.finish();
      await run(client, { text: 'COMMIT' });
      failure = false;
      return result;
    } catch (error) {
      failure = await run(client, { text: 'ROLLBACK' }).then(
        () => false,
        (broken: Error) => broken,
      );
      throw error;
    } finally {
      // A connection that has failed is not used again.
      client.release(failure);
    }
  }

  /** A connection may have ended while nobody used it; as long as nothing was done another one will do. */
  async #begin(scope: Scope): Promise<pg.PoolClient> {
    const text = beginning(scope, this.#schema);
    for (let again = true; ; again = false) {
      const client = await this.#pool.connect().catch((error) => {
        throw new DatabaseError(error);
      });
      try {
        await run(client, { text });
        return client;
      } catch (error) {
        client.release(error instanceof Error ? error : true);
        if (!again || !(error instanceof DatabaseError && error.isAway)) throw error;
      }
    }
  }
}
