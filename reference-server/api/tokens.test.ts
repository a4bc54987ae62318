import { randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tokenIdOf } from '../resources/tokens/keys.ts';
import type { ControlSchemas } from '../state/schemas.ts';
import { issueToken } from '../testing/control-client.ts';
import { type StoredScenario, startStoredScenario } from '../testing/scenario.ts';

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

  test('is rejected when its user has been deleted', async () => {
    const userId = await scenario.addUser();
    const { token } = await issueToken(scenario, { type: 'user', businessId, userId });
    await scenario.store.transaction((transaction) => transaction.delete('users', userId));
    expect(await userStatus(token, userId)).toBe(401);
  });

  test('is deleted some time after its expiry', async () => {
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

  test('gives access to its own business only, however many exist', async () => {
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

  test('that is bound to addresses works only from these, and from anywhere once it is released', async () => {
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

describe('initial tokens', () => {
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

describe('the control plane rejects', () => {
  test('a token with an unknown or unsuitable business, user or address', async () => {
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

describe('custom authentication', () => {
  let scenario: StoredScenario;
  let businessId: string;
  let userId: string;
  let now: number;
  beforeAll(async () => {
    scenario = await startStoredScenario();
    businessId = scenario.server.businesses.platform.businessId;
  });
  afterAll(() => scenario.server.close());
  beforeEach(async () => {
    userId = await scenario.addUser({ email: `${randomUUID()}@example.com` });
    now = await scenario.now();
  });

  interface Signing {
    readonly secret?: string;
    readonly algorithm?: 'HS256' | 'HS384' | 'HS512';
  }

  const bytes = (text: string) => new TextEncoder().encode(text);
  const signed = (claims: Record<string, unknown>, { secret, algorithm = 'HS256' }: Signing = {}) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm })
      .sign(bytes(secret ?? scenario.server.keys.jwtSecret));

  const exchange = (jwt: string, over: { token?: string; tenantKey?: string } = {}) =>
    scenario.client.send('exchangeJwt', { body: { jwt }, ...over });
  const redeem = (redirectToken: string, over: { token?: string; tenantKey?: string } = {}) =>
    scenario.client.send('createUserToken', { body: { redirectToken }, ...over });

  async function redirectToken(): Promise<string> {
    const jwt = await signed({ sub: userId });
    return (await scenario.client.ok('exchangeJwt', { body: { jwt } })).redirectToken;
  }

  const refusedFor = (field: string) => ({
    status: 400,
    body: expect.objectContaining({
      code: 'invalid_request_body',
      params: { [field]: expect.any(String) },
    }),
  });

  test('a JWT is exchanged for a redirect token, and that for a user token', async () => {
    const token = await scenario.client.ok('createUserToken', {
      body: { redirectToken: await redirectToken() },
    });
    expect(token.expiresAt).toBe(now + 3600);
    const statusFor = async (id: string) =>
      (await scenario.client.send('readKyc', { token: token.token ?? '', path: { userId: id } })).status;
    expect([401, 403]).not.toContain(await statusFor(userId));
    expect(await statusFor(await scenario.addUser())).toBe(403);
  });

  describe('a JWT', () => {
    test.each<[name: string, claims: () => Record<string, unknown>]>([
      ['names its user by the id', () => ({ sub: userId })],
      ['expires in the next second', () => ({ sub: userId, exp: now + 1 })],
      ['is valid from now on', () => ({ sub: userId, nbf: now })],
    ])('that %s is exchanged', async (_name, claims) => {
      expect((await exchange(await signed(claims()))).status).toBe(200);
    });

    test('that names its user by email address is exchanged, unless two users have that address', async () => {
      const email = `${randomUUID()}@example.com`;
      await scenario.addUser({ email });
      expect((await exchange(await signed({ sub: 'adaeze', email }))).status).toBe(200);
      await scenario.addUser({ email });
      expect(await exchange(await signed({ email }))).toEqual(refusedFor('jwt'));
    });

    test.each<[name: string, claims: () => Record<string, unknown>, signing?: Signing]>([
      ['is signed with another key', () => ({ sub: userId }), { secret: 'another key that is long enough' }],
      ['is signed by HS384', () => ({ sub: userId }), { algorithm: 'HS384' }],
      ['is signed by HS512', () => ({ sub: userId }), { algorithm: 'HS512' }],
      ['expires now', () => ({ sub: userId, exp: now })],
      ['expires at no time', () => ({ sub: userId, exp: 'never' })],
      ['is valid from the next second on', () => ({ sub: userId, nbf: now + 1 })],
      ['names nobody', () => ({})],
      ['names somebody unknown', () => ({ sub: randomUUID(), email: 'nobody@example.com' })],
      ['names its user by something else', () => ({ sub: [userId] })],
    ])('that %s is refused', async (_name, claims, signing) => {
      expect(await exchange(await signed(claims(), signing))).toEqual(refusedFor('jwt'));
    });

    test('without a signature is refused', async () => {
      expect(await exchange(new UnsecuredJWT({ sub: userId }).encode())).toEqual(refusedFor('jwt'));
      const [header, payload] = (await signed({ sub: userId })).split('.');
      expect(await exchange(`${header}.${payload}.`)).toEqual(refusedFor('jwt'));
    });

    test('with a changed payload is refused', async () => {
      const [header, , signature] = (await signed({ sub: userId })).split('.');
      const payload = Buffer.from(JSON.stringify({ sub: await scenario.addUser() })).toString('base64url');
      expect(await exchange(`${header}.${payload}.${signature}`)).toEqual(refusedFor('jwt'));
    });

    test.each(['', 'a', 'a.b.c', '../resources', 'a.b.c.d.e', 'e30.e30.e30', '\u0000.\u{1f600}.é'])(
      'that is none (%j) is refused',
      async (jwt) => expect(await exchange(jwt)).toEqual(refusedFor('jwt')),
    );

    test('for a user of another business is refused', async () => {
      const { businessId: other, tenantKey } = await scenario.client.ok('createBusiness', { body: {} });
      const jwt = await signed({ sub: await scenario.addUser({ businessId: other }) });
      expect(await exchange(jwt)).toEqual(refusedFor('jwt'));
      expect(await exchange(jwt, { token: scenario.server.keys.orgToken })).toEqual(refusedFor('jwt'));
      expect((await exchange(jwt, { tenantKey })).status).toBe(200);
      const { token } = await issueToken(scenario, { type: 'org', businessId: other });
      expect((await exchange(jwt, { token })).status).toBe(200);
    });
  });

  describe('a redirect token', () => {
    test('works once, also when it is used twice at the same time', async () => {
      const token = await redirectToken();
      const answers = await Promise.all([redeem(token), redeem(token), redeem(token)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
      expect(await redeem(token)).toEqual(refusedFor('redirectToken'));
    });

    test.each([
      [299, 201],
      [300, 400],
    ])('after %i seconds is answered %i', async (seconds, want) => {
      const token = await redirectToken();
      await scenario.control.advance(businessId, seconds);
      expect((await redeem(token)).status).toBe(want);
    });

    test('belongs to one business', async () => {
      const token = await redirectToken();
      expect(await redeem(token, { token: scenario.server.keys.orgToken })).toEqual(
        refusedFor('redirectToken'),
      );
      expect((await redeem(token)).status).toBe(201);
    });

    test('of a deleted user is rejected', async () => {
      const token = await redirectToken();
      await scenario.store.transaction((transaction) => transaction.delete('users', userId));
      expect(await redeem(token)).toEqual(refusedFor('redirectToken'));
    });

    test('gives no access itself, and no other token is accepted in its place', async () => {
      const token = await redirectToken();
      expect((await scenario.client.send('readKyc', { token, path: { userId } })).status).toBe(401);
      expect(await redeem(scenario.server.keys.platformToken)).toEqual(refusedFor('redirectToken'));
      expect(await redeem('rt_unknown')).toEqual(refusedFor('redirectToken'));
    });
  });

  test('a body without the token is refused', async () => {
    expect(await scenario.client.send('exchangeJwt', { body: {} })).toEqual(refusedFor('jwt'));
    expect(await scenario.client.send('createUserToken', { body: {} })).toEqual(refusedFor('redirectToken'));
  });
});
