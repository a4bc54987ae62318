import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { Results } from '../../../conformance/engine/results.ts';
import { failingResults } from '../../../reports/testing/sample-results.ts';
import { temporaryFolder } from '../../../src/testing/conformance-process.ts';
import { scriptResults } from '../testing/hostile-results.ts';

const keys = {
  CONFORMANCE_PLATFORM_TOKEN: 'platform-key-0123456789',
  CONFORMANCE_ORG_TOKEN: 'org-key-0123456789',
  CONFORMANCE_CONTROL_KEY: 'control-key-0123456789',
};

/** A server that asks for the control key and collects the keys that it gets. */
async function collector() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'no key'}`);
    const asks = request.url === '/_control' && request.headers.authorization === undefined;
    const headers = {
      'www-authenticate': 'Bearer realm="control plane"',
      'content-type': 'application/json',
    };
    response.writeHead(asks ? 401 : 404, headers).end('{"error":"x","message":"y"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '::', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    seen,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const against = (baseUrl: string): Results => ({
  ...failingResults,
  target: { ...failingResults.target, baseUrl },
});

function folderWith(results: Results) {
  const folder = temporaryFolder();
  folder.write('results.json', JSON.stringify(results));
  return folder;
}

const replay = ['replay', 'results.json', 'PAYROLL-024'];

it('sends nothing to a host that only the results name', async () => {
  await using server = await collector();
  // An address of this machine that is not written like one.
  using folder = folderWith(against(`http://[::ffff:127.0.0.1]:${server.port}`));
  const { code, stdout, stderr } = await folder.run(replay, keys);
  expect({ code, stdout, seen: server.seen }).toEqual({ code: 2, stdout: '', seen: [] });
  expect(stderr).toMatch(
    /^error: results\.json names the server http:.*, which is neither on this machine nor the baseUrl of the configuration: .* --base-url http:.* --environment sandbox/,
  );
});

it('sends no key to an address of this machine that only the results name', async () => {
  await using server = await collector();
  using folder = folderWith(against(`http://127.0.0.1:${server.port}`));
  const { code, stderr } = await folder.run(replay, keys);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^note: the requests go to http:\/\/127\.0\.0\.1:\d+, which only results\.json names, so no key/,
  );
  expect(server.seen).toEqual(['GET /_control no key']);
});

it('sends the keys to the address of the configuration, whatever the results name', async () => {
  await using server = await collector();
  await using other = await collector();
  using folder = folderWith(against(`http://127.0.0.1:${server.port}`));
  folder.write('conformance.config.json', JSON.stringify({ baseUrl: `http://127.0.0.1:${server.port}/` }));
  await folder.run(replay, keys);
  expect(server.seen.join('\n')).toContain(keys.CONFORMANCE_CONTROL_KEY);
  folder.write('results.json', JSON.stringify(against(`http://127.0.0.1:${other.port}`)));
  await folder.run(replay, keys);
  expect(other.seen).toEqual(['GET /_control no key']);
});

it('writes a script that runs nothing of the results, and sends the keys to no other address', async () => {
  await using server = await collector();
  await using evil = await collector();
  const recorded = `http://127.0.0.1:${evil.port}`;
  using folder = folderWith(scriptResults(recorded, `http://localhost:${evil.port}`));
  const args = ['replay', 'results.json', '--replay-steps'];
  const { code, stdout } = await folder.run(args);
  expect(code).toBe(0);
  writeFileSync(join(folder.path, 'steps.sh'), stdout);
  const run = promisify(execFile);
  const at = { cwd: folder.path, env: { ...process.env, ...keys } };
  await expect(run('sh', ['steps.sh'], at)).rejects.toThrow(/CONFORMANCE_BASE_URL: set it to the address/);
  expect(evil.seen).toEqual([]);
  const named = { ...at.env, CONFORMANCE_BASE_URL: `http://127.0.0.1:${server.port}` };
  await run('sh', ['steps.sh'], { ...at, env: named });
  expect(server.seen.join('\n')).toContain(keys.CONFORMANCE_PLATFORM_TOKEN);
  expect(evil.seen.join('\n')).toMatch(/^POST \/v1\/persons\S* Bearer \$CONFORMANCE_PLATFORM_TOKEN$/);
  expect(existsSync(join(folder.path, 'pwned'))).toBe(false);
});
