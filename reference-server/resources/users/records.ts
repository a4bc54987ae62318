import type { Schemas } from '../../schemas.ts';

export interface UserRecord {
  readonly id: string;
  readonly businessId: string;
  /** With its status, which a list shows only when asked. */
  readonly user: Schemas['User'];
}
