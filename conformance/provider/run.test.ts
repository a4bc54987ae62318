import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IssuedToken } from '../target/controls.ts';
import type { Target } from '../target/target.ts';
import { fakeSecrets, runAgainst, startFakeTarget } from '../testing/fake-target.ts';
import { type Check, example, model, property } from './check.ts';
import { type Move, together } from './model.ts';
import { runConformance } from './run.ts';
import type { Scenario } from './scenario.ts';

const caller = { token: fakeSecrets.platformToken };
const details = { title: 'A check of the test', covers: [], needs: [] };

/** Holds for every number below the limit. */
const below = (limit: number, requirement: 'AUTH-001' | 'AUTH-002') => (scenario: Scenario, value: number) =>
  scenario.require(requirement, value < limit, `below ${limit}`, String(value));

const twoRules = property({
  ...details,
  id: 'test.two-rules',
  covers: ['AUTH-001', 'AUTH-002', 'AUTH-003'],
  arbitrary: () => fc.integer({ min: 0, max: 1_000 }),
  runs: () => 100,
  run: async (scenario, value) => {
    scenario.step(`send ${value}`);
    await scenario.send('listWallets', caller, { query: { value } });
    below(37, 'AUTH-001')(scenario, value);
    below(113, 'AUTH-002')(scenario, value);
    scenario.require('AUTH-003', true, '', '');
  },
});

describe('a property', () => {
  test('finds each broken requirement once, with the smallest input that breaks it', async () => {
    await using fake = await startFakeTarget();
    const { results, status } = await runAgainst(fake.target, { checks: [twoRules] });
    expect(results.findings.map(({ requirement, actual }) => [requirement, actual])).toEqual([
      ['AUTH-001', '37'],
      ['AUTH-002', '113'],
    ]);
    expect(results.findings.map(({ steps }) => steps.map(({ label }) => label))).toEqual([
      ['send 37'],
      ['send 113'],
    ]);
    expect(status('AUTH-003')).toBe('passed');
    expect(results.verdict).toBe('non-conformant');
  });

  test('goes on after a violation from the case that showed it', async () => {
    await using fake = await startFakeTarget();
    const tried: number[] = [];
    const isBroken = (value: number) => value % 8 === 3;
    const counting = property({
      ...details,
      id: 'test.counting',
      covers: ['AUTH-001'],
      arbitrary: () => fc.integer({ min: 0, max: 1e9 }),
      runs: () => 40,
      run: async (scenario, value) => {
        tried.push(value);
        scenario.require('AUTH-001', !isBroken(value), 'another number', String(value));
      },
    });
    const { results } = await runAgainst(fake.target, { checks: [counting], seed: 3 });
    expect(results.findings).toHaveLength(1);
    const before = tried.slice(0, tried.findIndex(isBroken));
    expect(before.length).toBeGreaterThan(2);
    expect(tried.filter((value) => before.includes(value))).toEqual(before);
    // Then the case itself once more, and those that follow.
    expect(tried.length).toBeGreaterThan(40);
  });

  test('is repeated with the seed and path of a finding', async () => {
    await using fake = await startFakeTarget();
    const { results } = await runAgainst(fake.target, { checks: [twoRules], seed: 4711 });
    for (const { check, requirement, replay, actual } of results.findings) {
      const again = await runAgainst(fake.target, {
        checks: [twoRules],
        replay: { check, requirement, replay },
      });
      expect(again.results.findings.map((finding) => [finding.requirement, finding.actual])).toEqual([
        [requirement, actual],
      ]);
      expect(again.results.checks[0]?.runs).toBe(1);
    }
  });
});

type Sum = { total: number };

const add = (amount: number): Move<null, Sum> => ({
  name: `add(${amount})`,
  possible: () => amount % 2 === 1,
  describe: () => `add ${amount}`,
  act: async (scenario) => {
    await scenario.send('listWallets', caller);
    return (_, state) => {
      state.total += amount;
    };
  },
});

const sums = (tours: readonly (readonly Move<null, Sum>[])[] = []): Check =>
  model<null, Sum>({
    ...details,
    id: 'test.sums',
    covers: ['AUTH-001'],
    moves: () => fc.integer({ min: 1, max: 9 }).map(add),
    tours: () => tours,
    outOfReach: () => ({}),
    model: {
      start: async () => ({ context: null, state: { total: 0 } }),
      look: async () => (alternative, state) =>
        alternative.require('AUTH-001', state.total < 10, 'below 10', String(state.total), 'first'),
      show: ({ total }) => `a total of ${total}`,
    },
  });

describe('a model', () => {
  test('shrinks to a few moves, and a replay makes the same moves', async () => {
    await using fake = await startFakeTarget();
    const { results } = await runAgainst(fake.target, { checks: [sums()] });
    const [finding] = results.findings;
    const steps = finding?.steps ?? [];
    expect(steps.length).toBeLessThanOrEqual(3);
    expect(steps[0]?.believed).toBe('a total of 0');
    if (finding === undefined) return;
    const { check, requirement, replay } = finding;
    const again = await runAgainst(fake.target, { checks: [sums()], replay: { check, requirement, replay } });
    const labels = (found: typeof finding.steps) => found.map(({ label }) => label);
    expect(again.results.findings.map((found) => labels(found.steps))).toEqual([labels(steps)]);
  });

  test('shrinks a tour too, and separates simultaneous moves', async () => {
    await using fake = await startFakeTarget();
    const tour = [add(2), add(3), together(add(7), add(1))];
    const { results } = await runAgainst(fake.target, { checks: [sums([tour])] });
    const labels = results.findings.map(({ steps }) => steps.map(({ label }) => label));
    expect(labels).toEqual([['add 3', 'add 7']]);
  });
});

test('a model without a move that the target offers is not exercised', async () => {
  await using fake = await startFakeTarget();
  const idle = model<null, Sum>({
    ...details,
    id: 'test.idle',
    covers: ['AUTH-001'],
    moves: () => [],
    tours: () => [],
    outOfReach: () => ({}),
    model: {
      start: async () => ({ context: null, state: { total: 0 } }),
      look: async () => () => {},
      show: () => '',
    },
  });
  const { results } = await runAgainst(fake.target, { checks: [idle] });
  expect(results.checks[0]).toMatchObject({ status: 'not-exercised', requests: 0 });
});

describe('an error that is not the target’s behaviour', () => {
  const asks = (id: string) =>
    example({
      ...details,
      id,
      covers: ['AUTH-001'],
      run: async (scenario) => {
        await scenario.send('listWallets', caller);
        scenario.require('AUTH-001', true, '', '');
      },
    });

  test('a connection that breaks makes the check errored, never a finding', async () => {
    await using fake = await startFakeTarget(({ url }) => (url === '/v1/wallets' ? 'destroy' : {}));
    const { results, status } = await runAgainst(fake.target, { checks: [asks('test.one')] });
    expect(results.findings).toEqual([]);
    expect(results.checks.map((check) => check.status)).toEqual(['errored']);
    expect(status('AUTH-001')).toBe('errored');
  });

  test('an exception in a check makes it errored', async () => {
    await using fake = await startFakeTarget();
    const broken = example({
      ...details,
      id: 'test.broken',
      covers: ['AUTH-001'],
      run: async () => {
        throw new Error('a slip');
      },
    });
    const { results } = await runAgainst(fake.target, { checks: [broken] });
    expect(results.checks[0]).toMatchObject({ status: 'errored', error: 'a slip' });
    expect(results.verdict).toBe('error');
  });

  test('a dead target is the verdict error with one line that names the address', async () => {
    const fake = await startFakeTarget();
    await fake[Symbol.asyncDispose]();
    const { results } = await runAgainst(fake.target, { checks: [asks('test.one')] });
    expect(results.verdict).toBe('error');
    expect(results.reason).toContain(fake.target.baseUrl);
    expect(results.reason).toContain('ECONNREFUSED');
  });

  test('refused credentials are the verdict error, with the variable to set', async () => {
    await using fake = await startFakeTarget(() => ({
      status: 401,
      body: { code: 'unauthorized', message: 'no' },
    }));
    const { results } = await runAgainst(fake.target, { checks: [asks('test.one')] });
    expect(results).toMatchObject({ verdict: 'error', requirements: expect.anything() });
    expect(results.reason).toContain('CONFORMANCE_PLATFORM_TOKEN');
  });

  test('an aborted run is incomplete and keeps what was done', async () => {
    await using fake = await startFakeTarget();
    const controller = new AbortController();
    const endless = example({
      ...details,
      id: 'test.endless',
      run: async (scenario) => {
        controller.abort(new Error('Interrupted.'));
        await scenario.send('listWallets', caller);
      },
    });
    const { results } = await runAgainst(fake.target, {
      checks: [asks('test.one'), endless, asks('test.two')],
      signal: controller.signal,
    });
    expect(results).toMatchObject({ verdict: 'incomplete', reason: 'Interrupted.' });
    expect(results.checks.map(({ id, error }) => [id, error])).toEqual([
      ['test.one', undefined],
      ['test.endless', 'Interrupted.'],
    ]);
  });
});

describe('a requirement that was not exercised', () => {
  test('names the missing capability', async () => {
    await using fake = await startFakeTarget();
    const needy = example({
      ...details,
      id: 'test.needy',
      covers: ['RETRY-001'],
      needs: ['clock'],
      run: async () => {},
    });
    const { results } = await runAgainst(fake.target, { checks: [needy, twoRules] });
    expect(results.requirements.find(({ id }) => id === 'RETRY-001')).toMatchObject({
      status: 'not-exercised',
      reason: 'Missing on the target: clock, drain, webhooks.',
    });
  });

  test('a run that evaluated nothing is an error, never green', async () => {
    await using fake = await startFakeTarget();
    const idle = example({ ...details, id: 'test.idle', run: async () => {} });
    const { results } = await runAgainst(fake.target, { checks: [idle] });
    expect(results.verdict).toBe('error');
  });
});

test('no secret reaches an event', async () => {
  await using fake = await startFakeTarget(() => ({
    body: { echo: fakeSecrets.platformToken, data: [fakeSecrets.orgToken] },
  }));
  const leaky = example({
    ...details,
    id: 'test.leaky',
    covers: ['AUTH-001'],
    run: async (scenario) => {
      await scenario.send('listWallets', caller, { body: { note: fakeSecrets.platformToken } });
      scenario.require('AUTH-001', false, 'nothing', 'something');
    },
  });
  const { events, results } = await runAgainst(fake.target, { checks: [leaky] });
  const text = JSON.stringify(events);
  for (const secret of Object.values(fakeSecrets)) expect(text).not.toContain(secret);
  expect(results.findings[0]?.curl).toContain('authorization: Bearer $CONFORMANCE_PLATFORM_TOKEN');
});

test('no token issued to a case reaches an event, and each token is revoked once', async () => {
  const [given, exchanged] = ['user-secret-0a51', 'exchanged-secret-77e0'];
  await using fake = await startFakeTarget(({ url }) =>
    url === '/control/tokens'
      ? { body: { id: 'token-1', token: given } }
      : { body: { token: exchanged, echo: [given], data: [] } },
  );
  const revoked: string[] = [];
  const target: Target = {
    ...fake.target,
    controls: {
      issueToken: async (send, body) =>
        (await send({ method: 'POST', path: '/control/tokens', body })).json as IssuedToken,
      revokeToken: async (_send, id) => {
        revoked.push(id);
      },
    },
  };
  const leaky = (id: string, revokes: boolean) =>
    example({
      ...details,
      id,
      covers: ['AUTH-001'],
      run: async (scenario) => {
        scenario.step('use a token');
        const issued = await scenario.issued.issueToken({ type: 'user', businessId: 'b', userId: 'u' });
        const { text } = await scenario.send('listWallets', { token: issued.token });
        scenario.issued.conceal(exchanged, 'CONFORMANCE_USER_TOKEN');
        if (revokes) await scenario.issued.revokeToken(issued);
        scenario.require('AUTH-001', false, given, text);
      },
    });
  const { events, results } = await runAgainst(target, {
    checks: [leaky('test.revokes', true), leaky('test.forgets', false)],
  });
  const text = JSON.stringify(events);
  for (const secret of [given, exchanged]) expect(text).not.toContain(secret);
  expect(results.findings).toHaveLength(2);
  expect(results.findings[0]?.curl).toContain('authorization: Bearer $tokensToken"');
  const issued = fake.requests.filter(({ url }) => url === '/control/tokens');
  expect(revoked).toHaveLength(issued.length);
  expect(results.findings.every(({ actual }) => actual.includes('$CONFORMANCE_USER_TOKEN_2'))).toBe(true);
});

test('each request names the check that sent it', async () => {
  await using fake = await startFakeTarget();
  await runAgainst(fake.target, { checks: [twoRules] });
  expect(fake.requests.at(-1)?.headers['user-agent']).toBe('test/0 (test.two-rules)');
});

test('options without a target or without checks are refused with the name of what is missing', async () => {
  // @ts-expect-error: a caller without types
  expect(() => runConformance({ baseUrl: 'http://127.0.0.1:9' })).toThrow(
    /needs a target: give target: \{ baseUrl/,
  );
  await using fake = await startFakeTarget();
  // @ts-expect-error: a caller without types
  expect(() => runConformance({ target: fake.target })).toThrow(/needs checks: give checks: allChecks/);
});
