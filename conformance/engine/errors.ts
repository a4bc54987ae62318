/** Errors of the suite and its environment. A violation by the target is a finding, never an exception. */

export type ConformanceErrorCode =
  | 'CONFIGURATION_INVALID'
  | 'TARGET_UNREACHABLE'
  | 'CREDENTIALS_REFUSED'
  | 'CONTROL_FAILED'
  /** A write was about to be sent to a target that is only read: a fault of the check. */
  | 'WRITE_REFUSED'
  | 'REPLAY_IMPOSSIBLE'
  /** More webhooks came than are looked at. */
  | 'TARGET_FLOODS'
  /** It worked before, answers nothing of the interface any more, and did not come back. */
  | 'TARGET_DOWN'
  /** It could not answer now, or something before it could not. */
  | 'TARGET_BUSY'
  /** A value of the target cannot be used in a request. */
  | 'REQUEST_IMPOSSIBLE';

/** Base class of every error that this package throws on purpose. The message names the remedy. */
export class ConformanceError extends Error {
  readonly code: ConformanceErrorCode;

  constructor(code: ConformanceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConformanceError';
    this.code = code;
  }
}

/** What was thrown, in words; a name where there is no message. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

/** Follows the chain of causes to the first one, and says it in words. */
export function causeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0]);
  if (error instanceof Error && error.cause !== undefined) return causeOf(error.cause);
  return messageOf(error);
}
