import { createAccess } from '../access.ts';
import type { Access, Keys } from '../http/authentication-rules.ts';
import type { BusinessRecord } from '../resources/businesses/records.ts';
import { seededTokens } from '../resources/tokens/rules.ts';
import { MemoryStore } from './memory-store.ts';
import { StateFile, StateFileError } from './state-file.ts';
import type { Store } from './store.ts';

type Environment = 'sandbox' | 'production';

/** A store, and the keys and businesses with which a server begins. */
export interface OpenStore {
  readonly store: Store;
  readonly access: Access;
  /** Whether there is nothing in it yet, not even the businesses. */
  readonly isEmpty: boolean;
}

/** What a state file keeps beside the records. */
interface Start {
  readonly environment: Environment;
  readonly keys: Keys;
}

/** A business as a reset puts it back: its clock flows again. */
function asSeeded(business: BusinessRecord | undefined): BusinessRecord | undefined {
  if (business === undefined) return undefined;
  const { stoppedAt: _, ...seeded } = business;
  return seeded;
}

/** Lets the keys that are given now open what those before opened. What was revoked stays so. */
async function replaceTokens(store: Store, before: Keys, access: Access): Promise<void> {
  const tokens = seededTokens(access);
  await store.transaction(async (transaction) => {
    for (const [index, { id }] of seededTokens({ ...access, keys: before }).entries()) {
      const token = tokens[index];
      if (token === undefined || token.id === id) continue;
      await transaction.delete('tokens', id);
      await transaction.put('tokens', token);
    }
  });
}

/**
 * Opens a store in memory or, with a path, in a state file that keeps everything.
 *
 * @param keys take the place of those that the file remembers.
 * @throws StateFileError when the file cannot be used.
 */
export async function openStore(
  environment: Environment,
  keys: Partial<Keys> = {},
  path?: string,
): Promise<OpenStore> {
  if (path === undefined)
    return { store: new MemoryStore(), access: createAccess(environment, keys), isEmpty: true };
  const file = new StateFile(path);
  try {
    // Written below and nowhere else.
    const start = file.recall('start') as Start | undefined;
    if (start !== undefined && start.environment !== environment)
      throw new StateFileError(
        path,
        `it holds a ${start.environment} environment`,
        'serve that environment, or name another file',
      );
    const store = new MemoryStore(file);
    const businesses = await store.transaction((transaction) => transaction.list('businesses', {}));
    const first = (kind: BusinessRecord['kind']) => asSeeded(businesses.find((one) => one.kind === kind));
    const [platform, org] = [first('primary'), first('independent')];
    const access = createAccess(environment, { ...start?.keys, ...keys }, { platform, org });
    if (start !== undefined) await replaceTokens(store, start.keys, access);
    file.remember('start', { environment, keys: access.keys } satisfies Start);
    return { store, access, isEmpty: businesses.length === 0 };
  } catch (error) {
    file.close();
    throw error;
  }
}
