import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tokenIdOf } from '../resources/tokens/keys.ts';
import type { ControlSchemas } from '../state/schemas.ts';
import { issueToken } from '../testing/control-client.ts';
import { type StoredScenario, startStoredScenario } from '../testing/stored.ts';

let scenario: StoredScenario;
let businessId: string;
let orgId: string;
beforeEach(async () => {
  scenario = await startStoredScenario();
  businessId = scenario.server.businesses.platform.businessId;
  orgId = scenario.server.businesses.org.businessId;
});
afterEach(() => scenario.server.close());

const statusWith = async (token: string) => (await scenario.client.send('listPersons', { token })).status;
const control = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  scenario.control.send(method, path, body);

describe('a user token', () => {
  const userStatus = async (token: string, userId: string) =>
    (await scenario.client.send('readKyc', { token, path: { userId } })).status;

  test('is valid for one hour of the clock of its business, to the second', async () => {
    const userId = await scenario.addUser();
    const now = await scenario.now();
    const { token, expiresAt } = await issueToken(scenario, { type: 'user', businessId, userId });
    expect(expiresAt).toBe(now + 3600);
    await scenario.control.advance(orgId, 7200);
    await scenario.control.advance(businessId, 3599);
    expect(await userStatus(token, userId)).not.toBe(401);
    await scenario.control.advance(businessId, 1);
    expect(await userStatus(token, userId)).toBe(401);
  });

  test('can be revoked', async () => {
    const userId = await scenario.addUser();
    const { token, id } = await issueToken(scenario, { type: 'user', businessId, userId });
    expect((await control('DELETE', `/tokens/${id}`)).status).toBe(204);
    expect(await userStatus(token, userId)).toBe(401);
  });

  test('opens nothing when its user is gone', async () => {
    const userId = await scenario.addUser();
    const { token } = await issueToken(scenario, { type: 'user', businessId, userId });
    await scenario.store.transaction((transaction) => transaction.delete('users', userId));
    expect(await userStatus(token, userId)).toBe(401);
  });

  test('is forgotten some time after it has expired', async () => {
    const userId = await scenario.addUser();
    const { id } = await issueToken(scenario, { type: 'user', businessId, userId });
    await scenario.control.advance(businessId, 3600);
    await issueToken(scenario, { type: 'user', businessId, userId });
    const left = await scenario.store.transaction((transaction) =>
      transaction.list('tokens', { businessId }),
    );
    expect(left.map((token) => token.id)).not.toContain(id);
    expect(left.filter(({ type }) => type === 'user')).toHaveLength(1);
  });
});

describe('an org token', () => {
  test('does not expire', async () => {
    await scenario.control.advance(orgId, 3_000_000_000);
    expect(await statusWith(scenario.server.keys.orgToken)).toBe(200);
  });

  test('opens its own business, as many as there are', async () => {
    const { businessId: id, tenantKey } = await scenario.client.ok('createBusiness', { body: {} });
    const { token } = await issueToken(scenario, { type: 'org', businessId: id });
    const person = await scenario.client.ok('createPerson', { body: {}, token });
    expect((await scenario.client.ok('listPersons', { tenantKey })).data).toEqual([person]);
  });

  test('is replaced when it is regenerated, with its addresses', async () => {
    const { orgToken } = scenario.server.keys;
    await control('PUT', `/tokens/${tokenIdOf(orgToken)}/addresses`, { addresses: ['127.0.0.1'] });
    const { status, body } = await control('POST', `/tokens/${tokenIdOf(orgToken)}/regeneration`);
    const issued = body as ControlSchemas['IssuedToken'];
    expect([status, issued]).toEqual([
      201,
      {
        id: tokenIdOf(issued.token),
        token: issued.token,
        type: 'org',
        businessId: orgId,
        addresses: ['127.0.0.1'],
      },
    ]);
    expect([await statusWith(orgToken), await statusWith(issued.token)]).toEqual([401, 200]);
    expect((await control('POST', `/tokens/${tokenIdOf(orgToken)}/regeneration`)).status).toBe(404);
  });

  test('that is bound works from its addresses only, and from anywhere when it is free again', async () => {
    const { token, id } = await issueToken(scenario, { type: 'org', businessId, addresses: ['127.0.0.2'] });
    expect(await statusWith(token)).toBe(403);
    await control('PUT', `/tokens/${id}/addresses`, { addresses: ['::1', '127.0.0.1'] });
    expect(await statusWith(token)).toBe(200);
    await control('PUT', `/tokens/${id}/addresses`, { addresses: ['::1'] });
    expect(await statusWith(token)).toBe(403);
    await control('PUT', `/tokens/${id}/addresses`, { addresses: [] });
    expect(await statusWith(token)).toBe(200);
  });
});

describe('tokens that are there from the start', () => {
  test.each(['platformToken', 'orgToken'] as const)(
    '%s is revoked and comes back with a reset',
    async (key) => {
      const token = scenario.server.keys[key];
      expect((await control('DELETE', `/tokens/${tokenIdOf(token)}`)).status).toBe(204);
      expect(await statusWith(token)).toBe(401);
      expect((await control('DELETE', `/tokens/${tokenIdOf(token)}`)).status).toBe(404);
      await control('POST', '/reset');
      expect(await statusWith(token)).toBe(200);
    },
  );

  test('an issued token is gone after a reset', async () => {
    const { token } = await issueToken(scenario, { type: 'org', businessId });
    await control('POST', '/reset');
    expect(await statusWith(token)).toBe(401);
  });

  test('no token is kept, only its hash', async () => {
    const { token } = await issueToken(scenario, { type: 'org', businessId });
    const kept = await scenario.store.transaction((transaction) => transaction.list('tokens', {}));
    const { platformToken, orgToken } = scenario.server.keys;
    for (const secret of [token, platformToken, orgToken]) {
      expect(kept.map(({ id }) => id)).toContain(tokenIdOf(secret));
      expect(JSON.stringify(kept)).not.toContain(secret);
    }
  });
});

describe('what the control plane refuses', () => {
  test('tokens that cannot be issued', async () => {
    const userId = await scenario.addUser();
    const stranger = await scenario.addUser({ businessId: orgId });
    const statusOf = async (body: object) => (await control('POST', '/tokens', body)).status;
    expect(await statusOf({ type: 'org', businessId: randomUUID() })).toBe(404);
    expect(await statusOf({ type: 'platform', businessId })).toBe(400);
    expect(await statusOf({ type: 'org', businessId, userId })).toBe(400);
    expect(await statusOf({ type: 'org', businessId, addresses: ['localhost'] })).toBe(400);
    expect(await statusOf({ type: 'user', businessId })).toBe(400);
    expect(await statusOf({ type: 'user', businessId, userId: stranger })).toBe(400);
    expect(await statusOf({ type: 'user', businessId, userId: randomUUID() })).toBe(400);
    expect(await statusOf({ type: 'user', businessId, userId, addresses: [] })).toBe(400);
  });

  test('the field that does not fit', async () => {
    const userId = await scenario.addUser();
    const bodyOf = async (body: object) => (await control('POST', '/tokens', body)).body;
    expect(await bodyOf({ type: 'org', businessId, userId })).toMatchObject({
      params: { userId: expect.any(String) },
    });
    expect(await bodyOf({ type: 'user', businessId, userId, addresses: [] })).toMatchObject({
      params: { addresses: expect.any(String) },
    });
  });

  test('what does not fit the token', async () => {
    const userId = await scenario.addUser();
    const user = await issueToken(scenario, { type: 'user', businessId, userId });
    const org = await issueToken(scenario, { type: 'org', businessId });
    const platformId = tokenIdOf(scenario.server.keys.platformToken);
    const bind = (id: string, ...addresses: string[]) =>
      control('PUT', `/tokens/${id}/addresses`, { addresses });
    expect((await bind(user.id, '127.0.0.1')).status).toBe(400);
    expect((await bind(platformId, '127.0.0.1')).status).toBe(400);
    expect((await bind('unknown', '127.0.0.1')).status).toBe(404);
    expect((await bind(org.id, '127.0.0.1', '127.0.0.0/8')).body).toMatchObject({
      params: { 'addresses.1': expect.any(String) },
    });
    expect((await control('POST', `/tokens/${user.id}/regeneration`)).status).toBe(400);
    expect(await statusWith(org.token)).toBe(200);
  });
});
