import type { Generator } from './generator.ts';
import { goGenerators } from './go.ts';
import { kiota } from './kiota.ts';
import { openapiGenerator } from './openapi-generator.ts';
import { pythonGenerators } from './python.ts';
import { typeScriptGenerators } from './typescript.ts';

/** Every generator that `npm run task -- generators` tests. */
export const generators: readonly Generator[] = [
  ...openapiGenerator,
  ...pythonGenerators,
  ...goGenerators,
  ...typeScriptGenerators,
  kiota,
];

const wordsOf = (words: readonly string[]) => words.flatMap((word) => word.split(','));

/**
 * The problems of a generator's command in the documentation. It may only use words of a command that is tested.
 *
 * @returns undefined if the program is not a generator
 */
export function generatorProblems(command: readonly string[]): readonly string[] | undefined {
  const tried = generators
    .map(({ steps: [generate] }) => generate)
    .filter(([program]) => program === command[0]);
  if (tried.length === 0) return undefined;
  const isTried = tried.some((step) => {
    const known = new Set(wordsOf(step));
    return wordsOf(command).every((word) => known.has(word));
  });
  return isTried ? [] : [`npm run task -- generators tries ${command[0]} with other options`];
}
