import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClient } from '../testing/client.ts';
import { loadServer } from '../testing/killable-server.ts';

/** More than the state file needs at the start. */
const fileBlocks = 600;

test('a server whose disk is full is alive, not ready, and keeps what it has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-'));
  const state = join(folder, 'state.db');
  const server = await loadServer(fileBlocks).start(state);
  const client = createClient(server);
  const health = async (path: string) => {
    const response = await fetch(`${server.url}/_health/${path}`);
    return [response.status, await response.json()];
  };
  expect(await health('ready')).toEqual([200, { status: 'ready' }]);

  let kept = 0;
  const write = async () => (await client.send('createPerson', { body: { firstName: 'Amara' } })).status;
  while ((await write()) === 201) kept += 1;
  // A larger write may fail before a smaller one does.
  await expect
    .poll(() => health('ready'), { timeout: 20_000 })
    .toEqual([503, { status: 'not-ready', reason: 'the state cannot be written' }]);
  expect(await health('live')).toEqual([200, { status: 'live' }]);
  await server.kill();

  const again = await loadServer().start(state);
  expect(kept).toBeGreaterThan(0);
  expect((await createClient(again).ok('listPersons', { query: { limit: '100' } })).meta.itemCount).toBe(
    kept,
  );
  await again.kill();
  rmSync(folder, { recursive: true });
});
