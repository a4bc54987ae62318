import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/conformance-process.ts';
import { addOperationsOptions, checkExposure, type OperationsOptions, openOperations } from './operations.ts';

const usual: OperationsOptions = { logFormat: 'text', metrics: true, fieldWarnings: true };
const controlKey = 'a-key-of-the-control-plane';

/** The options that the flags become, or the error message. */
function read(...flags: readonly string[]): unknown {
  const command = addOperationsOptions(new Command('serve'))
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  try {
    return command.parse(flags, { from: 'user' }).opts();
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

describe('the flags', () => {
  it.each<[flags: string[], want: unknown]>([
    [[], { logFormat: 'text', metrics: true, fieldWarnings: true }],
    [
      ['--deliver-to', 'a.example.com,10.0.0.0/8', '--deliver-to', 'public'],
      expect.objectContaining({ deliverTo: ['a.example.com', '10.0.0.0/8', 'public'] }),
    ],
    [
      ['--limit', 'persons=5', '--limit', 'outbox=7'],
      expect.objectContaining({ limit: { persons: 5, outbox: 7 } }),
    ],
    [['--deliver-to', 'http://a'], expect.stringContaining('"http://a" is no receiver: name a host')],
    [['--limit', 'person=5'], expect.stringContaining('There is no limit person. Did you mean persons?')],
    [['--limit', 'persons'], expect.stringContaining('such as persons=500')],
    [['--rate-limit', '0'], expect.stringContaining('from 1 to')],
    [['--log-level', 'loud'], expect.stringContaining('Allowed choices are fatal')],
    [['--log-format', 'xml'], expect.stringContaining('Allowed choices are text, json')],
    [['--keep-deliveries', '-1'], expect.stringContaining('from 1 to')],
    [['--keep-businesses', '0'], expect.stringContaining('from 0.01 to')],
  ])('%j', (flags, want) => {
    expect(read(...flags)).toEqual(want);
  });
});

describe('the control plane', () => {
  it.each<[host: string, control: boolean, key: string | undefined, want: RegExp | undefined]>([
    ['127.0.0.1', true, undefined, undefined],
    ['localhost', true, undefined, undefined],
    ['::1', true, undefined, undefined],
    ['127.8.9.10', true, undefined, undefined],
    ['0.0.0.0', true, undefined, /set CONFORMANCE_CONTROL_KEY .* or .* --no-control/],
    ['::', true, undefined, /set CONFORMANCE_CONTROL_KEY/],
    ['10.0.0.1', true, undefined, /set CONFORMANCE_CONTROL_KEY/],
    ['sandbox.example.com', true, undefined, /set CONFORMANCE_CONTROL_KEY/],
    ['0.0.0.0', false, undefined, undefined],
    ['0.0.0.0', true, controlKey, undefined],
    ['0.0.0.0', true, '', /at least 16/],
    ['127.0.0.1', true, 'too-short', /at least 16/],
    ['127.0.0.1', true, 'a key that has spaces in it', /no space/],
  ])('on %s, there: %s, with the key %j', (host, control, key, want) => {
    const start = () =>
      checkExposure(host, control, { ...usual, ...(key !== undefined && { controlKey: key }) });
    if (want === undefined) expect(start).not.toThrow();
    else expect(start).toThrow(want);
    if (key) expect(want === undefined || !want.test(key)).toBe(true);
  });
});

it('invalid tracing variables are rejected with a remedy', async () => {
  const variables = { OTEL_TRACES_EXPORTER: 'zipkin' };
  await expect(openOperations(usual, variables, []).optionsFor('sandbox')).rejects.toMatchObject({
    code: 'CONFIGURATION_INVALID',
    message: 'OTEL_TRACES_EXPORTER is zipkin: set it to otlp or none',
  });
});

describe.concurrent('conformance serve, for others', () => {
  it('refuses to expose the control plane to a network, and does not print a key', async () => {
    using folder = temporaryFolder();
    const { code, stdout, stderr } = await folder.run(['serve', '--host', '0.0.0.0', '--port', '0'], {
      CONFORMANCE_CONTROL_KEY: 'short',
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: The control key must have at least 16 /);
    expect(stderr).not.toContain('short');
  });

  it('writes only its log to standard output, without a key, and stops on a signal', async () => {
    using folder = temporaryFolder();
    const keys = { CONFORMANCE_CONTROL_KEY: controlKey, CONFORMANCE_ORG_TOKEN: 'chosen-by-me' };
    const flags = ['--host', '0.0.0.0', '--port', '0', '--log-format', 'json', '--rate-limit', '2'];
    const { child, ended, printed } = folder.start(['serve', ...flags], keys);
    const [, url] = await printed(/"url":"(.*?)"/);
    const ask = (path: string, token: string) =>
      fetch(`${url}${path}`, {
        headers: { authorization: `Bearer ${token}`, 'x-request-id': 'chosen-by-me' },
      });
    const statuses = [
      await ask('/_control', controlKey),
      await ask('/_control', 'another key'),
      await ask('/_metrics', controlKey),
      await ask('/_metrics', 'another key'),
      await ask('/v1/persons', 'chosen-by-me'),
      await ask('/v1/persons', 'chosen-by-me'),
      await ask('/v1/persons', 'chosen-by-me'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 401, 200, 401, 200, 200, 429]);
    child.kill('SIGTERM');
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const entries = stdout
      .trimEnd()
      .split('\n')
      .map((line): { message: string } => JSON.parse(line));
    expect(entries.map(({ message }) => message)).toEqual([
      'listening',
      ...Array(5).fill('request'),
      'stopping',
      'stopped',
    ]);
    for (const secret of Object.values(keys)) expect(stdout).not.toContain(secret);
  });
});
