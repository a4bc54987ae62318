import { expect, test } from 'vitest';
import { ControlRejected, type Controls } from '../target/controls.ts';
import { accessOf } from '../target/target.ts';
import { fakeSecrets, runAgainst, startFakeTarget } from '../testing/fake-target.ts';
import { attempt } from './answers.ts';
import { example } from './check.ts';
import type { Scenario } from './scenario.ts';
import { advance, openTenant } from './tenant.ts';

const caller = { token: fakeSecrets.orgToken };
const checkOf = (run: (scenario: Scenario) => Promise<void>, reads?: true) =>
  example({
    id: 'test.check',
    title: 'A check',
    covers: ['AUTH-001'],
    needs: [],
    run,
    ...(reads && { reads }),
  });

test('waits for a condition until the patience is over, and no longer', async () => {
  await using fake = await startFakeTarget();
  const seen: { looks: number; millis: number; found: number }[] = [];
  const lookFor = async (scenario: Scenario, wanted: number, seconds?: number) => {
    const started = performance.now();
    let looks = 0;
    const look = () => {
      looks += 1;
      return looks;
    };
    const found = await scenario.eventually(look, (count) => count === wanted, seconds);
    seen.push({ looks, millis: performance.now() - started, found });
  };
  const looking = (seconds: number, run: (scenario: Scenario) => Promise<void>) => {
    const patience = { seconds, pauseMillis: 10 };
    return runAgainst({ ...fake.target, patience }, { checks: [checkOf(run)] });
  };
  await looking(60, async (scenario) => {
    await lookFor(scenario, 1);
    await lookFor(scenario, 3);
  });
  await looking(0.2, async (scenario) => {
    await lookFor(scenario, -1);
    await lookFor(scenario, -1, 60);
    await lookFor(scenario, -1, 0);
  });
  expect(seen.map(({ found, looks }) => found === looks)).toEqual(Array.from({ length: 5 }, () => true));
  expect(seen.map(({ looks }) => looks).slice(0, 2)).toEqual([1, 3]);
  expect(seen[4]?.looks).toBe(1);
  for (const given of [seen[2], seen[3]]) {
    expect(given?.millis).toBeGreaterThanOrEqual(199);
    expect(given?.millis).toBeLessThan(60_000);
  }
});

test('ends a wait when the run is interrupted', async () => {
  await using fake = await startFakeTarget();
  const interruption = new AbortController();
  const check = checkOf(async (scenario) => {
    setTimeout(() => interruption.abort(new Error('Enough.')), 50);
    await scenario.eventually(
      () => 0,
      () => false,
    );
  });
  const started = performance.now();
  const target = { ...fake.target, patience: { seconds: 60, pauseMillis: 60_000 } };
  const { results } = await runAgainst(target, { checks: [check], signal: interruption.signal });
  expect(results.verdict).toBe('incomplete');
  expect(performance.now() - started).toBeLessThan(5_000);
});

test('offers no writes and controls with read-only access, and refuses to send a write', async () => {
  await using fake = await startFakeTarget();
  const controls = { drain: () => Promise.reject(new Error('A control was called')) };
  const target = { ...fake.target, environment: 'production', controls } as const;
  expect(accessOf(target)).toBe('read-only');
  const known: unknown[] = [];
  const check = checkOf(async (scenario) => {
    known.push(scenario.has('drain'), scenario.has('create-person'), scenario.offers('createBeneficiary'));
    known.push(scenario.target.controls.drain, scenario.offers('listBeneficiaries'));
    await scenario.send('listContracts', caller);
    await scenario.send('createBeneficiary', caller, { body: {} });
  }, true);
  const { results } = await runAgainst(target, { checks: [check] });
  expect(known).toEqual([false, false, false, undefined, true]);
  expect(results.checks.map(({ status, error }) => [status, error])).toEqual([
    ['errored', expect.stringMatching(/tried to send createBeneficiary/)],
  ]);
  expect(new Set(fake.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('a read that an adapter maps to POST counts as a write, so its check is not run', async () => {
  await using fake = await startFakeTarget();
  const operations = { listWallets: { method: 'POST' } } as const;
  const target = { ...fake.target, access: 'read-only', operations } as const;
  const offered: boolean[] = [];
  const alternative = checkOf(async (scenario) => {
    offered.push(scenario.offers('listWallets'), scenario.has('list-wallets'));
  }, true);
  await runAgainst(target, { checks: [alternative] });
  expect(offered).toEqual([false, false]);
  const writing = checkOf(async () => {
    throw new Error('It was run');
  });
  const { results } = await runAgainst(target, { checks: [writing] });
  expect(results.checks.map(({ status }) => status)).toEqual(['not-exercised']);
  expect(results.requirements.find(({ id }) => id === 'AUTH-001')?.reason).toMatch(/--allow-writes/);
});

test.each<[string, unknown, (scenario: Scenario) => Promise<unknown>]>([
  [
    'null as a token',
    { id: 't', token: null },
    (scenario) => scenario.issued.issueToken({ type: 'org', businessId: 'b' }),
  ],
  [
    'an object as a token',
    { id: 't', token: {} },
    (scenario) => scenario.issued.issueToken({ type: 'org', businessId: 'b' }),
  ],
  ['a number as a secret', { id: 'e', secret: 5 }, (scenario) => scenario.endpoints.register()],
  ['nothing as a secret', { id: 'e', secret: '' }, (scenario) => scenario.endpoints.register()],
])('holds against nobody a control that answers %s', async (_, answered, use) => {
  await using fake = await startFakeTarget();
  // A user's module may return anything.
  const control = async () => answered as never;
  const target = { ...fake.target, controls: { issueToken: control, registerWebhookEndpoint: control } };
  const check = checkOf(async (scenario) => {
    await use(scenario);
    scenario.require('AUTH-001', false, 'a use of it', 'a refusal');
  });
  const { results } = await runAgainst(target, { checks: [check] });
  expect(results.findings).toEqual([]);
  const { status, reason } = results.requirements.find(({ id }) => id === 'AUTH-001') ?? {};
  expect(status).toBe('not-exercised');
  expect(reason).toMatch(
    /^controls\.\w+ returned (?:no|an empty object as|a number as) (?:token|secret): return \{/,
  );
});

const transfer = { amount: { amount: 5, currency: 'NGN' } };

test('takes the only result of a control alone or under its name, and nothing else', async () => {
  await using fake = await startFakeTarget();
  const outcomeOf = async (returned: unknown) => {
    const controls = { receiveBankTransfer: async () => returned } as unknown as Controls;
    let outcome: unknown;
    const check = checkOf(async (scenario) => {
      const receive = scenario.control('receiveBankTransfer');
      outcome = await receive(scenario.controlSend, 'v', transfer as never).catch(({ message }) => message);
    });
    await runAgainst({ ...fake.target, controls }, { checks: [check] });
    return outcome;
  };
  expect(await outcomeOf('t-1')).toBe('t-1');
  expect(await outcomeOf({ id: 't-1', status: 'succeeded' })).toBe('t-1');
  expect(await outcomeOf({ transactionId: 't-1' })).toBe(
    'controls.receiveBankTransfer returned an object of transactionId as id: return it as text',
  );
  for (const wrong of [{ id: 7 }, 7])
    expect(await outcomeOf(wrong)).toMatch(/^controls\.receiveBankTransfer returned a number as id: /);
});

test('a function that reads from a rejected answer shows the answer without secrets, and the variable of its key', async () => {
  const key = 'ops-secret-5d01';
  const body = { code: 'unauthorized', message: `${'x'.repeat(250)}${key}` };
  await using fake = await startFakeTarget(({ url }) =>
    url === '/ops/tokens' ? { status: 401, body } : { body: {} },
  );
  const controls: Controls = {
    issueToken: async (send) => {
      await send({ path: '/ops/ready' });
      const { json } = await send({ method: 'POST', path: '/ops/tokens' });
      return { id: '', token: '', ...(json as object) };
    },
  };
  const target = {
    ...fake.target,
    controls,
    controlKey: { env: 'OUR_OPS_KEY' },
    secrets: { OUR_OPS_KEY: key },
  };
  const check = checkOf(async (scenario) => {
    await scenario.issued.issueToken({ type: 'org', businessId: 'b' });
  });
  const { results, events } = await runAgainst(target, { checks: [check] });
  const { reason = '' } = results.requirements.find(({ id }) => id === 'AUTH-001') ?? {};
  expect(reason).toMatch(
    /^controls\.issueToken returned no id, after POST \/ops\/tokens was rejected: 401 with \{.*: check that OUR_OPS_KEY is valid and belongs to this environment$/,
  );
  const [notice] = events.flatMap((event) => (event.type === 'notice-given' ? [event.notice] : []));
  expect(notice).toContain('controls.issueToken returned no id');
  for (let length = 4; length <= key.length; length += 1)
    expect(JSON.stringify([results, events])).not.toContain(`x${key.slice(0, length)}`);
});

test.each<[string, Error, RegExp]>([
  [
    'a slip',
    new TypeError("reading 'now'"),
    /^controls\.drain of the adapter failed with TypeError: reading 'now'$/,
  ],
  ['an error of its own', new Error('no such clock.'), /failed with Error: no such clock\.$/],
  ['a rejection', new ControlRejected('drain', { status: 409 }), /^The control drain was rejected with 409$/],
])('names the line of an adapter whose function throws %s', async (_, thrown, said) => {
  await using fake = await startFakeTarget(() => ({ body: {} }));
  const controls: Controls = {
    drain: async () => {
      throw thrown;
    },
  };
  let message = '';
  const check = checkOf(async (scenario) => {
    await scenario
      .control('drain')(scenario.controlSend, 'b')
      .catch((error) => {
        message = error.message;
      });
  });
  await runAgainst({ ...fake.target, controls }, { checks: [check] });
  expect(message).toMatch(said);
});

test('the message of a rejection is shown without secrets, wherever it is truncated', async () => {
  // The secret would be cut in two after 300 characters.
  const message = `${'x'.repeat(290)}${fakeSecrets.orgToken}`;
  const body = { code: 'account_frozen', message };
  await using fake = await startFakeTarget(({ method }) =>
    method === 'POST' ? { status: 422, body } : { body: { data: [] } },
  );
  const check = checkOf(async (scenario) => {
    await scenario.ask('createBeneficiary', caller, { body: {} });
  });
  const { results } = await runAgainst(fake.target, { checks: [check] });
  const shown = JSON.stringify(results);
  expect(shown).toContain('xxx');
  for (let length = 4; length <= fakeSecrets.orgToken.length; length += 1) {
    expect(shown).not.toContain(`x${fakeSecrets.orgToken.slice(0, length)}`);
  }
});

test('a control that refuses costs the cases that need it, and not those that only stop the clock', async () => {
  await using fake = await startFakeTarget();
  const asked: number[] = [];
  const advanceClock = async (_: unknown, __: string, seconds: number) => {
    asked.push(seconds);
    throw new ControlRejected('advanceClock', { status: 501 });
  };
  const credentials = { orgToken: fakeSecrets.orgToken };
  const target = { ...fake.target, credentials, orgBusinessId: 'b', controls: { advanceClock } };
  const outcomeOf = async (clock: 'stands' | 'moves' | 'may move') => {
    const check = checkOf(async (scenario) => {
      const tenant = await openTenant(scenario, clock === 'stands' ? clock : 'moves');
      if (clock === 'may move') await attempt(() => advance(scenario, tenant, 60));
      else if (clock === 'moves') await advance(scenario, tenant, 60);
      scenario.require('AUTH-001', true, 'this', 'this');
    });
    const { results, events } = await runAgainst(target, { checks: [check] });
    const notices = events.flatMap((event) => (event.type === 'notice-given' ? [event.notice] : []));
    return [results.checks[0]?.status, notices.filter((notice) => notice.includes('advanceClock'))];
  };
  expect(await outcomeOf('stands')).toEqual(['passed', []]);
  expect(await outcomeOf('may move')).toEqual(['passed', []]);
  const told = 'The control advanceClock was rejected with 501: a case ended there.';
  expect(await outcomeOf('moves')).toEqual(['not-exercised', [told]]);
  expect(asked).not.toContain(0);
});

test('a control is about the business of its arguments, not about the latest one, and knows its records', async () => {
  let count = 0;
  let [first, tenantKey] = ['', ''];
  await using fake = await startFakeTarget(({ method, url }) => {
    if (method === 'POST' && url === '/v1/platform/businesses') {
      count += 1;
      return { status: 201, body: { businessId: `b-${count}`, tenantKey: `key of b-${count}` } };
    }
    return method === 'POST' ? { status: 201, body: { id: 'p-1', ref: 7 } } : { body: { data: [] } };
  });
  const seen: unknown[] = [];
  const controls: Controls = {
    drain: async (send, businessId, { tenantKey }) => {
      seen.push([businessId, tenantKey]);
      await send({ path: '/test/idle', key: 'case' });
    },
    completeOffboarding: async (_, personId, { businessId, fieldsOf }) => {
      seen.push([businessId, fieldsOf(personId)]);
    },
    registerWebhookEndpoint: async (_, { businessId }, about) => {
      seen.push([businessId, about.tenantKey]);
      return { id: 'e', secret: 'whsec_secret' };
    },
  };
  const platform = { token: fakeSecrets.platformToken };
  const check = checkOf(async (scenario) => {
    const body = { businessName: 'A' };
    const { json } = await scenario.send('createBusiness', platform, { body });
    ({ businessId: first, tenantKey } = json as { businessId: string; tenantKey: string });
    await scenario.send('createBusiness', platform, { body });
    await scenario.send('createPerson', { ...platform, tenantKey }, { body: { firstName: 'A' } });
    await scenario.control('drain')(scenario.controlSend, first);
    await scenario.control('completeOffboarding')(scenario.controlSend, 'p-1');
    await scenario.control('registerWebhookEndpoint')(scenario.controlSend, { url: 'http://127.0.0.1:1' });
  });
  await runAgainst({ ...fake.target, controls }, { checks: [check] });
  expect(seen).toEqual([
    [first, tenantKey],
    [first, { firstName: 'A', id: 'p-1', ref: 7 }],
    [undefined, undefined],
  ]);
  const idle = fake.requests.find(({ url }) => url === '/test/idle');
  expect(idle?.headers['x-multitenantkey']).toBe(tenantKey);
});
