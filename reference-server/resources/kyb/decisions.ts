/** The single questions that the KYB rules ask, each with the document's answer. */
import { Refusal } from '../../state/refusal.ts';
import type { Schemas } from '../../state/schemas.ts';

type Submission = Schemas['KybSubmission'];

/** How a review ends. */
export interface KybDecision {
  readonly outcome: 'approved' | 'additional-information-needed' | 'rejected' | 'completed';
  readonly message?: string;
}

// Values of a submission with which the sandbox decides at once (section "Sandbox-only behaviour"). Like the sentinels
// of KYC they are case-insensitive.

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

export const kybDecisions = {
  /** "A tax identification number sentinel … auto-approves", in any letter case (interpretation 67). */
  byTaxId: ({ taxId }: Submission): KybDecision | undefined =>
    taxId?.toLowerCase() === autoApproveTaxId ? { outcome: 'completed' } : undefined,

  /** "Principal SSN sentinels simulate other outcomes." */
  byPrincipal: ({ principals = [] }: Submission): KybDecision | undefined =>
    principalPresets.find((one) => principals.some(({ ssn }) => ssn === one.ssn))?.decision,

  /**
   * "Combining the tax-ID sentinel with a principal SSN sentinel returns 400."
   *
   * @throws Refusal
   */
  byBoth(_submission: Submission): KybDecision {
    throw new Refusal(
      400,
      'invalid_request_body',
      'The auto-approve tax ID cannot be combined with auto-feedback principal presets',
    );
  },
};

export type KybDecisions = typeof kybDecisions;
