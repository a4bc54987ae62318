/** What the server remembers by collection. Each area declares its own records. */
import type { BeneficiaryRecord } from '../resources/beneficiaries/records.ts';
import type { BusinessRecord, CustomFieldRecord } from '../resources/businesses/records.ts';
import type { FilingRecord, RemittanceRecord, RequirementRecord } from '../resources/compliance/records.ts';
import type { ContractRecord } from '../resources/contracts/records.ts';
import type { ExternalAccountRecord } from '../resources/external-accounts/records.ts';
import type { FileRecord } from '../resources/files/records.ts';
import type { InvoiceRecord } from '../resources/invoices/records.ts';
import type { KybRecord } from '../resources/kyb/records.ts';
import type { KycRecord } from '../resources/kyc/records.ts';
import type { PayoutRecord } from '../resources/payouts/records.ts';
import type { PayrollRecord } from '../resources/payrolls/records.ts';
import type { PersonRecord } from '../resources/persons/records.ts';
import type { ReimbursementRecord } from '../resources/reimbursements/records.ts';
import type { TokenRecord } from '../resources/tokens/records.ts';
import type { TransactionRecord } from '../resources/transactions/records.ts';
import type { UserRecord } from '../resources/users/records.ts';
import type { VirtualAccountRecord } from '../resources/virtual-accounts/records.ts';
import type { LedgerEntry, WalletRecord } from '../resources/wallets/records.ts';
import type { UseRecord } from '../retention/records.ts';
import type { DeliveryRecord, EndpointRecord } from '../webhooks/records.ts';

/** Records that belong to one business each. */
export interface BusinessRecords {
  persons: PersonRecord;
  users: UserRecord;
  kycRecords: KycRecord;
  kybRecords: KybRecord;
  customFields: CustomFieldRecord;
  files: FileRecord;
  contracts: ContractRecord;
  payrolls: PayrollRecord;
  wallets: WalletRecord;
  ledger: LedgerEntry;
  transactions: TransactionRecord;
  beneficiaries: BeneficiaryRecord;
  payouts: PayoutRecord;
  invoices: InvoiceRecord;
  reimbursements: ReimbursementRecord;
  virtualAccounts: VirtualAccountRecord;
  externalAccounts: ExternalAccountRecord;
  filings: FilingRecord;
  remittances: RemittanceRecord;
  requirements: RequirementRecord;
}
export type BusinessCollection = keyof BusinessRecords;

export interface Records extends BusinessRecords {
  businesses: BusinessRecord;
  tokens: TokenRecord;
  endpoints: EndpointRecord;
  deliveries: DeliveryRecord;
  uses: UseRecord;
}
export type Collection = keyof Records;

/** Fields that a store keeps an index of. */
export const indexedFields: { readonly [C in Collection]: readonly (keyof Records[C])[] } = {
  businesses: ['tenantKey', 'idempotencyKey', 'kind'],
  tokens: ['businessId'],
  endpoints: [],
  deliveries: ['businessId', 'status'],
  uses: [],
  persons: ['businessId'],
  users: ['businessId'],
  kycRecords: ['businessId'],
  kybRecords: ['businessId'],
  customFields: ['businessId'],
  files: ['businessId'],
  contracts: ['businessId'],
  payrolls: ['businessId'],
  wallets: ['businessId'],
  ledger: ['businessId'],
  transactions: ['businessId'],
  beneficiaries: ['businessId'],
  payouts: ['businessId'],
  invoices: ['businessId'],
  reimbursements: ['businessId'],
  virtualAccounts: ['businessId'],
  externalAccounts: ['businessId'],
  filings: ['businessId'],
  remittances: ['businessId'],
  requirements: ['businessId'],
};

// The keys of an object literal of this very type.
export const collections = Object.keys(indexedFields) as readonly Collection[];

const ofThePlatform: readonly Collection[] = ['businesses', 'tokens', 'endpoints', 'deliveries', 'uses'];

export const businessCollections = collections.filter(
  (name): name is BusinessCollection => !ofThePlatform.includes(name),
);
