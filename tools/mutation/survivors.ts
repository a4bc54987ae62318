/** Why the suite finds nothing wrong with a mutant: survivors.yaml, reviewed by hand. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import * as z from 'zod';
import { findRequirement } from '../../openapi/catalogue.ts';
import { placesIn } from './places.ts';
import type { Recorded } from './recorder.ts';
import type { MutantText } from './trials.ts';

const OneOrMore = z.union([z.string(), z.array(z.string())]);

const common = {
  area: z.string(),
  /** A declaration around the mutant, such as a function. */
  within: OneOrMore.optional(),
  /** The original text, with single blanks. */
  was: OneOrMore.optional(),
  /** The text that replaces it. */
  becomes: OneOrMore.optional(),
  reason: z.string(),
};

const Explanation = z.discriminatedUnion('kind', [
  z.strictObject({ ...common, kind: z.enum(['equivalent', 'open']) }),
  z.strictObject({
    ...common,
    kind: z.literal('documented'),
    requirement: z
      .string()
      .refine((id) => findRequirement(id) !== undefined, 'There is no such requirement.'),
  }),
]);

const Explanations = z.array(Explanation);
export type Explanation = z.infer<typeof Explanation>;

/** The entry for a mutant; none when nobody has classified it. */
export type Explain = (mutant: MutantText) => Explanation | undefined;

/** Whether the suite found no broken requirement, so that survivors.yaml has to say why. */
export const isMissed = ({ fate }: Recorded): boolean =>
  fate === 'survived' || fate === 'classified' || fate === 'trouble' || fate === 'hang';

const includes = (wanted: string | readonly string[] | undefined, found: readonly string[]) =>
  wanted === undefined || [wanted].flat().some((each) => found.includes(each));

/**
 * The first entry that matches, so that exceptions stand before what they are exceptions of.
 *
 * @param names the declarations around the mutant.
 */
export const explanationOf = (
  area: string,
  { was, becomes }: Pick<MutantText, 'was' | 'becomes'>,
  names: readonly string[],
  explanations: readonly Explanation[],
): Explanation | undefined =>
  explanations.find(
    (each) =>
      each.area === area &&
      includes(each.within, names) &&
      includes(each.was, [was]) &&
      includes(each.becomes, [becomes]),
  );

const read = () =>
  Explanations.parse(parse(readFileSync(fileURLToPath(new URL('survivors.yaml', import.meta.url)), 'utf8')));

/** @param root the root of the project. */
export function explainer(area: string, root: string): Explain {
  const explanations = read();
  const placeOf = placesIn(root);
  return (mutant) => explanationOf(area, mutant, placeOf(mutant), explanations);
}
