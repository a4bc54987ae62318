/** docs/interpretations.md: how the document is understood where that is not plain, by its sections. */
import type * as z from 'zod';
import type { DocumentSections, InterpretationFile } from '../../openapi/catalogue-source.ts';
import { cell, markdownTable } from './markdown-table.ts';

type Entry = z.infer<typeof InterpretationFile>['interpretations'][number] & { readonly section: string };
type Section = z.infer<typeof DocumentSections>[number];

const intro = `# Interpretations

Generated from \`openapi/interpretations/\` by \`npm run generate\`; edit the sources, not this page.

Where a sentence of the interface document can be understood in more than one way, this is the interpretation that the
description, the reference server and the suite follow. The level says what breaking it means: \`documented\` makes a
target non-conformant, \`observed\` is a warning, \`assumed\` is information.

An interpretation with an entry under *Otherwise* is one that somebody may not share: a finding that rests on it says so in every
report. One without such an entry only widens what the suite accepts, so no finding rests on it.
*Alternatives* lists what a target may do instead of what our reference server does. Benign variants of the reference
server show them to the suite, which must not fail any.
`;

const ownIntro = `## What only the reference server chose

The document leaves these matters open and no requirement is judged by them. A target may do otherwise; the alternatives are examples.
`;

const judgingIntro = `## What decides about a target
`;

const link = (requirement: string) => `[${requirement}](requirements.md#${requirement.toLowerCase()})`;

const anchored = ({ id }: Entry) => `<a id="interpretation-${id}"></a>${id}`;

const alternatives = ({ alternatives: others, noVariant }: Entry) =>
  cell([...(others === undefined ? [] : [`${others.join('; ')}.`]), noVariant ?? ''].join(' ').trim());

const levelOf = ({ level, levelNote }: Entry) => cell(levelNote ? `${level}; ${levelNote}` : level);

const otherwise = ({ otherwise: other = '', disputed }: Entry) =>
  disputed === undefined ? cell(other) : `${disputed.map(link).join(', ')}: ${cell(other)}`;

const judging = (entry: Entry) => [
  anchored(entry),
  cell(entry.sentence),
  cell(entry.interpretation),
  cell(entry.why),
  levelOf(entry),
  entry.requirements.map(link).join(', '),
  otherwise(entry),
  alternatives(entry),
];

const own = (entry: Entry) => [
  anchored(entry),
  cell(entry.sentence),
  cell(entry.interpretation),
  cell(entry.why),
  alternatives(entry),
];

function blocks(
  entries: readonly Entry[],
  sections: readonly Section[],
  header: readonly string[],
  row: (entry: Entry) => string[],
): string[] {
  return sections.flatMap(({ heading, parent }) => {
    const names = [heading, ...(parent === undefined ? [] : [`${parent}, ${heading}`])];
    const here = entries.filter(({ section }) => names.includes(section));
    return here.length === 0 ? [] : [`### ${names.at(-1)}\n\n${markdownTable(header, here.map(row))}\n`];
  });
}

export function interpretationsPage(entries: readonly Entry[], sections: readonly Section[]): string {
  const isOwn = ({ choiceOf }: Entry) => choiceOf === 'reference-server';
  const common = ['#', 'Sentence of the document', 'Interpretation', 'Why'];
  return [
    intro,
    judgingIntro,
    ...blocks(
      entries.filter((entry) => !isOwn(entry)),
      sections,
      [...common, 'Level', 'Requirements', 'Otherwise', 'Alternatives'],
      judging,
    ),
    ownIntro,
    ...blocks(entries.filter(isOwn), sections, [...common, 'Alternatives'], own),
  ].join('\n');
}
