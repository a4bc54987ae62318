/** The collections of records that the server keeps. Their shapes are in records/. */

import type {
  BusinessRecord,
  CustomFieldRecord,
  KybRecord,
  Owned,
  TokenRecord,
  UseRecord,
} from './records/businesses.ts';
import type {
  BeneficiaryRecord,
  ExternalAccountRecord,
  LedgerEntry,
  PayoutRecord,
  TransactionRecord,
  VirtualAccountRecord,
  WalletRecord,
} from './records/money.ts';
import type {
  FilingRecord,
  InvoiceRecord,
  PayrollRecord,
  ReimbursementRecord,
  RemittanceRecord,
  RequirementRecord,
} from './records/payrolls.ts';
import type { ContractRecord, FileRecord, KycRecord, PersonRecord, UserRecord } from './records/people.ts';
import type { DeliveryRecord, EndpointRecord } from './records/webhooks.ts';

/** The fields that a store keeps an index of; the type of the records goes with them, and is never there. */
type Indexed<Shape> = readonly (keyof Shape)[] & { readonly shape?: Shape };

const collection = <Shape extends { readonly id: string }>(
  ...indexed: readonly (keyof Shape)[]
): Indexed<Shape> => indexed;

const owned = <Shape extends Owned>() => collection<Shape>('businessId');

const ofThePlatform = {
  businesses: collection<BusinessRecord>('tenantKey', 'idempotencyKey', 'kind'),
  tokens: collection<TokenRecord>('businessId'),
  endpoints: collection<EndpointRecord>(),
  deliveries: collection<DeliveryRecord>('businessId', 'status'),
  uses: collection<UseRecord>(),
};

const ofOneBusiness = {
  persons: owned<PersonRecord>(),
  users: owned<UserRecord>(),
  kycRecords: owned<KycRecord>(),
  kybRecords: owned<KybRecord>(),
  customFields: owned<CustomFieldRecord>(),
  files: owned<FileRecord>(),
  contracts: owned<ContractRecord>(),
  payrolls: owned<PayrollRecord>(),
  wallets: owned<WalletRecord>(),
  ledger: owned<LedgerEntry>(),
  transactions: owned<TransactionRecord>(),
  beneficiaries: owned<BeneficiaryRecord>(),
  payouts: owned<PayoutRecord>(),
  invoices: owned<InvoiceRecord>(),
  reimbursements: owned<ReimbursementRecord>(),
  virtualAccounts: owned<VirtualAccountRecord>(),
  externalAccounts: owned<ExternalAccountRecord>(),
  filings: owned<FilingRecord>(),
  remittances: owned<RemittanceRecord>(),
  requirements: owned<RequirementRecord>(),
};

type ShapesOf<Collections> = {
  [Name in keyof Collections]: Collections[Name] extends Indexed<infer Shape> ? Shape : never;
};

/** Records that belong to one business each. */
export interface BusinessRecords extends ShapesOf<typeof ofOneBusiness> {}
export type BusinessCollection = keyof BusinessRecords;

export interface Records extends BusinessRecords, ShapesOf<typeof ofThePlatform> {}
export type Collection = keyof Records;

/** All records of one business, each list in the order of the first `put`. */
export type OwnedRecords = { readonly [C in BusinessCollection]: readonly BusinessRecords[C][] };

/** The indexed fields of each collection. */
export const indexedFields: { readonly [C in Collection]: readonly (keyof Records[C])[] } = {
  ...ofThePlatform,
  ...ofOneBusiness,
};

// The keys of object literals of these very types.
export const businessCollections = Object.keys(ofOneBusiness) as readonly BusinessCollection[];
export const collections = Object.keys(indexedFields) as readonly Collection[];
