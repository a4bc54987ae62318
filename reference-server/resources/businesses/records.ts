import type { Schemas } from '../../schemas.ts';

export interface BusinessRecord {
  readonly id: string;
  readonly tenantKey: string;
  /** The platform's own first business, one that the platform created, or the one of the org token. */
  readonly kind: 'primary' | 'created' | 'independent';
  readonly idempotencyKey?: string;
  /** What it was created with and what has been changed since. */
  readonly details?: Omit<Schemas['BusinessInput'], 'idempotencyKey'>;
  /** Unix seconds at which its clock stands; absent while the clock flows with the system's time. */
  readonly stoppedAt?: number;
  /** Whether its linked bank accounts may not be debited, those that are linked later included. */
  readonly directDebitsRestricted?: true;
}

export interface CustomFieldRecord {
  readonly id: string;
  readonly businessId: string;
  readonly name: string;
}
