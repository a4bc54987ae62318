/** Our own faults and those of the surroundings; what a target does wrong is a finding, never an exception. */

export type ConformanceErrorCode =
  | 'CONFIGURATION_INVALID'
  | 'TARGET_UNREACHABLE'
  | 'CREDENTIALS_REFUSED'
  | 'CONTROL_FAILED'
  | 'REPLAY_IMPOSSIBLE';

/** Base class of every error that this package throws on purpose. The message names the remedy. */
export class ConformanceError extends Error {
  readonly code: ConformanceErrorCode;

  constructor(code: ConformanceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConformanceError';
    this.code = code;
  }
}
