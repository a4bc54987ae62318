/** The page of the interpretations: how ambiguous sentences of the document are understood, in the order of its sections. */
import type * as z from 'zod';
import type { DocumentSections } from '../../openapi/catalogue-source.ts';
import type { Interpretation } from '../../openapi/interpretations.ts';
import { cell, markdownTable } from '../scripts/markdown-table.ts';

type Section = z.infer<typeof DocumentSections>[number];

const intro = `# Interpretations

Generated from \`openapi/interpretations/\`; edit the sources, not this page.

Some sentences of the interface document can be understood in more than one way, and some matters it leaves open. This page lists
how the description, the reference server and the suite understand each of them. It has two parts, both in the order of the document:

- [Interpretations that decide about a target](#interpretations-that-decide-about-a-target): the suite judges by them.
- [Choices of the reference server](#choices-of-the-reference-server): the suite judges nothing by them.
`;

const ownIntro = `## Choices of the reference server

The document leaves these matters open, and no requirement is judged by them. Your server may choose otherwise; the last column gives
examples.
`;

const judgingIntro = `## Interpretations that decide about a target

- **Level**: what a violation means. \`documented\` makes the target non-conformant, \`observed\` is a warning, \`assumed\` is information.
- **Other interpretation**: another way to understand the sentence. A finding that depends on the interpretation names it in every report. Without
  an entry, the interpretation only widens what the suite accepts, so no finding depends on it.
- **Also accepted**: what a target may do instead of what the reference server does. The self-test runs the suite against such variants of the
  reference server, and the suite must not fail any of them.
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
      [...common, 'Level', 'Requirements', 'Other interpretation', 'Also accepted'],
      judging,
    ),
    ownIntro,
    ...blocks(entries.filter(isOwn), sections, [...common, 'Also possible'], own),
  ].join('\n');
}
