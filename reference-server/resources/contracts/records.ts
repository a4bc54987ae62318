import type { Schemas } from '../../schemas.ts';

type Listed = Required<Schemas['Contract']>;

/** A contract with everything that its creation and its reads show. */
export type StoredContract = Listed & Pick<Schemas['ContractCreated'], 'subject' | 'title'>;

export interface ContractRecord {
  readonly id: string;
  readonly businessId: string;
  readonly contract: StoredContract;
}
