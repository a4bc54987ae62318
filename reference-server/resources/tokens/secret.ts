import { hash, randomBytes } from 'node:crypto';

/** A new token that nobody can guess; `kind` is there for people to read. */
export const createToken = (kind: string) => `${kind}_${randomBytes(24).toString('base64url')}`;

/** Under what a token is remembered. Tokens are found by it, so no comparison takes longer the more of one is right. */
export const tokenIdOf = (token: string) => hash('sha256', token);
