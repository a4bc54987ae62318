/** The scopes that a run may claim: each requirement belongs to one of them, by the first part of its id. */
import type { RequirementId } from './generated/ids.ts';

type Area = RequirementId extends infer Id ? (Id extends `${infer Name}-${number}` ? Name : never) : never;

export const scopes = [
  'core',
  'persons',
  'contracts',
  'payroll',
  'payouts',
  'verification',
  'invoices',
  'tax',
  'platform',
  'webhooks',
  'sandbox',
] as const;
export type Scope = (typeof scopes)[number];

/** The requirements of receivers and clients judge somebody else, so they have none. */
const scopeOfArea: Readonly<Record<Area, Scope | undefined>> = {
  AUTH: 'core',
  BENEFICIARY: 'payouts',
  CLIENT: undefined,
  COMPLIANCE: 'tax',
  CONTRACT: 'contracts',
  CONV: 'core',
  ERR: 'core',
  EVENT: 'webhooks',
  EXPIRY: 'verification',
  EXTACC: 'payouts',
  FIELD: 'platform',
  FILE: 'core',
  FILING: 'tax',
  HOOK: 'webhooks',
  INVOICE: 'invoices',
  KYB: 'verification',
  KYC: 'verification',
  LIFECYCLE: 'persons',
  LIMIT: 'core',
  PAYOUT: 'payouts',
  PAYROLL: 'payroll',
  PERSON: 'persons',
  PLATFORM: 'platform',
  RECEIVER: undefined,
  REIMBURSEMENT: 'invoices',
  REMITTANCE: 'tax',
  RETRY: 'webhooks',
  SANDBOX: 'sandbox',
  TAX: 'tax',
  TEMPLATE: 'contracts',
  TOKEN: 'core',
  TXN: 'payouts',
  USER: 'persons',
  VACC: 'payouts',
  VERSION: 'core',
  WALLET: 'payouts',
};

export function scopeOf(id: RequirementId): Scope | undefined {
  // An id is its area, a dash and a number.
  return scopeOfArea[id.slice(0, id.lastIndexOf('-')) as Area];
}
