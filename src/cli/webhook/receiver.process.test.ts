import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createReceiver } from '../../../examples/webhook-receiver/receiver.ts';
import { parseResults } from '../../../reports/json.ts';
import { temporaryFolder } from '../../testing/conformance-process.ts';
import { invoke } from '../../testing/invoke.ts';

const secret = 'whsec_ABEiM0RVZneImaq7zN3u/wEjRWeJq83v/ty6mHZUMhA=';

async function listen(receiver: RequestListener) {
  const server = createServer(receiver);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe.concurrent('conformance webhook', () => {
  it('tests a receiver and writes reports without its secret', async () => {
    using folder = temporaryFolder();
    using receiver = await listen(createReceiver(secret));
    const args = [
      'webhook',
      '--url',
      `${receiver.url}/hooks`,
      '--checks',
      'receiver.time',
      '--secret',
      secret,
    ];
    const { code, stdout, stderr } = await folder.run([...args, '--seed', '7', '--out', 'report']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/✓ receiver\.time passed.*seed 7\nReport: report\/index\.html\n$/s);
    expect(readdirSync(`${folder.path}/report`)).toContain('results.ndjson');
    const results = parseResults(readFileSync(`${folder.path}/report/results.json`, 'utf8'));
    expect(results).toMatchObject({ verdict: 'partial', target: { kind: 'receiver' }, run: { seed: 7 } });
    const page = readFileSync(`${folder.path}/report/index.html`, 'utf8');
    expect(page).toContain(
      ` webhook --url ${receiver.url}/hooks --environment sandbox --checks receiver.time --out report --seed 7`,
    );
    expect(page).not.toContain('State machines');
    expect(stdout).not.toContain(secret);
  });

  it('ends on Ctrl-C with the report of what was done', async () => {
    using folder = temporaryFolder();
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    using receiver = await listen((request, response) => {
      request.resume();
      response.writeHead(200).end();
      resolve();
    });
    const args = [
      'webhook',
      '--url',
      receiver.url,
      '--secret',
      secret,
      '--speed',
      '1',
      '--checks',
      'receiver.schedule',
    ];
    const { child, ended } = folder.start(args);
    await asked;
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(code).toBe(4);
    expect(stderr).toContain('Stopping.');
    expect(readdirSync(`${folder.path}/conformance-report`)).toContain('index.html');
  });
});

describe('options for CI', () => {
  const acceptsAll: RequestListener = (request, response) => {
    request.resume().on('end', () => response.writeHead(200).end());
  };
  const forgeries = ['--checks', 'receiver.forgeries'];
  const listed = (...ids: readonly string[]) =>
    ids.map((id) => `- requirement: ${id}\n  reason: Next week.\n`).join('');

  it.each<[string, RequestListener, readonly string[], { list?: string; code: number; says: RegExp }]>([
    ['a finding fails', acceptsAll, forgeries, { code: 1, says: /The receiver does not conform\n2 of/ }],
    [
      'not when it is known',
      acceptsAll,
      [...forgeries, '--known-failures', 'list.yaml'],
      { list: listed('RECEIVER-017', 'RECEIVER-018'), code: 0, says: /RECEIVER-017.*known: Next week\./s },
    ],
    [
      'another one does',
      acceptsAll,
      [...forgeries, '--flaky', 'list.yaml'],
      { list: listed('RECEIVER-017'), code: 1, says: /2 of 13 documented requirements failed/ },
    ],
    [
      'a known one that passes fails',
      createReceiver(secret),
      [...forgeries, '--known-failures', 'list.yaml'],
      {
        list: listed('RECEIVER-017'),
        code: 1,
        says: /RECEIVER-017 is listed as a known failure but now passes/,
      },
    ],
    [
      'a list of the service is refused',
      acceptsAll,
      ['--known-failures', 'list.yaml'],
      { list: listed('PAYROLL-024'), code: 2, says: /there is no requirement "PAYROLL-024"/ },
    ],
    [
      'a check of the service is refused',
      acceptsAll,
      ['--known-failures', 'list.yaml'],
      {
        list: `${listed('RECEIVER-017')}  check: payroll.model\n`,
        code: 2,
        says: /no check "payroll\.model".*conformance list receiver-checks/,
      },
    ],
    [
      'the time budget ends a run with what was done',
      acceptsAll,
      ['--speed', '1', '--checks', 'receiver.schedule', '--time-budget', '1'],
      { code: 4, says: /The run did not finish\nThe time budget of 1 s is spent\./ },
    ],
  ])('%s', async (_, listener, args, { list = '', code, says }) => {
    using folder = temporaryFolder();
    using receiver = await listen(listener);
    folder.write('list.yaml', list);
    const given = ['webhook', '--url', `${receiver.url}/hooks`, '--secret', secret, '--quiet', ...args];
    const ended = await invoke(given, folder.path);
    expect(ended.stdout + ended.stderr).toMatch(says);
    expect(ended.code).toBe(code);
  });
});

it.each<[why: string, args: readonly string[], says: RegExp]>([
  ['no receiver', [], /give its address, such as --url/],
  ['no secret', ['--url', 'http://localhost:1'], /signing secret is missing/],
  ['a secret of another form', ['--url', 'http://localhost:1', '--secret', 'my secret!'], /is not base64/],
  [
    'a secret that would be everywhere',
    ['--url', 'http://localhost:1', '--secret', 'whsec_YWI='],
    /shorter than 6 characters/,
  ],
  [
    'another machine',
    ['--url', 'https://hooks.example.com', '--secret', secret],
    /not on this machine: name its environment/,
  ],
  [
    'production',
    ['--url', 'https://hooks.example.com', '--secret', secret, '--environment', 'production'],
    /--allow-writes/,
  ],
])('refuses %s', async (_why, args, says) => {
  const { webhookCommand } = await import('./webhook.ts');
  const command = webhookCommand(() => {});
  const attempt = command.parseAsync([...args, '--quiet'], { from: 'user' });
  await expect(attempt).rejects.toThrow(says);
  await expect(attempt).rejects.not.toThrow(/my secret/);
});
