import type { Schemas } from '../../schemas.ts';

/** What was given, without fields that the description does not name. */
export type StoredBeneficiary = Pick<Schemas['BeneficiaryInput'], 'email' | 'kyc' | 'paymentDetails'> &
  Required<Pick<Schemas['BeneficiaryInput'], 'name' | 'countryCode' | 'currency'>>;

export interface BeneficiaryRecord {
  readonly id: string;
  readonly businessId: string;
  readonly beneficiary: StoredBeneficiary;
  /** Unix seconds. */
  readonly createdTimestamp: number;
}
