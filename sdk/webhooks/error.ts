/** Why a delivery was rejected. The message contains nothing of the delivery, so that it can be logged. */

/**
 * - `headers-missing`: one of the three headers is absent or there twice.
 * - `timestamp-invalid`: it is not a whole number of seconds.
 * - `timestamp-too-old`, `timestamp-too-new`: further from now than the tolerance allows.
 * - `signature-wrong`: no signature in the header was made with any of the secrets over these bytes.
 * - `body-invalid`: it is signed, but it is no event: not UTF-8, not JSON, or without the fields of the envelope.
 */
export type WebhookErrorCode =
  | 'headers-missing'
  | 'timestamp-invalid'
  | 'timestamp-too-old'
  | 'timestamp-too-new'
  | 'signature-wrong'
  | 'body-invalid';

/** A delivery that must not be trusted. Respond with 400 or 401, and the provider will try again. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
