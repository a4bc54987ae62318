import { jwtVerify } from 'jose';
import { invalidBody } from '../../state/refusal.ts';
import type { JwtClaims } from './rules.ts';

/**
 * What a JWT claims that was signed as agreed (HS256) and is valid at a time.
 *
 * @param now Unix seconds.
 * @throws Refusal when it is no such JWT. Not 401: it is not the token with which the caller authenticates.
 */
export async function verifiedClaims(jwt: string, secret: string, now: number): Promise<JwtClaims> {
  try {
    const { payload } = await jwtVerify(jwt, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      currentDate: new Date(now * 1000),
    });
    return payload;
  } catch {
    throw invalidBody({ jwt: 'must be a JWT that is signed with the agreed key (HS256) and valid now' });
  }
}
