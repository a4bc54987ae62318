import type { Money, Schemas } from '../schemas.ts';
import type { Owned } from './businesses.ts';

/** The funds of a business in one currency. */
export interface WalletRecord extends Owned {
  readonly balance: Money;
}

/** The place of money: outside of the service, in the wallet of its currency, or on its way. */
export type Account = 'outside' | 'wallet' | `${'payroll' | 'transaction' | 'remittance'}/${string}`;

/** One movement of money; what comes in equals what goes out plus what is held. */
export interface LedgerEntry extends Owned {
  readonly from: Account;
  readonly to: Account;
  readonly money: Money;
  /** The cause of the movement, such as `payroll/{id}`. */
  readonly cause: string;
  /** Unix seconds on the clock of the business. */
  readonly at: number;
}

type Transaction = Schemas['Transaction'];
type Always =
  | 'id'
  | 'amount'
  | 'type'
  | 'status'
  | 'reference'
  | 'recipientId'
  | 'recipientType'
  | 'createdTimestamp'
  | 'lastUpdatedTimestamp';

/** A transaction as a caller sees it, with the fields that each one has. */
export type StoredTransaction = Transaction & Required<Pick<Transaction, Always>>;

export interface TransactionRecord extends Owned {
  readonly transaction: StoredTransaction;
  /** Unix seconds at which the compliance checks pass; absent while a review is open and afterwards. */
  readonly checkedAt?: number;
  /** Unix seconds at which a transaction that is processing settles. */
  readonly settlesAt?: number;
  /** Why it will fail in place of being settled: a simulated outcome of the sandbox. */
  readonly failsWith?: string;
  /** The information given in a review; the document does not show it anywhere. */
  readonly information?: Schemas['RfiAnswer'];
}

export type StoredVirtualAccount = Schemas['VirtualAccount'] &
  Required<Pick<Schemas['VirtualAccount'], 'id' | 'status' | 'createdTimestamp' | 'lastUpdatedTimestamp'>>;

export interface VirtualAccountRecord extends Owned {
  /** As a caller sees it: with the userId or the businessId of its owner, and with an account number once created. */
  readonly account: StoredVirtualAccount;
  /** Unix seconds at which a requested account is submitted to the bank. */
  readonly submittedAt?: number;
}

/** The values that a tester enters instead of those of a bank statement. */
export type Microdeposits =
  | { readonly type: 'descriptor_code'; readonly descriptorCode: string }
  | { readonly type: 'amounts'; readonly amounts: readonly number[] };

export interface ExternalAccountRecord extends Owned {
  /** Without the fields that depend on its verification and on the restriction of the business. */
  readonly account: Omit<Schemas['ExternalAccount'], 'id' | 'status' | 'microdepositInfo'>;
  /** Absent once the account is verified. */
  readonly awaiting?: { readonly microdeposits: Microdeposits; readonly arrivalDate: number };
}

/** The given fields, without those that the description does not name. */
export type StoredBeneficiary = Pick<Schemas['BeneficiaryInput'], 'email' | 'kyc' | 'paymentDetails'> &
  Required<Pick<Schemas['BeneficiaryInput'], 'name' | 'countryCode' | 'currency'>>;

export interface BeneficiaryRecord extends Owned {
  readonly beneficiary: StoredBeneficiary;
  /** Unix seconds. */
  readonly createdTimestamp: number;
}

export interface PayoutRecord extends Owned {
  readonly payout: Schemas['Payout'];
  /** The transaction that moves the money. The payout follows its state. */
  readonly transactionId: string;
}
