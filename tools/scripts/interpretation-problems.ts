/** What is wrong with the interpretations beside the form of their entries. Pure: the script hands the data in. */

interface Entry {
  readonly id: number;
  readonly section: string;
  readonly requirements: readonly string[];
  readonly alternatives?: readonly string[] | undefined;
  readonly noVariant?: string | undefined;
}

export interface InterpretationFacts {
  readonly interpretations: readonly Entry[];
  /** Ids of requirements. */
  readonly requirements: readonly string[];
  /** Headings of the document, with and without the heading above. */
  readonly sections: readonly string[];
  /** Ids of interpretations that each benign variant shows, by the name of the variant. */
  readonly variants: readonly (readonly [name: string, interpretations: readonly number[]])[];
}

function* nameProblems({ interpretations, requirements, sections }: InterpretationFacts): Generator<string> {
  for (const { id, section, requirements: named } of interpretations) {
    if (!sections.includes(section))
      yield `Interpretation ${id}: "${section}" is no heading of the document.`;
    for (const name of named)
      if (!requirements.includes(name)) yield `Interpretation ${id} names the unknown requirement ${name}.`;
  }
}

function* variantProblems(facts: InterpretationFacts): Generator<string> {
  const { interpretations, variants } = facts;
  const shown = new Set(variants.flatMap(([, ids]) => ids));
  const known = new Set(interpretations.map(({ id }) => id));
  for (const [name, ids] of variants)
    for (const id of ids)
      if (!known.has(id)) yield `The variant "${name}" names the unknown interpretation ${id}.`;
  for (const { id, noVariant } of interpretations) {
    if (noVariant !== undefined && shown.has(id))
      yield `Interpretation ${id} says why it has no variant, and has one.`;
    if (noVariant === undefined && !shown.has(id))
      yield `Interpretation ${id} leaves a choice, and no benign variant shows it: add its id to a variant, or say why none is possible (noVariant).`;
  }
}

/** @returns one sentence per problem; none when every interpretation is tied to what it decides, and is shown. */
export function interpretationProblems(facts: InterpretationFacts): string[] {
  return [...nameProblems(facts), ...variantProblems(facts)];
}
