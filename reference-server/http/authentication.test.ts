import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allOperations, type OperationId } from '../../openapi/description.ts';
import { issueToken } from '../testing/control-client.ts';
import {
  type Scenario,
  type StoredScenario,
  startScenario,
  startStoredScenario,
} from '../testing/scenario.ts';

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
    // The body is invalid too: authentication comes first.
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

  test('the tenant key of a created business selects it; without a key, the default business is selected', async () => {
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

describe('a user token', () => {
  let scenario: StoredScenario;
  let businessId: string;
  let personId: string;
  let userId: string;
  let colleagueId: string;
  let token: string;
  beforeAll(async () => {
    scenario = await startStoredScenario();
    businessId = scenario.server.businesses.platform.businessId;
    personId = (await scenario.client.ok('createPerson', { body: { firstName: 'Adaeze' } })).id ?? '';
    userId = await scenario.addUser({ personId });
    colleagueId = await scenario.addUser({ personId: randomUUID() });
    token = (await issueToken(scenario, { type: 'user', businessId, userId })).token;
  });
  afterAll(() => scenario.server.close());

  /** The status of a call with bodies that are broken, so that nothing is changed. */
  async function statusOf(id: OperationId, token: string, path: Record<string, string>) {
    const changes = !id.startsWith('list') && !id.startsWith('read');
    const { status } = await scenario.client.send(id, {
      token,
      path,
      ...(changes && { raw: { text: '{' } }),
    });
    return status;
  }

  const own = () => ({ userId, personId, businessId });
  const forUsers: readonly OperationId[] = [
    'readKyc',
    'submitKyc',
    'resubmitKyc',
    'renewKyc',
    'updateUser',
    'readPerson',
    'listUsers',
    'listContracts',
    'uploadFile',
    'listSupportedLocations',
    'listRequiredTaxFields',
  ];

  describe('every operation by the type of the token', () => {
    test.each(allOperations.map(({ id }) => id))('%s', async (id) => {
      const { platformToken, orgToken } = scenario.server.keys;
      const org = scenario.server.businesses.org;
      // Ids that name nothing, so that nothing is deleted.
      expect([401, 403]).not.toContain(await statusOf(id, platformToken, { businessId }));
      const byOrg = await statusOf(id, orgToken, { businessId: org.businessId });
      expect(byOrg === 403).toBe(id === 'createBusiness');
      expect((await statusOf(id, token, own())) === 403).toBe(!forUsers.includes(id));
    });
  });

  const aboutUsers = ['readKyc', 'submitKyc', 'resubmitKyc', 'renewKyc', 'updateUser'] as const;
  test.each(aboutUsers)(
    '%s of another user is rejected in the same way whether the user exists or not',
    async (id) => {
      const raw = id === 'readKyc' ? {} : { raw: { text: '{' } };
      const answers = await Promise.all(
        [colleagueId, randomUUID(), 'nonsense'].map((other) =>
          scenario.client.send(id, { token, path: { userId: other }, ...raw }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    },
  );

  test('another person is rejected in the same way whether the person exists or not', async () => {
    const { id: other = '' } = await scenario.client.ok('createPerson', { body: {} });
    const answers = await Promise.all(
      [other, randomUUID()].map((one) =>
        scenario.client.send('readPerson', { token, path: { personId: one } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect(answers[0]).toEqual(answers[1]);
  });

  test.each(['listContracts', 'listUsers'] as const)('%s of another person is refused', async (id) => {
    const query = { personId: randomUUID() };
    expect((await scenario.client.send(id, { token, query })).status).toBe(403);
    expect((await scenario.client.send(id, { token, query: { personId } })).status).not.toBe(403);
  });

  test('only the tenant key of its own business is accepted', async () => {
    const { platform, org } = scenario.server.businesses;
    const statusWith = async (tenantKey: string) =>
      (await scenario.client.send('readKyc', { token, tenantKey, path: { userId } })).status;
    expect(await statusWith(platform.tenantKey)).not.toBe(403);
    expect(await statusWith(org.tenantKey)).toBe(403);
  });
});
