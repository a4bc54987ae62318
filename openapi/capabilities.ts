import { assumedOperations } from './generated/assumed-operations.ts';
import { controlCapabilities } from './generated/controls.ts';

/** The capabilities of targets, named as in `needs` of the requirements and in the order of reports. */
export const capabilities = [
  // Credentials and the environment.
  'platform-token',
  'org-token',
  'other-environment-token',
  'external-jwt',
  'sandbox',
  'production',
  // Controls: those of openapi/control.yaml.
  ...controlCapabilities,
  // Existing records.
  'known-invoice',
  'known-user',
  // The target's own sentinel values.
  'payout-sentinels',
  'address-sentinels',
  'principal-sentinels',
  // Operations whose path the document does not show, by id.
  ...assumedOperations,
  // Documented operations whose request is not shown, and parameters without a name.
  'invite-user',
  'update-personal-info',
  'update-tax-profile',
  'renew-kyc',
  'review-invoice',
  'create-reimbursement',
  'review-reimbursement',
  'cursor-parameters',
  'payout-parameters',
  'user-status-toggle',
] as const;

export type Capability = (typeof capabilities)[number];
