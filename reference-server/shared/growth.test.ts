import { expect, test } from 'vitest';
import { operation, responseFor } from '../../openapi/description.ts';
import { validate } from '../../openapi/validate.ts';
import type { GrowthLimitName } from '../service/shared-use.ts';
import { businessCollections } from '../state/records.ts';
import { type Scenario, startScenario } from '../testing/scenario.ts';
import { type GrowthLimits, growthLimits, LimitedGrowth } from './growth.ts';

type Answer = { status: number; body: unknown };

/**
 * Requests that make each limited thing grow by one: things that a tenant, or a caller of the control plane, can add to
 * without end.
 */
const growing: readonly [
  limit: GrowthLimitName,
  grow: (scenario: Scenario, index: number) => Promise<Answer>,
][] = [
  ['businesses', ({ client }) => client.send('createBusiness', { body: {} })],
  ['persons', ({ client }) => client.send('createPerson', { body: {} })],
  ['payrolls', ({ client }) => client.send('createPayroll', { body: {} })],
  [
    'customFields',
    ({ client, server }, index) =>
      client.send('createCustomField', {
        path: { businessId: server.businesses.platform.businessId },
        body: { name: `Field ${index}` },
      }),
  ],
  [
    'files',
    ({ client }) => {
      const body = new FormData();
      body.append('file', new File(['a'], 'a.png'));
      return client.send('uploadFile', { body });
    },
  ],
  [
    'ledger',
    ({ client }) => client.send('createBusinessDeposit', { body: { value: { amount: 1, currency: 'USD' } } }),
  ],
  [
    'wallets',
    ({ client }, index) =>
      client.send('createBusinessDeposit', {
        body: { value: { amount: 1, currency: ['USD', 'EUR', 'GBP', 'NGN'][index] ?? 'CAD' } },
      }),
  ],
  [
    'tokens',
    ({ control, server }) =>
      control.send('POST', '/tokens', { type: 'org', businessId: server.businesses.platform.businessId }),
  ],
  ['endpoints', ({ control }) => control.send('POST', '/webhook-endpoints', { url: 'http://127.0.0.1:1/' })],
];

/** A limit with which a few things more than there are from the start are too many. */
const least: Partial<GrowthLimits> = { tokens: 3 };

test.each(growing)(
  '%s grow up to their limit and no further, and the answer names it',
  async (name, grow) => {
    const limit = least[name] ?? 2;
    await using scenario = await startScenario({ growthLimits: { [name]: limit } });
    const answers: Answer[] = [];
    for (let index = 0; index < limit + 2; index += 1) answers.push(await grow(scenario, index));
    const [refused, ...others] = answers.filter(({ status }) => status > 299);
    expect(answers[0]?.status).toBe(201);
    expect(refused).toEqual({
      status: 409,
      body: {
        code: 'limit_reached',
        message: `The server keeps no more than ${limit} here`,
        params: { [name]: `must not be more than ${limit}` },
      },
    });
    expect(others.every(({ status }) => status === 409)).toBe(true);
    expect(validate(responseFor(operation('createPerson'), 400)?.schema ?? {}, refused?.body)).toEqual([]);
  },
);

test('an outbox does not exceed its limit, and a rejected request has no effect', async () => {
  await using scenario = await startScenario({ growthLimits: { outbox: 3 } });
  const { client, control, server } = scenario;
  const { businessId } = server.businesses.platform;
  await control.advance(businessId, 0);
  // No server listens there, so each delivery waits for its next attempt.
  await control.register('http://127.0.0.1:1/', businessId);
  for (let count = 0; count < 3; count += 1) await client.ok('createPerson', { body: {} });
  await control.advance(businessId, 0);
  const { status, body } = await client.send('createPerson', { body: {} });
  expect([status, body]).toEqual([409, expect.objectContaining({ params: { outbox: expect.any(String) } })]);
  expect((await client.ok('listPersons')).data).toHaveLength(3);
  // After the last retry they are given up, and there is room again.
  await control.advance(businessId, 7 * 86_400);
  await client.ok('createPerson', { body: {} });
});

test('an event that goes to several receivers takes as much room in the outbox', async () => {
  await using scenario = await startScenario({ growthLimits: { outbox: 3 } });
  const { client, control, server } = scenario;
  const { businessId } = server.businesses.platform;
  await control.register('http://127.0.0.1:1/', businessId);
  await control.register('http://127.0.0.1:1/');
  await client.ok('createPerson', { body: {} });
  expect((await client.send('createPerson', { body: {} })).status).toBe(409);
  expect(await control.deliveries(businessId)).toHaveLength(2);
});

test('a token is bound to no more addresses than the limit', async () => {
  await using scenario = await startScenario({ growthLimits: { addresses: 1 } });
  const { control, server } = scenario;
  const { businessId } = server.businesses.org;
  const issue = (addresses: readonly string[]) =>
    control.send('POST', '/tokens', { type: 'org', businessId, addresses });
  expect((await issue(['10.0.0.1'])).status).toBe(201);
  expect((await issue(['10.0.0.1', '10.0.0.2'])).status).toBe(409);
});

test('a delivery is sent again no more often than its log may grow', async () => {
  await using scenario = await startScenario({ growthLimits: { attempts: 2 } });
  const { control, client, server } = scenario;
  const { businessId } = server.businesses.platform;
  const events = await scenario.watch();
  await client.ok('createPerson', { body: {} });
  await events();
  const [delivery] = await control.deliveries(businessId);
  const resend = async () => (await control.send('POST', `/deliveries/${delivery?.id}/resend`)).status;
  expect(await resend()).toBe(204);
  await control.advance(businessId, 0);
  expect(await resend()).toBe(409);
});

test('a resource beyond a limit may shrink, change and stay', () => {
  const growth = new LimitedGrowth({ persons: 1 });
  const state = (count: number) =>
    Object.fromEntries(
      businessCollections.map((name) => [name, name === 'persons' ? Array.from({ length: count }) : []]),
    ) as never;
  expect(() => growth.checkRecords(state(5), state(4))).not.toThrow();
  expect(() => growth.checkRecords(state(5), state(5))).not.toThrow();
  expect(() => growth.checkRecords(state(0), state(1))).not.toThrow();
  expect(() => growth.checkRecords(state(1), state(2))).toThrow();
});

test('every collection of a business has a limit', () => {
  for (const name of businessCollections) expect(growthLimits[name]).toBeGreaterThan(100);
});
