import type { Schemas } from '../schemas.ts';

/** Every record of a business. */
export interface Owned {
  readonly id: string;
  readonly businessId: string;
}

export interface BusinessRecord {
  readonly id: string;
  readonly tenantKey: string;
  /** The platform's own first business, one that the platform created, or the one of the org token. */
  readonly kind: 'primary' | 'created' | 'independent';
  readonly idempotencyKey?: string;
  /** The fields given at creation, with later changes. */
  readonly details?: Omit<Schemas['BusinessInput'], 'idempotencyKey'>;
  /** Unix seconds at which its clock stands; absent while the clock flows with the system's time. */
  readonly stoppedAt?: number;
  /** Whether its linked bank accounts may not be debited, those that are linked later included. */
  readonly directDebitsRestricted?: true;
}

export interface CustomFieldRecord extends Owned {
  readonly name: string;
}

/** `reviewed`: more information is needed, and the business may submit again. `rejected` is the end of it. */
export type KybStatus = 'processing' | 'reviewed' | 'approved' | 'rejected' | 'completed';

/** The verification of a business, from its first submission on. */
export interface KybRecord {
  /** Derived from the id of the business, which has one. */
  readonly id: string;
  readonly businessId: string;
  readonly status: KybStatus;
  /** The information that a review asks for, or why the business was rejected. */
  readonly feedback: readonly string[];
}

interface Token {
  /** SHA-256 of the token in hexadecimal. */
  readonly id: string;
  /** The platform's default business, or the one business of the token. */
  readonly businessId: string;
}

interface TokenOfUser extends Token {
  readonly userId: string;
  /** The first Unix second, on the clock of the business, at which the token opens nothing any more. */
  readonly expiresAt: number;
}

export interface PlatformToken extends Token {
  readonly type: 'platform';
}

export interface OrgToken extends Token {
  readonly type: 'org';
  /** IP addresses that it may be used from; any when there is none. */
  readonly addresses: readonly string[];
}

export interface UserToken extends TokenOfUser {
  readonly type: 'user';
}

/** The token that the exchange of a JWT returns. It authenticates no request and can be exchanged for one user token. */
export interface RedirectToken extends TokenOfUser {
  readonly type: 'redirect';
}

/** A token that the service has issued. The token itself is not kept. */
export type TokenRecord = PlatformToken | OrgToken | UserToken | RedirectToken;

/** When a business was last used. Not there for one that was not used since its server looks. */
export interface UseRecord {
  /** That of the business. */
  readonly id: string;
  /** Unix milliseconds of real time, independent of the clock of the business. */
  readonly usedAt: number;
}
