/**
 * Values of a submission with which the sandbox decides at once (section "Sandbox-only behaviour"). Like the sentinels
 * of KYC they are case-insensitive.
 */
import { Refusal } from '../../state/refusal.ts';
import type { Schemas } from '../../state/schemas.ts';

/** How a review ends. */
export interface KybDecision {
  readonly outcome: 'approved' | 'additional-information-needed' | 'rejected' | 'completed';
  readonly message?: string;
}

const autoApproveTaxId = '000-xxx-auto-approve';

/**
 * SSNs of a principal, the gravest first. The document does not show the values; no SSN that was ever issued begins
 * with 000.
 */
const principalPresets: readonly { readonly ssn: string; readonly decision: KybDecision }[] = [
  {
    ssn: '000-00-0002',
    decision: { outcome: 'rejected', message: 'The identity of a principal could not be confirmed.' },
  },
  {
    ssn: '000-00-0001',
    decision: {
      outcome: 'additional-information-needed',
      message: 'A proof of the address of a principal is needed.',
    },
  },
];

/**
 * The decision that a submission asks for.
 *
 * @throws Refusal when the tax identification number and the SSN of a principal ask for different ones.
 */
export function decisionIn({ taxId, principals = [] }: Schemas['KybSubmission']): KybDecision | undefined {
  const approves = taxId?.toLowerCase() === autoApproveTaxId;
  const preset = principalPresets.find((one) => principals.some(({ ssn }) => ssn === one.ssn));
  if (approves && preset)
    throw new Refusal(
      400,
      'invalid_request_body',
      'The auto-approve tax ID cannot be combined with auto-feedback principal presets',
    );
  return approves ? { outcome: 'completed' } : preset?.decision;
}
