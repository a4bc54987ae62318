/** `conformance connect`: connects a server step by step, with the steps of `init`, `doctor` and `run`. */
import { Command } from 'commander';
import { AdapterAudit } from '../../../conformance/target/adapter-audit.ts';
import { controlKeyVariable, secretVariables } from '../../../conformance/target/remedies.ts';
import { accessOf, type Target } from '../../../conformance/target/target.ts';
import { visibleLine } from '../../../markup/visible-text.ts';
import { assumptions } from '../../../reports/assumptions.ts';
import { plural } from '../../../reports/wording.ts';
import { refuse } from '../../config/refuse.ts';
import type { TargetFlags } from '../../config/run-flags.ts';
import { given } from '../../config/values.ts';
import { configNames } from '../config-file.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { watchInterruption } from '../interruption.ts';
import { colorOption, optionOf, teach, variablesHelp } from '../options.ts';
import { thisProgram } from '../program-name.ts';
import { createTerminal, type Terminal } from '../terminal.ts';
import { movedClock, showNext } from './doctor.ts';
import { adapterFile, inspectFirst, refuseToOverwrite } from './first-files.ts';
import { type Guide, maySendWrites, settingsOfFiles, showLine, type TriedFiles, tryFiles } from './guide.ts';
import { compareReach } from './init.ts';
import { inspectTarget } from './inspect.ts';
import { showStep } from './progress.ts';
import { agreeing, GuideLeft, type Prompts, promptsIn } from './prompts.ts';
import { propose } from './propose.ts';
import { readDescription } from './read-description.ts';
import { idsWith } from './run-checks.ts';

interface Options extends Pick<TargetFlags, 'environment'> {
  readonly baseUrl?: string;
  readonly from?: string;
  readonly orgKey?: string;
  readonly platformKey?: string;
  readonly yes?: true;
  readonly color: boolean;
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

function showTrial({ survey }: TriedFiles, terminal: Terminal): void {
  const { lines = [] } = survey;
  const { line } = terminal;
  const working = lines.filter(({ outcome }) => outcome === 'works').length;
  line(`${working} of ${lines.length} lines work.`);
  const open = lines.filter(({ outcome }) => outcome !== 'works' && outcome !== 'not tried');
  for (const each of open) showLine(each, terminal);
}

/** No command for CI, because a run would fail. */
function showFailing(failing: readonly string[], { line, paint }: Terminal): void {
  const [first = ''] = failing;
  line(
    paint(
      'bold',
      `${plural(failing.length, 'documented requirement fails', 'documented requirements fail')}: ${failing.join(', ')}`,
    ),
  );
  line('A run in CI would fail, too. Look at the findings first:');
  line(`  ${thisProgram()} run`);
  line(`  ${thisProgram()} explain ${first}`);
  line('The server may be wrong, or a line of the adapter: the report shows the requests of each finding.');
}

/**
 * What a run exercises, what would add more, and the command for CI.
 *
 * @param failing documented requirements that are known to fail
 */
async function conclude(failing: readonly string[], { terminal, signal }: Guide): Promise<void> {
  const { line, paint } = terminal;
  const settings = await settingsOfFiles();
  const trial = { isTried: true, audit: new AdapterAudit() };
  const { diagnosis, results } = await (async () => {
    using step = showStep('Counting what a run exercises', terminal);
    return await inspectTarget(settings, { ...trial, onEvent: (event) => step.handle(event) }, signal);
  })();
  const { exercisable, testable } = diagnosis;
  const verb = results === undefined ? 'can exercise at most' : 'exercises';
  line();
  line(`A run ${verb} ${exercisable.length} of ${testable} documented requirements.`);
  if (results?.survey?.clock === 'shared') line(movedClock);
  showNext(diagnosis, terminal, `${thisProgram()} doctor --try --json`);
  line();
  const all = [...new Set([...failing, ...idsWith(results, 'failed')])];
  if (all.length > 0) {
    showFailing(all, terminal);
    return;
  }
  line(paint('bold', 'For CI, with the keys in the same environment variables'));
  line('Run it once here first: no check has failed so far, but a run tries more cases.');
  const least = results === undefined ? 0 : Math.floor((100 * exercisable.length) / testable);
  line(`  ${thisProgram()} run${least > 0 ? ` --min-coverage ${least}` : ''}`);
}

async function guideThrough(options: Options, guide: Guide): Promise<void> {
  const { prompts, terminal, signal } = guide;
  const { line, paint } = terminal;
  const { from, variables, ...flags } = await ask(options, prompts);
  const description = from === '' ? undefined : await readDescription(from);
  const tries = (target: Target) => (maySendWrites(target) ? 'values' : 'nothing');
  const first = await (async () => {
    using _step = showStep('Finding out what the server accepts', terminal);
    return await inspectFirst(flags, { given: description, tries, variables }, signal);
  })();
  const { target, survey, adapter, names } = first;
  line(`${paint('bold', target.baseUrl)} ${target.kind}, ${target.environment}, ${accessOf(target)}`);
  for (const { name, value } of assumptions(survey)) line(`  ${name}: ${visibleLine(value)}`);
  if (adapter !== undefined) line(adapter.summary);
  if (!(await prompts.confirm(`Write ${names.join(' and ')}?`))) throw new GuideLeft('Nothing was written.');
  first.writeAll();
  const tried = await tryFiles(guide);
  showTrial(tried, terminal);
  if (adapter !== undefined) compareReach(first, tried.diagnosis.exercisable.length, terminal);
  await conclude(await propose(first, tried, guide), guide);
}

async function connect(options: Options): Promise<ExitCode> {
  refuseToOverwrite([...configNames, adapterFile]);
  const terminal = createTerminal(options);
  if (!options.yes && process.stdin.isTTY !== true)
    throw refuse('There is no terminal to ask in: add --yes, and --base-url with the address');
  const prompts = options.yes ? agreeing : await promptsIn();
  using interruption = watchInterruption(() => terminal.warnBelow('Stopping.'));
  try {
    await guideThrough(options, { prompts, terminal, signal: interruption.signal });
    return exitCodes.success;
  } catch (error) {
    if (!(error instanceof GuideLeft)) throw error;
    terminal.warn(error.message);
    return exitCodes.interrupted;
  }
}

export function connectCommand(finish: Finish): Command {
  const command = new Command('connect')
    .description(
      'Guides through the connection of a server: asks for address, keys and description, writes the configuration and the ' +
        'adapter, tries each line, proposes the uncertain ones with the number of requirements that each adds, and runs their checks.\n' +
        'Creates records on the server, except in production.',
    )
    .option('--base-url <url>', 'address of the server')
    .option('--from <file or url>', "the server's own OpenAPI description (default: search the usual paths)")
    .option('--org-key <variable>', 'environment variable with the key of one business')
    .option('--platform-key <variable>', 'environment variable with the key that opens businesses')
    .addOption(optionOf('environment'))
    .option(
      '--yes',
      `ask nothing and accept every proposal that works; sends the key in ${controlKeyVariable}, if it is set, to the server's controls`,
    )
    .addOption(colorOption())
    .action(async (options: Options) => finish(await connect(options)));
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
