import { randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueToken } from '../testing/control-client.ts';
import { type StoredScenario, startStoredScenario } from '../testing/stored.ts';

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

test('a JWT becomes a redirect token, and that the token of the user', async () => {
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

  test('that names its user by the address is exchanged, unless two have it', async () => {
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

  test('is of one business', async () => {
    const token = await redirectToken();
    expect(await redeem(token, { token: scenario.server.keys.orgToken })).toEqual(
      refusedFor('redirectToken'),
    );
    expect((await redeem(token)).status).toBe(201);
  });

  test('of a user who is gone is refused', async () => {
    const token = await redirectToken();
    await scenario.store.transaction((transaction) => transaction.delete('users', userId));
    expect(await redeem(token)).toEqual(refusedFor('redirectToken'));
  });

  test('opens nothing itself, and no other token is one', async () => {
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
