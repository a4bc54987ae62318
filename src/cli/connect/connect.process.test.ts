import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../../reference-server/server.ts';
import { perturb } from '../../discovery/testing/perturb.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';

/** A word in paths that is no synonym of ours, so that only the rest of an operation shows what it is. */
const paths = { persons: 'crew' };
const { document } = perturb({ paths, withoutIds: true, withoutSummaries: true });

let reference: ReferenceServer;
let baseUrl: string;

/** The reference server as a server of others: with other paths, a description, and without its control plane. */
function pass(incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url = '', headers } = incoming;
  if (url === '/openapi.json') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
    return;
  }
  const isOurs = /^(POST|PATCH|DELETE) \/v1\/persons/.test(`${method} ${url}`);
  const path = url.startsWith('/_') || isOurs ? '/v1/nothing' : url.replace('/v1/crew', '/v1/persons');
  const passed = request(new URL(path, reference.url), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  incoming.pipe(passed);
}

const server = createServer(pass);

beforeAll(async () => {
  reference = await startReferenceServer({ environment: 'sandbox', seedData: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an AddressInfo as its address.
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await reference.close();
});

it('connects a server without a question, and ends with the command for CI', async () => {
  using folder = temporaryFolder();
  const keys = { OUR_KEY: reference.keys.orgToken, PLATFORM: reference.keys.platformToken };
  const args = ['connect', '--yes', '--base-url', baseUrl];
  const { code, stdout, stderr } = await folder.run(
    [...args, '--org-key', 'OUR_KEY', '--platform-key', 'PLATFORM'],
    keys,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/\d+ of \d+ lines work\./);
  expect(stdout).toMatch(/A run exercises \d+ of \d+ documented requirements\./);
  expect(stdout).toMatch(/ run --min-coverage \d+\n$/);
  expect(stdout).toMatch(
    /\n\+\d+ {2}operations\.createPerson\n {2}expected: POST \/v1\/persons\n {2}the description: POST \/v1\/crew: /,
  );
  expect(stdout).toMatch(
    / {2}works: operations\.createPerson\n.*\n.*\n {2}checks of it: \d+ requirements passed/,
  );
  const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');
  expect(read('adapter.ts')).toMatch(/^ {4}createPerson: \{ path: '\/v1\/crew' \},$/m);
  const config = read('conformance.config.ts');
  expect(config).toContain("orgToken: { env: 'OUR_KEY' }");
  expect(config).not.toContain(keys.OUR_KEY);
});

it.each([
  [[], 'There is no terminal to ask in: add --yes'],
  [['--yes'], 'There is no address to connect to: add --base-url'],
  [['--yes', '--base-url', 'http://127.0.0.1:9', '--org-key', 'NOT_SET'], 'NOT_SET is not set'],
])('says what is missing with %o', async (args, why) => {
  using folder = temporaryFolder();
  const { code, stderr } = await folder.run(['connect', ...args]);
  expect(code).toBe(2);
  expect(stderr).toContain(why);
});
