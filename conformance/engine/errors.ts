/** Errors of the suite and its environment. A violation by the target is a finding, never an exception. */

export type ConformanceErrorCode =
  | 'CONFIGURATION_INVALID'
  | 'TARGET_UNREACHABLE'
  | 'CREDENTIALS_REFUSED'
  | 'CONTROL_FAILED'
  /** A check tried to write to a target that is only read: a fault of the check. */
  | 'WRITE_REFUSED'
  | 'REPLAY_IMPOSSIBLE'
  /** The target sent more webhooks than the suite inspects. */
  | 'TARGET_FLOODS'
  /** The target worked before, no longer responds as the interface does, and did not recover. */
  | 'TARGET_DOWN'
  /** The target, or a gateway before it, could not respond now. */
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

/** The message of a thrown value; the name of an error without a message. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

/** The message of the first error in a chain of causes. */
export function causeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0]);
  if (error instanceof Error && error.cause !== undefined) return causeOf(error.cause);
  return messageOf(error);
}

/** Whether an error comes from code that did not expect a value, rather than from a target. */
export const isSlip = (error: unknown): error is Error =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof ReferenceError ||
  error instanceof URIError;
