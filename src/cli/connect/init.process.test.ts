import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { perturb, snakeCase } from '../../discovery/testing/perturb.ts';
import { type Folder, temporaryFolder } from '../../testing/conformance-process.ts';

const keys = { CONFORMANCE_ORG_TOKEN: 'org-key-of-the-test' };

const { document } = perturb({ paths: { persons: 'staff', files: 'attachments' }, fields: snakeCase });

/** Response body of `/openapi.json`; none unless a test sets it. */
let own: unknown;

/** Every request that could change something and is whole. */
const writes: string[] = [];

const server = createServer((request, response) => {
  const { method, url = '', headers } = request;
  let body = '';
  request
    .on('data', (chunk) => {
      body += String(chunk);
    })
    .on('end', () => {
      if (
        method !== 'GET' &&
        method !== 'OPTIONS' &&
        headers.authorization !== undefined &&
        body !== '{"broken": '
      )
        writes.push(`${method} ${url}`);
      const isOwn = url === '/openapi.json' && own !== undefined;
      const known = method === 'GET' && /^\/v1\/(persons|payrolls|contracts)/.test(url);
      const status = isOwn ? 200 : headers.authorization === undefined ? 401 : known ? 200 : 404;
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(isOwn ? JSON.stringify(own) : '{"data":[]}');
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
  expect(writes).toEqual([]);
});

const read = (folder: Folder, name: string) => readFileSync(join(folder.path, name), 'utf8');

describe('conformance init with a description of the target', () => {
  it('writes an adapter from a file, which doctor reads', async () => {
    using folder = temporaryFolder();
    folder.write('theirs.yaml', stringify(document, { aliasDuplicateObjects: false }));
    const args = ['init', '--base-url', baseUrl, '--from', 'theirs.yaml'];
    const first = await folder.run(args, keys);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/theirs\.yaml describes 75 operations\. Of the 44 .* 4\d match for sure/);
    expect(read(folder, 'conformance.config.ts')).toContain("adapter: './adapter.ts',");
    const adapter = read(folder, 'adapter.ts');
    expect(adapter).toContain("createPerson: { path: '/v1/staff', body: {");
    expect(adapter).toContain("firstName: 'first_name'");

    expect(await folder.run(['doctor'], keys)).toMatchObject({ code: 0, stderr: '' });
    expect(await folder.run(args, keys)).toMatchObject({ code: 2 });
    expect(read(folder, 'adapter.ts')).toBe(adapter);
  });

  it.each([
    [['--target', 'live'], true],
    [[], false],
  ])('keeps a target that was named: %s', async (named, isKept) => {
    using folder = temporaryFolder();
    own = undefined;
    const { code } = await folder.run(['init', '--base-url', baseUrl, ...named], keys);
    expect(code).toBe(0);
    expect(read(folder, 'conformance.config.ts').includes("target: 'live'")).toBe(isKept);
  });

  it('finds the description of the target at a common path', async () => {
    using folder = temporaryFolder();
    own = document;
    const { code, stdout } = await folder.run(['init', '--base-url', baseUrl], keys);
    own = undefined;
    expect(code).toBe(0);
    expect(stdout).toContain('/openapi.json describes 75 operations');
    expect(read(folder, 'adapter.ts')).toContain("path: '/v1/staff'");
  });

  it('reads an address, and reports its problems', async () => {
    using folder = temporaryFolder();
    const from = (address: string) => ['init', '--base-url', baseUrl, '--from', address];
    own = document;
    expect(await folder.run(from(`${baseUrl}/openapi.json`), keys)).toMatchObject({ code: 0, stderr: '' });
    own = undefined;
    using other = temporaryFolder();
    const { code, stderr } = await other.run(from(`${baseUrl}/openapi.json?key=secret`), keys);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/\/openapi\.json: cannot be read: the server responded with 401/),
    });
    expect(stderr).not.toContain('secret');
  });

  it.each([
    ['nothing.yaml', undefined, /nothing\.yaml: cannot be read/],
    ['broken.json', '{"openapi": ', /broken\.json: cannot be read/],
    ['old.yaml', 'swagger: "2.0"', /old\.yaml: it is Swagger 2\.0; it must be an OpenAPI description/],
    ['config.yaml', 'baseUrl: http://127.0.0.1', /config\.yaml: it has no "openapi: 3\.…" at its top/],
    ['list.yaml', '- 1', /list\.yaml: it is not an object/],
    ['empty.yaml', 'openapi: 3.1.0', /empty\.yaml: it has no paths/],
    [
      'split.yaml',
      'openapi: 3.1.0\npaths: { /v1/x: { $ref: ./x.yaml } }',
      /split\.yaml: it refers to another file \(\.\/x\.yaml\): bundle it into one file first/,
    ],
  ])('refuses %s, which is no description', async (name, text, message) => {
    using folder = temporaryFolder();
    if (text !== undefined) folder.write(name, text);
    const { code, stderr } = await folder.run(['init', '--base-url', baseUrl, '--from', name], keys);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
