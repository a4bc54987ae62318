import type { Schemas } from '../../schemas.ts';

type Account = Schemas['ExternalAccount'];

/** What a tester proves to know in place of somebody who looks at a bank statement. */
export type Microdeposits =
  | { readonly type: 'descriptor_code'; readonly descriptorCode: string }
  | { readonly type: 'amounts'; readonly amounts: readonly number[] };

export interface ExternalAccountRecord {
  readonly id: string;
  readonly businessId: string;
  /** Without what depends on its verification and on the restriction of the business. */
  readonly account: Omit<Account, 'id' | 'status' | 'microdepositInfo'>;
  /** Absent once the account is verified. */
  readonly awaiting?: { readonly microdeposits: Microdeposits; readonly arrivalDate: number };
}
