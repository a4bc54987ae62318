/** Hostile descriptions, each given to the command that reads it. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Folder, temporaryFolder } from '../../src/testing/conformance-process.ts';

const corpus = (name: string) => fileURLToPath(new URL(`descriptions/${name}`, import.meta.url));

/** Keys of the machine that belong to others. */
const keysOfOthers = { AWS_SECRET_ACCESS_KEY: 'key-of-the-cloud', GITHUB_TOKEN: 'key-of-the-forge' };
const keys = { CONFORMANCE_ORG_TOKEN: 'org-key-of-the-test', ...keysOfOthers };

/** What the target serves as its description, and all that it was sent. */
let own = '';
let received = '';

const server = createServer((request, response) => {
  const { url = '', headers } = request;
  received += JSON.stringify([url, headers]);
  request.resume().on('end', () => {
    const isOwn = url.endsWith('/openapi.json') && own !== '';
    const status = isOwn
      ? 200
      : headers.authorization === undefined
        ? 401
        : url.startsWith('/v1/persons')
          ? 200
          : 404;
    response.writeHead(status, { 'content-type': 'application/json' }).end(isOwn ? own : '{"data":[]}');
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

/** Runs `init` and then `doctor`, which executes what `init` wrote. */
async function initAndDoctor(folder: Folder, args: readonly string[]) {
  const first = await folder.run(['init', '--base-url', baseUrl, ...args], keys);
  const second = await folder.run(['doctor', '--try', '--patience', '0.1'], keys);
  expect(existsSync(join(folder.path, 'TAKEN'))).toBe(false);
  return { first, second };
}

describe('a description cannot become code', () => {
  it.each([['newline-in-path.json'], ['separator-in-path.json']])(
    '%s is refused, and nothing is written',
    async (name) => {
      using folder = temporaryFolder();
      own = readFileSync(corpus(name), 'utf8');
      const first = await folder.run(['init', '--base-url', baseUrl], keys);
      expect(first.code).toBe(2);
      expect(first.stderr).toMatch(
        /^error: \/openapi\.json: the path "\/v1\/payrolls\/approve\\u\{(A|2028)\}\[.*" has a control character .*: give a description without it with --from\n$/,
      );
      for (const name of ['adapter.ts', 'TAKEN']) expect(existsSync(join(folder.path, name))).toBe(false);
    },
  );

  it.each([['leaves-its-place.json'], ['names-a-prototype.json']])(
    '%s is text in the adapter',
    async (name) => {
      using folder = temporaryFolder();
      const { first, second } = await initAndDoctor(folder, ['--from', corpus(name)]);
      expect(first).toMatchObject({ code: 0 });
      expect(second.stderr).toBe('');
    },
  );

  it('an address with the end of a comment is text in the adapter', async () => {
    using folder = temporaryFolder();
    own = readFileSync(corpus('names-a-prototype.json'), 'utf8');
    const way = "/**//globalThis.process.getBuiltinModule('fs').writeFileSync('TAKEN','');/*";
    const { first } = await initAndDoctor(folder, ['--from', `${baseUrl}${way}/openapi.json`]);
    expect(first).toMatchObject({ code: 0 });
  });

  it('a response with a line separator is text in the configuration', async () => {
    const { dataLines } = await import('../../src/cli/connect/refused-values.ts');
    const values = { country: 'NG', currency: 'NGN', phoneNumber: '', address: '', bank: '' };
    const said = { message: '\u2028[globalThis.taken = 1]: 1, //' };
    const refused = [{ values, operation: 'createBusiness', status: 400, said }];
    // Only these fields are read.
    const lines = dataLines({ values, refused } as unknown as Parameters<typeof dataLines>[0]);
    expect(lines.join('\n')).toContain('" [globalThis.taken = 1]: 1, //');
    expect(lines.join('\n')).not.toContain('\u2028');
  });
});

describe('a description cannot ask for a key of the machine', () => {
  it('no variable is named by itself, init says how to set it, and no key is sent', async () => {
    using folder = temporaryFolder();
    received = '';
    own = readFileSync(corpus('names-keys-of-the-machine.json'), 'utf8');
    const { first } = await initAndDoctor(folder, []);
    expect(first.code).toBe(0);
    expect(first.stderr).toMatch(
      /^warning: readBusiness: the description asks for a key that it calls AwsSecretAccessKey, .* set CONFORMANCE_AWS_SECRET_ACCESS_KEY to it/m,
    );
    expect(first.stderr).toMatch(/^warning: advanceClock: .* set CONFORMANCE_GITHUB_TOKEN to it/m);
    const lines = readFileSync(join(folder.path, 'adapter.ts'), 'utf8').split('\n');
    const naming = lines.filter((line) => /AWS_SECRET_ACCESS_KEY|GITHUB_TOKEN/.test(line));
    expect(naming.length).toBeGreaterThan(0);
    expect(naming.filter((line) => !/^ *\/\/ /.test(line) || /env: '(?!CONFORMANCE_)/.test(line))).toEqual(
      [],
    );
    expect(received).toContain('org-key-of-the-test');
    for (const key of Object.values(keysOfOthers)) expect(received).not.toContain(key);
  });

  it('connect --yes sends no key that only the description asks for', async () => {
    using folder = temporaryFolder();
    received = '';
    own = readFileSync(corpus('names-keys-of-the-machine.json'), 'utf8');
    const asked = {
      CONFORMANCE_AWS_SECRET_ACCESS_KEY: 'key-of-the-cloud-for-tests',
      CONFORMANCE_GITHUB_TOKEN: 'key-of-the-forge-for-tests',
    };
    // In production nothing is tried, which would take a minute here.
    const args = ['connect', '--yes', '--environment', 'production', '--base-url', baseUrl];
    const { code, stdout } = await folder.run(args, { ...keys, ...asked });
    expect(code).toBe(0);
    expect(stdout).toMatch(/the key in CONFORMANCE_GITHUB_TOKEN stay comments: it is not sent/);
    expect(stdout).toMatch(/the key in CONFORMANCE_AWS_SECRET_ACCESS_KEY stay comments: it is not sent/);
    for (const key of Object.values(asked)) expect(received).not.toContain(key);
    const lines = readFileSync(join(folder.path, 'adapter.ts'), 'utf8').split('\n');
    const naming = lines.filter((line) => /AWS_SECRET_ACCESS_KEY|GITHUB_TOKEN/.test(line));
    expect(naming.filter((line) => !/^ *\/\/ /.test(line))).toEqual([]);
  });
});
