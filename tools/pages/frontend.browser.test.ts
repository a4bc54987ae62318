/** The end-to-end tests of the example of a frontend, and their results with the fixture of Playwright. */

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { context } from 'esbuild';
import { expect, test } from 'vitest';
import { faultById } from '../../proof/faults/index.ts';
import { startReferenceServer } from '../../reference-server/server.ts';
import { runPlaywright } from './run-playwright.ts';

const folder = join(import.meta.dirname, '../../examples/frontend');

/** @param env which backend, where it is not the one that the tests start */
async function run(env: Readonly<Record<string, string>>) {
  const output = mkdtempSync(join(tmpdir(), 'frontend-'));
  const bundling = await context({
    entryPoints: [join(folder, 'main.ts')],
    ...{ bundle: true, format: 'esm', outdir: output },
    tsconfigRaw: {},
    alias: { '@workforce-conformance/sdk/client': join(folder, '../../sdk/client/index.ts') },
  });
  try {
    cpSync(join(folder, 'index.html'), join(output, 'index.html'));
    const { port } = await bundling.serve({ servedir: output, host: '127.0.0.1', port: 0 });
    return await runPlaywright({ folder, env: { PAGE_URL: `http://127.0.0.1:${port}`, ...env } });
  } finally {
    await bundling.dispose();
    rmSync(output, { recursive: true });
  }
}

test('the page and a sound server pass', async () => {
  const { code, printed, tests } = await run({});
  expect({ code, printed }).toEqual({ code: 0, printed: expect.stringContaining('3 passed') });
  expect(tests).toHaveLength(3);
});

test('a server that breaks a rule fails the test that meets it, although the page shows nothing of it', async () => {
  const server = await startReferenceServer({ seedData: true, fault: faultById('persons-without-meta') });
  const token = server.keys.platformToken;
  const { code, printed, tests } = await run({ API_URL: server.url, API_TOKEN: token });
  await server.close();
  expect(code).toBe(1);
  expect(tests.filter(({ passed }) => !passed)).toMatchObject([{ title: 'lists payrolls and persons' }]);
  expect(printed).toMatch(/> GET \/v1\/persons\n[\s\S]*✗ PERSON-002, section "Persons and users"/);
  expect(printed).not.toContain(token);
});
