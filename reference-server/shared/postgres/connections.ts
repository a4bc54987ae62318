/** Connections to Postgres, and the meaning of their errors. */
import { Socket } from 'node:net';
import pg from 'pg';
import { Refusal } from '../../state/refusal.ts';
import type { PostgresAddress } from './address.ts';

/** For how long a server that has vanished, or got stuck, may hold up the others. */
const idleInTransactionMillis = 10_000;
const statementMillis = 10_000;
/** For how long a request waits for a connection, be it that all are in use or that the database is away. */
const connectMillis = 5_000;

/** Something that was asked of the database has failed: the transaction is lost. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string | undefined;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    const { code } = cause as { code?: unknown };
    this.code = typeof code === 'string' ? code : undefined;
  }

  /** Whether the same transaction may succeed when it is run again at once. */
  get isTransient(): boolean {
    return this.code === '40001' || this.code === '40P01';
  }

  /** Whether the connection failed, and not the statement: by the class of the code, or because there is no code. */
  get isAway(): boolean {
    return this.code === undefined || !/^[0-9A-Z]{5}$/.test(this.code) || /^(08|53|55|57|58)/.test(this.code);
  }
}

/** The document's error for requests that should be retried later (section "Errors"). */
export const unavailable = () =>
  new Refusal(503, 'internal_error', 'The state cannot be reached for the moment; retry later');

/** A socket that sends all writes of one turn together: a transaction is many small messages. */
function createGatheringSocket(): Socket {
  const socket = new Socket();
  let isGathering = false;
  const write = (...args: readonly unknown[]) => {
    if (!isGathering) {
      isGathering = true;
      socket.cork();
      // Runs after everything that is already queued, including promises.
      process.nextTick(() => {
        isGathering = false;
        socket.uncork();
      });
    }
    return Reflect.apply(Socket.prototype.write, socket, args);
  };
  // Set here, because connecting overwrites an earlier value.
  socket.once('connect', () => {
    socket.write = write;
  });
  return socket;
}

interface PoolOptions {
  /** Connections at the most. */
  readonly size: number;
  /** For connections that wait for a lock, however long that takes. */
  readonly patient?: true;
}

export function createPool({ connectionString, schema }: PostgresAddress, options: PoolOptions): pg.Pool {
  const { size, patient } = options;
  const settings = {
    search_path: schema,
    ...(!patient && {
      statement_timeout: statementMillis,
      idle_in_transaction_session_timeout: idleInTransactionMillis,
    }),
    // The statements are short and use indexes, so compiling them (JIT) takes longer than running them.
    jit: 'off',
    // One generic plan per connection, instead of a new plan for each of the first uses.
    plan_cache_mode: 'force_generic_plan',
  };
  const pool = new pg.Pool({
    connectionString,
    max: size,
    connectionTimeoutMillis: connectMillis,
    // The server may disappear silently: without a response the connection is closed, later than the server would.
    ...(!patient && { query_timeout: statementMillis + 2_000 }),
    keepAlive: true,
    // Statements that do not wait are sent together with the previous ones.
    pipeline: true,
    stream: createGatheringSocket,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    application_name: 'workforce-conformance',
    allowExitOnIdle: true,
  });
  // The query reports the error to its caller; without a listener it would end the process.
  const ignore = () => {};
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** A query with its parameters. Those with a name are prepared once for each connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** @throws DatabaseError */
export async function run(client: pg.ClientBase, { name, text, values }: Statement): Promise<Row[]> {
  try {
    const config = { text, ...(name && { name }), ...(values && { values: [...values] }) };
    return (await client.query<Row>(config)).rows;
  } catch (error) {
    throw new DatabaseError(error);
  }
}

export type Row = Readonly<Record<string, string | null>>;
