/** `conformance serve` with its state in Postgres, as an operator sees it. */
import { expect, it } from 'vitest';
import { startPostgres } from '../../../tools/testing/postgres.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';

const ready = /Reference server, sandbox: (\S+)\s.*Ctrl-C/s;

it('takes the address from the environment, keeps the password to itself, and is drained before it ends', async () => {
  await using postgres = await startPostgres();
  using folder = temporaryFolder();
  const DATABASE_URL = postgres.newState();
  const serve = () => folder.start(['serve', '--port', '0', '--drain-seconds', '1'], { DATABASE_URL });
  const { child, ended, printed } = serve();
  const [text, url = ''] = await printed(ready);
  expect(text).toMatch(/The state is kept in postgres:\/\/127\.0\.0\.1:\d+\/postgres, schema state_1\./);
  expect(text).not.toContain('state:state');
  const key = /^ {2}platform key +(\S+)$/m.exec(text)?.[1] ?? '';
  const status = async (path: string) =>
    (await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await status('/_health/ready')).toBe(200);
  child.kill('SIGTERM');
  await expect.poll(() => status('/_health/ready'), { interval: 5 }).toBe(503);
  // Callers that have not noticed yet are still served.
  expect(await status('/v1/persons')).toBe(200);
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
  const again = serve();
  const [sameText] = await again.printed(ready);
  expect(sameText).toContain(key);
  again.child.kill('SIGTERM');
  expect((await again.ended).code).toBe(0);
});

it.each([
  ['postgres://me:hidden@127.0.0.1:1/none', /Failed to open the state at postgres:\/\/127\.0\.0\.1:1\/none/],
  ['postgres://me:hidden@host/none?schema=No', /the schema "No" is no plain name/],
])('%s is wrong usage, said without the password', async (state, want) => {
  using folder = temporaryFolder();
  const { code, stderr } = await folder.run(['serve', '--port', '0', '--state', state]);
  expect(code).toBe(2);
  expect(stderr).toMatch(want);
  expect(stderr).not.toContain('hidden');
});
