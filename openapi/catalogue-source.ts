/** The form of the YAML files in requirements/ and state-machines/. Unknown keys are errors. */
import * as z from 'zod';

/** How the interface document supports a rule: it states it, it shows it in use, or it is silent. */
export const Level = z.enum(['documented', 'observed', 'assumed']);

/** What a target must offer for a requirement to be exercised. */
export const Capability = z.enum([
  // What is there already.
  'known-invoice',
  'known-user',
  // Credentials and the environment.
  'platform-token',
  'org-token',
  'other-environment-token',
  'user-token',
  'external-jwt',
  'sandbox',
  // Operations that the document does not describe.
  'create-person',
  'create-payroll',
  'approve-payroll',
  'list-payslips',
  'list-wallets',
  'read-contract',
  'sign-contract',
  'read-business',
  'update-business-basic-info',
  'create-custom-field',
  'list-custom-fields',
  'submit-kyb',
  'read-kyb',
  'update-person',
  'schedule-offboarding',
  'cancel-offboarding',
  'reinstate-person',
  'update-user',
  'delete-sandbox-user',
  'upload-file',
  'create-user-token',
  'create-payout',
  'list-invoices',
  'submit-contractor-invoice',
  'record-invoice-payment',
  'list-reimbursements',
  'read-reimbursement',
  'calculate-tax',
  'list-supported-locations',
  'list-required-tax-fields',
  'create-virtual-account',
  'list-virtual-accounts',
  'link-external-account',
  'list-external-accounts',
  'verify-external-account',
  'remove-external-account',
  'list-filings',
  'read-filing',
  'list-remittances',
  'list-requirements',
  'satisfy-requirement',
  'list-transactions',
  'read-transaction',
  'answer-rfi',
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
  // Controls.
  'clock',
  'drain',
  'settle-payroll',
  'webhooks',
  'delivery-log',
  'settle-transaction',
  'fail-transaction',
  'return-transaction',
  'raise-rfi',
  'receive-bank-transfer',
  'complete-offboarding',
  'review-kyb',
  'restrict-external-account',
  'lift-external-account-restriction',
  'move-filing',
  'move-remittance',
  'raise-requirement',
]);

const RequirementId = z.string().regex(/^[A-Z]+-\d{3}$/);

const RequirementSource = z.strictObject({
  id: RequirementId,
  level: Level.default('documented'),
  statement: z.string(),
  needs: z.array(Capability).default([]),
  /** Operations that the rule is about. */
  operations: z.array(z.string()).default([]),
  /** Events that the rule is about. */
  events: z.array(z.string()).default([]),
  untestable: z.string().optional(),
});

export const RequirementFile = z.strictObject({
  section: z.string(),
  requirements: z.array(RequirementSource),
});

export const StateMachineSource = z.strictObject({
  id: z.string(),
  title: z.string(),
  section: z.string(),
  /** Absent where the document does not show in which state a resource begins. */
  initial: z.string().optional(),
  states: z.array(z.string()),
  /** Why there are no transitions, or few: the document gives little more than the names of the states. */
  vocabularyOnly: z.string().optional(),
  /** States that no documented transition leads into, with the reason. */
  unreachable: z.record(z.string(), z.string()).default({}),
  transitions: z.array(
    z.strictObject({
      id: z.string(),
      from: z.string(),
      to: z.string(),
      trigger: z.string(),
      guard: z.string().optional(),
      effect: z.string().optional(),
      events: z.array(z.string()).default([]),
      requirements: z.array(z.string()),
    }),
  ),
});

/** The headings of the interface document, in its order. */
export const DocumentSections = z.array(
  z.strictObject({
    heading: z.string(),
    /** Heading that it stands under. */
    parent: z.string().optional(),
    /** Why no requirement comes from it; without it there must be some. */
    reason: z.string().optional(),
  }),
);

/** Every id that was ever given away. An id is added, or moved to `retired`; it never disappears. */
export const RequirementIds = z.strictObject({
  active: z.array(RequirementId),
  /** What became of the requirement. */
  retired: z.record(RequirementId, z.string()),
});
