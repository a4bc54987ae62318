import type { Keys } from '../resources/tokens/keys.ts';
import { begin, type Environment, type OpenStore } from '../store/open-store.ts';
import { PostgresStoreError } from './postgres/address.ts';
import type { Coordination } from './replicas.ts';

export interface OpenSharedStore extends OpenStore {
  readonly coordination: Coordination;
}

/**
 * Opens a store in Postgres, which other servers may use too.
 *
 * @param keys take the place of those that the store remembers.
 * @param address postgres://…
 * @param connections to Postgres at the most.
 * @throws PostgresStoreError when it cannot be used.
 */
export async function openSharedStore(
  environment: Environment,
  keys: Partial<Keys>,
  address: string,
  connections: number,
): Promise<OpenSharedStore> {
  // Loaded late: only servers with this store need the driver.
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  const postgres = await openPostgres(address, environment, connections);
  const { store, coordination, isWritable, started, shown } = postgres;
  try {
    const refuse = (problem: string, remedy: string) => new PostgresStoreError(shown, problem, remedy);
    const begun = await begin(environment, keys, store, postgres, refuse);
    return { store, coordination, isWritable, started, ...begun };
  } catch (error) {
    await store.close();
    throw error;
  }
}
