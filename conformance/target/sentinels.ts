/** Sandbox values that force an outcome, which the document mentions without showing them. */

/** Outcomes of a business verification, in the words of the control `reviewKyb`. */
export type PresetOutcome = 'additional-information-needed' | 'rejected';

export interface PayoutSentinel {
  /** Account name of a beneficiary whose payouts fail. */
  readonly accountName: string;
  /** The message of the failures. */
  readonly message: string;
}

export interface PrincipalSentinel {
  readonly ssn: string;
  /** Outcome of the review of the principal's business. */
  readonly outcome: PresetOutcome;
}

export interface Sentinels {
  readonly payouts?: readonly PayoutSentinel[];
  /** Values of `line2` of a KYC address. */
  readonly address?: { readonly approve?: string; readonly reject?: string };
  readonly principals?: readonly PrincipalSentinel[];
}
