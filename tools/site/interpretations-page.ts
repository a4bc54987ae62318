/** The page of the interpretations: how ambiguous sentences of the document are understood, in the order of its sections. */
import type * as z from 'zod';
import type { DocumentSections } from '../../openapi/catalogue-source.ts';
import type { Interpretation } from '../../openapi/interpretations.ts';
import { cell, markdownTable } from '../scripts/markdown-table.ts';

type Section = z.infer<typeof DocumentSections>[number];

const intro = `# Interpretations

Generated from \`openapi/interpretations/\`; edit the sources, not this page.

Some sentences of the interface document can be understood in more than one way, and some questions it leaves open. This page says how this project
understands each of them. Both parts follow the order of the document:

- [Interpretations that decide about a target](#interpretations-that-decide-about-a-target): the suite judges your server by them.
- [Choices of the reference server](#choices-of-the-reference-server): your server may choose otherwise.
`;

const ownIntro = `## Choices of the reference server

The document leaves these questions open, and the suite judges no server by them. The last column has other choices.
`;

const judgingIntro = `## Interpretations that decide about a target

- **Level**: what a violation means. \`documented\` makes the target non-conformant, \`observed\` is a warning, \`assumed\` is information.
- **Other interpretation**: another way to understand the sentence. A finding that exists only under our interpretation says
  so in every report. The column is empty if no finding depends on our interpretation.
- **Alternatives**: what your server may do instead of what the reference server does. The self-test runs the suite against variants of the reference server that
  do this, and the suite must accept each of them. If no variant can show an alternative, the column gives the reason.
`;

const link = (requirement: string) => `[${requirement}](requirements.md#${requirement.toLowerCase()})`;

const anchored = ({ id }: Interpretation) => `<a id="interpretation-${id}"></a>${id}`;

const alternatives = ({ alternatives: others, noVariant }: Interpretation) =>
  cell([...(others === undefined ? [] : [`${others.join('; ')}.`]), noVariant ?? ''].join(' ').trim());

const levelOf = ({ level, levelNote }: Interpretation) => cell(levelNote ? `${level}; ${levelNote}` : level);

const otherwise = ({ otherwise: other = '', disputed }: Interpretation) =>
  disputed === undefined ? cell(other) : `${disputed.map(link).join(', ')}: ${cell(other)}`;

const judging = (entry: Interpretation) => [
  anchored(entry),
  cell(entry.sentence),
  cell(entry.interpretation),
  cell(entry.why),
  levelOf(entry),
  entry.requirements.map(link).join(', '),
  otherwise(entry),
  alternatives(entry),
];

const own = (entry: Interpretation) => [
  anchored(entry),
  cell(entry.sentence),
  cell(entry.interpretation),
  cell(entry.why),
  alternatives(entry),
];

function blocks(
  entries: readonly Interpretation[],
  sections: readonly Section[],
  header: readonly string[],
  row: (entry: Interpretation) => string[],
): string[] {
  return sections.flatMap(({ heading, parent }) => {
    const names = [heading, ...(parent === undefined ? [] : [`${parent}, ${heading}`])];
    const here = entries.filter(({ section }) => names.includes(section));
    return here.length === 0 ? [] : [`### ${names.at(-1)}\n\n${markdownTable(header, here.map(row))}\n`];
  });
}

export function interpretationsPage(
  entries: readonly Interpretation[],
  sections: readonly Section[],
): string {
  const isOwn = ({ choiceOf }: Interpretation) => choiceOf === 'reference-server';
  const common = ['#', 'Sentence of the document', 'Interpretation', 'Why'];
  return [
    intro,
    judgingIntro,
    ...blocks(
      entries.filter((entry) => !isOwn(entry)),
      sections,
      [...common, 'Level', 'Requirements', 'Other interpretation', 'Alternatives'],
      judging,
    ),
    ownIntro,
    ...blocks(entries.filter(isOwn), sections, [...common, 'Also possible'], own),
  ].join('\n');
}
