import { isDeepStrictEqual } from 'node:util';
import { type Access, createAccess, type Keys } from '../resources/tokens/keys.ts';
import { seededTokens } from '../resources/tokens/rules.ts';
import type { BusinessRecord } from '../state/records/businesses.ts';
import { MemoryStore } from './memory-store.ts';
import { StateFileError } from './state-file-error.ts';
import { reading, type Store } from './store.ts';

export type Environment = 'sandbox' | 'production';

/** A store, and the keys and businesses with which a server begins. */
export interface OpenStore {
  readonly store: Store;
  readonly access: Access;
  /** Whether there is nothing in it yet, not even the businesses. */
  readonly isEmpty: boolean;
  /** Whether a write works at the moment; omitted if it always does. */
  isWritable?(): Promise<boolean>;
  /** To be called once everything is there that a server begins with: until then no other server begins. */
  started?(): Promise<void>;
}

/** The settings that a persistent store keeps beside the records. */
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

/** Replaces the tokens of the previous keys by those of the given keys. Revoked tokens stay revoked. */
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

/** Storage for values beside the records. */
interface Facts {
  recall(name: string): unknown;
  remember(name: string, value: unknown): void | Promise<void>;
}

/** Begins with the stored settings. @param refuse reports that the store is of the other environment. */
export async function begin(
  environment: Environment,
  given: Partial<Keys>,
  store: Store,
  facts: Facts,
  refuse: (problem: string, remedy: string) => Error,
): Promise<Pick<OpenStore, 'access' | 'isEmpty'>> {
  // Written below and nowhere else.
  const start = (await facts.recall('start')) as Start | undefined;
  if (start !== undefined && start.environment !== environment)
    throw refuse(
      `it holds a ${start.environment} environment`,
      'serve that environment, or name another place',
    );
  const [platform, org] = await store.transaction(
    async (transaction) => [
      asSeeded((await transaction.list('businesses', { kind: 'primary' }))[0]),
      asSeeded((await transaction.list('businesses', { kind: 'independent' }))[0]),
    ],
    reading,
  );
  const access = createAccess(environment, { ...start?.keys, ...given }, { platform, org });
  // A server that starts beside others does not block them needlessly.
  if (start !== undefined && !isDeepStrictEqual(start.keys, access.keys))
    await replaceTokens(store, start.keys, access);
  await facts.remember('start', { environment, keys: access.keys } satisfies Start);
  return { access, isEmpty: platform === undefined && org === undefined };
}

async function openFile(environment: Environment, keys: Partial<Keys>, path: string): Promise<OpenStore> {
  // Loaded late: on Node.js 22 its database warns that it is experimental.
  const { StateFile } = await import('./state-file.ts');
  const file = new StateFile(path);
  try {
    const store = new MemoryStore(file);
    const refuse = (problem: string, remedy: string) => new StateFileError(path, problem, remedy);
    const isWritable = async () => file.isWritable();
    return { store, isWritable, ...(await begin(environment, keys, store, file, refuse)) };
  } catch (error) {
    file.close();
    throw error;
  }
}

/**
 * Opens a store in memory or, with a place, one that keeps everything in a state file.
 *
 * @param keys take the place of those that the file remembers.
 * @param path of the state file.
 * @throws StateFileError when it cannot be used.
 */
export async function openStore(
  environment: Environment,
  keys: Partial<Keys> = {},
  path?: string,
): Promise<OpenStore> {
  return path === undefined
    ? { store: new MemoryStore(), access: createAccess(environment, keys), isEmpty: true }
    : openFile(environment, keys, path);
}
