import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allOperations } from '../../openapi/description.ts';
import { type Scenario, startScenario } from '../testing/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.server.close());

const payrollId = '0c3d1b52-7f0a-4c7e-9a58-5d0b7a2f61c4';

describe('every operation answers 401', () => {
  const tokens = {
    'without a token': () => null,
    'with an unknown token': () => 'unknown',
    'with a token of the other environment': () => scenario.server.keys.otherEnvironmentToken,
    'with something more than a token': () => `${scenario.server.keys.platformToken} more`,
  };
  const rows = Object.entries(tokens).flatMap(([name, token]) =>
    allOperations.map(({ id }) => ({ id, name, token })),
  );
  test.each(rows)('$id $name', async ({ id, token }) => {
    // The body is broken too: who calls is decided first.
    const { status, body } = await scenario.client.send(id, {
      token: token(),
      path: { payrollId },
      ...(id.startsWith('list') || id.startsWith('read') ? {} : { raw: { text: '{' } }),
    });
    expect([status, body]).toEqual([401, expect.objectContaining({ code: 'unauthorized' })]);
  });
});

const platform = () => scenario.server.businesses.platform.tenantKey;
const org = () => scenario.server.businesses.org.tenantKey;

describe('tenant keys', () => {
  test.each<[name: string, key: 'platformToken' | 'orgToken', tenantKey: () => string, want: number]>([
    ['a platform token and its own business', 'platformToken', platform, 200],
    ['a platform token and a foreign business', 'platformToken', org, 403],
    ['a platform token and an unknown key', 'platformToken', () => 'tk_unknown', 403],
    ['an org token and its own business', 'orgToken', org, 200],
    ['an org token and a foreign business', 'orgToken', platform, 403],
  ])('%s', async (_name, key, tenantKey, want) => {
    const token = scenario.server.keys[key];
    expect((await scenario.client.send('listPersons', { token, tenantKey: tenantKey() })).status).toBe(want);
  });

  test('the key of a created business selects it, no key the default business', async () => {
    const { client } = scenario;
    const { tenantKey } = await client.ok('createBusiness', { body: {} });
    const { id } = await client.ok('createPerson', { body: {}, tenantKey });
    const idsOf = async (call: object) =>
      (await client.ok('listPersons', call)).data.map((person) => person.id);
    expect(await idsOf({ tenantKey })).toEqual([id]);
    expect(await idsOf({})).not.toContain(id);
    expect(await idsOf({ token: scenario.server.keys.orgToken })).not.toContain(id);
  });
});

test('an org token may not create businesses and does not find payrolls of others', async () => {
  const { client, server } = scenario;
  const token = server.keys.orgToken;
  expect((await client.send('createBusiness', { body: {}, token })).status).toBe(403);
  const id = await scenario.savedPayroll();
  for (const operation of ['readPayroll', 'listPayslips', 'approvePayroll'] as const) {
    const { status, body } = await client.send(operation, { path: { payrollId: id }, token });
    expect([status, body]).toEqual([404, expect.objectContaining({ code: 'resource_not_found' })]);
  }
});
