/** A server whose requests leave the business to the key: another key gets its own business, which is no breach. */
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../src/testing/conformance-process.ts';
import { readForeign } from './dialect.ts';
import { startDialect } from './server.ts';
import { keysOf, tryRun } from './trial.ts';

const adapter = `
export default {
  operations: {
    readKyb: { path: '/v1/business_verification' },
    submitKyb: async ({ body }, { send }) => {
      await send({ method: 'POST', path: '/v1/business_verification', body });
    },
  },
};
`;

it('accuses no server that takes the business from the key', async () => {
  const server = await startDialect(readForeign('sparse'));
  try {
    using folder = temporaryFolder();
    folder.write('adapter.js', adapter);
    const args = ['--base-url', server.url, '--adapter', 'adapter.js', '--checks', 'access.*'];
    const { exercised, findings, stdout } = await tryRun(folder, args, keysOf(server));
    expect(findings, stdout).toEqual([]);
    expect(exercised).toEqual(expect.arrayContaining(['AUTH-006', 'AUTH-008']));
  } finally {
    await server.close();
  }
});
