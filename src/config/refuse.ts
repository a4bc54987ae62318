import { ConformanceError } from '../../conformance/engine/errors.ts';

/** The error to throw for a mistake that the user has to correct: a flag, the configuration, a file or a variable. */
export const refuse = (message: string, cause?: unknown): ConformanceError =>
  new ConformanceError('CONFIGURATION_INVALID', message, { cause });
