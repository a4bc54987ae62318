import { describe, expect, it } from 'vitest';
import { fakeSecrets, runAgainst, startFakeTarget } from '../testing/fake-target.ts';
import { type Check, example } from './check.ts';

/** A path that the checks of this test read and the preflight does not. */
const asked = '/v1/wallets';
const caller = { token: fakeSecrets.platformToken };

/** A check that reads something other than the preflight does. */
const asks = (id: string): Check =>
  example({
    id,
    title: 'A check of the test',
    covers: ['AUTH-001'],
    needs: [],
    run: async (scenario) => {
      await scenario.send('listWallets', caller);
      scenario.require('AUTH-001', true, '', '');
    },
  });

const four = ['a', 'b', 'c', 'd'].map((id) => asks(`test.${id}`));

describe('the circuit breaker', () => {
  it('ends the run when a target stops responding', async () => {
    let gone = false;
    await using fake = await startFakeTarget(({ url }) => {
      gone ||= url === asked;
      return gone ? 'destroy' : {};
    });
    const { results } = await runAgainst(fake.target, { checks: four });
    expect(results.verdict).toBe('incomplete');
    expect(results.reason).toMatch(/^The target stopped answering\. No response from http/);
    expect(results.checks.map(({ status }) => status)).toEqual(['errored', 'errored']);
    const silent = results.requirements.filter(({ reason }) => reason?.startsWith('No response from'));
    expect(silent.map(({ id, status }) => [id, status])).toEqual([['AUTH-001', 'errored']]);
  });

  it('lets the run continue when the target drops only some connections', async () => {
    await using fake = await startFakeTarget(({ url }) => (url === asked ? 'destroy' : {}));
    const { results } = await runAgainst(fake.target, { checks: four });
    expect(results.checks.map(({ status }) => status)).toEqual(['errored', 'errored', 'errored', 'errored']);
    expect(results.verdict).toBe('error');
  });

  it('continues when the target is back after a restart', async () => {
    // With a connection for each request none is sent once more because its connection was an old one.
    const alone = { headers: { connection: 'close' } };
    let broken = 0;
    await using fake = await startFakeTarget(({ url }) => {
      if (url !== asked) return alone;
      broken += 1;
      return broken <= 2 ? 'destroy' : alone;
    });
    const { results } = await runAgainst(fake.target, { checks: four });
    expect(results.checks.map(({ status }) => status)).toEqual(['errored', 'errored', 'passed', 'passed']);
    expect(results.verdict).toBe('partial');
  });
});

describe('the time budget', () => {
  it('ends an unfinished run as incomplete and keeps its results', async () => {
    await using fake = await startFakeTarget();
    const endless = example({
      id: 'test.endless',
      title: 'A check of the test',
      covers: ['AUTH-002'],
      needs: [],
      run: async (scenario) => {
        for (;;) await scenario.send('listWallets', caller);
      },
    });
    const { results, status } = await runAgainst(fake.target, {
      checks: [asks('test.a'), endless, asks('test.b')],
      timeBudgetMillis: 400,
    });
    expect(results).toMatchObject({ verdict: 'incomplete', reason: 'The time budget of 0.4 s is spent.' });
    expect(results.checks.map(({ id }) => id)).toEqual(['test.a', 'test.endless']);
    expect(status('AUTH-001')).toBe('passed');
    expect(status('AUTH-002')).toBe('errored');
  });

  it('also ends a run against a target that never responds', async () => {
    await using fake = await startFakeTarget(() => 'hang');
    const { results } = await runAgainst(fake.target, { checks: four, timeBudgetMillis: 100 });
    expect(results).toMatchObject({ verdict: 'incomplete', reason: 'The time budget of 0.1 s is spent.' });
  });
});

describe('the rate', () => {
  it('spaces the requests of all checks together', async () => {
    await using fake = await startFakeTarget();
    const started = performance.now();
    const { results } = await runAgainst(fake.target, { checks: four, concurrency: 4, rate: 50 });
    // The preflight has one for each of two keys, and then each check has one: 5 pauses of 20 ms.
    expect(fake.requests).toHaveLength(6);
    expect(performance.now() - started).toBeGreaterThanOrEqual(99);
    expect(results.verdict).toBe('partial');
  });

  it('does not delay the end of a run that waits', async () => {
    await using fake = await startFakeTarget();
    const { results } = await runAgainst(fake.target, { checks: four, rate: 0.1, timeBudgetMillis: 50 });
    expect(results).toMatchObject({ verdict: 'incomplete', reason: 'The time budget of 0.05 s is spent.' });
  });
});

describe('a shard', () => {
  const plan = four.map(({ id }, index) => ({ check: id, shard: (index % 2) + 1 }));

  it('runs only its own checks, and calls the result partial', async () => {
    await using fake = await startFakeTarget();
    const { results, events } = await runAgainst(fake.target, {
      checks: four,
      shard: { index: 2, count: 2, plan },
    });
    expect(results.checks.map(({ id }) => id)).toEqual(['test.b', 'test.d']);
    expect(results).toMatchObject({ verdict: 'partial', run: { shard: { index: 2, count: 2 } } });
    expect(events[0]).toMatchObject({ plan });
    expect(results.requirements.find(({ id }) => id === 'AUTH-002')?.reason).toContain('report merge');
  });

  it('may evaluate nothing on its own', async () => {
    await using fake = await startFakeTarget();
    const idle = example({ id: 'test.idle', title: '', covers: [], needs: ['clock'], run: async () => {} });
    const shard = { index: 1, count: 2, plan: [{ check: 'test.idle', shard: 1 }] };
    const { results } = await runAgainst(fake.target, { checks: [idle], shard });
    expect(results.verdict).toBe('partial');
  });
});
