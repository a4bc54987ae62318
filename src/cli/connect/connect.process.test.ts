import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allOperations } from '../../../openapi/description.ts';
import { type ReferenceServer, startReferenceServer } from '../../../reference-server/server.ts';
import { perturb } from '../../discovery/testing/perturb.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';

/** A word in paths that is no synonym of ours, so that only the rest of an operation shows what it is. */
const paths = { persons: 'crew' };
const { document: described } = perturb({ paths, withoutIds: true, withoutSummaries: true });

/** A control that works, and one that always fails. Both take a key of their own. */
const controls = {
  advanceClock: ['/control/clocks/{businessId}/advance', 'seconds', 'now'],
  completeOffboarding: ['/control/persons/{personId}/offboarding/complete', 'personId', 'id'],
} as const;
const json = (...names: readonly string[]) => ({
  'application/json': {
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        names.map((name) => [name, { type: /id$/i.test(name) ? 'string' : 'integer' }]),
      ),
    },
  },
});
const controlPaths = Object.entries(controls).map(([operationId, [path, given, answered]]) => [
  path,
  {
    post: {
      operationId,
      security: [{ ControlKey: [] }],
      ...(given === 'seconds' && { requestBody: { content: json(given) } }),
      responses: { 200: { description: 'Done', content: json(answered) } },
    },
  },
]);
const document = {
  ...described,
  paths: { ...(described.paths as object), ...Object.fromEntries(controlPaths) },
};
const controlKey = 'key-of-the-controls-of-the-test';

let reference: ReferenceServer;
let baseUrl: string;

const isOpen = (method: string | undefined, path: string) =>
  allOperations.some(
    (each) =>
      each.provenance === 'assumed' &&
      each.method.toUpperCase() === method &&
      new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? ''),
  );

/**
 * The reference server as a server of others: with other paths, a description, and without its control plane. Under
 * /wrapped, each response that the document leaves open is in a field; under /faulty, templates have a wrong id.
 */
function pass(incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url: whole = '', headers } = incoming;
  const url = whole.replace(/^\/(wrapped|faulty)/, '');
  if (whole.startsWith('/faulty') && method === 'GET' && url.startsWith('/v1/contract-templates')) {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":7}]}');
    return;
  }
  if (url === '/openapi.json') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
    return;
  }
  const isOurs = /^(POST|PATCH|DELETE) \/v1\/persons/.test(`${method} ${url}`);
  const theirs = url.replace('/v1/crew', '/v1/persons').replace('/control/clocks/', '/_control/clocks/');
  const path = url.startsWith('/_') || isOurs ? '/v1/nothing' : theirs;
  const own = { ...headers, host: new URL(reference.url).host };
  const passed = request(new URL(path, reference.url), { method, headers: own }, (answer) => {
    const { statusCode = 500, headers: answered } = answer;
    const isWrapped = whole.startsWith('/wrapped') && statusCode < 300 && isOpen(method, path);
    if (!isWrapped) {
      answer.pipe(response.writeHead(statusCode, answered));
      return;
    }
    text(answer).then(
      (body) => {
        const { 'content-length': _, 'transfer-encoding': __, ...others } = answered;
        response.writeHead(statusCode, others).end(body === '' ? '' : `{"result":${body}}`);
      },
      () => response.destroy(),
    );
  });
  incoming.pipe(passed);
}

const server = createServer(pass);

beforeAll(async () => {
  reference = await startReferenceServer({
    environment: 'sandbox',
    seedData: true,
    control: true,
    controlKey,
  });
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
    / {2}works: operations\.createPerson\n(.*\n)*Checks of what was added: \d+ requirements passed/,
  );
  const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');
  expect(read('adapter.ts')).toMatch(/^ {4}createPerson: \{ path: '\/v1\/crew' \},$/m);
  expect(stdout).toContain('the key in CONFORMANCE_CONTROL_KEY stay comments: it is not set');
  expect(read('adapter.ts')).toMatch(/^ {2}\/\/ controlKey: /m);
  const config = read('conformance.config.ts');
  expect(config).toContain("orgToken: { env: 'OUR_KEY' }");
  expect(config).not.toContain(keys.OUR_KEY);
});

it('uses the controls with the key that is set, says where it sends the key, and keeps what works', async () => {
  using folder = temporaryFolder();
  const { code, stdout } = await folder.run(['connect', '--yes', '--base-url', baseUrl], {
    CONFORMANCE_ORG_TOKEN: reference.keys.orgToken,
    CONFORMANCE_PLATFORM_TOKEN: reference.keys.platformToken,
    CONFORMANCE_CONTROL_KEY: controlKey,
  });
  expect(code).toBe(0);
  expect(stdout).toContain('  1 of 2 lines work.');
  expect(stdout).toContain(`Sends the key in CONFORMANCE_CONTROL_KEY to ${baseUrl}`);
  expect(stdout).not.toContain(controlKey);
  expect(stdout).toMatch(/taken back: controls\.completeOffboarding: /);
  const adapter = readFileSync(join(folder.path, 'adapter.ts'), 'utf8');
  expect(adapter).toMatch(/^ {2}controlKey: \{ env: 'CONFORMANCE_CONTROL_KEY' \},$/m);
  expect(adapter).toMatch(/^ {4}advanceClock: \{ path: '\/control\/clocks\/\{businessId\}\/advance'/m);
  expect(adapter).toMatch(/^ {4}\/\/ completeOffboarding: /m);
});

it('proposes the field that holds every response, and keeps it', async () => {
  using folder = temporaryFolder();
  const { code, stdout } = await folder.run(['connect', '--yes', '--base-url', `${baseUrl}/wrapped`], {
    CONFORMANCE_ORG_TOKEN: reference.keys.orgToken,
    CONFORMANCE_PLATFORM_TOKEN: reference.keys.platformToken,
  });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /\nunwrap: result\n {2}\d+ lines returned everything in this field\n {2}works: \d+ instead of /,
  );
  expect(readFileSync(join(folder.path, 'adapter.ts'), 'utf8')).toMatch(/^ {2}unwrap: 'result',$/m);
});

it('gives no command for CI where a documented requirement fails, and says what to look at', async () => {
  using folder = temporaryFolder();
  const { code, stdout } = await folder.run(['connect', '--yes', '--base-url', `${baseUrl}/faulty`], {
    CONFORMANCE_ORG_TOKEN: reference.keys.orgToken,
    CONFORMANCE_PLATFORM_TOKEN: reference.keys.platformToken,
  });
  expect(code).toBe(0);
  expect(stdout).toMatch(/documented requirements? fails?: .*TEMPLATE-\d+/);
  expect(stdout).toMatch(/ run\n.* explain [A-Z]+-\d+\n/);
  expect(stdout).not.toContain('--min-coverage');
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
