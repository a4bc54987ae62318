import { expect, test } from 'vitest';
import type { TokenRecord } from '../../state/records/businesses.ts';
import { tokenRules } from './rules.ts';

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
