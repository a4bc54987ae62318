/** `conformance doctor`: which requirements can be exercised on the configured target, and how to add more. */
import { Command } from 'commander';
import { defaultPatience } from '../../../conformance/engine/scenario.ts';
import type { LineOutcome, Survey } from '../../../conformance/engine/survey.ts';
import { remedyOf } from '../../../conformance/target/remedies.ts';
import { accessOf, type Target } from '../../../conformance/target/target.ts';
import { visibleLine } from '../../../markup/visible-text.ts';
import { operation } from '../../../openapi/description.ts';
import { assumptions } from '../../../reports/assumptions.ts';
import type { TargetFlags } from '../../config/run-options.ts';
import { resolveTarget } from '../../config/settings.ts';
import { loadConfig } from '../config-file.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { watchInterruption } from '../interruption.ts';
import { colorOption, optionOf, teach, variablesHelp } from '../options.ts';
import { createTerminal, type Terminal } from '../terminal.ts';
import { addedBy, type Diagnosis, diagnose } from './diagnose.ts';
import { lookAtTarget } from './look-at-target.ts';

interface Options extends TargetFlags {
  readonly config?: string;
  readonly adapter?: string;
  readonly try?: true;
  readonly json?: true;
  readonly color: boolean;
}

const mostGains = 8;

function showGains({ gains }: Diagnosis, { line, paint }: Terminal): void {
  if (gains.length === 0) return;
  const shown = gains.slice(0, mostGains);
  line();
  line(paint('bold', 'Requirements that more configuration would add'));
  for (const { capabilities, requirements } of shown) {
    line(`  +${requirements.length} with ${capabilities.join(', ')}`);
  }
  if (gains.length > shown.length) line(`  and ${gains.length - shown.length} more: see --json`);
  line();
  line(paint('bold', 'How to add them'));
  for (const capability of new Set(shown.flatMap(({ capabilities }) => capabilities))) {
    line(`  ${capability}: ${remedyOf(capability)}`);
  }
}

function show(diagnosis: Diagnosis, absent: readonly string[], terminal: Terminal): void {
  const { line, paint } = terminal;
  const { capabilities, exercisable, testable, unchecked, stateless, unwritten } = diagnosis;
  line(`${exercisable.length} of ${testable} documented requirements can be exercised.`);
  if (unchecked > 0) line(`${unchecked} have no check in this version.`);
  if (unwritten > 0) {
    line(
      `${unwritten} need write requests, but access is read-only: allow writes with --allow-writes or access: 'read-write'.`,
    );
  }
  if (stateless > 0) line(`${stateless} need a server with state; Prism has none.`);
  line();
  line(paint('bold', 'What the target offers'));
  line(`  ${capabilities.length === 0 ? 'nothing' : capabilities.join(', ')}`);
  if (absent.length > 0) {
    line();
    line(paint('bold', 'Operations that were not found'));
    for (const id of absent) line(`  ${id}`);
    line('  Bind each to the path of your server, or list it in absentOperations.');
  }
  showGains(diagnosis, terminal);
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
    const added = `+${addedBy(target, each.line)}`.padStart(4);
    line(`  ${outcome} ${each.line.padEnd(longest)} ${added}  ${each.why}`);
  }
}

function showSurvey(survey: Survey, { line, paint }: Terminal): void {
  line(paint('bold', 'What a run would assume about the target'));
  for (const { name, value } of assumptions(survey)) line(`  ${name}: ${visibleLine(value)}`);
  line();
}

async function doctor({
  config: file,
  adapter,
  try: isTried,
  json,
  color,
  ...flags
}: Options): Promise<ExitCode> {
  const terminal = createTerminal({ color });
  using interruption = watchInterruption(() => terminal.warnBelow('Stopping.'));
  let isWrong = false;
  const settings = resolveTarget(flags, await loadConfig(file, adapter), process.env);
  // In production, a survey would create records that cannot be removed.
  const tries = ({ environment }: Target) => (isTried && environment !== 'production' ? 'lines' : 'nothing');
  await lookAtTarget(settings, tries, interruption.signal, ({ target, survey, absent }) => {
    const { lines = [] } = survey;
    // An operation that was not found cannot be exercised, even if the configuration does not list it as absent.
    const absentOperations = [...target.absentOperations, ...absent];
    const diagnosis = diagnose({ ...target, absentOperations });
    const { baseUrl, kind, environment, patience = defaultPatience } = target;
    const access = accessOf(target);
    isWrong = lines.some(({ outcome }) => outcome === 'wrong');
    if (json) {
      const shown = { baseUrl, kind, environment, access, patience, survey, ...diagnosis };
      terminal.line(JSON.stringify(shown, null, 2));
      return;
    }
    terminal.line(`${terminal.paint('bold', baseUrl)} ${kind}, ${environment}, ${access}`);
    if (kind === 'live') {
      terminal.line(`The suite waits up to ${patience.seconds} s for each asynchronous effect (--patience).`);
    }
    terminal.line();
    showSurvey(survey, terminal);
    const notFound = absent.map((id) => `${id}  ${operation(id).method.toUpperCase()} ${operation(id).path}`);
    show(diagnosis, notFound, terminal);
    if (isTried) showTried(target, survey, terminal);
  });
  return isWrong ? exitCodes.usage : exitCodes.success;
}

export function doctorCommand(finish: Finish): Command {
  const command = new Command('doctor')
    .description(
      'Inspects the configured target, and shows which requirements a run can exercise and how to add more.\n' +
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
      'create a business, and use it to find test data that the server accepts and to test each line of the adapter',
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
