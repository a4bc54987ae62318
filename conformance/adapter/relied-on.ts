/** The fields of responses that checks need. */
import type { OperationId } from '../../openapi/description.ts';

/** Top-level fields of the response. For all other operations the status is enough. */
export const reliedOn = {
  createPerson: ['id'],
  createPayroll: ['payrollId'],
  createPayout: ['id'],
  createReimbursement: ['id'],
  createUserToken: ['token'],
  createVirtualAccount: ['id'],
  createCustomField: ['id'],
  linkExternalAccount: ['id'],
  submitContractorInvoice: ['id'],
  uploadFile: ['id'],
  readReimbursement: ['status'],
  readTransaction: ['status'],
  readContract: ['status', 'signatures'],
  readKyb: ['status'],
  readFiling: ['status'],
  calculateTax: ['netAmount'],
  listSupportedLocations: ['countries'],
  listRequiredTaxFields: ['fields'],
  listCustomFields: ['data'],
  listExternalAccounts: ['data'],
  listFilings: ['data'],
  listInvoices: ['data'],
  listPayslips: ['data'],
  listReimbursements: ['data'],
  listRemittances: ['data'],
  listRequirements: ['data'],
  listTransactions: ['data'],
  listVirtualAccounts: ['data'],
  listWallets: ['data'],
} as const satisfies Partial<Record<OperationId, readonly string[]>>;

export type ReliedOn<Id extends OperationId> = Id extends keyof typeof reliedOn
  ? (typeof reliedOn)[Id][number]
  : never;

export const reliedOnBy = (id: OperationId): readonly string[] =>
  (reliedOn as Partial<Record<OperationId, readonly string[]>>)[id] ?? [];
