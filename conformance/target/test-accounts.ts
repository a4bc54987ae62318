/** Bank account numbers that decide how a linked account is verified. */

/** Endings of account numbers that a reference server considers verified, or verifies by a code or by amounts. */
export const accountEndings = { verified: '4417', 'by code': '9920', 'by amounts': '9921' } as const;
export type AccountKind = keyof typeof accountEndings;

/** How a server that uses other values should verify a linked account, by the suite's account number. */
export const accountKindOf = (accountNumber = ''): AccountKind =>
  accountNumber.endsWith(accountEndings.verified)
    ? 'verified'
    : accountNumber.endsWith(accountEndings['by amounts'])
      ? 'by amounts'
      : 'by code';
