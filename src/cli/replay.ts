/** `conformance replay`: repeats a finding. */
import { Command } from 'commander';
import { type TargetKind, targetKinds } from '../../conformance/engine/events.ts';
import type { Finding } from '../../conformance/engine/finding.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { defaultPatience } from '../../conformance/engine/scenario.ts';
import type { Survey } from '../../conformance/engine/survey.ts';
import { isLoopback } from '../../conformance/http/addresses.ts';
import type { Target } from '../../conformance/target/target.ts';
import { visibleLine, visibleText } from '../../markup/visible-text.ts';
import { findingCommand } from '../../reports/commands.ts';
import { scriptFromFile } from '../../reports/recorded.ts';
import { transcript } from '../../reports/transcript.ts';
import { normaliseBaseUrl } from '../config/base-url.ts';
import { type LoadFaults, namedFault } from '../config/fault-catalogue.ts';
import { refuse } from '../config/refuse.ts';
import type { RunFlags } from '../config/run-flags.ts';
import type { ConformanceConfig } from '../config/schema.ts';
import { resolveTarget, type TargetSettings } from '../config/settings.ts';
import { given } from '../config/values.ts';
import { type ReplayOutcome, replayFinding } from '../replay-finding.ts';
import { openTarget } from '../targets/open-target.ts';
import { chooseFinding } from './choose-finding.ts';
import { loadConfig } from './config-file.ts';
import { type ExitCode, exitCodes, type Finish } from './exit-codes.ts';
import { watchInterruption } from './interruption.ts';
import { colorOption, optionOf, teach, variablesHelp } from './options.ts';
import { readRun, warnOfVersion } from './run/run-files.ts';
import { createTerminal, type Terminal } from './terminal.ts';

interface RepetitionOptions
  extends Pick<
    RunFlags,
    'baseUrl' | 'environment' | 'control' | 'readOnly' | 'allowWrites' | 'patience' | 'rate'
  > {
  readonly config?: string;
  readonly adapter?: string;
}

interface Options extends RepetitionOptions {
  readonly replaySteps?: true;
  readonly color: boolean;
}

/** The survey of the run, if it is of this target; its adapter may have changed, so that no line counts as tried. */
function surveyAgain({ survey }: Results, { baseUrl }: Target): Survey | undefined {
  if (survey?.baseUrl !== baseUrl) return undefined;
  const { lines: _, ...facts } = survey;
  return facts;
}

/** The kind that was given with --target, if it was. */
function kindAgain({ invocation }: Results['run'], recorded: string | undefined): TargetKind | undefined {
  if (recorded === undefined) return undefined;
  return targetKinds.find((kind) => kind === invocation?.options.target?.[0]);
}

/** Settings of a repetition, and what they mean for the keys of the environment. */
interface Again {
  readonly settings: TargetSettings;
  /** Shown before the first request. */
  readonly notice?: string;
}

/** A finding, and how it is repeated. */
export interface Repetition extends Again {
  readonly results: Results;
  readonly finding: Finding;
  readonly rate?: number;
}

/** The address that the user chose, with --base-url or in the configuration; a file has no say in it. */
function chosenAddress({ baseUrl }: RepetitionOptions, config: ConformanceConfig): string | undefined {
  const chosen = baseUrl ?? config.baseUrl;
  return chosen === undefined ? undefined : normaliseBaseUrl(chosen);
}

function recordedAddress({ target }: Results, file: string): string {
  try {
    return normaliseBaseUrl(target.baseUrl);
  } catch (cause) {
    throw refuse(`${file} names no address of a server: name one with --base-url`, cause);
  }
}

/**
 * Settings for the recorded target: a fresh embedded server with the same fault, or the same address. Anybody may have written the
 * file. So its address gets keys only if it is the one of --base-url or of the configuration; another one on this machine is asked
 * without keys, and any other is refused.
 *
 * @param file name of the results
 */
async function resolveAgain(results: Results, file: string, options: RepetitionOptions): Promise<Again> {
  const { target, run } = results;
  const { adapter, baseUrl, environment, control, patience, allowWrites = false } = options;
  // A read-only run is repeated read-only.
  const readOnly = options.readOnly ?? (target.access === 'read-only' && !allowWrites);
  // A server with an address is used again, even if it is a reference server.
  const isOwn = baseUrl === undefined && run.invocation?.options['base-url'] === undefined;
  const embedded = isOwn && target.kind === 'reference';
  // Prism's responses depend only on the description, so a new Prism is as good as the recorded one.
  const mocked = isOwn && target.kind === 'prism';
  // A run without controls is repeated without them, because the generated commands depend on them.
  const withControl = control && (!embedded || target.capabilities.includes('clock'));
  const config = await loadConfig(options.config, adapter);
  const withoutKeys = {
    environment: environment ?? target.environment,
    credentials: {},
    controls: withControl ? ('auto' as const) : ('none' as const),
    absentOperations: config.absentOperations ?? [],
    ...given({
      access: readOnly ? ('read-only' as const) : undefined,
      patience: patience === undefined ? undefined : { ...defaultPatience, seconds: patience },
    }),
  };
  if (embedded || mocked) {
    return { settings: { ...withoutKeys, kind: target.kind, ...given({ fault: target.fault }) } };
  }
  const recorded = baseUrl === undefined ? recordedAddress(results, file) : undefined;
  if (recorded === undefined || recorded === chosenAddress(options, config)) {
    const flags = { control: withControl, readOnly, allowWrites };
    const kind = kindAgain(run, recorded);
    return {
      settings: resolveTarget(
        { ...flags, ...given({ patience, baseUrl: baseUrl ?? recorded, environment, target: kind }) },
        config,
        process.env,
      ),
    };
  }
  if (!isLoopback(recorded)) {
    throw refuse(
      `${file} names the server ${recorded}, which is neither on this machine nor the baseUrl of the configuration: ` +
        `if it is yours, add --base-url ${recorded} --environment sandbox; your keys are then sent there`,
    );
  }
  return {
    settings: { ...withoutKeys, baseUrl: recorded, ...given({ kind: kindAgain(run, recorded) }) },
    notice:
      `note: the requests go to ${recorded}, which only ${file} names, so no key of the environment is sent there; ` +
      `add --base-url ${recorded} to send yours`,
  };
}

function showTitle({ id, level, title }: Finding, { line, paint }: Terminal): void {
  line(`${paint('bold', id)} ${paint('dim', level)}`);
  line(visibleLine(title));
  line();
}

/** The outcome of a repetition. */
export interface Repeated {
  readonly outcome: ReplayOutcome;
  /** The finding as the results have it. */
  readonly finding: Finding;
  /** The server that was asked. */
  readonly where: string;
}

/**
 * Repeats a finding of results on the target that `resolveAgain` names.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID`, and as `openTarget` does
 */
export async function repeat(
  { results, finding, settings, rate }: Repetition,
  loadFaults: LoadFaults,
  signal: AbortSignal,
): Promise<Repeated> {
  const fault = await namedFault(settings.fault, loadFaults);
  const { target, close } = await openTarget(settings, signal, fault);
  try {
    const outcome = await replayFinding({
      target,
      finding,
      profile: results.run.profile,
      ...given({ rate, survey: surveyAgain(results, target) }),
      signal,
    });
    const where = settings.baseUrl ?? `the embedded server${target.fault ? ` with ${target.fault}` : ''}`;
    return { outcome, finding, where };
  } finally {
    await close();
  }
}

/**
 * Reads a finding and decides where it is repeated; sends nothing.
 *
 * @throws ConformanceError with code `CONFIGURATION_INVALID`
 */
export async function planRepetition(
  file: string,
  wanted: string | undefined,
  options: RepetitionOptions,
): Promise<Repetition> {
  const results = readRun(file);
  const finding = chooseFinding(results, wanted, file);
  if (!targetKinds.some((kind) => kind === results.target.kind)) {
    throw refuse(
      `${file} is not from a run against a server: repeat it with ${findingCommand(finding, results)}`,
    );
  }
  const { rate } = options;
  return { ...(await resolveAgain(results, file, options)), results, finding, ...given({ rate }) };
}

async function printSteps(file: string, wanted: string | undefined, options: Options): Promise<void> {
  const results = readRun(file);
  const finding = chooseFinding(results, wanted, file);
  const sendTo = chosenAddress(options, await loadConfig(options.config, options.adapter));
  createTerminal(options).write(visibleText(scriptFromFile(finding, results, sendTo)));
}

async function replay(
  file: string,
  wanted: string | undefined,
  options: Options,
  loadFaults: LoadFaults,
): Promise<ExitCode> {
  if (options.replaySteps) {
    await printSteps(file, wanted, options);
    return exitCodes.success;
  }
  const terminal = createTerminal(options);
  const { line, paint, warn } = terminal;
  const repetition = await planRepetition(file, wanted, options);
  warnOfVersion(repetition.results, file, warn);
  if (repetition.notice !== undefined) warn(repetition.notice);
  using interruption = watchInterruption(() => terminal.warnBelow('Stopping. Ctrl-C again ends at once.'));
  const { outcome, finding, where } = await repeat(repetition, loadFaults, interruption.signal);
  switch (outcome.status) {
    case 'reproduced':
      showTitle(outcome.finding, terminal);
      line(transcript(outcome.finding));
      line();
      line(`${paint('red', 'Reproduced')} on ${where}.`);
      return exitCodes.nonConformant;
    case 'gone':
      showTitle(finding, terminal);
      line(
        `${paint('green', 'Not reproduced')}: on ${where} the same conversation now satisfies the requirement.`,
      );
      return exitCodes.success;
    case 'impossible':
      warn(`error: the finding cannot be repeated on ${where}: ${outcome.reason}`);
      return exitCodes.error;
  }
  return outcome satisfies never;
}

export function replayCommand(finish: Finish, loadFaults: LoadFaults): Command {
  const command = new Command('replay')
    .description(
      'Repeats a finding: runs the same check with the same values, and shows whether the server still fails.\n' +
        'A finding on the embedded server is repeated on a fresh one with the same fault. Keys go only to the address of ' +
        '--base-url or of the configuration, not to another one that the results name.',
    )
    .argument('<results.json>', 'results that conformance run wrote')
    .argument('[finding]', 'id of the finding or of its requirement; not needed if there is only one finding')
    .option('--base-url <url>', 'use this server instead of the recorded one')
    .addOption(optionOf('environment'))
    .addOption(optionOf('readOnly'))
    .addOption(optionOf('allowWrites'))
    .addOption(optionOf('patience'))
    .addOption(optionOf('rate'))
    .addOption(optionOf('config'))
    .addOption(optionOf('adapter'))
    .option('--no-control', 'do not use the control plane of `conformance serve`, even if it is there')
    .option('--replay-steps', 'send nothing; print the steps as a curl script')
    .addOption(colorOption())
    .action(async (file: string, wanted: string | undefined, options: Options) =>
      finish(await replay(file, wanted, options, loadFaults)),
    );
  return teach(
    command,
    `
Examples:
  conformance replay conformance-report/results.json
  conformance replay conformance-report/results.json payroll.model/PAYROLL-024
  conformance replay conformance-report/results.json PAYROLL-024 --base-url http://127.0.0.1:4010
  conformance replay conformance-report/results.json PAYROLL-024 --replay-steps > steps.sh
${variablesHelp}

Exit codes:
  0  not reproduced, or the steps were printed
  1  reproduced
  2  wrong usage, or a finding must be named
  3  the finding cannot be repeated`,
  );
}
