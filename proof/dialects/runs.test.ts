/**
 * Three descriptions that others wrote, each with a server that speaks like it: a run with the adapter that `init` writes
 * exercises more than a run without one, and neither accuses the server of anything.
 */
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../src/testing/conformance-process.ts';
import { readForeign } from './dialect.ts';
import { startDialect } from './server.ts';
import { connect, keysOf, tryRun } from './trial.ts';

it.each([
  ['sparse', 85, 140],
  ['prefix', 0, 90],
  ['camel', 50, 150],
])(
  '%s: of the documented requirements, a run exercises %i without an adapter, and %i with it',
  async (name, without, withAdapter) => {
    const server = await startDialect(readForeign(name));
    try {
      const keys = keysOf(server);
      using bare = temporaryFolder();
      const before = await tryRun(bare, ['--base-url', server.url], keys);
      using connected = temporaryFolder();
      await connect(connected, server, name, keys, ['init']);
      const after = await tryRun(connected, [], keys);
      process.stdout.write(
        `${name}: ${before.exercised.length} without an adapter, ${after.exercised.length} with it\n`,
      );
      expect([...before.findings, ...after.findings]).toEqual([]);
      expect(before.exercised.length).toBeGreaterThanOrEqual(without);
      expect(after.exercised.length).toBeGreaterThanOrEqual(withAdapter);
      expect(after.exercised.length).toBeGreaterThan(before.exercised.length);
    } finally {
      await server.close();
    }
  },
);
