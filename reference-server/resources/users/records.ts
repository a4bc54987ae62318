import type { Schemas } from '../../schemas.ts';

export interface UserRecord {
  readonly id: string;
  readonly businessId: string;
  readonly user: Schemas['User'];
}
