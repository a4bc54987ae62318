/** A server whose store a test can write to, for what another area would have put there. */
import { randomUUID } from 'node:crypto';
import type { ReferenceServerOptions } from '../server.ts';
import type { Store } from '../store/store.ts';
import { type Scenario, startScenario } from './scenario.ts';

export interface StoredScenario extends Scenario {
  readonly store: Store;
  /** Adds a user to a business, by default the platform's, and answers its id. */
  addUser(user?: { businessId?: string; personId?: string; email?: string }): Promise<string>;
}

export async function startStoredScenario(options: ReferenceServerOptions = {}): Promise<StoredScenario> {
  let opened: Store | undefined;
  const wrapStore = (store: Store) => {
    opened = store;
    return store;
  };
  const scenario = await startScenario({ ...options, fault: { id: 'none', overrides: { wrapStore } } });
  if (opened === undefined) throw new Error('The server opened no store');
  const store = opened;
  return {
    ...scenario,
    store,
    async addUser({ businessId = scenario.server.businesses.platform.businessId, ...user } = {}) {
      const id = randomUUID();
      await store.transaction((transaction) =>
        transaction.put('users', { id, businessId, user: { id, ...user } }),
      );
      return id;
    },
  };
}
