/** The store that an address such as postgres://user:secret@host/database names. */

/** Names that need no quotes, so that none of them can be anything else in a statement. */
const schemaName = /^[a-z_][a-z0-9_]{0,62}$/;

export interface PostgresAddress {
  /** For the driver. It holds the password. */
  readonly connectionString: string;
  /** The schema of the tables. Stores of different schemas know nothing of each other. */
  readonly schema: string;
  /** The address without secrets, for messages. */
  readonly shown: string;
}

/** A Postgres store that cannot be opened. The message names the place, without its password, and the remedy. */
export class PostgresStoreError extends Error {
  override readonly name = 'PostgresStoreError';

  constructor(shown: string, problem: string, remedy: string, cause?: unknown) {
    super(`Failed to open the state at ${shown}: ${problem}; ${remedy}`, { cause });
  }
}

/** Whether a state is kept in Postgres, and not in a file. */
export const isPostgresAddress = (state: string): boolean => /^postgres(ql)?:\/\//i.test(state);

/**
 * Reads an address. Its parameter `schema` is ours and is not passed to the driver.
 *
 * @param environment names the schema when the address does not.
 * @throws PostgresStoreError when it cannot be an address.
 */
export function readPostgresAddress(state: string, environment: string): PostgresAddress {
  if (!URL.canParse(state))
    throw new PostgresStoreError(
      'postgres://…',
      'the address cannot be read',
      'write it as postgres://user:password@host:5432/database, with special characters percent-encoded',
    );
  const url = new URL(state);
  const schema = url.searchParams.get('schema') ?? `workforce_${environment}`;
  url.searchParams.delete('schema');
  const shown = `postgres://${url.host || 'localhost'}${url.pathname}`;
  if (!schemaName.test(schema))
    throw new PostgresStoreError(
      shown,
      `the schema ${JSON.stringify(schema)} is no plain name`,
      'take lower-case letters, digits and underscores, at most 63',
    );
  return { connectionString: url.href, schema, shown: `${shown}, schema ${schema}` };
}
