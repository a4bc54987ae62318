/** The result of a run on one screen. */

import { targetKinds, type Verdict } from '../conformance/engine/events.ts';
import type { Finding } from '../conformance/engine/finding.ts';
import type { Obstacle } from '../conformance/engine/outcome.ts';
import type { LevelTotals, Results } from '../conformance/engine/results.ts';
import { refusalRemedy } from '../conformance/target/remedies.ts';
import { clip, visibleLine, wrap } from '../markup/visible-text.ts';
import type { Level } from '../openapi/catalogue.ts';
import { doctorCommand, explainCommand, findingCommand } from './commands.ts';
import { type FindingGroup, findingGroups, gaps, obstacles, requirementOf, sizeOf } from './findings.ts';
import { restsOnBriefly, restsOnSentences } from './interpretations.ts';
import { knownNote } from './known.ts';
import { describedMachines, figuresOf, type MachineFigures, wasTried } from './machine-coverage.ts';
import { timelineLines } from './timeline.ts';
import { createPaint, duration, explanation, headlineOf, type Paint, plural, type Style } from './wording.ts';

export interface SummaryOptions {
  readonly color: boolean;
  /** Width of the terminal in characters. */
  readonly columns: number;
  /** Path of the full report. */
  readonly reportPath?: string;
}

/** Lines of the smallest common terminal, minus one for the prompt. */
const screen = 23;

const styles: Readonly<Record<Verdict, Style>> = {
  conformant: ['bold', 'green'],
  partial: ['bold', 'yellow'],
  'non-conformant': ['bold', 'red'],
  incomplete: ['bold', 'magenta'],
  error: ['bold', 'magenta'],
};

function levelLine(level: Level, totals: LevelTotals, paint: Paint): string | undefined {
  const sum = Object.values(totals).reduce((total: number, count: number) => total + count, 0);
  if (sum === 0) return undefined;
  const part = (count: number, label: string, style: Style) =>
    paint(count === 0 ? 'dim' : style, `${count} ${label}`);
  return [
    `  ${level.padEnd(10)}`,
    part(totals.passed, 'passed', 'green'),
    level === 'documented' ? part(totals.failed, 'failed', 'red') : part(totals.warned, 'warned', 'yellow'),
    part(totals.notExercised, 'not exercised', 'yellow'),
    ...(totals.errored > 0 ? [part(totals.errored, 'errored', 'magenta')] : []),
    ...(totals.untestable > 0 ? [part(totals.untestable, 'untestable', 'dim')] : []),
  ].join('  ');
}

/** Coverage of the state machines, unless the run did not exercise them. */
function machinesLine(results: Results, paint: Paint): string | undefined {
  const tried = describedMachines.filter((machine) => wasTried(machine, results));
  if (tried.length === 0) return undefined;
  const figures = tried.map((machine) => figuresOf(machine, results));
  const sum = (of: (machine: MachineFigures) => number) => figures.reduce((all, each) => all + of(each), 0);
  const [taken, all, beyond] = [sum((m) => m.taken), sum((m) => m.transitions), sum((m) => m.outOfReach)];
  return [
    '  machines  ',
    paint(taken < all ? 'yellow' : 'green', `${taken} of ${plural(all, 'transition')} taken`),
    ...(beyond > 0 ? [paint('dim', `${beyond} out of reach`)] : []),
  ].join('  ');
}

/** What was expected and what came, in one line or, with more room, in lines of their own. */
function evidenceLines({ expected, actual }: Finding, { columns, paint, lines: room }: Place): string[] {
  const width = columns - 4;
  const said = { expected: visibleLine(expected), actual: visibleLine(actual) };
  if (room < 2) {
    // Each gets half of the line, so that a long expectation does not hide what happened.
    const came = clip(said.actual, Math.max(20, Math.floor((columns - 26) / 2)));
    const wanted = clip(said.expected, Math.max(20, columns - 26 - came.length));
    return [`    ${paint('dim', 'expected')} ${wanted}  ${paint('dim', 'actual')} ${came}`];
  }
  const line = (name: 'expected' | 'actual', most: number) =>
    wrap(`${name.padEnd('expected'.length)} ${said[name]}`, width, most).map(
      (text, index) => `    ${index === 0 ? paint('dim', name) + text.slice(name.length) : text}`,
    );
  const wanted = line('expected', Math.min(2, room - 1));
  return [...wanted, ...line('actual', room - wanted.length)];
}

/** Most lines for what was expected and what came, so that they do not hide the next finding. */
const mostEvidence = 5;

/** Never cut, so that they can be pasted. */
const commandLines = (finding: Finding, results: Results, paint: Paint) => [
  `    ${paint('dim', 'replay')}   ${findingCommand(finding, results)}`,
  `    ${paint('dim', 'explain')}  ${explainCommand(finding.requirement, results)}`,
];

const decides = ({ level, known }: Finding) => level === 'documented' && known === undefined;

function findingLines({ first: finding, others }: FindingGroup, results: Results, place: Place): string[] {
  const { columns, paint, lines } = place;
  const statement = requirementOf(results, finding)?.statement ?? finding.title;
  const { known, requirement } = finding;
  const [sign, style]: [string, Style] = decides(finding) ? ['✗', 'red'] : ['!', 'yellow'];
  const mark = `${sign} ${requirement}`;
  const note = known === undefined ? '' : ` (${visibleLine(knownNote(finding))})`;
  const times = others.length === 0 ? '' : ` (${others.length + 1} checks)`;
  const sentenceText = `${mark} ${visibleLine(statement)}${note}${times}`;
  const sentence = wrap(sentenceText, columns - 4, lines - 1);
  const room = lines - 1 - sentence.length;
  const commands = room >= 2 ? commandLines(finding, results, paint) : [];
  const left = room - commands.length;
  const basis = visibleLine(restsOnSentences(finding).join(' '));
  const briefly = basis !== '' && left === 0 ? ` (${restsOnBriefly(finding)})` : '';
  const [opening = '', ...further] =
    briefly === '' ? sentence : wrap(sentenceText + briefly, columns - 4, lines - 1);
  const why = basis !== '' && left > 0 ? wrap(basis, columns - 4, left) : [];
  const evidence = Math.min(mostEvidence, left - why.length + 1);
  const said = [
    `  ${paint(style, mark)}${opening.slice(mark.length)}`,
    ...further.map((line) => `    ${line}`),
    ...evidenceLines(finding, { columns, paint, lines: evidence }),
    ...why.map((line) => `    ${line}`),
  ];
  const lanes = timelineLines(finding.timeline ?? []).map((line) => `  ${clip(line, columns - 4)}`);
  const hasRoom = said.length + lanes.length + commands.length <= lines;
  return [...said, ...(hasRoom ? lanes : []), ...commands];
}

interface Place {
  readonly columns: number;
  readonly paint: Paint;
  /** Number of lines available. */
  readonly lines: number;
}

/** As many findings as fit, one of each requirement, in whole sentences if there are few. */
function findingsBlock(results: Results, { columns, paint, lines: room }: Place): string[] {
  const groups = findingGroups(results);
  if (groups.length === 0) return [];
  const ofRequirements =
    groups.length === results.findings.length ? '' : ` of ${plural(groups.length, 'requirement')}`;
  // A blank line, the title, two lines each, and one that counts the rest.
  const isAlone = groups.filter(({ first }) => decides(first)).length === 1;
  // The only one that decides the verdict has three more, for its commands.
  const limit = Math.max(1, Math.floor((room - 3 - (isAlone ? 3 : 0)) / 2));
  const shown = groups.slice(0, limit);
  const more = sizeOf(groups.slice(limit));
  // Those that decide the verdict get their lines first.
  const deciding = shown.filter(({ first }) => decides(first));
  const advice = shown.filter(({ first }) => !decides(first));
  const linesOf = (some: readonly FindingGroup[], most: number) => {
    const lines = Math.max(2, Math.floor(most / some.length));
    return some.flatMap((group) => findingLines(group, results, { columns, paint, lines }));
  };
  const said = linesOf(deciding, room - 3 - 2 * advice.length);
  const lines = [...said, ...linesOf(advice, room - 3 - said.length)];
  return [
    '',
    paint('bold', `${plural(results.findings.length, 'finding')}${ofRequirements}`),
    ...lines,
    ...(more > 0 ? [paint('dim', `  and ${more} more in the report`)] : []),
  ];
}

const notExercised = (count: number): string =>
  `${plural(count, 'requirement', 'requirements of all levels')} ${count === 1 ? 'was' : 'were'} not exercised`;

/** The first requirement of which the result says less than it seems to, and how many there are. */
function reservationLines({ requirements }: Results): readonly string[] {
  const inPart = requirements.filter(({ operations }) => operations !== undefined);
  const warned = requirements.filter(({ warning }) => warning !== undefined);
  const say = (what: string, all: typeof requirements, text: string | undefined) => {
    if (all[0] === undefined) return [];
    const said = visibleLine(text ?? '');
    if (all.length === 1) return [`${what}: ${all[0].id}. ${said}`];
    return [`${what}: ${all.length} requirements. The first is ${all[0].id}: ${said}`];
  };
  return [
    ...say('Passed in part', inPart, inPart[0]?.reason),
    ...say('May be broken', warned, warned[0]?.warning),
  ];
}

/** What a tester has not given to the suite for a receiver is a reason that no other command names. */
function receiverReasons(results: Results): readonly string[] {
  if (results.target.kind !== 'receiver' || results.verdict === 'incomplete') return [];
  return gaps(results)
    .filter(({ requirements: [first] }) => first?.status === 'not-exercised' && first.checks.length > 0)
    .slice(0, 3)
    .map(({ reason, requirements }) => visibleLine(`${requirements.length} of them: ${reason}`));
}

function obstacleLines(obstacle: Obstacle): readonly string[] {
  const { operation, status, said, businessLimit, boundTo } = obstacle;
  return [
    visibleLine(`Most common obstacle: ${operation} was rejected with ${status}: ${said}`),
    ...(boundTo === undefined
      ? []
      : [
          visibleLine(
            `The line operations.${operation} of the adapter sends ${boundTo}, and the server has nothing there (${status}): correct the line.`,
          ),
        ]),
    ...(businessLimit === undefined
      ? []
      : [
          `The run opens at most ${plural(businessLimit, 'business', 'businesses')}, so cases share them, which may be the reason. Add ${refusalRemedy(obstacle)}.`,
        ]),
  ];
}

const smokeHint =
  'The profile smoke runs only some of the checks; --profile standard exercises all that the target allows.';

/** Requirements without a result, and what to do about them. */
function gapLines(results: Results, columns: number): string[] {
  const { requirements, verdict, target, run } = results;
  const isOfServer = targetKinds.some((kind) => kind === target.kind);
  const isSmoke = run.profile === 'smoke' && isOfServer;
  const missing = requirements.filter(({ status }) => status === 'not-exercised');
  const errored = requirements.filter(({ status }) => status === 'errored');
  const tried = missing.filter(({ checks }) => checks.length > 0).length;
  const isUnclear = verdict !== 'incomplete' && !isSmoke && isOfServer;
  // In a smoke run, cases share businesses; what one case leaves there stops others.
  const [worst] = obstacles(results).filter(
    ({ obstacle }) => !isSmoke || obstacle.businessLimit === undefined,
  );
  const lines = [
    ...(worst ? obstacleLines(worst.obstacle) : []),
    ...(isSmoke && missing.length > 0 ? [`${notExercised(missing.length)}. ${smokeHint}`] : []),
    ...(tried > 0 && !isUnclear && !isSmoke ? [`${notExercised(tried)}.`] : []),
    ...receiverReasons(results),
    ...(missing.length > tried && !isSmoke
      ? [
          `${plural(missing.length - tried, 'requirement belongs', 'requirements of all levels belong')} to checks that were not selected.`,
        ]
      : []),
    ...reservationLines(results),
    ...(errored.length > 0
      ? [`Errored: ${plural(errored.length, 'requirement')}. ${visibleLine(errored[0]?.reason ?? '')}`]
      : []),
  ];
  // The end of a sentence may be the advice.
  const wrapped = lines.flatMap((line) => wrap(line, columns, 3));
  const all = tried > 0 && isUnclear ? [...remedyLines(results, tried, columns), ...wrapped] : wrapped;
  return all.length === 0 ? [] : ['', ...all];
}

/** The command is never cut, so that it can be pasted. */
function remedyLines(results: Results, count: number, columns: number): string[] {
  const said = `${notExercised(count)}. See:`;
  const command = doctorCommand(results);
  const line = `${said} ${command}`;
  return line.length <= columns ? [line] : [said, `  ${command}`];
}

/** The result of a run on a screen of 24 lines. */
export function renderSummary(results: Results, { color, columns, reportPath }: SummaryOptions): string {
  const paint = createPaint(color);
  const { verdict, reason, totals, run } = results;
  const opening = [
    paint(styles[verdict], headlineOf(results)),
    ...wrap(reason === undefined ? explanation(results) : visibleLine(reason), columns, 2),
    ...(['documented', 'observed', 'assumed'] as const)
      .map((level) => levelLine(level, totals[level], paint))
      .concat(machinesLine(results, paint))
      .filter((line) => line !== undefined),
  ];
  const closing = [
    ...gapLines(results, columns),
    '',
    paint('dim', `${duration(run.durationMillis)}, ${plural(run.requests, 'request')}, seed ${run.seed}`),
    ...(reportPath === undefined ? [] : [`Report: ${reportPath}`]),
  ];
  const lines = screen - opening.length - closing.length;
  return [...opening, ...findingsBlock(results, { columns, paint, lines }), ...closing, ''].join('\n');
}
