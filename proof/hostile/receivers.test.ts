/** Receivers that repeat what they know: neither the key in their address nor the signing secret reaches an output. */
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatNames } from '../../reports/formats.ts';
import { temporaryFolder } from '../../src/testing/conformance-process.ts';
import { invoke } from '../../src/testing/invoke.ts';

const key = 'ABEiM0RVZneImaq7zN3u/wEjRWeJq83v/ty6mHZUMhA=';
const bytes = Buffer.from(key, 'base64');
const token = 'Zq7wN3uRkX9mTb4LhV2c';
const query = `?env=staging&token=${token}`;

/** Neither of these nor a part of them may be shown. */
const secrets = [
  token,
  key,
  bytes.toString('base64url'),
  bytes.toString('hex'),
  bytes.toString('latin1'),
  [...bytes].join(','),
  'env=staging',
].map((secret) => secret.slice(0, 16));

const echoes: Readonly<Record<string, (url: string) => string>> = {
  'its address': (url) => `Cannot POST ${url}`,
  'its address in JSON': (url) => JSON.stringify({ path: url, query: { token } }),
  'its address in Base64': (url) => Buffer.from(`at ${url}`).toString('base64'),
  'the signing secret': () => `whsec_${key}`,
  'the key, URL-safe': () => bytes.toString('base64url'),
  'the key in hexadecimal': () => bytes.toString('hex'),
  'the key as bytes': () => bytes.toString('latin1'),
  'the key as JSON of Node.js': () => JSON.stringify(bytes),
  'the key as a list': () => `[${[...bytes].join(', ')}]`,
};

async function outputsOf(respond: (url: string, response: ServerResponse) => void) {
  using folder = temporaryFolder();
  const server = createServer((request, response) => {
    request.resume().on('end', () => respond(request.url ?? '', response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/hooks${query}`;
  const options = ['--url', address, '--checks', 'receiver.traces', '--profile', 'smoke', '--seed', '1'];
  const args = ['webhook', ...options, '--out', 'out', '--format', formatNames.join(',')];
  const variables = { CONFORMANCE_WEBHOOK_SECRET: `whsec_${key}`, GITHUB_ACTIONS: 'true' };
  const { stdout, stderr } = await invoke(args, folder.path, variables);
  server.close();
  server.closeAllConnections();
  const out = join(folder.path, 'out');
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' })
    .map((name) => join(out, name))
    .filter((name) => statSync(name).isFile());
  return [stdout, stderr, ...files.map((name) => readFileSync(name, 'utf8'))];
}

it.each(Object.entries(echoes))('no output shows what a receiver repeats of %s', async (_, echo) => {
  const asked: string[] = [];
  for (const status of [200, 401, 500]) {
    const outputs = await outputsOf((url, response) => {
      asked.push(url);
      response.writeHead(status, { location: url }).end(echo(url));
    });
    for (const output of outputs) for (const secret of secrets) expect(output).not.toContain(secret);
    expect(outputs.join('')).toContain('/hooks?…');
  }
  // The requests themselves go to the whole address.
  expect(new Set(asked)).toEqual(new Set([`/hooks${query}`]));
});

it.each([
  ['a user and a password', ['--url', `http://ann:${token}@127.0.0.1:1/hooks`]],
  [
    'a user and a password of the probe',
    ['--url', 'http://127.0.0.1:1', '--probe', `http://a:${token}@127.0.0.1:1`],
  ],
  ['another machine', ['--url', `http://hooks.example/in?token=${token}`]],
  ['another protocol', ['--url', `ftp://ann:${token}@127.0.0.1/hooks`]],
])('an error about %s does not show the key', async (_, args) => {
  using folder = temporaryFolder();
  const { code, stdout, stderr } = await invoke(['webhook', ...args], folder.path, {
    CONFORMANCE_WEBHOOK_SECRET: `whsec_${key}`,
  });
  expect(code).toBe(2);
  expect(stdout + stderr).not.toContain(token);
});
