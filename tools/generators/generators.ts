import type { Generator } from './generator.ts';
import { goGenerators } from './go.ts';
import { kiota } from './kiota.ts';
import { openapiGenerator } from './openapi-generator.ts';
import { pythonGenerators } from './python.ts';
import { typeScriptGenerators } from './typescript.ts';

/** Every generator that `npm run generators` tries. */
export const generators: readonly Generator[] = [
  ...openapiGenerator,
  ...pythonGenerators,
  ...goGenerators,
  ...typeScriptGenerators,
  kiota,
];

const wordsOf = (words: readonly string[]) => words.flatMap((word) => word.split(','));

/**
 * What is wrong with a command of a generator that documentation has: it is to be made of the words of one that is tried.
 *
 * @returns undefined when the program is none of a generator
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
  return isTried ? [] : [`npm run generators tries ${command[0]} with other options`];
}
