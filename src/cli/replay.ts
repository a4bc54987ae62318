/** `conformance replay`: does a finding still show? */
import { Command } from 'commander';
import { type TargetKind, targetKinds } from '../../conformance/engine/events.ts';
import type { Finding } from '../../conformance/engine/finding.ts';
import type { Results } from '../../conformance/engine/results.ts';
import { defaultPatience } from '../../conformance/engine/scenario.ts';
import { visibleLine, visibleText } from '../../markup/visible-text.ts';
import { findingCommand } from '../../reports/commands.ts';
import { transcript } from '../../reports/transcript.ts';
import { suggestion } from '../config/nearest.ts';
import { refuse } from '../config/refuse.ts';
import { type RunFlags, resolveTarget, type TargetSettings } from '../config/settings.ts';
import { given } from '../config/values.ts';
import { replayFinding } from '../replay-finding.ts';
import { openTarget } from '../targets/open-target.ts';
import { loadConfig } from './config-file.ts';
import { type ExitCode, exitCodes, type Finish } from './exit-codes.ts';
import { watchInterruption } from './interruption.ts';
import {
  adapterOption,
  allowWritesOption,
  colorOption,
  configOption,
  environmentOption,
  patienceOption,
  readOnlyOption,
  teach,
  variablesHelp,
} from './options.ts';
import { readRun, warnOfVersion } from './run/run-files.ts';
import { rateOption } from './run/scale-options.ts';
import { createTerminal, type Terminal } from './terminal.ts';

interface Options
  extends Pick<
    RunFlags,
    'baseUrl' | 'environment' | 'control' | 'readOnly' | 'allowWrites' | 'patience' | 'rate'
  > {
  readonly config?: string;
  readonly adapter?: string;
  readonly replaySteps?: true;
  readonly color: boolean;
}

/** A finding by its id, or by its requirement when only one has it. */
function choose({ findings }: Results, wanted: string | undefined, file: string): Finding {
  const [first, second] = findings;
  if (first === undefined) throw refuse(`${file} holds no finding to replay`);
  if (wanted === undefined) {
    if (second === undefined) return first;
    const list = findings.map(({ id, title }) => `  ${visibleLine(id)}  ${visibleLine(title)}`).join('\n');
    throw refuse(`${file} holds ${findings.length} findings: name one of them\n${list}`);
  }
  const named = findings.find(({ id }) => id === wanted);
  if (named !== undefined) return named;
  const [only, another] = findings.filter(({ requirement }) => requirement === wanted.toUpperCase());
  if (only !== undefined && another === undefined) return only;
  const ids = findings.map(({ id }) => id);
  throw refuse(`${file} holds no finding "${wanted}".${suggestion(wanted, ids)} It holds: ${ids.join(', ')}`);
}

/** What the target was said to be, where that was not found out by asking it. */
function kindAgain({ invocation }: Results['run'], recorded: string | undefined): TargetKind | undefined {
  if (recorded === undefined) return undefined;
  return targetKinds.find((kind) => kind === invocation?.options.target?.[0]);
}

/** The recorded target again: a fresh embedded server with the same fault, or the same address. */
async function resolveAgain({ target, run }: Results, options: Options): Promise<TargetSettings> {
  const { config: file, adapter, baseUrl, environment, control, patience, allowWrites = false } = options;
  // What was recorded without writes is repeated without them.
  const readOnly = options.readOnly ?? (target.access === 'read-only' && !allowWrites);
  // One that was given an address is still there, be it a reference server.
  const isOwn = baseUrl === undefined && run.invocation?.options['base-url'] === undefined;
  const embedded = isOwn && target.kind === 'reference';
  // What Prism answers depends on the description alone, so any other one is as good.
  const mocked = isOwn && target.kind === 'prism';
  const recorded = baseUrl === undefined ? target.baseUrl : undefined;
  // What was recorded without controls is repeated without them: generated commands depend on it.
  const withControl = control && (!embedded || target.capabilities.includes('clock'));
  const config = await loadConfig(file, adapter);
  if (embedded || mocked) {
    return {
      kind: target.kind,
      environment: environment ?? target.environment,
      credentials: {},
      controls: withControl ? 'auto' : 'none',
      absentOperations: config.absentOperations ?? [],
      ...given({
        access: readOnly ? ('read-only' as const) : undefined,
        patience: patience === undefined ? undefined : { ...defaultPatience, seconds: patience },
        fault: target.fault,
      }),
    };
  }
  const place = baseUrl ?? recorded;
  const stated =
    environment ?? config.environment ?? (recorded === undefined ? undefined : target.environment);
  return resolveTarget(
    {
      control: withControl,
      readOnly,
      allowWrites,
      ...given({ patience, baseUrl: place, environment: stated, target: kindAgain(run, recorded) }),
    },
    config,
    process.env,
  );
}

function show(finding: Finding, { line, paint }: Terminal): void {
  const { id, level, title } = finding;
  line(`${paint('bold', id)} ${paint('dim', level)}`);
  line(visibleLine(title));
  line();
  line(transcript(finding));
  line();
}

async function replay(file: string, wanted: string | undefined, options: Options): Promise<ExitCode> {
  const results = readRun(file);
  const finding = choose(results, wanted, file);
  const terminal = createTerminal(options);
  const { line, paint, warn, write } = terminal;
  if (options.replaySteps) {
    write(visibleText(finding.curl));
    return exitCodes.success;
  }
  if (!targetKinds.some((kind) => kind === results.target.kind)) {
    throw refuse(
      `${file} is of no run against a server: do the same again with ${findingCommand(finding, results)}`,
    );
  }
  const settings = await resolveAgain(results, options);
  const { rate } = options;
  warnOfVersion(results, file, warn);
  using interruption = watchInterruption(() => terminal.warnBelow('Stopping. Ctrl-C again ends at once.'));
  const { target, close } = await openTarget(settings, interruption.signal);
  try {
    const outcome = await replayFinding({
      target,
      finding,
      profile: results.run.profile,
      ...given({ rate }),
      signal: interruption.signal,
    });
    const where = settings.baseUrl ?? `the embedded server${target.fault ? ` with ${target.fault}` : ''}`;
    switch (outcome.status) {
      case 'reproduced':
        show(outcome.finding, terminal);
        line(`${paint('red', 'Reproduced')} on ${where}.`);
        return exitCodes.nonConformant;
      case 'gone':
        show(finding, terminal);
        line(
          `${paint('green', 'Not any more')}: on ${where} the same conversation satisfies the requirement.`,
        );
        return exitCodes.success;
      case 'impossible':
        warn(`error: the finding could not be repeated on ${where}: ${outcome.reason}`);
        return exitCodes.error;
    }
    return outcome satisfies never;
  } finally {
    await close();
  }
}

export function replayCommand(finish: Finish): Command {
  const command = new Command('replay')
    .description(
      'Repeats a finding: the same check with the same values, and says whether it still shows.\n' +
        'A run against the embedded server is repeated on a fresh one with the same fault.',
    )
    .argument('<results.json>', 'written by conformance run')
    .argument('[finding]', 'its id or its requirement; not needed when there is only one')
    .option('--base-url <url>', 'another server than the recorded one')
    .addOption(environmentOption())
    .addOption(readOnlyOption())
    .addOption(allowWritesOption())
    .addOption(patienceOption())
    .addOption(rateOption())
    .addOption(configOption())
    .addOption(adapterOption())
    .option('--no-control', 'do not use a control plane even if there is one')
    .option('--replay-steps', 'send nothing: print the steps as a curl script')
    .addOption(colorOption())
    .action(async (file: string, wanted: string | undefined, options: Options) =>
      finish(await replay(file, wanted, options)),
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
  0  it does not show any more, or its steps were printed
  1  reproduced
  2  wrong usage, or the finding must be named
  3  it could not be repeated`,
  );
}
