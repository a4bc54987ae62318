import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/conformance-process.ts';
import { gatewayPage, startOutage } from '../../testing/outages.ts';
import { remedyIn } from './doctor.ts';

const keys = { CONFORMANCE_ORG_TOKEN: 'org-key-of-the-test' };

/** The key and the method of every request. */
const asked: string[] = [];

/** A server that has one assumed operation, under a name of its own, and lists of nothing. */
const server = createServer((request, response) => {
  const { method, url = '', headers } = request;
  asked.push(`${headers.authorization} ${method}`);
  const known =
    (method === 'GET' && /^\/v1\/(persons|payrolls|platform|contracts)/.test(url)) ||
    (method === 'POST' && url === '/v1/people');
  const status = headers.authorization === undefined ? 401 : known ? (method === 'GET' ? 200 : 400) : 404;
  request.resume().on('end', () => {
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"data":[]}');
  });
});
let baseUrl: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an AddressInfo as its address.
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Diagnosis {
  readonly kind: string;
  readonly survey: { readonly operations: { readonly absent: readonly string[] } };
  readonly offered: { readonly seen: readonly string[]; readonly unseen: readonly string[] };
  readonly exercisable: readonly string[];
}

const bound = (url: string) =>
  `export default { baseUrl: '${url}', bindings: { createPerson: { path: '/v1/people' } } };`;

describe('conformance init and doctor', () => {
  it('write the results once, and read them back', async () => {
    using folder = temporaryFolder();
    const first = await folder.run(['init', '--base-url', baseUrl], keys);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const text = readFileSync(join(folder.path, 'conformance.config.ts'), 'utf8');
    expect(text).toContain(`baseUrl: '${baseUrl}'`);
    expect(text).toContain("orgToken: { env: 'CONFORMANCE_ORG_TOKEN' }");
    expect(text).toContain("'createPerson', // POST /v1/persons");
    expect(text).not.toContain(keys.CONFORMANCE_ORG_TOKEN);

    expect(await folder.run(['doctor'], keys)).toMatchObject({ code: 0, stderr: '' });

    const second = await folder.run(['init', '--base-url', baseUrl], keys);
    expect(second.code).toBe(2);
    expect(second.stderr).toMatch(/^error: conformance\.config\.ts already exists and is not overwritten/);
    expect(readFileSync(join(folder.path, 'conformance.config.ts'), 'utf8')).toBe(text);
  });

  it('show what one more line would add', async () => {
    using folder = temporaryFolder();
    const { code, stdout } = await folder.run(['doctor', '--base-url', baseUrl], keys);
    expect(code).toBe(0);
    expect(stdout).toMatch(/A run can exercise at most \d+ of \d+ documented requirements/);
    expect(stdout).toMatch(/createPerson {2}POST \/v1\/persons/);
    expect(stdout).toMatch(/\+\d+ = \d+ {2}.*create-person.*\n.*bindings: \{ createPerson: /);
  });

  it('recognise the operations of a binding', async () => {
    using folder = temporaryFolder();
    const args = ['doctor', '--json', '--base-url', baseUrl];
    const before: Diagnosis = JSON.parse((await folder.run(args, keys)).stdout);
    folder.write('conformance.config.mts', bound(baseUrl));
    const after: Diagnosis = JSON.parse(
      (await folder.run([...args, '--config', 'conformance.config.mts'], keys)).stdout,
    );
    expect(before.survey.operations.absent).toContain('createPerson');
    expect(Object.values(before.offered).flat()).not.toContain('create-person');
    expect(after.survey.operations.absent).not.toContain('createPerson');
    expect(after.offered.seen).toContain('create-person');
    expect(after.exercisable.length).toBeGreaterThan(before.exercisable.length);
  });

  it('send only reads to production, and show what can be tested with reads alone', async () => {
    using folder = temporaryFolder();
    const key = 'key-of-production';
    const variables = { CONFORMANCE_ORG_TOKEN: key };
    const at = ['--base-url', baseUrl, '--environment', 'production'];
    const first = await folder.run(['init', ...at], variables);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/production, read-only.*Access is read-only/s);
    const text = readFileSync(join(folder.path, 'conformance.config.ts'), 'utf8');
    expect(text).toContain("access: 'read-only'");
    expect(text).toContain('// fixtures: {');
    const { code, stdout } = await folder.run(['doctor'], variables);
    expect(code).toBe(0);
    expect(stdout).toContain('waits up to 5 s for each asynchronous effect (--patience)');
    expect(stdout).toMatch(/\d+ {2}Access is read-only\. Allow writes with --allow-writes/);
    expect(stdout).toContain("fixtures: { invoices: ['an id'] }");
    const methods = asked.filter((entry) => entry.includes(key)).map((entry) => entry.split(' ').at(-1));
    expect(new Set(methods)).toEqual(new Set(['GET']));
  });

  it('report an unreachable server, and write nothing', async () => {
    using folder = temporaryFolder();
    await using front = await startOutage(baseUrl, () => gatewayPage(503));
    for (const command of ['init', 'doctor']) {
      const { code, stdout, stderr } = await folder.run([command, '--base-url', front.url], keys);
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(stderr).toMatch(
        /^error: \S+ returned 503 with the HTML page "503" to every request, .*Is the server running\?/,
      );
    }
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('suggest nothing for the embedded server, and say that it is that', async () => {
    using folder = temporaryFolder();
    const [first] = (await folder.run(['doctor'])).stdout.split('\n');
    expect(first).toMatch(/ reference, sandbox, read-write \(embedded reference server: no --base-url/);
    const { kind, survey, exercisable }: Diagnosis = JSON.parse(
      (await folder.run(['doctor', '--json'])).stdout,
    );
    expect(kind).toBe('reference');
    expect(survey.operations.absent).toEqual([]);
    expect(exercisable.length).toBeGreaterThan(80);
  });
});

it.each([
  ["controls: { drain: { method: 'POST', path: '/…' } }", /^line 3 of adapter\.ts is a comment with drain/],
  ['remove signContract from absentOperations, or set …', /^line 2 of adapter\.ts is a comment/],
  ["controls: { reviewKyb: { method: 'POST', path: '/…' } }", /^controls: \{ reviewKyb/],
  ['set CONFORMANCE_JWT_SECRET', /^set CONFORMANCE_JWT_SECRET$/],
])('refers to the commented line of the adapter, if there is one: %s', (remedy, shown) => {
  const adapter = [
    'export default {',
    "    // signContract: { path: '/sign' },",
    "    // // drain: { path: '/idle' },",
    "    reviewKyb: { path: '/review' },",
    '};',
  ].join('\n');
  expect(remedyIn(adapter, remedy)).toMatch(shown);
});
