/** The interpretations of ambiguous sentences of the document. */
import type * as z from 'zod';
import type { InterpretationSource } from './catalogue-source.ts';
import type { RequirementId } from './generated/ids.ts';
import source from './generated/interpretations.json' with { type: 'json' };

export interface Interpretation
  extends Omit<z.infer<typeof InterpretationSource>, 'requirements' | 'disputed'> {
  /** Heading of the interface document with the sentence. */
  readonly section: string;
  readonly requirements: readonly RequirementId[];
  readonly disputed?: readonly RequirementId[];
}

/** A disputable interpretation: under another one, a finding that depends on it would not exist. */
export interface ContestableInterpretation extends Interpretation {
  readonly otherwise: string;
}

// The generator has validated the file against the schema that the type comes from.
export const interpretations = source as readonly Interpretation[];

const isContestable = (entry: Interpretation): entry is ContestableInterpretation =>
  entry.otherwise !== undefined;

const byRequirement = new Map<string, ContestableInterpretation[]>();
for (const entry of interpretations.filter(isContestable))
  for (const id of entry.disputed ?? entry.requirements)
    byRequirement.set(id, [...(byRequirement.get(id) ?? []), entry]);

/** Ids of the interpretations that a finding of the requirement depends on. */
export function restsOn(requirement: string): readonly ContestableInterpretation[] {
  return byRequirement.get(requirement) ?? [];
}
