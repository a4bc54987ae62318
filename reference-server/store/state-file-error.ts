/** A state file that cannot be used. The message names the file and the remedy. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';

  constructor(path: string, problem: string, remedy: string, cause?: unknown) {
    super(`Failed to open the state file ${path}: ${problem}; ${remedy}`, { cause });
  }
}
