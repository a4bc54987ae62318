import { describe, expect, it } from 'vitest';
import { resolveCredentials, resolveRun, resolveTarget } from './settings.ts';

const randomSeed = () => 99;

describe('settings', () => {
  it.each([
    ['a flag overrides the configuration', { profile: 'smoke' }, { profile: 'thorough' }, 'smoke'],
    ['the configuration overrides the default', {}, { profile: 'thorough' }, 'thorough'],
    ['the default is standard', {}, {}, 'standard'],
  ] as const)('of the profile: %s', (_, flags, config, wanted) => {
    expect(resolveRun({ control: true, ...flags }, config, {}, randomSeed).profile).toBe(wanted);
  });

  it.each([
    [{ seed: 1 }, { seed: 2 }, 1],
    [{}, { seed: 0 }, 0],
    [{}, {}, 99],
  ])('of the seed: flags %j over configuration %j is %d', (flags, config, wanted) => {
    expect(resolveRun({ control: true, ...flags }, config, {}, randomSeed).seed).toBe(wanted);
  });

  it('use the control plane unless the flag or the configuration disables it', () => {
    expect(resolveTarget({ control: true }, {}, {}).controls).toBe('auto');
    expect(resolveTarget({ control: true }, { controls: 'reference' }, {}).controls).toBe('reference');
    expect(resolveTarget({ control: false }, { controls: 'reference' }, {}).controls).toBe('none');
  });

  it('ignore the address of the configuration if a fault requires the embedded server', () => {
    const config = { baseUrl: 'http://127.0.0.1:3000' };
    expect(resolveTarget({ control: true, fault: 'some' }, config, {}).baseUrl).toBeUndefined();
  });
});

describe('a target', () => {
  it.each([
    ['http://127.0.0.1:4010/', 'http://127.0.0.1:4010'],
    ['http://[::1]:4010/api//', 'http://[::1]:4010/api'],
    ['https://localhost', 'https://localhost'],
  ])('at %s is taken as %s', (baseUrl, wanted) => {
    expect(resolveTarget({ control: true, baseUrl }, {}, {}).baseUrl).toBe(wanted);
  });

  it.each([
    [{ baseUrl: 'example.com' }, /not a URL/],
    [{ baseUrl: 'ftp://127.0.0.1' }, /not http or https/],
    [{ baseUrl: 'http://127.0.0.1/?a=1' }, /query/],
    [{ baseUrl: 'https://sandbox.example.com' }, /name its environment/],
    [{ baseUrl: 'https://127.0.0.1.example.com' }, /name its environment/],
    [{ baseUrl: 'http://127.0.0.1', fault: 'some' }, /--fault works only with the embedded server/],
  ] as const)('%j is refused', (flags, message) => {
    expect(() => resolveTarget({ control: true, ...flags }, {}, {})).toThrow(message);
  });

  const production = { control: true, baseUrl: 'https://example.com', environment: 'production' } as const;
  const configured = { baseUrl: 'https://example.com', environment: 'production' } as const;

  it.each([
    ['nothing is said', production, {}, undefined],
    ['the flag allows writes', { ...production, allowWrites: true }, {}, 'read-write'],
    ['the flag forbids writes', { ...production, readOnly: true }, { access: 'read-write' }, 'read-only'],
    ['its own configuration allows', production, { ...configured, access: 'read-write' }, 'read-write'],
    [
      'the configuration of a sandbox allows',
      production,
      { ...configured, environment: 'sandbox', access: 'read-write' },
      undefined,
    ],
    [
      'the configuration of another address allows',
      production,
      { ...configured, baseUrl: 'https://other.example.com', access: 'read-write' },
      undefined,
    ],
    [
      'the configuration of another address forbids',
      production,
      { ...configured, baseUrl: 'https://other.example.com', access: 'read-only' },
      'read-only',
    ],
  ] as const)('in production, where %s, is written to as that says', (_, flags, config, wanted) => {
    expect(resolveTarget(flags, config, {}).access).toBe(wanted);
  });

  it.each([
    [{}, {}, undefined],
    [{ patience: 30 }, { patience: { seconds: 9 } }, { seconds: 30, pauseMillis: 100 }],
    [{}, { patience: { seconds: 9, pauseMillis: 500 } }, { seconds: 9, pauseMillis: 500 }],
    [{}, { patience: { pauseMillis: 500 } }, { seconds: 5, pauseMillis: 500 }],
  ])('with the flags %j over the configuration %j is given the patience %j', (flags, config, wanted) => {
    expect(resolveTarget({ control: true, ...flags }, config, {}).patience).toEqual(wanted);
  });

  it('is refused without showing a password in its address', () => {
    const baseUrl = 'https://user:hunter2@example.com';
    expect(() => resolveTarget({ control: true, baseUrl }, {}, {})).toThrow(/must not contain a user/);
    expect(() => resolveTarget({ control: true, baseUrl }, {}, {})).not.toThrow('hunter2');
  });
});

describe('credentials', () => {
  it('come from the usual variables, or from those that the configuration names', () => {
    const variables = { CONFORMANCE_PLATFORM_TOKEN: 'key-of-a', CONFORMANCE_ORG_TOKEN: '', MINE: 'key-of-b' };
    expect(resolveCredentials({}, variables)).toEqual({ platformToken: 'key-of-a' });
    expect(resolveCredentials({ credentials: { platformToken: { env: 'MINE' } } }, variables)).toEqual({
      platformToken: 'key-of-b',
    });
  });

  it('are rejected if they are too short to be redacted', () => {
    const short = () => resolveCredentials({}, { CONFORMANCE_ORG_TOKEN: 'xyzzy' });
    expect(short).toThrow(/CONFORMANCE_ORG_TOKEN is shorter than 6 characters/);
    expect(short).not.toThrow('xyzzy');
  });

  it('are requested by name if a named variable is not set', () => {
    expect(() => resolveCredentials({ credentials: { orgToken: { env: 'MINE' } } }, {})).toThrow(/set MINE/);
  });
});

describe('a shard', () => {
  const resolve = (flags: object, config = {}) =>
    resolveRun({ control: true, ...flags }, config, {}, () => 1);

  it('has the seed of the other shards, so --seed is required', () => {
    const shard = { index: 2, count: 4 };
    expect(() => resolve({ shard })).toThrow('add --seed with the same number to each');
    expect(resolve({ shard, seed: 7 }).shard).toEqual(shard);
    expect(resolve({ shard }, { seed: 7 }).shard).toEqual(shard);
  });

  it('that is the whole run is not a shard', () => {
    expect(resolve({ shard: { index: 1, count: 1 } }).shard).toBeUndefined();
  });
});

it('limits and lists come from flags before the configuration', () => {
  const config = { timeBudget: 60, rate: 5, knownFailures: 'a.yaml', flaky: 'b.yaml' };
  const resolve = (flags: object) => resolveRun({ control: true, ...flags }, config, {}, () => 1);
  expect(resolve({})).toMatchObject({
    timeBudget: 60,
    rate: 5,
    knownFailures: 'a.yaml',
    flaky: 'b.yaml',
  });
  expect(resolve({ timeBudget: 1.5, rate: 9, flaky: 'c.yaml' })).toMatchObject({
    timeBudget: 1.5,
    rate: 9,
    flaky: 'c.yaml',
  });
});

it.each([
  [{}, {}, false],
  [{}, { strictToTheLetter: true }, true],
  [{ strictToTheLetter: true }, {}, true],
])('to the letter: %j with %j is %s', (flags, config, want) => {
  const settings = resolveRun({ control: true, ...flags }, config, {}, () => 1);
  expect(settings.strictToTheLetter).toBe(want);
});
