import { afterEach, expect, test } from 'vitest';
import { type Scenario, startScenario } from '../testing/scenario.ts';

const scenarios: Scenario[] = [];
afterEach(async () => {
  await Promise.all(scenarios.splice(0).map((scenario) => scenario.close()));
});

async function start() {
  const scenario = await startScenario();
  scenarios.push(scenario);
  const { client, control, server } = scenario;
  const restriction = `/businesses/${server.businesses.platform.businessId}/direct-debit-restriction`;
  return {
    ...scenario,
    link: (accountNumber: string) =>
      client.ok('linkExternalAccount', {
        body: {
          accountName: 'Marina',
          accountNumber,
          routingNumber: '021',
          bankName: 'Trust',
          currency: 'USD',
        },
      }),
    restrict: () => control.send('PUT', restriction),
    lift: () => control.send('DELETE', restriction),
    statuses: async () => (await client.ok('listExternalAccounts')).data?.map(({ status }) => status),
  };
}

test('an account is linked, verified and removed', async () => {
  const { client, link, watch, now, statuses } = await start();
  const events = await watch();
  const createdTimestamp = await now();
  const linked = await link('000123459920');
  const { id = '' } = linked;
  const shown = {
    id,
    accountName: 'Marina',
    accountNumber: '********9920',
    bankName: 'Trust',
    currency: 'USD',
    createdTimestamp,
  };
  const microdepositInfo = { type: 'descriptor_code', arrivalDate: createdTimestamp + 2 * 86_400 };
  expect(linked).toEqual({ ...shown, status: 'needs_confirmation', microdepositInfo });
  const path = { externalAccountId: id };
  const wrong = await client.send('verifyExternalAccount', { path, body: { descriptorCode: 'SM0000' } });
  expect(wrong).toMatchObject({ status: 400, body: { params: { descriptorCode: expect.any(String) } } });
  expect(await statuses()).toEqual(['needs_confirmation']);
  const body = { descriptorCode: 'SM7A4C' };
  expect(await client.ok('verifyExternalAccount', { path, body })).toEqual({ ...shown, status: 'active' });
  expect((await client.ok('listExternalAccounts')).data).toEqual([{ ...shown, status: 'active' }]);
  expect(await client.send('removeExternalAccount', { path })).toEqual({ status: 204, body: undefined });
  expect(await statuses()).toEqual([]);
  expect((await client.send('removeExternalAccount', { path })).status).toBe(404);

  const [added, followUp, removed] = await events();
  expect(added).toMatchObject({
    eventType: 'external-account.added',
    data: { id, status: 'needs_confirmation', microdepositInfo },
  });
  expect(followUp).toMatchObject({ eventType: 'external-account.added', data: { status: 'active' } });
  expect(followUp?.data.id).not.toBe(id);
  expect(followUp?.data).not.toHaveProperty('microdepositInfo');
  expect(removed).toMatchObject({ eventType: 'external-account.removed', data: { id } });
});

test('a restriction holds for all accounts of the business, later ones included, until it is lifted', async () => {
  const { client, server, link, restrict, lift, watch, statuses, control } = await start();
  const token = server.keys.orgToken;
  await client.ok('linkExternalAccount', { body: { accountNumber: '1234567' }, token });
  const events = await watch();
  await link('000123454417');
  await link('000123459921');
  expect((await restrict()).status).toBe(204);
  expect((await restrict()).status).toBe(204);
  await link('000123454418');
  expect(await statuses()).toEqual(['restricted', 'needs_confirmation', 'restricted']);
  expect((await client.ok('listExternalAccounts', { token })).data).toMatchObject([{ status: 'active' }]);
  // Stopping and moving the clock must not undo the restriction.
  await control.advance(server.businesses.platform.businessId, 86_400);
  expect(await statuses()).toEqual(['restricted', 'needs_confirmation', 'restricted']);
  expect((await lift()).status).toBe(204);
  expect((await lift()).status).toBe(204);
  expect(await statuses()).toEqual(['active', 'needs_confirmation', 'active']);
  const seen = (await events()).map(({ eventType, data }) => [
    eventType.replace('external-account.', ''),
    data.status ?? (data.externalAccounts as { status: string }[]).map(({ status }) => status),
  ]);
  expect(seen).toEqual([
    ['added', 'active'],
    ['added', 'needs_confirmation'],
    ['restricted', ['restricted', 'needs_confirmation']],
    ['added', 'restricted'],
    ['restriction_lifted', ['active', 'needs_confirmation', 'active']],
  ]);
  const nobody = `/businesses/${crypto.randomUUID()}/direct-debit-restriction`;
  expect([(await control.send('PUT', nobody)).status, (await control.send('DELETE', nobody)).status]).toEqual(
    [404, 404],
  );
});

test('an account of another business is not found', async () => {
  const { client, server, link, statuses } = await start();
  const { id = '' } = await link('000123459920');
  const token = server.keys.orgToken;
  const path = { externalAccountId: id };
  const verify = await client.send('verifyExternalAccount', {
    path,
    token,
    body: { descriptorCode: 'SM7A4C' },
  });
  const remove = await client.send('removeExternalAccount', { path, token });
  expect([verify.status, remove.status]).toEqual([404, 404]);
  expect((await client.ok('listExternalAccounts', { token })).data).toEqual([]);
  expect(await statuses()).toEqual(['needs_confirmation']);
});

test('an account without a number is refused', async () => {
  const { client } = await start();
  expect(await client.send('linkExternalAccount', { body: { bankName: 'Trust' } })).toMatchObject({
    status: 400,
    body: { params: { accountNumber: 'is missing' } },
  });
});
