import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allOperations, type OperationId } from '../../openapi/description.ts';
import { issueToken } from '../testing/control-client.ts';
import { type StoredScenario, startStoredScenario } from '../testing/stored.ts';

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
  const { status } = await scenario.client.send(id, { token, path, ...(changes && { raw: { text: '{' } }) });
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
test.each(aboutUsers)('%s of another user is refused alike whether there is one or not', async (id) => {
  const raw = id === 'readKyc' ? {} : { raw: { text: '{' } };
  const answers = await Promise.all(
    [colleagueId, randomUUID(), 'nonsense'].map((other) =>
      scenario.client.send(id, { token, path: { userId: other }, ...raw }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test('another person is refused alike whether there is one or not', async () => {
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

test('the tenant key may be that of its business and no other', async () => {
  const { platform, org } = scenario.server.businesses;
  const statusWith = async (tenantKey: string) =>
    (await scenario.client.send('readKyc', { token, tenantKey, path: { userId } })).status;
  expect(await statusWith(platform.tenantKey)).not.toBe(403);
  expect(await statusWith(org.tenantKey)).toBe(403);
});
