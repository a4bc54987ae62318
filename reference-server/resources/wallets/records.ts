import type { Money } from '../../schemas.ts';

/** The funds of a business in one currency. */
export interface WalletRecord {
  readonly id: string;
  readonly businessId: string;
  readonly balance: Money;
}

/** Where money is: outside of the service, in the wallet of its currency, or on its way. */
export type Account = 'outside' | 'wallet' | `${'payroll' | 'transaction' | 'remittance'}/${string}`;

/** One movement of money; what comes in equals what goes out plus what is held. */
export interface LedgerEntry {
  readonly id: string;
  readonly businessId: string;
  readonly from: Account;
  readonly to: Account;
  readonly money: Money;
  /** What moved the money, such as `payroll/{id}`. */
  readonly cause: string;
  /** Unix seconds on the clock of the business. */
  readonly at: number;
}
