import { describe, expect, test } from 'vitest';
import type { TokenRecord } from '../../state/records/businesses.ts';
import { Refusal } from '../../state/refusal.ts';
import { authenticationRules, type Credentials } from './authentication.ts';
import { tokenRules } from './rules.ts';

const business = { id: 'business', tenantKey: 'tk', kind: 'independent' as const };
const access = {
  keys: { platformToken: 'p', orgToken: 'o', otherEnvironmentToken: 'other', jwtSecret: 's' },
  platform: business,
  org: business,
};
const user = { id: 'user', businessId: 'business', user: { id: 'user', personId: 'person' } };
const shown = (token: TokenRecord, over: Partial<Credentials> = {}): Credentials => ({
  authorization: 'Bearer it',
  address: '127.0.0.1',
  now: 1000,
  token,
  business,
  user,
  ...over,
});
const common = { id: 'hash', businessId: 'business' };
const org = (...addresses: string[]): TokenRecord => ({ ...common, type: 'org', addresses });
const ofUser = (type: 'user' | 'redirect'): TokenRecord => ({
  ...common,
  type,
  userId: 'user',
  expiresAt: 1000,
});

/** The result of a rule, or the status of its rejection. */
function outcome(rule: () => unknown): unknown {
  try {
    return rule();
  } catch (error) {
    if (error instanceof Refusal) return error.status;
    throw error;
  }
}

describe('identify', () => {
  test.each<[name: string, credentials: Credentials, want: unknown]>([
    ['a platform token', shown({ ...common, type: 'platform' }), { type: 'platform', business }],
    ['an org token', shown(org()), { type: 'org', business }],
    [
      'a user token in its last second',
      shown(ofUser('user'), { now: 999 }),
      { type: 'user', business, user },
    ],
    ['a user token that has just expired', shown(ofUser('user')), 401],
    ['a redirect token', shown(ofUser('redirect'), { now: 0 }), 401],
    ['the word bearer in capitals', shown(org(), { authorization: 'BEARER it' }), { type: 'org', business }],
    ['another scheme', shown(org(), { authorization: 'Basic it' }), 401],
    ['no token after the scheme', shown(org(), { authorization: 'Bearer ' }), 401],
    ['two tokens', shown(org(), { authorization: 'Bearer it it' }), 401],
    ['an empty header', shown(org(), { authorization: '' }), 401],
  ])('%s', (_name, credentials, want) => {
    expect(outcome(() => authenticationRules.identify(credentials, access, 'listPersons'))).toEqual(want);
  });

  test('a token of a deleted user is not valid', () => {
    const { user: _user, ...credentials } = shown(ofUser('user'), { now: 0 });
    expect(outcome(() => authenticationRules.identify(credentials, access, 'readKyc'))).toBe(401);
  });

  test.each([
    ['other', 'The API key belongs to the other environment'],
    ['unknown', 'The API key is not valid'],
  ])('of the token %s, which nobody has here, it says: %s', (token, message) => {
    const { address, now } = shown(org());
    const credentials = { authorization: `Bearer ${token}`, address, now };
    expect(() => authenticationRules.identify(credentials, access, 'listPersons')).toThrow(message);
  });
});

describe('admit', () => {
  test.each<[bound: string[], address: string, want: unknown]>([
    [[], '203.0.113.7', undefined],
    [['127.0.0.1'], '127.0.0.1', undefined],
    [['127.0.0.1'], '::ffff:127.0.0.1', undefined],
    [['127.0.0.1'], '127.0.0.2', 403],
    [['127.0.0.1'], '::1', 403],
    [['127.0.0.1'], '', 403],
    [['::1'], '::1', undefined],
    [['0:0:0:0:0:0:0:1'], '::1', undefined],
    [['::1'], '127.0.0.1', 403],
    [['10.0.0.1', '2001:db8::7'], '2001:0db8::0007', undefined],
    [['10.0.0.1', '2001:db8::7'], '10.0.0.1', undefined],
    [['10.0.0.1', '2001:db8::7'], '10.0.0.2', 403],
  ])('a token bound to %j used from %s', (bound, address, want) => {
    expect(outcome(() => authenticationRules.admit(shown(org(...bound), { address })))).toBe(want);
  });
});

describe('confine', () => {
  const caller = { type: 'user' as const, business, user };
  const nobody = { ...caller, user: { ...user, user: { id: 'user' } } };
  const { confine } = authenticationRules;

  test.each<[name: string, run: () => unknown, want: unknown]>([
    ['own user', () => confine(caller, 'readKyc', { userId: 'user' }, { a: 1 }), { a: 1 }],
    ['another user', () => confine(caller, 'readKyc', { userId: 'other' }, {}), 403],
    ['own person', () => confine(caller, 'readPerson', { personId: 'person' }, {}), {}],
    ['another person', () => confine(caller, 'readPerson', { personId: 'other' }, {}), 403],
    ['a user without a person', () => confine(nobody, 'readPerson', {}, {}), 403],
    ['a list', () => confine(caller, 'listContracts', {}, {}), { personId: 'person' }],
    [
      'a list of own person',
      () => confine(caller, 'listContracts', {}, { personId: 'person', page: 2 }),
      { personId: 'person', page: 2 },
    ],
    ['a list of another person', () => confine(caller, 'listContracts', {}, { personId: 'other' }), 403],
    ['a list without a person', () => confine(nobody, 'listContracts', {}, {}), 403],
    ['something of the business', () => confine(caller, 'listPayrolls', {}, {}), 403],
    ['an org token', () => confine({ type: 'org', business }, 'listPayrolls', {}, { a: 1 }), { a: 1 }],
  ])('%s', (_name, run, want) => {
    expect(outcome(run)).toEqual(want);
  });
});

describe('tokens', () => {
  const token = { id: 'old', businessId: 'business' };
  const ofUser = { ...token, userId: 'user', expiresAt: 1 };

  test.each<TokenRecord>([
    { ...token, type: 'platform' },
    { ...token, type: 'org', addresses: ['127.0.0.1'] },
  ])('the %o token is regenerated as it is, under another id', (given) => {
    expect(tokenRules.regenerated(given, 'new')).toEqual({ ...given, id: 'new' });
  });

  test.each<TokenRecord>([
    { ...ofUser, type: 'user' },
    { ...ofUser, type: 'redirect' },
  ])('the %o token of a user is not regenerated', (given) => {
    expect(() => tokenRules.regenerated(given, 'new')).toThrow(
      expect.objectContaining({ status: 400, code: 'invalid_state' }),
    );
  });
});
