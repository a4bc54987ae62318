import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import { request as secureForward } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Results } from '../../../conformance/engine/results.ts';
import { parseResults } from '../../../reports/json.ts';
import { openEmbeddedTarget } from '../../targets/embedded-target.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';

type Server = Awaited<ReturnType<typeof openEmbeddedTarget>>;

let server: Server;
let baseUrl: string;
beforeAll(async () => {
  server = await openEmbeddedTarget({ control: true });
  baseUrl = server.target.baseUrl;
});
afterAll(() => server.close());

const call = async (method: string, path: string, body?: unknown) => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${baseUrl}${path}`, {
    ...{ method, headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // The control plane answers with an object.
  return (await response.json()) as Readonly<Record<string, string>>;
};

/** As somebody enters it in the dashboard of the platform. @returns the variables of a run */
async function register(url: string): Promise<Readonly<Record<string, string>>> {
  const { secret = '' } = await call('POST', '/_control/webhook-endpoints', { url });
  const { platformToken = '' } = server.target.credentials;
  return { CONFORMANCE_PLATFORM_TOKEN: platformToken, CONFORMANCE_WEBHOOK_SECRET: secret };
}

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  holder.close();
  await once(holder, 'close');
  return port;
}

/** A server in front of the receiver, or in its place. */
async function listen(
  take: (body: Buffer, headers: Record<string, string>, path: string) => Promise<number>,
) {
  const front = createServer(async (request, response) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    response.writeHead(await take(await buffer(request), headers, request.url ?? '')).end();
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      front.close();
      front.closeAllConnections();
      await once(front, 'close');
    },
  };
}

const options = ['--quiet', '--target', 'live', '--profile', 'smoke'];
const checks = ['--checks', 'webhooks.deliveries', 'events.isolation'];

/** A clock and its end, which a vendor has beside endpoints in a dashboard. */
const config = {
  controls: {
    advanceClock: {
      method: 'POST',
      path: '/_control/clocks/{businessId}/advance',
      body: { seconds: '{seconds}' },
    },
    drain: { method: 'POST', path: '/_control/clocks/{businessId}/advance', body: { seconds: 0 } },
  },
};

const statusOf = ({ requirements }: Results, id: string) =>
  requirements.find((each) => each.id === id)?.status;

describe('a run against a target whose endpoint was registered by hand', () => {
  const runWith = async (args: readonly string[], variables: Readonly<Record<string, string>>) => {
    using folder = temporaryFolder();
    folder.write('conformance.config.json', JSON.stringify(config));
    const ended = await folder.run(['run', '--base-url', baseUrl, ...args, ...options], variables);
    const results = () =>
      parseResults(readFileSync(join(folder.path, 'conformance-report', 'results.json'), 'utf8'));
    return { ...ended, results: ended.code === 2 ? undefined : results() };
  };

  it('judges the events that a proxy forwards to a fixed port', async () => {
    const port = await freePort();
    await using proxy = await listen(async (body, headers, path) => {
      const sent = forward(`http://127.0.0.1:${port}${path.replace('/conformance', '')}`, {
        ...{ method: 'POST', headers },
      });
      sent.end(body);
      const [response] = await once(sent, 'response');
      response.resume();
      return response.statusCode;
    });
    const variables = await register(`${proxy.url}/conformance`);
    const at = [
      ...['--webhook-listen', `127.0.0.1:${port}`, '--webhook-url', `${proxy.url}/conformance`],
      ...checks,
    ];
    const { results, stdout, stderr } = await runWith(at, variables);
    expect(stderr).toBe('');
    expect(stdout + JSON.stringify(results)).not.toContain(variables.CONFORMANCE_WEBHOOK_SECRET);
    if (results === undefined) throw new Error('There are no results');
    expect(results.findings).toEqual([]);
    for (const id of ['HOOK-001', 'HOOK-007', 'HOOK-010', 'EVENT-003'])
      expect([id, statusOf(results, id)]).toEqual([id, 'passed']);
    // It needs an endpoint for each business.
    expect(statusOf(results, 'HOOK-015')).toBe('not-exercised');
  });

  it('judges the events that another receiver records', async () => {
    using folder = temporaryFolder();
    const file = join(folder.path, 'webhooks.ndjson');
    await using elsewhere = await listen(async (body, headers) => {
      const line = { method: 'POST', headers, body: body.toString('utf8'), time: Date.now() / 1_000 };
      appendFileSync(file, `${JSON.stringify(line)}\n`);
      return 200;
    });
    const { results } = await runWith(
      ['--webhook-record', file, '--checks', 'payroll.model'],
      await register(elsewhere.url),
    );
    if (results === undefined) throw new Error('There are no results');
    expect(results.findings).toEqual([]);
    for (const id of ['HOOK-001', 'HOOK-007', 'HOOK-010'])
      expect([id, statusOf(results, id)]).toEqual([id, 'passed']);
  });

  it.each([
    [
      ['--webhook-url', 'http://127.0.0.1:1'],
      /Say where the receiver of webhooks listens: add --webhook-listen/,
    ],
    [['--webhook-listen', 'everywhere'], /It must be an address and a port, such as 0\.0\.0\.0:4500/],
    [
      ['--webhook-listen', '127.0.0.1:0', '--webhook-url', 'http://127.0.0.1:1'],
      /The signing secret .* is missing: set CONFORMANCE_WEBHOOK_SECRET/,
    ],
    [['--webhook-cert', 'cert.pem', '--webhook-listen', '127.0.0.1:0'], /belong together: give both/],
  ])('%j is refused', async (args, message) => {
    const { platformToken = '' } = server.target.credentials;
    const { code, stderr } = await runWith(args, { CONFORMANCE_PLATFORM_TOKEN: platformToken });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
  });
});

const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

// Node.js makes no certificates.
it.skipIf(!hasOpenssl)('the receiver listens with TLS', async () => {
  using folder = temporaryFolder();
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(folder.path, name)) as [string, string];
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '1',
  ];
  execFileSync('openssl', [...made, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  const port = await freePort();
  await using proxy = await listen(async (body, headers) => {
    const sent = secureForward(`https://127.0.0.1:${port}/`, {
      ...{ method: 'POST', headers, ca: readFileSync(cert), checkServerIdentity: () => undefined },
    });
    sent.end(body);
    const [response] = await once(sent, 'response');
    response.resume();
    return response.statusCode;
  });
  const variables = await register(proxy.url);
  const tls = ['--webhook-cert', cert, '--webhook-key', key];
  const at = ['--webhook-listen', `127.0.0.1:${port}`, '--webhook-url', proxy.url, ...tls];
  folder.write('conformance.config.json', JSON.stringify(config));
  const { stderr } = await folder.run(
    ['run', '--base-url', baseUrl, ...at, ...checks, ...options],
    variables,
  );
  expect(stderr).toBe('');
  const file = join(folder.path, 'conformance-report', 'results.json');
  expect(statusOf(parseResults(readFileSync(file, 'utf8')), 'HOOK-010')).toBe('passed');
});
