import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { allChecks } from '../../../conformance/all-checks.ts';
import { runConformance } from '../../../conformance/provider/run.ts';
import { faultById } from '../../../proof/faults/index.ts';
import { type ReferenceServer, startReferenceServer } from '../../../reference-server/server.ts';
import { parseResults } from '../../../reports/json.ts';
import { Screen } from '../../../reports/testing/screen.ts';
import { collectResults } from '../../collect-results.ts';
import { openEmbeddedTarget } from '../../targets/embedded-target.ts';
import {
  type ConformanceProcess,
  type Folder,
  inTerminal,
  temporaryFolder,
} from '../../testing/conformance-process.ts';
import { tool } from '../../tool.ts';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODw==';

let folder: Folder;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder[Symbol.dispose]());

interface Watched {
  readonly watching: ConformanceProcess;
  readonly url: string;
  /** Ctrl-C. */
  end(): ConformanceProcess['ended'];
}

async function watch(
  baseUrl: string,
  args: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): Promise<Watched> {
  const watching = folder.start(['watch', '--base-url', baseUrl, '--port', '0', ...args], variables);
  const [, url = ''] = await watching.printed(/ to (http:\/\/127\.0\.0\.1:\d+): the proxy forwards them/);
  return {
    watching,
    url,
    end() {
      watching.child.kill('SIGINT');
      return watching.ended;
    },
  };
}

/** The first requests of an integrator of the service. */
async function converse(url: string, { keys }: ReferenceServer, headers: Record<string, string> = {}) {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${keys.orgToken}`,
        ...(init.body != null && { 'content-type': 'application/json' }),
        ...headers,
      },
    }).then((response) => response.text());
  const person = { firstName: 'Ada', lastName: 'Obi', email: 'ada.obi@example.com' };
  await ask('/v1/persons', { method: 'POST', body: JSON.stringify(person) });
  for (const path of ['/v1/persons?limit=10', '/v1/payrolls', '/v1/payouts']) await ask(path);
}

const resultsOf = (side: 'server' | 'clients') =>
  parseResults(readFileSync(join(folder.path, 'conformance-report', side, 'results.json'), 'utf8'));

const found = (side: 'server' | 'clients') =>
  resultsOf(side)
    .findings.map(({ id }) => id)
    .toSorted();

describe('conformance watch', () => {
  test('finds nothing between a sound server and careful clients', async () => {
    const server = await startReferenceServer();
    const { url, end } = await watch(server.url);
    await converse(url, server);
    const { code, stderr } = await end();
    await server.close();
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Stopping\. /) });
    expect([found('server'), found('clients')]).toEqual([[], []]);
    const { target, coverage, verdict } = resultsOf('server');
    expect({ target, verdict }).toMatchObject({
      target: { baseUrl: server.url, kind: 'observed' },
      verdict: 'partial',
    });
    expect(coverage.operations).toMatchObject({ createPerson: { 201: 1 }, listPersons: { 200: 1 } });
  });

  test('prints the violations of a server while it runs, and reports them without a key', async () => {
    const server = await startReferenceServer({ fault: faultById('persons-without-meta') });
    const { url, end, watching } = await watch(server.url);
    await converse(url, server);
    await watching.printed(/^server ✗ PERSON-002 /m);
    const { code, stdout } = await end();
    await server.close();
    expect(code).toBe(1);
    const [finding] = resultsOf('server').findings;
    expect(finding?.check).toBe('answers.listPersons');
    expect(finding?.steps[0]?.exchanges[0]?.request.url).toBe(`${server.url}/v1/persons?limit=10`);
    for (const file of ['results.json', 'index.html', 'results.ndjson', 'junit.xml'])
      expect(readFileSync(join(folder.path, 'conformance-report/server', file), 'utf8')).not.toContain(
        server.keys.orgToken,
      );
    expect(stdout).not.toContain(server.keys.orgToken);
  });

  test('shows counts below the findings in a terminal, and leaves only the summary at the end', async () => {
    const server = await startReferenceServer({ fault: faultById('persons-without-meta') });
    const { url, end, watching } = await watch(server.url, [], { ...inTerminal, NO_COLOR: '1' });
    await converse(url, server);
    await watching.printed(/\D4 requests \([^)]+\)[^\n]*server 1 finding/);
    const { stdout } = await end();
    await server.close();
    const screen = new Screen(80, 200);
    screen.write(stdout);
    const lines = await screen.lines();
    expect(lines.filter((line) => line.includes('4 requests ('))).toEqual([]);
    const found = lines.findIndex((line) => line.startsWith('server ✗ PERSON-002 '));
    expect(found).toBeGreaterThan(0);
    expect(lines.indexOf(`The server at ${server.url}`)).toBeGreaterThan(found);
    expect(stdout.endsWith('\u001b[?25h')).toBe(false);
    expect(stdout.lastIndexOf('\u001b[?25h')).toBeGreaterThan(stdout.lastIndexOf('\u001b[?25l'));
  });

  test('keeps a record of limited size, from which reports can be written meanwhile', async () => {
    const server = await startReferenceServer({ fault: faultById('persons-without-meta') });
    const linesAfter = async (conversations: number) => {
      const { url, end, watching } = await watch(server.url);
      for (let index = 0; index < conversations; index += 1) await converse(url, server);
      await watching.printed(/^server ✗ PERSON-002 /m);
      expect(await folder.run(['report', 'conformance-report/server', '--out', 'now'])).toMatchObject({
        code: 0,
      });
      expect(readFileSync(join(folder.path, 'now/summary.md'), 'utf8')).toContain('### PERSON-002');
      await end();
      expect(resultsOf('server').run.requests).toBe(4 * conversations);
      return readFileSync(join(folder.path, 'conformance-report/server/results.ndjson'), 'utf8').split('\n')
        .length;
    };
    expect(await linesAfter(25)).toBe(await linesAfter(1));
    await server.close();
  });

  test('prints the violations of clients, which decide the verdict on request', async () => {
    const server = await startReferenceServer();
    const { url, end } = await watch(server.url, ['--fail-on', 'client']);
    await fetch(`${url}/v1/payrolls`);
    await fetch(`${url}/v1/salaries`, { headers: { authorization: `Bearer ${server.keys.orgToken}` } });
    const { code } = await end();
    await server.close();
    expect(code).toBe(1);
    expect(found('server')).toEqual([]);
    expect(found('clients')).toEqual(['requests.headers/CLIENT-001', 'requests.unknown/CLIENT-006']);
    const access = resultsOf('server').requirements.find(({ id }) => id === 'AUTH-001');
    expect(access).toMatchObject({ status: 'passed', evaluations: 1 });
  });

  test('reports a server that requires no token', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { url, end } = await watch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await fetch(`${url}/v1/payrolls`);
    const { code } = await end();
    server.close();
    expect(code).toBe(1);
    expect(found('server')).toContain('answers.listPayrolls/AUTH-001');
  });

  test('forwards webhooks to the receiver, and verifies them with the secret', async () => {
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(`${request.method} ${request.url} ${request.headers['hook-id']}`);
      request.resume().on('end', () => response.writeHead(204).end());
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const hooks = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
    const { end, watching } = await watch('http://127.0.0.1:9', ['--webhooks-to', hooks], {
      CONFORMANCE_WEBHOOK_SECRET: secret,
    });
    const [, url = ''] = await watching.printed(/^Register (\S+) for webhooks/m);
    const trigger = (type: string, signedWith: string) =>
      folder.run(['webhook', 'trigger', type, '--url', url, '--secret', signedWith]);
    const [good, bad] = [
      await trigger('payroll.created', secret),
      await trigger('person.created', 'whsec_AQECAwQFBgcICQoLDA0ODw=='),
    ];
    const { code, stdout } = await end();
    receiver.close();
    expect([good.code, bad.code]).toEqual([0, 0]);
    expect(received).toEqual([
      expect.stringMatching(/^POST \/hooks evt_/),
      expect.stringMatching(/^POST \/hooks evt_/),
    ]);
    expect(code).toBe(1);
    expect(found('server')).toEqual(['events.person.created/HOOK-010']);
    expect(resultsOf('server').coverage.events).toMatchObject({ 'payroll.created': 1 });
    expect(stdout).not.toContain(secret);
  });

  test('without traffic nothing is judged', async () => {
    const { end } = await watch('http://127.0.0.1:9');
    const { code, stderr } = await end();
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringContaining('There was no traffic'),
    });
  });

  test('names the server when it does not respond', async () => {
    const { url, end } = await watch('http://127.0.0.1:9');
    const { status } = await fetch(`${url}/v1/payrolls`);
    const { code, stderr } = await end();
    expect({ status, code }).toEqual({ status: 502, code: 3 });
    expect(stderr).toContain('Cannot reach http://127.0.0.1:9: no request got a response.');
  });

  test('a port in use is wrong usage', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = String((server.address() as AddressInfo).port);
    const { code, stderr } = await folder.run(['watch', '--base-url', 'http://127.0.0.1:9', '--port', port]);
    server.close();
    expect(code).toBe(2);
    expect(stderr).toContain(
      'the port is in use: stop the process that uses it, or choose another port with --port',
    );
  });

  test('the suite can run through it, and finds nothing on a sound server', async () => {
    const { target, close } = await openEmbeddedTarget({ control: true });
    const { url, end } = await watch(target.baseUrl);
    const checks = allChecks.filter(({ id }) => /^(authentication|persons)\./.test(id));
    const run = { checks, seed: 3, profile: 'smoke', concurrency: 2, tool } as const;
    const { findings } = await collectResults(
      runConformance({ target: { ...target, baseUrl: url }, ...run }),
    );
    const { code } = await end();
    await close();
    expect(findings).toEqual([]);
    expect({ code, findings: found('server') }).toEqual({ code: 0, findings: [] });
    expect(resultsOf('server').run.requests).toBeGreaterThan(100);
    expect(found('clients')).toContain('requests.headers/CLIENT-001');
  });
});
