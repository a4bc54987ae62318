/** The page of the mutation testing: what the suite notices of the mutants of each area, and those that break a rule unnoticed. */
import { requirements } from '../../openapi/catalogue.ts';
import { cell, markdownTable } from '../scripts/markdown-table.ts';
import type { Area } from './areas.ts';
import { emptyParams, wordsOfFindings, wordsOfRefusals } from './ignorer.ts';
import type { Score, Summary, Unnoticed } from './summary.ts';

export interface Measured {
  /** All that can be measured. */
  readonly areas: readonly Area[];
  /** Of those that were measured. */
  readonly summaries: readonly Summary[];
  /** Remarks on this measurement alone, as Markdown. */
  readonly notes: string;
  /** The requirements that are found broken by deliberate and blind faults: one for each fault. */
  readonly brokenByFaults: readonly string[];
}

type Class = keyof Summary['missed'];

const classes: readonly Class[] = ['equivalent', 'open', 'documented', 'not-classified'];

const percent = (share: number) => (Number.isNaN(share) ? '' : `${(share * 100).toFixed(1)} %`);

const tried = ({ fates }: Summary) => fates.trial + fates.trouble + fates.hang + fates.survived;

const sum = (summaries: readonly Summary[], figure: (summary: Summary) => number) =>
  summaries.reduce((all, summary) => all + figure(summary), 0);

/** The shares of the mutants that break a documented requirement. What nobody has classified counts as one that does. */
export function sharesOf(summaries: readonly Summary[]): {
  readonly found: number;
  readonly noticed: number;
  /** Of those after which every requirement is still exercised. */
  readonly foundOfExercised: number;
} {
  const found = sum(summaries, ({ fates }) => fates.trial);
  const missed = sum(
    summaries,
    ({ missed: { documented, ...others } }) => documented.total + others['not-classified'].total,
  );
  const noticed = sum(
    summaries,
    ({ missed: { documented, ...others } }) => documented.noticed + others['not-classified'].noticed,
  );
  return {
    found: found / (found + missed),
    noticed: (found + noticed) / (found + missed),
    foundOfExercised: found / (found + missed - noticed),
  };
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

function figures(summaries: readonly Summary[]): string[] {
  const { found, noticed } = sharesOf(summaries);
  const counted = [
    sum(summaries, tried),
    sum(summaries, ({ fates }) => fates.trial),
    ...classes.map((name) => sum(summaries, ({ missed }) => missed[name].total)),
  ];
  return [...counted.map(String), percent(found), percent(noticed)];
}

const reasonsNotTried = ({ fates }: Summary) =>
  [
    [fates.classified, 'classified'],
    [fates.static, 'static'],
    [fates.words, 'words'],
    [fates['not-sampled'], 'sample'],
    [fates['not-reached'], 'not reached'],
  ] as const;

const notTried = (summary: Summary) =>
  reasonsNotTried(summary)
    .flatMap(([count, why]) => (count > 0 ? [`${count} ${why}`] : []))
    .join(', ');

const countNotTried = (summary: Summary) => reasonsNotTried(summary).reduce((all, [count]) => all + count, 0);

const tableOf = (summaries: readonly Summary[]) =>
  markdownTable(columns, [
    ...summaries.map((summary) => [summary.area, ...figures([summary]), notTried(summary)]),
    ['**All**', ...figures(summaries), String(sum(summaries, countNotTried))],
  ]);

const code = (text: string) => `\`${text.replaceAll('`', "'")}\``;

const changeOf = ({ was, becomes, notTried: isNotTried }: Unnoticed) =>
  `${code(was)} → ${becomes === '' ? 'nothing' : code(becomes)}${isNotTried ? ' (not tried)' : ''}`;

const unnoticedTable = (summaries: readonly Summary[]) =>
  markdownTable(
    ['Where', 'Change', 'Requirement', 'What it breaks'],
    summaries
      .flatMap(({ unnoticed }) => unnoticed)
      .map((mutant) => [
        `${mutant.file.split('/').slice(-2).join('/')}:${mutant.line}`,
        cell(changeOf(mutant)),
        mutant.requirement ?? '',
        cell(mutant.reason ?? 'Not classified.'),
      ]),
  );

/** The documented requirements that a check judges. */
const testable = requirements.filter(({ level, untestable }) => level === 'documented' && !untestable);

/** Checks that are named of those that find the mutants of a requirement. */
const checksShown = 3;

/** Of all areas together, by requirement. */
function scoresOf(summaries: readonly Summary[]): ReadonlyMap<string, Score> {
  const all = summaries.flatMap(({ scores = {} }) => Object.entries(scores));
  return new Map(
    testable.flatMap(({ id }) => {
      const own = all.flatMap(([requirement, score]) => (requirement === id ? [score] : []));
      if (own.length === 0) return [];
      const total = (figure: (score: Score) => number) => own.reduce((sum, score) => sum + figure(score), 0);
      const checks = [...new Set(own.flatMap((score) => score.checks))];
      const score = {
        found: total(({ found }) => found),
        missed: total(({ missed }) => missed),
        noticed: total(({ noticed }) => noticed),
        checks,
      };
      return [[id, score] as const];
    }),
  );
}

const checksOf = ({ checks }: Score) => {
  const rest = checks.length - checksShown;
  return `${checks.slice(0, checksShown).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
};

function byRequirement({
  summaries,
  brokenByFaults,
}: Pick<Measured, 'summaries' | 'brokenByFaults'>): string {
  const scores = scoresOf(summaries);
  const byFaults = Map.groupBy(brokenByFaults, (id) => id);
  const broken = testable.map(({ id }) => ({
    id,
    times: (scores.get(id)?.found ?? 0) + (byFaults.get(id)?.length ?? 0),
  }));
  const brokenOnce = broken.filter(({ times }) => times < 2).map(({ id }) => id);
  const twice = [...scores.values()].filter(({ found }) => found >= 2).length;
  const once = [...scores.values()].filter(({ found }) => found === 1).length;
  const none = testable.filter(({ id }) => !scores.has(id)).map(({ id }) => id);
  return `Of ${testable.length} documented requirements that a check judges, ${twice} are found broken by two mutants or more, ${once} by one.
No mutant that was tried breaks ${none.length} of them, most of which are about what stands elsewhere than in the rules (webhooks,
keys, pages, forms of values), where faults break them: ${none.join(', ')}.

Together with the deliberate faults of the self-test and the faults that others wrote without knowing the suite,
${testable.length - brokenOnce.length} are found broken twice or more. Fewer times: ${brokenOnce.join(', ')}.

${markdownTable(
  ['Requirement', 'Found', 'No finding', 'of these noticed', 'Share', 'Found by'],
  [...scores].map(([id, score]) => [
    id,
    String(score.found),
    String(score.missed),
    String(score.noticed),
    percent(score.found / (score.found + score.missed)),
    checksOf(score),
  ]),
)}
`;
}

/** The days and the machines of the measurements. */
function whenAndWhere(summaries: readonly Summary[]): string {
  const days = summaries.map(({ date }) => date).toSorted();
  const [first, last] = [days.at(0), days.at(-1)];
  const machines = new Set(summaries.map(({ machine }) => machine));
  return `${first === last ? first : `${first} to ${last}`} on ${[...machines].join(' and ')}`;
}

export function mutationPage({ areas, summaries, notes, brokenByFaults }: Measured): string {
  const of = (kind: Area['kind']) => {
    const ids = new Set(areas.filter((area) => area.kind === kind).map(({ id }) => id));
    return summaries.filter((summary) => ids.has(summary.area) && tried(summary) > 0);
  };
  const missing = (kind: Area['kind']) => {
    const measured = new Set(of(kind).map(({ area }) => area));
    const rest = areas.filter((area) => area.kind === kind && !measured.has(area.id)).map(({ id }) => id);
    return rest.length === 0 ? '' : `\nNot measured: ${rest.join(', ')}.\n`;
  };
  const section = (kind: Area['kind']) =>
    `${of(kind).length > 0 ? `${tableOf(of(kind))}\n` : ''}${missing(kind)}`;
  return `# Mutation testing

Measured ${whenAndWhere(summaries)}.

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
| \`npm run mutation -- rules models --page\` | nothing: it counts the records again, after a change of \`survivors.yaml\` |

A run records each mutant in \`mutation-report/\`, which is not committed, and at its end writes the counts of each area to
\`tools/mutation/results/\`. \`--missed\` needs the records of an earlier run.

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

Each mutant of \`reference-server/resources/*/rules.ts\` is tried over HTTP with the \`standard\` profile: by the checks that pass the changed
place, each until it finds a broken requirement. Checks that need production run against a server of production. Of the models, only
that of the same area runs (\`combined.model\` where the area has none), because models take two thirds of the time.

${section('rules')}
Of the mutants that break a documented requirement and leave all of them exercised, ${percent(sharesOf(of('rules')).foundOfExercised)} are
found. After the others, an operation rejects valid requests or does not end well, so that what needs it is not exercised, and such a run
is not \`conformant\`.

## Models

Here the suite is changed, and the question is whether the self-test notices. The sound server must stay without a finding,
with the same requirements evaluated and the same transitions taken; and every fault that the model catches must
stay caught. \`--missed\` tries \`models/webhook-delivery\` on a clock that nobody moves, too. Assumed requirements count here. Mutated is the code that judges: in \`conformance/resources/<area>/\` the files
\`model.ts\`, \`observe.ts\` and \`moves.ts\`, and what they use. Not mutated is the code that only generates (tours, creations, scripts of
answers) or lists checks: with another tour a run has other conversations, and each is judged as before.

${section('model')}
## By requirement

A mutant counts for every documented requirement that it breaks: each check that passes the changed place runs until its first
finding. One without a finding counts for the requirement that \`survivors.yaml\` names.

${byRequirement({ summaries: of('rules'), brokenByFaults })}
## What is not tried

- _Words_: ${wordsOfRefusals} ${emptyParams} ${wordsOfFindings}
- _Classified_: a mutant that \`survivors.yaml\` declares equivalent or open before it is tried. It is counted in its class.
- _Static_: code that runs once, when a module is loaded, such as a table. Each mutant would need a process of its own and the whole suite.
- _Sample_: a part of the mutants, chosen by a hash, so that the choice can be repeated.
- _Not reached_: the run was interrupted.

## Mutants that break a documented requirement unnoticed

Counted above as _documented_ or _not classified_, and not as _Noticed_. All others without a finding are recorded in \`mutation-report/\` only;
\`survivors.yaml\` explains them.

${unnoticedTable(summaries)}
`;
}
