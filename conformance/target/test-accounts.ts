/** Bank account numbers that decide how a linked account is verified. */

/** Ends of account numbers that a reference server takes as verified, or verifies by a code or by amounts. */
export const accountEndings = { verified: '4417', 'by code': '9920', 'by amounts': '9921' } as const;
export type AccountKind = keyof typeof accountEndings;

/** How an account that the suite links is to be verified, for a server that is told so in another way. */
export const accountKindOf = (accountNumber = ''): AccountKind =>
  accountNumber.endsWith(accountEndings.verified)
    ? 'verified'
    : accountNumber.endsWith(accountEndings['by amounts'])
      ? 'by amounts'
      : 'by code';
