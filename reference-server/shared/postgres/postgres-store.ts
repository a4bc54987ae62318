import { hash } from 'node:crypto';
import type pg from 'pg';
import type { Scope, Store, Transaction } from '../../store/store.ts';
import { DatabaseError, run, unavailable } from './connections.ts';
import { PostgresTransaction } from './transaction.ts';

/** How often a transaction is run again that the database gave up for the sake of another. */
const mostAttempts = 5;

/** The number of an advisory lock. Names that happen to share one wait for each other, and nothing else. */
export const lockNumber = (name: string) =>
  BigInt.asIntN(64, BigInt(`0x${hash('sha256', name).slice(0, 16)}`));

/** Those that need a transaction of the database. */
type TransactionScope = Exclude<Scope, { readonly type: 'lookup' }>;

/** How a transaction begins: with locks that make others wait, by which none has to be run again. */
function beginning(scope: TransactionScope, schema: string, everything: bigint): string {
  switch (scope.type) {
    case 'reading':
      return 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
    case 'everything':
      return `BEGIN; SELECT pg_advisory_xact_lock(${everything})`;
    case 'creation':
    case 'business': {
      const name = scope.type === 'business' ? `business ${scope.businessId}` : scope.type;
      const own = lockNumber(`${schema} ${name}`);
      // Each statement sees earlier commits, so statements after the locks see everything done under them.
      return `BEGIN; SELECT pg_advisory_xact_lock_shared(${everything}), pg_advisory_xact_lock(${own})`;
    }
    default:
      return scope satisfies never;
  }
}

/** A connection that ended while it was idle, for example by a restart of the database. */
class StaleConnection extends Error {}

/** Whether a transaction that has failed and left nothing behind is worth another attempt. */
function isWorthAnother(error: unknown, attempt: number): boolean {
  if (error instanceof StaleConnection) return attempt === 1;
  return error instanceof DatabaseError && error.isTransient && attempt < mostAttempts;
}

/** Translates a database error for the caller of a transaction. */
function told(error: unknown): unknown {
  if (error instanceof StaleConnection) return unavailable();
  return error instanceof DatabaseError && (error.isAway || error.isTransient) ? unavailable() : error;
}

/**
 * Keeps records in Postgres, for several servers at a time. Transactions wait for those that touch the same records, on
 * any server; reads do not wait.
 */
export class PostgresStore implements Store {
  readonly #pool: pg.Pool;
  readonly #schema: string;
  /** The lock of those that may change anything. */
  readonly #everything: bigint;

  constructor(pool: pg.Pool, schema: string) {
    this.#pool = pool;
    this.#schema = schema;
    this.#everything = lockNumber(schema);
  }

  async transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    scope: Scope = { type: 'everything' },
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await (scope.type === 'lookup' ? this.#lookUp(work) : this.#attempt(work, scope));
      } catch (error) {
        if (!isWorthAnother(error, attempt)) throw told(error);
      }
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  #connect(): Promise<pg.PoolClient> {
    return this.#pool.connect().catch((error) => {
      throw new DatabaseError(error);
    });
  }

  /** Reads without a transaction of the database: each statement is one by itself, which saves two messages. */
  async #lookUp<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const client = await this.#connect();
    let isSound = true;
    try {
      return await work(new PostgresTransaction(client));
    } catch (error) {
      isSound = !(error instanceof DatabaseError);
      if (error instanceof DatabaseError && error.isAway)
        throw new StaleConnection(error.message, { cause: error });
      throw error;
    } finally {
      client.release(!isSound);
    }
  }

  async #attempt<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    scope: TransactionScope,
  ): Promise<Result> {
    const client = await this.#connect();
    // The next statements are sent without waiting; if one fails, all later ones fail too.
    const begun = run(client, { text: beginning(scope, this.#schema, this.#everything) });
    begun.catch(() => {});
    let isEnding = false;
    try {
      const transaction = new PostgresTransaction(client);
      const result = await work(transaction);
      isEnding = true;
      const ended = Promise.all([begun, transaction.finish(), run(client, { text: 'COMMIT' })]);
      if (scope.type === 'reading') {
        // The values read stay valid, even if the transaction fails.
        ended.then(
          () => client.release(),
          () => client.release(true),
        );
        return result;
      }
      await ended;
      client.release();
      return result;
    } catch (error) {
      const cause = await begun.then(
        () => error,
        (first) => first,
      );
      // A rejected request leaves the connection usable; a connection with a failure is not used again.
      const isSound =
        !(cause instanceof DatabaseError) &&
        (await run(client, { text: 'ROLLBACK' }).then(
          () => true,
          () => false,
        ));
      client.release(!isSound);
      // Once COMMIT was sent it may have taken effect, even without a response.
      if (!isEnding && cause !== error && cause instanceof DatabaseError && cause.isAway)
        throw new StaleConnection(cause.message, { cause });
      throw cause;
    }
  }
}
