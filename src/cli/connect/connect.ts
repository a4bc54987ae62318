/** `conformance connect`: connects a server step by step, with the steps of `init`, `doctor` and `run`. */
import { Command } from 'commander';
import { allChecks } from '../../../conformance/all-checks.ts';
import { ConformanceError } from '../../../conformance/engine/errors.ts';
import type { Survey, TriedLine } from '../../../conformance/engine/survey.ts';
import { AdapterAudit } from '../../../conformance/target/adapter-audit.ts';
import { secretVariables } from '../../../conformance/target/remedies.ts';
import { accessOf, type Target } from '../../../conformance/target/target.ts';
import { visibleLine } from '../../../markup/visible-text.ts';
import { allOperations } from '../../../openapi/description.ts';
import { assumptions } from '../../../reports/assumptions.ts';
import { documentedFigures } from '../../../reports/wording.ts';
import type { LoadFaults } from '../../config/fault-catalogue.ts';
import { forgetModules } from '../../config/import-module.ts';
import { refuse } from '../../config/refuse.ts';
import type { TargetFlags } from '../../config/run-options.ts';
import { type RunSettings, resolveRun } from '../../config/settings.ts';
import { given } from '../../config/values.ts';
import type { GuessedLine } from '../../discovery/adapter-text.ts';
import { configNames, loadConfig } from '../config-file.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { watchInterruption } from '../interruption.ts';
import { colorOption, optionOf, teach, variablesHelp } from '../options.ts';
import { thisProgram } from '../program-name.ts';
import { runAndReport } from '../run/run.ts';
import { createTerminal, type Terminal } from '../terminal.ts';
import { addedBy, type Diagnosis, diagnose } from './diagnose.ts';
import { showNext } from './doctor.ts';
import { adapterFile, type FirstFiles, inspectFirst, refuseToOverwrite } from './first-files.ts';
import { compareReach } from './init.ts';
import { inspectTarget, seedOfTrial } from './inspect.ts';
import { lookAtTarget } from './look-at-target.ts';
import { agreeing, GuideLeft, type Prompts, promptsIn } from './prompts.ts';
import { readDescription } from './read-description.ts';

interface Options extends Pick<TargetFlags, 'environment'> {
  readonly baseUrl?: string;
  readonly from?: string;
  readonly orgKey?: string;
  readonly platformKey?: string;
  readonly yes?: true;
  readonly color: boolean;
}

/** What every step has at hand. */
interface Guide {
  readonly prompts: Prompts;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly loadFaults: LoadFaults;
}

/** What the user was asked first. */
interface Asked extends Pick<TargetFlags, 'environment'> {
  readonly baseUrl: string;
  readonly from: string;
  readonly variables: { readonly orgToken?: string; readonly platformToken?: string };
}

async function ask(options: Options, prompts: Prompts): Promise<Asked> {
  const { baseUrl = await prompts.text('Address of the server?', '') } = options;
  if (baseUrl === '') throw refuse('There is no address to connect to: add --base-url');
  const variable = async (named: string | undefined, question: string, usual: string) => {
    const name = named ?? (await prompts.text(question, process.env[usual] === undefined ? '' : usual));
    if (name !== '' && !process.env[name])
      throw refuse(`The environment variable ${name} is not set: set it to the key and start again`);
    return name === '' ? undefined : name;
  };
  const { orgToken, platformToken } = secretVariables;
  const org = 'Environment variable with the key of one business (empty: none)?';
  const platform = 'Environment variable with the key that opens businesses (empty: none)?';
  return {
    baseUrl,
    variables: given({
      orgToken: await variable(options.orgKey, org, orgToken),
      platformToken: await variable(options.platformKey, platform, platformToken),
    }),
    from:
      options.from ??
      (await prompts.text('Its OpenAPI description, a file or an address (empty: look for it)?', '')),
    ...given({ environment: options.environment }),
  };
}

const maySendWrites = (target: Target) =>
  accessOf(target) === 'read-write' && target.environment !== 'production';

/** The target of the files as they are now, its survey with the trial of each line, and what a run exercises at the most. */
interface Tried {
  readonly target: Target;
  readonly survey: Survey;
  readonly diagnosis: Diagnosis;
}

/** The settings of the files as they are now. */
async function settingsOfFiles(): Promise<RunSettings> {
  forgetModules();
  return resolveRun({ control: true }, await loadConfig(undefined), process.env, () => seedOfTrial);
}

async function tryFiles(signal: AbortSignal): Promise<Tried> {
  const settings = await settingsOfFiles();
  const tries = (target: Target) => (maySendWrites(target) ? 'lines' : 'nothing');
  return await lookAtTarget(settings.target, tries, signal, ({ target, survey, absent }) => {
    const known = { ...target, absentOperations: [...target.absentOperations, ...absent] };
    return { target: known, survey, diagnosis: diagnose(known) };
  });
}

function requestOf(line: string): string {
  const own = allOperations.find(({ id }) => line === `operations.${id}`);
  return own === undefined ? 'its effect can be seen' : `${own.method.toUpperCase()} ${own.path}`;
}

/** What the target did beside what is expected. */
function showLine({ line: name, outcome, why }: TriedLine, { line }: Terminal): void {
  line(`  ${outcome}: ${name}`);
  line(`    expected: ${requestOf(name)}`);
  line(`    the server: ${visibleLine(why)}`);
}

function showTrial({ survey }: Tried, terminal: Terminal): void {
  const { lines = [] } = survey;
  const { line } = terminal;
  const working = lines.filter(({ outcome }) => outcome === 'works').length;
  line(`${working} of ${lines.length} lines work.`);
  const open = lines.filter(({ outcome }) => outcome !== 'works' && outcome !== 'not tried');
  for (const each of open) showLine(each, terminal);
}

/** Runs the checks of what a line has added, and says how they ended. */
async function runAdded(added: readonly string[], { terminal, signal, loadFaults }: Guide): Promise<void> {
  const checks = allChecks
    .filter(({ covers }) => covers.some((id) => added.includes(id)))
    .map(({ id }) => id);
  if (checks.length === 0) return;
  const settings = await settingsOfFiles();
  const flags = { control: true, try: true, quiet: true, color: false, profile: 'smoke', checks } as const;
  const silent = { ...terminal, write: () => {}, line: () => {}, writeTrusted: () => {} };
  const { results } = await runAndReport(flags, settings, loadFaults, silent, signal);
  const { passed, failed } = documentedFigures(results);
  terminal.line(`  checks of it: ${passed} requirements passed, ${failed} failed (${settings.out})`);
}

/** Uses a guess, and takes it back where it is wrong or takes requirements away. */
async function accept(
  guess: GuessedLine,
  taken: Set<string>,
  before: Tried,
  first: FirstFiles,
  guide: Guide,
): Promise<Tried> {
  const { terminal, signal } = guide;
  const back = (why: string) => {
    taken.delete(guess.line);
    first.rewriteAdapter(taken);
    terminal.line(`  taken back: ${visibleLine(why)}`);
    return before;
  };
  taken.add(guess.line);
  first.rewriteAdapter(taken);
  try {
    const after = await tryFiles(signal);
    const tried = after.survey.lines?.find(({ line }) => line === guess.line);
    if (tried !== undefined) showLine(tried, terminal);
    if (tried?.outcome === 'wrong' || tried?.outcome === 'unusable') return back(tried.why);
    const had = new Set(before.diagnosis.exercisable);
    const added = after.diagnosis.exercisable.filter((id) => !had.has(id));
    if (after.diagnosis.exercisable.length < had.size) return back('a run would exercise less with it');
    await runAdded(added, guide);
    return after;
  } catch (error) {
    if (!(error instanceof ConformanceError) || error.code !== 'CONFIGURATION_INVALID') throw error;
    return back(error.message);
  }
}

/** How many requirements a run could exercise in addition, if a guess is right. */
function worthOf({ line }: GuessedLine, { target }: Tried): number {
  const [kind, name = ''] = line.split('.');
  const has = Object.assign(
    {},
    target.controls,
    kind === 'controls' ? { [name]: async () => undefined } : {},
  );
  const absentOperations = target.absentOperations.filter((id) => line !== `operations.${id}`);
  return addedBy({ ...target, controls: has, absentOperations }, line);
}

/** Proposes each guess of the description, the one that adds most first. */
async function propose(first: FirstFiles, now: Tried, guide: Guide): Promise<void> {
  const { prompts, terminal } = guide;
  const taken = new Set<string>();
  let tried = now;
  let open = first.adapter?.guesses ?? [];
  while (open.length > 0) {
    const [best, ...others] = open
      .map((guess) => ({ guess, worth: worthOf(guess, tried) }))
      .toSorted((a, b) => b.worth - a.worth);
    if (best === undefined) return;
    const { guess, worth } = best;
    open = others.map((other) => other.guess);
    terminal.line();
    terminal.line(`+${worth}  ${guess.line}`);
    terminal.line(`  expected: ${guess.expected}`);
    terminal.line(`  the description: ${visibleLine(guess.found)}`);
    for (const text of guess.text) terminal.line(`  ${visibleLine(text)}`);
    if (await prompts.confirm(`Write this line into ${adapterFile}?`))
      tried = await accept(guess, taken, tried, first, guide);
  }
}

/** What a run exercises, what would add more, and the command for CI. */
async function conclude({ terminal, signal }: Guide): Promise<void> {
  const { line, paint } = terminal;
  const settings = await settingsOfFiles();
  const trial = { isTried: true, audit: new AdapterAudit() };
  const { diagnosis, results } = await inspectTarget(settings, trial, signal);
  const { exercisable, testable } = diagnosis;
  const verb = results === undefined ? 'can exercise at most' : 'exercises';
  line();
  line(`A run ${verb} ${exercisable.length} of ${testable} documented requirements.`);
  showNext(diagnosis, terminal);
  line();
  line(paint('bold', 'For CI, with the keys in the same environment variables'));
  const least = results === undefined ? 0 : Math.floor((100 * exercisable.length) / testable);
  line(`  ${thisProgram()} run${least > 0 ? ` --min-coverage ${least}` : ''}`);
}

async function guideThrough(options: Options, guide: Guide): Promise<void> {
  const { prompts, terminal, signal } = guide;
  const { line, paint } = terminal;
  const { from, variables, ...flags } = await ask(options, prompts);
  const description = from === '' ? undefined : await readDescription(from);
  const tries = (target: Target) => (maySendWrites(target) ? 'values' : 'nothing');
  const first = await inspectFirst(flags, { given: description, tries, variables }, signal);
  const { target, survey, adapter, names } = first;
  line(`${paint('bold', target.baseUrl)} ${target.kind}, ${target.environment}, ${accessOf(target)}`);
  for (const { name, value } of assumptions(survey)) line(`  ${name}: ${visibleLine(value)}`);
  if (adapter !== undefined) line(adapter.summary);
  if (!(await prompts.confirm(`Write ${names.join(' and ')}?`))) throw new GuideLeft('Nothing was written.');
  first.writeAll();
  for (const warning of adapter?.warnings ?? []) terminal.warn(`warning: ${warning}`);
  const tried = await tryFiles(signal);
  showTrial(tried, terminal);
  if (adapter !== undefined) compareReach(first, tried.diagnosis.exercisable.length, terminal);
  await propose(first, tried, guide);
  await conclude(guide);
}

async function connect(options: Options, loadFaults: LoadFaults): Promise<ExitCode> {
  refuseToOverwrite([...configNames, adapterFile]);
  const terminal = createTerminal(options);
  if (!options.yes && process.stdin.isTTY !== true)
    throw refuse('There is no terminal to ask in: add --yes, and --base-url with the address');
  const prompts = options.yes ? agreeing : await promptsIn();
  using interruption = watchInterruption(() => terminal.warnBelow('Stopping.'));
  try {
    await guideThrough(options, { prompts, terminal, signal: interruption.signal, loadFaults });
    return exitCodes.success;
  } catch (error) {
    if (!(error instanceof GuideLeft)) throw error;
    terminal.warn(error.message);
    return exitCodes.interrupted;
  }
}

export function connectCommand(finish: Finish, loadFaults: LoadFaults): Command {
  const command = new Command('connect')
    .description(
      'Guides through the connection of a server: asks for address, keys and description, writes the configuration and the\n' +
        'adapter, tries each line, proposes the uncertain ones with the number of requirements that each adds, and runs their checks.\n' +
        'Creates records on the server, except in production.',
    )
    .option('--base-url <url>', 'address of the server')
    .option('--from <file or url>', "the server's own OpenAPI description (default: search the usual paths)")
    .option('--org-key <variable>', 'environment variable with the key of one business')
    .option('--platform-key <variable>', 'environment variable with the key that opens businesses')
    .addOption(optionOf('environment'))
    .option('--yes', 'ask nothing and accept every proposal that works')
    .addOption(colorOption())
    .action(async (options: Options) => finish(await connect(options, loadFaults)));
  return teach(
    command,
    `
Examples:
  conformance connect
  CONFORMANCE_ORG_TOKEN=… conformance connect --yes --base-url http://127.0.0.1:3000
${variablesHelp}

Exit codes:
  0    the files were written
  2    wrong usage, or a configuration already exists
  3    the server does not respond, does not implement the interface, or rejects the keys
  130  the guide was left`,
  );
}
