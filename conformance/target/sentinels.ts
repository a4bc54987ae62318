/** Sandbox values that force an outcome, which the document mentions without showing them, and account numbers that do so. */

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

/** Endings of account numbers that a reference server considers verified, or verifies by a code or by amounts. */
export const accountEndings = { verified: '4417', 'by code': '9920', 'by amounts': '9921' } as const;
export type AccountKind = keyof typeof accountEndings;

/** The kind of a linked account by the number that the suite sends, for a server that chooses the kind in another way. */
export const accountKindOf = (accountNumber = ''): AccountKind =>
  accountNumber.endsWith(accountEndings.verified)
    ? 'verified'
    : accountNumber.endsWith(accountEndings['by amounts'])
      ? 'by amounts'
      : 'by code';
