/** `conformance run`: tests a target and reports. */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { Command } from 'commander';
import { allChecks } from '../../../conformance/all-checks.ts';
import { ConformanceError } from '../../../conformance/engine/errors.ts';
import type { Invocation } from '../../../conformance/engine/invocation.ts';
import type { Results } from '../../../conformance/engine/results.ts';
import { runConformance } from '../../../conformance/provider/run.ts';
import { businessesOf, checksOf } from '../../../conformance/smoke.ts';
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { type FaultEntry, type LoadFaults, namedFault } from '../../config/fault-catalogue.ts';
import type { CommandFlags, RunFlags } from '../../config/run-flags.ts';
import { isOff, longName, type OptionName, optionNames, optionTable } from '../../config/run-options.ts';
import { selectById } from '../../config/select-by-id.ts';
import { type RunSettings, resolveRun } from '../../config/settings.ts';
import { openingOf } from '../../targets/open-target.ts';
import { tool } from '../../tool.ts';
import { loadConfig } from '../config-file.ts';
import { type Ending, type ExitCode, exitCodes, type Finish, reportError } from '../exit-codes.ts';
import { colorOption, teach, variablesHelp, withOptions } from '../options.ts';
import { thisProgram } from '../program-name.ts';
import { createTerminal, type Terminal } from '../terminal.ts';
import { createExchangeFile } from './exchange-file.ts';
import { expectedRequests } from './expected-requests.ts';
import { describeInvocation } from './invocation.ts';
import { lastRun } from './last-failed.ts';
import { followLive } from './live-run.ts';
import { ownFolder } from './owned-folder.ts';
import { repeatRun } from './repeat.ts';
import { readEarlier } from './report-folder.ts';
import {
  descriptionOption,
  formatOption,
  planReports,
  type ReportFlags,
  type ReportPlan,
  runFormats,
} from './report-plan.ts';
import { reportRun, stopOnInterruption } from './report-run.ts';
import { readSurvey } from './run-files.ts';
import { scaleOptions } from './scale-options.ts';
import { plannedFor, showPlan, withEstimate } from './show-plan.ts';
import type { RunTraces } from './span-export.ts';

export interface RunCommandOptions extends RunFlags, CommandFlags, ReportFlags {
  readonly color: boolean;
}

/** A value as it is written on a command line. */
const asGiven = (name: OptionName, value: unknown) =>
  optionTable[name].value?.form.type === 'names' && Array.isArray(value) ? value.join(',') : value;

/** The options of the command that repeats the run. */
function invocationOf(
  options: RunCommandOptions,
  { target, out }: RunSettings,
  plan: ReportPlan,
): Invocation {
  const { baseUrl, environment } = target;
  const given: Readonly<Record<string, unknown>> = { ...options, baseUrl, environment };
  const repeated = optionNames
    .filter((name) => optionTable[name].repeats)
    .map((name) => [longName(name), isOff(name) ? given[name] === false : asGiven(name, given[name])]);
  return describeInvocation(out, plan, Object.fromEntries(repeated));
}

/** Undefined unless a standard variable of OpenTelemetry asks for traces. */
async function openTraces(): Promise<RunTraces | undefined> {
  if (!Object.keys(process.env).some((name) => name.startsWith('OTEL_'))) return undefined;
  const { withTracingPackages } = await import('../tracing-packages.ts');
  return withTracingPackages(process.env, async () => (await import('./span-export.ts')).exportSpans());
}

/** Why a run cannot find the fault that it asks for; undefined if it can. */
function whyUnfound({ id, breaks }: FaultEntry, checks: typeof allChecks): string | undefined {
  const isBroken = (each: RequirementId) => breaks.includes(each);
  if (checks.some(({ covers }) => covers.some(isBroken))) return undefined;
  const [nearest] = allChecks
    .filter(({ covers }) => covers.some((each) => each === breaks[0]))
    // The one that is most about what the fault breaks.
    .toSorted((a, b) => a.covers.length - b.covers.length);
  const remedy = nearest === undefined ? '' : ` Select one that can: --checks ${nearest.id}`;
  return `No selected check can find the fault ${id}.${remedy}`;
}

const moreThan: Readonly<Record<RunSettings['profile'], string>> = {
  smoke: '--profile standard',
  standard: '--profile thorough',
  thorough: 'another --seed',
};

/** About a run whose checks can find the fault, and did not; undefined if they did, or had no chance. */
function howToFind(
  fault: FaultEntry,
  { profile }: Pick<RunSettings, 'profile'>,
  { findings, run, verdict }: Results,
): string | undefined {
  const hasEnded = verdict !== 'error' && verdict !== 'incomplete' && run.shard === undefined;
  const isFound = findings.some(({ requirement }) => fault.breaks.some((each) => each === requirement));
  if (isFound || !hasEnded) return undefined;
  return `This run did not find the fault ${fault.id}: the profile ${profile} tried too little. Try ${moreThan[profile]}, or other --checks: ${thisProgram()} explain ${fault.id}`;
}

/** Reads everything that a run needs, before its folder is locked. */
async function prepare(options: RunCommandOptions, settings: RunSettings, loadFaults: LoadFaults) {
  const { profile } = settings;
  const checks =
    options.checks === undefined
      ? checksOf(profile, allChecks)
      : selectById(allChecks, options.checks, 'check');
  const ofProfile = options.checks === undefined ? businessesOf(profile) : undefined;
  const { maxBusinesses = ofProfile } = settings;
  const plan = await planReports(options, runFormats(process.env), process.env);
  const scale = await scaleOptions(settings, checks);
  const fault = await namedFault(settings.target.fault, loadFaults);
  const target = await openingOf(settings.target, fault);
  const survey = options.survey === undefined ? {} : { survey: readSurvey(options.survey) };
  const planned = plannedFor(settings, maxBusinesses, options.checks === undefined ? undefined : checks);
  const unfound = fault && whyUnfound(fault, checks);
  return { checks, plan, scale, target, survey, planned, fault, unfound };
}

/** @param stop ends the run as Ctrl-C does */
export async function runAndReport(
  options: RunCommandOptions,
  settings: RunSettings,
  loadFaults: LoadFaults,
  terminal: Terminal,
  stop?: AbortSignal,
): Promise<Ending> {
  const { quiet, verbose = false } = options;
  const { out, seed, profile, concurrency, minCoverage } = settings;
  const prepared = await prepare(options, settings, loadFaults);
  const { checks, plan, scale, target, survey, planned, fault, unfound } = prepared;
  if (unfound !== undefined) terminal.warn(unfound);
  const earlier = readEarlier(join(out, 'results.json'));
  using folder = ownFolder(out);
  const detail = verbose ? 'verbose' : 'normal';
  const expected = expectedRequests(checks, profile, earlier);
  using live = quiet ? undefined : followLive(terminal, { detail, expected });
  using interruption = stopOnInterruption({ terminal, live });
  const signal = stop === undefined ? interruption.signal : AbortSignal.any([stop, interruption.signal]);
  const invocation = invocationOf(options, settings, plan);
  const tries = options.try ? 'lines' : 'values';
  const shared = { checks, seed, profile, concurrency, tool, signal, invocation, tries } as const;
  using record = options.record === undefined ? undefined : createExchangeFile(out);
  const recording = record === undefined ? {} : { writeEntry: record.write };
  await using traces = await openTraces();
  const tracing = traces === undefined ? {} : { writeSpan: traces.write };
  const events = runConformance({
    ...{ target, ...shared, ...planned.limits, ...recording, ...survey, ...scale, ...tracing },
  });
  const followed = traces === undefined ? events : traces.follow(events);
  const telling = { terminal, live, plan, out: folder, minCoverage, verbose };
  const ending = await reportRun(withEstimate(followed, planned), telling);
  const advice = fault && unfound === undefined ? howToFind(fault, settings, ending.results) : undefined;
  if (advice !== undefined) terminal.warn(advice);
  return ending;
}

async function showPlanOf(
  options: RunCommandOptions,
  settings: RunSettings,
  loadFaults: LoadFaults,
): Promise<void> {
  const { seed, profile, concurrency } = settings;
  const { target, survey, planned } = await prepare(options, settings, loadFaults);
  const about = { target, seed, profile, concurrency, tool, ...planned.limits, ...survey };
  await showPlan(about, planned, { terminal: createTerminal(options), verbose: options.verbose ?? false });
}

/** The options and settings of a run that goes on from the last one: its checks, its seed and its profile, unless others are given. */
function goOn(
  given: RunCommandOptions,
  settings: RunSettings,
): readonly [options: RunCommandOptions, settings: RunSettings] {
  // The first of several runs writes into the folder that names the checks.
  const { lastFailed, ...options } = given;
  if (!lastFailed) return [options, settings];
  const { checks, seed, profile } = lastRun(settings);
  const same = {
    ...(given.seed === undefined && { seed }),
    ...(given.profile === undefined && { profile }),
  };
  return [
    { ...options, checks },
    { ...settings, ...same },
  ];
}

async function run(given: RunCommandOptions, loadFaults: LoadFaults): Promise<ExitCode> {
  try {
    const config = await loadConfig(given.config, given.adapter);
    const resolved = resolveRun(given, config, process.env, () => randomInt(2 ** 31));
    const [options, settings] = goOn(given, resolved);
    if (options.plan) {
      await showPlanOf(options, settings, loadFaults);
      return exitCodes.success;
    }
    const terminal = createTerminal(options);
    const { repeat } = options;
    if (repeat === undefined) return (await runAndReport(options, settings, loadFaults, terminal)).code;
    return await repeatRun(repeat, resolved.out, terminal, (folder) =>
      runAndReport(options, { ...settings, out: folder }, loadFaults, terminal),
    );
  } catch (error) {
    if (!(error instanceof ConformanceError)) throw error;
    return reportError(error);
  }
}

export function runCommand(finish: Finish, loadFaults: LoadFaults): Command {
  const command = new Command('run').description(
    'Tests a server against the requirements of the interface document and writes a report.\n' +
      'Without --base-url, starts the embedded reference server and tests it.',
  );
  withOptions(command, ...optionNames)
    .addOption(formatOption('html,json,junit,markdown; in a GitHub workflow also github'))
    .addOption(descriptionOption())
    .addOption(colorOption())
    .action(async (options: RunCommandOptions) => finish(await run(options, loadFaults)));
  return teach(
    command,
    `
Examples:
  conformance run
  conformance run --base-url http://127.0.0.1:4010
  conformance run --target prism         test Prism, a stateless mock of the description
  conformance run --base-url https://sandbox.example.com --environment sandbox --min-coverage 80
  conformance run --base-url https://api.example.com --environment production       reads only
  conformance run --checks "payroll*.*" --profile thorough --seed 7
  conformance run --last-failed          what the last run did not settle
  conformance run --repeat 5             which findings come and go
  conformance run --format json,sarif    formats: conformance report --help
  conformance run --shard 2/4 --seed 7   second of four parts; conformance report merge joins them
  conformance run --fault <id>           ids: conformance list faults
${variablesHelp}

Files:
  conformance.config.{ts,js,json,yaml}   settings; options override them
  conformance-report/                    index.html, results.json, junit.xml, summary.md, run.json (how the last run ended); during the run, results.ndjson; more with --format

Exit codes:
  0  conformant, or partial: nothing failed, but some requirements were not exercised
  1  non-conformant: a documented requirement failed, or an entry of --known-failures now passes or has expired
  2  wrong usage or configuration, or another run is writing into the folder
  3  the run could not start: the server does not respond, does not implement the interface (a gateway's error, a login page, 404 for every path) or rejects
     the keys, or an internal error occurred
  4  the run started but is incomplete: interrupted with Ctrl-C or --time-budget, or the server stopped working;
     coverage below --min-coverage; a claim that could not be made; or an error kept a requirement from being judged
  5  a report could not be written`,
  );
}
