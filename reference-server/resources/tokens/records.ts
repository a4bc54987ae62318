/** A token that opens the service. The token itself is not kept. */
export interface TokenRecord {
  /** SHA-256 of the token in hexadecimal. */
  readonly id: string;
  readonly type: 'platform' | 'org' | 'user';
  /** The platform's default business, or the one business of the token. */
  readonly businessId: string;
}
