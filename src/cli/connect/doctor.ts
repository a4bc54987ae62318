/** `conformance doctor`: which requirements can be exercised on the configured target, and how to add more. */
import { existsSync, readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { Results } from '../../../conformance/engine/results.ts';
import { defaultPatience } from '../../../conformance/engine/scenario.ts';
import type { LineOutcome, Survey } from '../../../conformance/engine/survey.ts';
import { AdapterAudit } from '../../../conformance/target/adapter-audit.ts';
import { accessOf, type Target } from '../../../conformance/target/target.ts';
import { visibleLine } from '../../../markup/visible-text.ts';
import { type OperationId, operation } from '../../../openapi/description.ts';
import { assumptions } from '../../../reports/assumptions.ts';
import { embeddedNote, plural } from '../../../reports/wording.ts';
import type { TargetFlags } from '../../config/run-flags.ts';
import { type RunSettings, resolveRun } from '../../config/settings.ts';
import { loadConfig } from '../config-file.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { watchInterruption } from '../interruption.ts';
import { colorOption, optionOf, teach, variablesHelp } from '../options.ts';
import { createTerminal, type Terminal } from '../terminal.ts';
import { type Diagnosis, needing } from './diagnose.ts';
import { adapterFile } from './first-files.ts';
import { hasWrongLine, type Inspection, inspectTarget, seedOfTrial } from './inspect.ts';
import type { Offered } from './offered.ts';
import { showStep } from './progress.ts';

interface Options extends TargetFlags {
  readonly config?: string;
  readonly adapter?: string;
  readonly try?: true;
  readonly adapterAudit?: true;
  readonly json?: true;
  readonly color: boolean;
}

const mostShown = 8;

export const movedClock =
  'The trial has moved the clock that all businesses share: restart the server before a run, if it rejects dates that are far away.';

/** The text of the adapter that init has written; empty if there is none. */
const writtenAdapter = () => (existsSync(adapterFile) ? readFileSync(adapterFile, 'utf8') : '');

/**
 * @param adapter the text of the adapter
 * @param remedy what to add to a configuration
 * @returns the commented line of the adapter, if there is one for the same operation or control
 */
export function remedyIn(adapter: string, remedy: string): string {
  const [, name] =
    /^(?:controls|operations|bindings): \{ (\w+):/.exec(remedy) ?? /^remove (\w+) from/.exec(remedy) ?? [];
  const lines = adapter.split('\n');
  const index =
    name === undefined ? -1 : lines.findIndex((each) => new RegExp(`^ *// [ /]*${name}: `).test(each));
  if (index === -1) return remedy;
  return `line ${index + 1} of ${adapterFile} is a comment with ${name}: complete it, and remove its //`;
}

/** @param where the command that shows the rest */
export function showNext(
  { next, exercisable }: Diagnosis,
  { line, paint }: Terminal,
  where = 'see --json',
): void {
  const adapter = writtenAdapter();
  if (next.length === 0) return;
  line();
  line(paint('bold', 'What to connect next, and how many requirements can then be exercised'));
  let sum = exercisable.length;
  for (const { needs, requirements } of next.slice(0, mostShown)) {
    sum += requirements.length;
    line(`  ${`+${requirements.length}`.padStart(4)} = ${sum}  ${needs.map(({ name }) => name).join(', ')}`);
    for (const { said } of needs) if (said !== undefined) line(`         the target: ${visibleLine(said)}`);
    for (const remedy of new Set(needs.map((need) => remedyIn(adapter, need.remedy))))
      line(`         ${remedy}`);
  }
  if (next.length > mostShown) line(`  and ${next.length - mostShown} more: ${where}`);
}

function showReasons({ reasons }: Diagnosis, { line, paint }: Terminal): void {
  if (reasons.length === 0) return;
  line();
  line(paint('bold', 'Other reasons why requirements are not exercised'));
  for (const { reason, requirements } of reasons.slice(0, mostShown)) {
    line(`  ${String(requirements.length).padStart(4)}  ${visibleLine(reason)}`);
  }
  if (reasons.length > mostShown) line(`  and ${reasons.length - mostShown} more: see --json`);
}

const countOf = ({ exercisable, testable }: Diagnosis, results: Results | undefined): string =>
  results === undefined
    ? `A run can exercise at most ${exercisable.length} of ${testable} documented requirements. Add --try to find out how many it does.`
    : `A run exercises ${exercisable.length} of ${testable} documented requirements, as ${plural(results.run.requests, 'request')} have shown.`;

function showOffered({ seen, unseen }: Offered, { line, paint }: Terminal): void {
  line();
  line(paint('bold', 'What the target offers'));
  line(`  seen: ${seen.length === 0 ? 'nothing' : seen.join(', ')}`);
  if (unseen.length > 0) line(`  configured or assumed, not seen: ${unseen.length} more, which --json names`);
}

function showAbsent(absent: readonly OperationId[], { line, paint }: Terminal): void {
  if (absent.length === 0) return;
  line();
  line(paint('bold', 'Operations that were not found'));
  for (const id of absent) line(`  ${id}  ${operation(id).method.toUpperCase()} ${operation(id).path}`);
  line('  Bind each to the path of your server, or list it in absentOperations.');
}

const colours = {
  works: 'green',
  wrong: 'red',
  unusable: 'yellow',
  refused: 'dim',
  'not tried': 'dim',
} as const satisfies Record<LineOutcome, Parameters<Terminal['paint']>[0]>;

function showTried(target: Target, { lines: tried = [] }: Survey, { line, paint }: Terminal): void {
  if (tried.length === 0) return;
  line();
  line(paint('bold', 'Result of trying each line, and the number of requirements that need it'));
  const longest = Math.max(...tried.map((each) => each.line.length));
  for (const each of tried) {
    const outcome = paint(colours[each.outcome], each.outcome.padEnd(9));
    const added = `+${needing(target, each.line).length}`.padStart(4);
    line(`  ${outcome} ${each.line.padEnd(longest)} ${added}  ${each.why}`);
  }
}

function showAudit({ lines }: AdapterAudit, { line, paint }: Terminal): void {
  line();
  line(paint('bold', 'What the adapter does beyond what it is asked, which may hide a fault of the target'));
  if (lines.length === 0) line('  nothing');
  for (const { line: name, requests, adds, returns } of lines) {
    line(`  ${name}`);
    for (const request of requests) line(`    sends ${visibleLine(request)}`);
    if (adds.length > 0) line(`    adds ${visibleLine(adds.join(', '))}`);
    if (returns.length > 0) line(`    returns ${visibleLine(returns.join(', '))}, which the target did not`);
  }
}

function showSurvey(survey: Survey, { line, paint }: Terminal): void {
  line(paint('bold', 'What a run would assume about the target'));
  for (const { name, value } of assumptions(survey)) line(`  ${name}: ${visibleLine(value)}`);
  line();
}

/** Shows how far the trial is, except beside JSON. */
async function inspect(
  settings: RunSettings,
  {
    isTried,
    json,
    audit,
  }: { readonly isTried: boolean; readonly json: boolean; readonly audit: AdapterAudit },
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Inspection> {
  if (!isTried || json) return inspectTarget(settings, { isTried, audit }, signal);
  using step = showStep('Trying what a run would send', terminal);
  return await inspectTarget(settings, { isTried, audit, onEvent: (event) => step.handle(event) }, signal);
}

async function doctor({
  config: file,
  adapter,
  try: tries,
  adapterAudit: isAudited,
  json,
  color,
  ...flags
}: Options): Promise<ExitCode> {
  const terminal = createTerminal({ color });
  using interruption = watchInterruption(() => terminal.warnBelow('Stopping.'));
  const { signal } = interruption;
  const audit = new AdapterAudit();
  const isTried = tries ?? isAudited ?? false;
  const settings = resolveRun(flags, await loadConfig(file, adapter), process.env, () => seedOfTrial);
  const { target, survey, absent, diagnosis, offered, results } = await inspect(
    settings,
    { isTried, json: json ?? false, audit },
    terminal,
    signal,
  );
  const { baseUrl, kind, environment, patience = defaultPatience } = target;
  const access = accessOf(target);
  if (json) {
    const about = { baseUrl, kind, environment, access, patience, survey, offered };
    const shown = { ...about, isTried: results !== undefined, ...diagnosis };
    terminal.line(
      JSON.stringify({ ...shown, ...(isAudited && { adapterAudit: audit.lines }) }, undefined, 2),
    );
  } else {
    const isEmbedded = settings.target.baseUrl === undefined && kind === 'reference';
    const note = isEmbedded ? ` (${embeddedNote})` : '';
    terminal.line(`${terminal.paint('bold', baseUrl)} ${kind}, ${environment}, ${access}${note}`);
    if (kind === 'live') {
      terminal.line(`The suite waits up to ${patience.seconds} s for each asynchronous effect (--patience).`);
    }
    terminal.line();
    showSurvey(survey, terminal);
    terminal.line(countOf(diagnosis, results));
    if (results?.survey?.clock === 'shared') terminal.line(movedClock);
    showOffered(offered, terminal);
    showAbsent(absent, terminal);
    showNext(diagnosis, terminal);
    showReasons(diagnosis, terminal);
    if (isTried) showTried(target, survey, terminal);
    if (isAudited) showAudit(audit, terminal);
  }
  return hasWrongLine(survey) ? exitCodes.usage : exitCodes.success;
}

export function doctorCommand(finish: Finish): Command {
  const command = new Command('doctor')
    .description(
      'Inspects the configured target, and shows how many requirements a run exercises and what to connect next.\n' +
        'Creates nothing on the target, except with --try.',
    )
    .option('--base-url <url>', 'address of the server')
    .addOption(optionOf('target'))
    .addOption(optionOf('environment'))
    .addOption(optionOf('readOnly'))
    .addOption(optionOf('allowWrites'))
    .addOption(optionOf('patience'))
    .addOption(optionOf('config'))
    .addOption(optionOf('adapter'))
    .option('--no-control', 'do not use the test endpoints (clock, keys, …) of `conformance serve`')
    .option(
      '--try',
      'send what a run would send, until it is known which requirements it exercises (some 3,000 to 6,000 requests, more if reads are late); also tests each line of the adapter',
    )
    .option(
      '--adapter-audit',
      'try the adapter, and list every request and field that it adds to those of the suite',
    )
    .option('--json', 'print everything as JSON')
    .addOption(colorOption())
    .action(async (options: Options) => finish(await doctor(options)));
  return teach(
    command,
    `
Examples:
  conformance doctor --base-url http://127.0.0.1:3000
  conformance doctor --try
  conformance doctor --json
${variablesHelp}

Exit codes:
  0  the target was inspected
  2  wrong usage or configuration, or --try found a wrong entry
  3  the server does not respond, does not implement the interface, or rejects the keys`,
  );
}
