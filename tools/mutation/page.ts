/** docs/mutation.md: what the suite notices of the mutants of each area, and the classes of those it does not. */
import { cell, markdownTable } from '../scripts/markdown-table.ts';
import type { Area } from './areas.ts';
import type { Fate } from './fate.ts';
import { emptyParams, wordsOfFindings, wordsOfRefusals } from './ignorer.ts';
import type { Plan, Recorded } from './recorder.ts';
import { type Explain, type Explanation, isMissed, type Kind, kinds } from './survivors.ts';

/** A mutant without a finding, with its entry in survivors.yaml. */
interface Missed {
  readonly record: Recorded;
  readonly explanation: Explanation | undefined;
}

export interface Tally {
  readonly area: Area;
  readonly counts: Readonly<Record<Fate, number>>;
  readonly missed: readonly Missed[];
  /** Mutants that an interrupted run did not come to. */
  readonly notReached: number;
}

/** Counts what became of the mutants of one area. */
export function tallyOf(
  area: Area,
  { planned }: Plan,
  records: readonly Recorded[],
  explain: Explain,
): Tally {
  const counts: Record<Fate, number> = {
    trial: 0,
    trouble: 0,
    hang: 0,
    survived: 0,
    classified: 0,
    static: 0,
    words: 0,
    'not-sampled': 0,
  };
  for (const { fate } of records) counts[fate] += 1;
  const missed = records.filter(isMissed).map((record) => ({ record, explanation: explain(record) }));
  return { area, counts, missed, notReached: planned - records.length };
}

export interface Measured {
  /** All that can be measured. */
  readonly areas: readonly Area[];
  readonly tallies: readonly Tally[];
  /** Cores and Node.js. */
  readonly machine: string;
  /** Such as 2026-01-31. */
  readonly date: string;
  /** Remarks on this measurement alone, as Markdown. */
  readonly notes: string;
}

const percent = (share: number) => (Number.isNaN(share) ? '' : `${(share * 100).toFixed(1)} %`);

const tried = ({ counts }: Tally) => counts.trial + counts.trouble + counts.hang + counts.survived;

const isUnfinished = ({ record }: Missed) => record.fate === 'trouble' || record.fate === 'hang';

const sum = (tallies: readonly Tally[], figure: (tally: Tally) => number) =>
  tallies.reduce((all, tally) => all + figure(tally), 0);

/** How many mutants without a finding are of a kind; of none when nobody has classified them. */
const ofKind =
  (kind: Kind | undefined, isCounted: (missed: Missed) => boolean = () => true) =>
  ({ missed }: Tally) =>
    missed.filter((each) => each.explanation?.kind === kind && isCounted(each)).length;

/** The shares of the mutants that break a documented requirement. What nobody has classified counts as one that does. */
export function sharesOf(tallies: readonly Tally[]): { readonly found: number; readonly noticed: number } {
  const found = sum(tallies, ({ counts }) => counts.trial);
  const missed = sum(tallies, ofKind('documented')) + sum(tallies, ofKind(undefined));
  const unfinished =
    sum(tallies, ofKind('documented', isUnfinished)) + sum(tallies, ofKind(undefined, isUnfinished));
  return { found: found / (found + missed), noticed: (found + unfinished) / (found + missed) };
}

const columns = [
  'Area',
  'Tried',
  'Finding',
  'No finding: equivalent',
  'open',
  'documented',
  'not classified',
  'Found',
  'Noticed',
  'Not tried',
];

function figures(tallies: readonly Tally[]): string[] {
  const { found, noticed } = sharesOf(tallies);
  const counted = [
    tried,
    ({ counts }: Tally) => counts.trial,
    ...([...Object.keys(kinds), undefined] as (Kind | undefined)[]).map((kind) => ofKind(kind)),
  ];
  return [...counted.map((figure) => String(sum(tallies, figure))), percent(found), percent(noticed)];
}

function notTried({ counts, notReached }: Tally): string {
  const left = [
    [counts.classified, 'classified'],
    [counts.static, 'static'],
    [counts.words, 'words'],
    [counts['not-sampled'], 'sample'],
    [notReached, 'not reached'],
  ] as const;
  return left.flatMap(([count, why]) => (count > 0 ? [`${count} ${why}`] : [])).join(', ');
}

const countNotTried = ({ counts, notReached }: Tally) =>
  counts.classified + counts.static + counts.words + counts['not-sampled'] + notReached;

const tableOf = (tallies: readonly Tally[]) =>
  markdownTable(columns, [
    ...tallies.map((tally) => [tally.area.id, ...figures([tally]), notTried(tally)]),
    ['**All**', ...figures(tallies), String(sum(tallies, countNotTried))],
  ]);

const code = (text: string) => {
  const short = text.length > 90 ? `${text.slice(0, 89)}…` : text;
  return `\`${short.replaceAll('`', "'")}\``;
};

const shown = ({ was, becomes }: Recorded) => `${code(was)} → ${becomes === '' ? 'nothing' : code(becomes)}`;

const inSource = (one: Missed, other: Missed) =>
  one.record.line - other.record.line || one.record.column - other.record.column;

function classOf(explanation: Explanation | undefined): string {
  if (explanation === undefined) return 'Not classified.';
  const rule = explanation.kind === 'documented' ? ` (${explanation.requirement})` : '';
  return `${kinds[explanation.kind]}${rule}. ${explanation.reason}`;
}

const endings: Readonly<Partial<Record<Fate, string>>> = {
  trouble: ' (the run cannot go on)',
  hang: ' (the run does not finish)',
  classified: ' (not tried)',
};

/** Mutants of one explanation stand together; what breaks a requirement stands first. */
function missedOf({ area, missed }: Tally): string {
  if (missed.length === 0) return '';
  const rank = ({ explanation }: Missed) =>
    explanation === undefined ? 0 : 1 + ['documented', 'open', 'equivalent'].indexOf(explanation.kind);
  const sorted = missed.toSorted((one, other) => rank(one) - rank(other) || inSource(one, other));
  const groups = Map.groupBy(sorted, ({ explanation }) => explanation);
  const texts = [...groups].map(([explanation, members]) => {
    const rows = members.map(({ record }) => {
      return `- ${record.file.split('/').at(-1)}:${record.line} ${cell(shown(record))}${endings[record.fate] ?? ''}`;
    });
    return `${cell(classOf(explanation))}\n\n${rows.join('\n')}\n`;
  });
  return `### ${area.id}\n\n${texts.join('\n')}`;
}

export function mutationPage({ areas, tallies, machine, date, notes }: Measured): string {
  const of = (kind: Area['kind']) => tallies.filter((tally) => tally.area.kind === kind && tried(tally) > 0);
  const missing = (kind: Area['kind']) => {
    const measured = new Set(of(kind).map(({ area }) => area.id));
    const rest = areas.filter((area) => area.kind === kind && !measured.has(area.id)).map(({ id }) => id);
    return rest.length === 0 ? '' : `\nNot measured: ${rest.join(', ')}.\n`;
  };
  const section = (kind: Area['kind']) =>
    `${of(kind).length > 0 ? `${tableOf(of(kind))}\n` : ''}${missing(kind)}`;
  return `# Mutation testing

Generated by \`node tools/mutation/run.ts --page\` from the results of \`npm run mutation\`. Measured ${date} on ${machine}.

\`npm run mutation\` changes the rules of the reference server, one small place at a time ([Stryker](https://stryker-mutator.io)),
and runs the suite against each changed server. A mutant is a fault that nobody thought of: the suite should find every one that
breaks a documented requirement, and nothing else.

| command | mutates |
| --- | --- |
| \`npm run mutation\` | the rules of all areas |
| \`npm run mutation -- payrolls\` | the rules of one area |
| \`npm run mutation -- models/payroll\` | one model of the suite; \`models\` for all of them |
| \`npm run mutation -- --one-of 5\` | a fifth of the places, always the same ones |
| \`npm run mutation -- --missed\` | only mutants without a finding that break a documented requirement, with every check |
| \`npm run mutation -- --force\` | everything again; otherwise a recorded mutant that still stands in the same place is kept |

${notes.trim()}

## How to read the tables

- _Finding_: the suite reports a broken requirement that is documented or observed. Assumed requirements do not count.
- _Equivalent_, _open_, _documented_: every mutant without a finding is classified by hand in \`tools/mutation/survivors.yaml\`, with a reason.
  No call can tell an equivalent mutant from the original; an open one changes only what the document leaves open; a documented one
  breaks a requirement.
- _Found_: the share with a finding, of all that break a documented requirement. A mutant that is not classified counts as one that does.
- _Noticed_: as _Found_, and the mutants with which a run finds nothing but does not end as \`conformant\`: it could not go on, or a
  requirement was no longer exercised.

## Rules

Each mutant of \`reference-server/resources/*/rules.ts\` is tried over HTTP with the \`smoke\` profile: by the checks that pass the changed
place, until one finds a broken requirement. Checks that need production run against a server of production. Of the models, only
that of the same area runs (\`combined.model\` where the area has none), because models take two thirds of the time.

${section('rules')}
## Models

Here the suite is changed, and the question is whether the self-test notices. The sound server must stay without a finding,
with the same requirements evaluated and the same transitions taken; and every fault that the model catches must
stay caught. \`--missed\` tries \`models/webhook-delivery\` on a clock that nobody moves, too. Assumed requirements count here. Mutated is the code that judges: in \`conformance/resources/<area>/\` the files
\`model.ts\`, \`observe.ts\` and \`moves.ts\`, and what they use. Not mutated is the code that only generates (tours, creations, scripts of
answers) or lists checks: with another tour a run has other conversations, and each is judged as before.

${section('model')}
## What is not tried

- _Words_: ${wordsOfRefusals} ${emptyParams} ${wordsOfFindings}
- _Classified_: a mutant that \`survivors.yaml\` declares equivalent or open before it is tried. It is counted in its class.
- _Static_: code that runs once, when a module is loaded, such as a table. Each mutant would need a process of its own and the whole suite.
- _Sample_: a part of the mutants, chosen by a hash, so that the choice can be repeated.
- _Not reached_: the run was interrupted.

## Mutants without a finding

${tallies.map(missedOf).filter(Boolean).join('\n')}`;
}
