/** docs/mutation.md: the scores of every area that was measured, and the reasons for the survivors. */
import { cell, markdownTable } from '../scripts/markdown-table.ts';
import type { Area } from './areas.ts';
import type { Fate } from './fate.ts';
import { wordsOfFindings, wordsOfRefusals } from './ignorer.ts';
import type { Plan, Recorded } from './recorder.ts';
import { type Explanation, explanationOf, kinds } from './survivors.ts';

export interface Tally {
  readonly area: Area;
  readonly counts: Readonly<Record<Fate, number>>;
  readonly survivors: readonly Recorded[];
  /** Mutants that an interrupted run did not come to. */
  readonly notReached: number;
}

/** Counts what became of the mutants of one area. */
export function tallyOf(area: Area, { planned }: Plan, records: readonly Recorded[]): Tally {
  const counts: Record<Fate, number> = {
    trial: 0,
    trouble: 0,
    hang: 0,
    'unit-test': 0,
    survived: 0,
    static: 0,
    words: 0,
    'not-sampled': 0,
  };
  for (const { fate } of records) counts[fate] += 1;
  const survivors = records.filter(({ fate }) => fate === 'survived');
  return { area, counts, survivors, notReached: planned - records.length };
}

export interface Measured {
  /** All that can be measured. */
  readonly areas: readonly Area[];
  readonly tallies: readonly Tally[];
  readonly explanations: readonly Explanation[];
  /** Cores and Node.js. */
  readonly machine: string;
  /** Such as 2026-01-31. */
  readonly date: string;
  /** What is to be said of this measurement alone, as Markdown. */
  readonly notes: string;
}

const percent = (share: number) => (Number.isNaN(share) ? '' : `${(share * 100).toFixed(1)} %`);

type Kind = Tally['area']['kind'];

const columns: Readonly<Record<Kind, readonly string[]>> = {
  rules: [
    'Area',
    'Tried',
    'Suite',
    'Trouble',
    'Hang',
    'Unit tests',
    'Survived',
    'Score',
    'Suite alone',
    'Not tried',
  ],
  model: [
    'Model',
    'Tried',
    'Self-test',
    'Trouble',
    'Hang',
    'Unit tests',
    'Survived',
    'Score',
    'Self-test alone',
    'Not tried',
  ],
};

const keys = ['trial', 'trouble', 'hang', 'unit-test', 'survived'] as const;

/** What every row ends with: the counts of what was tried, and the two shares of them. */
function figures(count: (fate: Fate) => number): string[] {
  const tried = keys.reduce((all, key) => all + count(key), 0);
  return [
    String(tried),
    ...keys.map((key) => String(count(key))),
    percent((tried - count('survived')) / tried),
    percent(count('trial') / tried),
  ];
}

function total(tallies: readonly Tally[]): readonly string[] {
  const sum = (fate: Fate) => tallies.reduce((all, { counts }) => all + counts[fate], 0);
  return [
    '**All**',
    ...figures(sum),
    String(
      sum('static') +
        sum('words') +
        sum('not-sampled') +
        tallies.reduce((all, { notReached }) => all + notReached, 0),
    ),
  ];
}

function row({ area, counts, notReached }: Tally): readonly string[] {
  const left = [
    [counts.static, 'static'],
    [counts.words, 'words'],
    [counts['not-sampled'], 'sample'],
    [notReached, 'not reached'],
  ] as const;
  return [
    area.id,
    ...figures((fate) => counts[fate]),
    left.flatMap(([count, why]) => (count > 0 ? [`${count} ${why}`] : [])).join(', '),
  ];
}

const code = (text: string) => {
  const short = text.length > 90 ? `${text.slice(0, 89)}…` : text;
  return `\`${short.replaceAll('`', "'")}\``;
};

const shown = ({ was, becomes }: Recorded) => `${code(was)} → ${becomes === '' ? 'nothing' : code(becomes)}`;

function survivorsOf({ area, survivors }: Tally, explanations: readonly Explanation[]): string {
  if (survivors.length === 0) return '';
  const groups = Map.groupBy(survivors, (survivor) => explanationOf(area.id, survivor, explanations));
  const rows = [...groups].flatMap(([explanation, members]) =>
    members.map((survivor, at) => [
      `${survivor.file.split('/').at(-1)}:${survivor.line}`,
      cell(shown(survivor)),
      at > 0
        ? 'as above'
        : explanation === undefined
          ? 'not looked at yet'
          : cell(`${kinds[explanation.kind]}. ${explanation.reason}`),
    ]),
  );
  return `### ${area.id}\n\n${markdownTable(['Where', 'Mutant', 'Why it lives'], rows)}\n`;
}

export function mutationPage({ areas, tallies, explanations, machine, date, notes }: Measured): string {
  const isTried = ({ counts }: Tally) => keys.some((key) => counts[key] > 0);
  const of = (kind: Kind) => tallies.filter((tally) => tally.area.kind === kind && isTried(tally));
  const missing = (kind: Kind) => {
    const measured = new Set(of(kind).map(({ area }) => area.id));
    const rest = areas.filter((area) => area.kind === kind && !measured.has(area.id)).map(({ id }) => id);
    return rest.length === 0 ? '' : `\nNot measured yet: ${rest.join(', ')}.\n`;
  };
  const table = (kind: Kind) => markdownTable(columns[kind], [...of(kind).map(row), total(of(kind))]);
  return `# Mutation testing

Generated by \`node tools/mutation/run.ts --page\` from the results of \`npm run mutation\`. Measured ${date} on ${machine}.

\`npm run mutation\` changes the rules of the reference server, one small place at a time ([Stryker](https://stryker-mutator.io)),
and checks whether the suite or the unit tests notice. \`npm run mutation -- payrolls\` does so for one area, \`-- models/payroll\` for a model, \`-- models\` for
all of them; \`--one-of 5\` tries a sample of a fifth. What was tried before is not tried again
unless the place or its unit tests changed; after a change of the suite, \`--force\` tries everything.

${notes.trim()}

## Rules

Each mutant of \`reference-server/resources/*/rules.ts\` is first given to the suite, over HTTP with the \`smoke\` profile: the checks
that pass the changed place, until one finds a requirement broken. Only what the suite leaves alive is given to the unit
tests beside the rules. So _Suite alone_ is the independent figure, how much of the server's behaviour the suite pins down
by itself, and _Score_ is all that is noticed. _Trouble_: the verdict is not \`conformant\`, though nothing was found: the run
could not go on, or did not come to a requirement any more.

${table('rules')}
${missing('rules')}
## Models

Here the suite itself is mutated: when it judges differently, does the self-test notice? The sound server must
stay without a finding, with the same requirements evaluated and the same transitions taken, and of every requirement of which
the model catches a fault, one fault must stay caught. Mutated is what judges: in \`conformance/resources/<area>/\` the files
\`model.ts\`, \`observe.ts\` and \`moves.ts\`, and what they use. Left out is what only generates (tours, creations, scripts of
answers) and what ties a model to its checks: with another tour a run has other conversations, and each is judged as before.

${of('model').length > 0 ? `${table('model')}\n` : ''}${missing('model')}
## What is not tried

- _Words_: ${wordsOfRefusals} ${wordsOfFindings}
- _Static_: what is evaluated once, when a module is loaded, such as a table. Each would take a process of its own and the whole suite.
- _Sample_: a model or an area of which a part was tried, chosen by a hash of the mutant, so that the choice can be repeated.
- _Not reached_: the run was interrupted.

## Survivors

${tallies
  .map((tally) => survivorsOf(tally, explanations))
  .filter(Boolean)
  .join('\n')}`;
}
