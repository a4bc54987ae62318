/** Bank account numbers that decide how a linked account is verified. */

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
