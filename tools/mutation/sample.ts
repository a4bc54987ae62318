/** A sample of mutants that is the same each time: chosen by a hash of what a mutant is and where. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Mutant } from '@stryker-mutator/api/core';

/**
 * @param start where it stands, counted from 0.
 * @param oneOf of how many mutants one is chosen.
 */
export function isSampled(
  { fileName, mutatorName, replacement }: Pick<Mutant, 'fileName' | 'mutatorName' | 'replacement'>,
  { line, column }: { readonly line: number; readonly column: number },
  oneOf: number,
): boolean {
  const name = JSON.stringify([basename(fileName), mutatorName, replacement, line, column]);
  return createHash('sha256').update(name).digest().readUInt32BE() % oneOf === 0;
}
