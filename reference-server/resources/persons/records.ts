import type { Schemas } from '../../schemas.ts';

export interface PersonRecord {
  readonly id: string;
  readonly businessId: string;
  readonly person: Schemas['Person'];
}
