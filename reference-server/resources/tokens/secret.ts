import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new token that nobody can guess; `kind` is there for people to read. */
export const createToken = (kind: string) => `${kind}_${randomBytes(24).toString('base64url')}`;

/** Under what a token is remembered. Tokens are found by it, so no comparison takes longer the more of one is right. */
export const tokenIdOf = (token: string) => hash('sha256', token);

/** Whether two secrets are the same, in a time that says nothing of how much of them is. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
