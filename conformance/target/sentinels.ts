/** Sandbox values that force an outcome, which the document mentions without showing them. */

/** How a verification of a business can end, in the words of the control `reviewKyb`. */
export type PresetOutcome = 'additional-information-needed' | 'rejected';

export interface PayoutSentinel {
  /** Of the bank account of a beneficiary whose payouts fail. */
  readonly accountName: string;
  /** Why they fail. */
  readonly message: string;
}

export interface PrincipalSentinel {
  readonly ssn: string;
  /** Outcome of the review of the principal's business. */
  readonly outcome: PresetOutcome;
}

export interface Sentinels {
  readonly payouts?: readonly PayoutSentinel[];
  /** Values of `line2` of an address in KYC. */
  readonly address?: { readonly approve?: string; readonly reject?: string };
  readonly principals?: readonly PrincipalSentinel[];
}
