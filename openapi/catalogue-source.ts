/** The form of the YAML files in requirements/ and state-machines/. Unknown keys are errors. */
import * as z from 'zod';

/** How the interface document supports a rule: it states it, it shows it in use, or it is silent. */
export const Level = z.enum(['documented', 'observed', 'assumed']);

/** What a target must offer for a requirement to be exercised. */
export const Capability = z.enum([
  'platform-token',
  'org-token',
  'other-environment-token',
  'sandbox',
  'create-person',
  'create-payroll',
  'approve-payroll',
  'list-payslips',
  'list-wallets',
  'clock',
  'drain',
  'settle-payroll',
  'webhooks',
  'delivery-log',
]);

const RequirementSource = z.strictObject({
  id: z.string().regex(/^[A-Z]+-\d{3}$/),
  level: Level.default('documented'),
  statement: z.string(),
  needs: z.array(Capability).default([]),
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
  initial: z.string(),
  states: z.array(z.string()),
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
