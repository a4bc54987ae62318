/** Problems of the interpretations that the schema of their entries does not find. Pure: the script passes the data in. */

interface Entry {
  readonly id: number;
  readonly section: string;
  readonly interpretation: string;
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
      yield `Interpretation ${id}: "${section}" is not a heading of the document.`;
    for (const name of named)
      if (!requirements.includes(name)) yield `Interpretation ${id} names the unknown requirement ${name}.`;
  }
}

const mostSentences = 3;

/** A full stop inside a word, such as in `id.timestamp.body`, ends no sentence. */
const sentencesOf = (text: string) => text.split(/(?<=[.!?])\s+(?=["`(A-Z])/).length;

function* lengthProblems({ interpretations }: InterpretationFacts): Generator<string> {
  for (const { id, interpretation } of interpretations)
    if (sentencesOf(interpretation) > mostSentences)
      yield `Interpretation ${id} has more than ${mostSentences} sentences: shorten it, or split it into two entries.`;
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
      yield `Interpretation ${id} has both a variant and a reason why it has none (noVariant).`;
    if (noVariant === undefined && !shown.has(id))
      yield `Interpretation ${id} leaves a choice, but no benign variant shows it: add its id to a variant, or give the reason why none is possible (noVariant).`;
  }
}

/** @returns one sentence for each problem */
export function interpretationProblems(facts: InterpretationFacts): string[] {
  return [...nameProblems(facts), ...lengthProblems(facts), ...variantProblems(facts)];
}
