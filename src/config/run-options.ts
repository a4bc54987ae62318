/**
 * The options of `conformance run`. Each is one entry, from which follow its flag, its help, its key in a configuration,
 * the published schema of that, the input of the GitHub action, and its place in the command that repeats a run.
 */
import { targetKinds } from '../../conformance/engine/events.ts';
import { requirementSets } from '../../openapi/generated/requirement-sets.ts';
import {
  choice,
  listenAt,
  number,
  percentage,
  scopeNames,
  shard,
  text,
  type Value,
  wholeNumber,
  words,
} from './option-values.ts';
import { environments, mostBudgetSeconds, mostPatienceSeconds, profileNames } from './values.ts';

interface RunOption<T> {
  /** As in the help; `--no-…` is on unless it is given. */
  readonly flag: string;
  readonly help: string;
  /** Absent: a switch. */
  readonly value?: Value<T>;
  /** An option that may not be given beside it. */
  readonly conflicts?: string;
  /** What it decides: the target, the run itself, or only how this command goes about it. */
  readonly of: 'target' | 'run' | 'command';
  readonly byDefault?: T;
  /** What the key of the same name in a configuration is for; absent if there is none. */
  readonly config?: string;
  /** What the input of the same name of the GitHub action is for; absent if there is none. */
  readonly action?: string;
  /** Whether the command that repeats a run has it; it then never is a secret. */
  readonly repeats: boolean;
}

const option = <T, const Own extends RunOption<T>>(own: Own & { readonly value?: Value<T> }): Own => own;

/** By the name that the flag has in the program, in the order of the help. */
const runOptions = {
  baseUrl: option({
    flag: '--base-url <url>',
    help: 'address of the server to test',
    value: text,
    of: 'target',
    config: 'Address of the target, such as `https://sandbox.example.com`.',
    action: 'Address of the server. Without it, the embedded reference server is tested.',
    repeats: true,
  }),
  target: option({
    flag: '--target <kind>',
    help: 'kind of target (default: detected); without --base-url, prism starts a Prism mock server',
    value: choice(targetKinds),
    of: 'target',
    config: 'The kind of the target, if it should not be detected: `prism` without a base URL starts one.',
    repeats: true,
  }),
  environment: option({
    flag: '--environment <name>',
    help: 'environment of the target; required unless the target is on this machine',
    value: choice(environments),
    of: 'target',
    config: 'Must be stated for a target that is not on this machine.',
    action: 'Environment of the server, sandbox or production. In production, only reads are sent.',
    repeats: true,
  }),
  readOnly: option({
    flag: '--read-only',
    help: 'send only read requests (the default in production)',
    conflicts: 'allowWrites',
    of: 'target',
    action: 'Whether to send only reads.',
    repeats: true,
  }),
  allowWrites: option({
    flag: '--allow-writes',
    help: 'send write requests in production too; they move real money',
    of: 'target',
    repeats: true,
  }),
  patience: option({
    flag: '--patience <seconds>',
    help: 'seconds to wait for asynchronous effects (default: 5)',
    value: number(0, mostPatienceSeconds, 'a number of seconds'),
    of: 'target',
    action: 'Seconds to wait for asynchronous effects.',
    repeats: true,
  }),
  webhookListen: option({
    flag: '--webhook-listen <address>',
    help: 'address and port on which webhooks arrive (default: a free port of 127.0.0.1)',
    value: listenAt,
    of: 'target',
    config: 'Address and port on which webhooks arrive, such as `0.0.0.0:4500`.',
    action: 'Address and port on which webhooks arrive.',
    repeats: true,
  }),
  webhookUrl: option({
    flag: '--webhook-url <url>',
    help: 'URL under which the target reaches that address; without a control that registers endpoints, it is registered by hand',
    value: text,
    of: 'target',
    config: 'URL under which the target reaches the receiver of webhooks.',
    action: 'URL under which the server reaches that address.',
    repeats: true,
  }),
  webhookCert: option({
    flag: '--webhook-cert <file>',
    help: 'certificate (PEM) of the receiver of webhooks',
    value: text,
    of: 'target',
    config: 'Certificate (PEM) of the receiver of webhooks.',
    repeats: true,
  }),
  webhookKey: option({
    flag: '--webhook-key <file>',
    help: 'private key (PEM) of that certificate',
    value: text,
    of: 'target',
    config: 'Private key (PEM) of that certificate.',
    repeats: true,
  }),
  webhookRecord: option({
    flag: '--webhook-record <file>',
    help: 'file to which another receiver writes the webhooks that arrive, one JSON object per line',
    value: text,
    of: 'target',
    conflicts: 'webhookListen',
    config: 'File to which another receiver writes the webhooks that arrive, one JSON object per line.',
    repeats: true,
  }),
  config: option({
    flag: '--config <file>',
    help: 'configuration file (default: conformance.config.{ts,js,json,yaml} in the current folder)',
    value: text,
    of: 'command',
    action:
      'Configuration file. Without it, conformance.config.{ts,js,json,yaml} of the folder, if there is one.',
    repeats: true,
  }),
  adapter: option({
    flag: '--adapter <file>',
    help: 'module that exports an adapter; replaces the one in the configuration',
    value: text,
    of: 'command',
    repeats: true,
  }),
  try: option({
    flag: '--no-try',
    help: 'skip the trial of each line of the adapter before the first check',
    of: 'command',
    repeats: true,
  }),
  survey: option({
    flag: '--survey <file>',
    help: 'use the survey in the results of an earlier run or of `doctor --json`; prepare nothing twice',
    value: text,
    of: 'command',
    repeats: true,
  }),
  profile: option({
    flag: '--profile <name>',
    help: 'how thorough the run is (default: standard)',
    value: choice(profileNames),
    of: 'run',
    byDefault: 'standard',
    config: 'Effort of the run: seconds, the default, or minutes.',
    action: 'How thorough the run is, smoke, standard or thorough.',
    // The repeating commands have a profile and a seed of their own.
    repeats: false,
  }),
  seed: option({
    flag: '--seed <n>',
    help: 'seed of all random choices; the same seed gives the same run (default: random)',
    value: wholeNumber(0, 0xffff_ffff),
    of: 'run',
    config: '32-bit integer that everything random comes from.',
    action: 'Seed of all random choices; repeats a run. Every shard of a run needs the same.',
    repeats: false,
  }),
  out: option({
    flag: '--out <folder>',
    help: 'folder of the report (default: conformance-report)',
    value: text,
    of: 'run',
    byDefault: 'conformance-report',
    config: 'Folder of the report.',
    repeats: true,
  }),
  concurrency: option({
    flag: '--concurrency <n>',
    help: 'number of parallel checks (default: 4, and up to 32 while a server far away answers as quickly)',
    value: wholeNumber(1, 64),
    of: 'run',
    config:
      'Checks that are at work at a time; one that waits for the target makes room for another. By default four, and up to 32 while a server far away answers as quickly.',
    action: 'Number of parallel checks.',
    repeats: true,
  }),
  checks: option({
    flag: '--checks <pattern...>',
    help: 'run only the checks whose id matches, such as "payroll*.*"',
    value: words,
    of: 'command',
    action: 'Only checks whose id matches one of these patterns, separated by spaces.',
    repeats: true,
  }),
  lastFailed: option({
    flag: '--last-failed',
    help: 'run only the checks of what failed, errored or was not exercised in the last run, but for what the target lacks',
    of: 'command',
    action: 'Only the checks that the last run in the folder did not settle.',
    repeats: false,
  }),
  repeat: option({
    flag: '--repeat <times>',
    help: 'run this often with one seed, and write findings that come and go to flaky.json in the folder of the report, for --flaky',
    value: wholeNumber(2, 100),
    of: 'command',
    repeats: false,
  }),
  claim: option({
    flag: '--claim <scope,…>',
    help: 'scopes that the verdict is about, such as payouts,webhooks; exit 4 if a requirement of them was not exercised',
    value: scopeNames,
    of: 'run',
    config: 'Scopes that the verdict is about; every requirement of them must pass.',
    action: 'Scopes that the verdict is about, such as payouts,webhooks.',
    repeats: true,
  }),
  requirements: option({
    flag: '--requirements <set>',
    help: `version of the set of requirements that the verdict is about (default: ${requirementSets.at(-1)})`,
    value: choice(requirementSets),
    of: 'run',
    config: 'Version of the set of requirements that the verdict is about. @defaultValue the newest',
    action: 'Version of the set of requirements that the verdict is about.',
    repeats: true,
  }),
  minCoverage: option({
    flag: '--min-coverage <percent>',
    help: 'minimum share of documented requirements to exercise; exit 4 below it',
    value: percentage,
    of: 'run',
    config: 'Percentage of the documented requirements that a partial run must have exercised.',
    action: 'Percentage of the documented requirements that must be exercised.',
    repeats: true,
  }),
  shard: option({
    flag: '--shard <i/n>',
    help: 'run part i of n; `report merge` joins the parts',
    value: shard,
    of: 'run',
    action: 'Part to run, such as 1/4.',
    // A finding of a part is a finding of the whole.
    repeats: false,
  }),
  timeBudget: option({
    flag: '--time-budget <seconds>',
    help: 'end the run after this time and report what was done (exit 4)',
    value: number(1, mostBudgetSeconds, 'a number of seconds'),
    of: 'run',
    config: 'Seconds after which the run ends as incomplete.',
    action: 'Seconds after which the run ends and reports what was done.',
    repeats: true,
  }),
  rate: option({
    flag: '--rate <n>',
    help: 'maximum number of requests per second',
    value: number(0.1, 10_000, 'a number of requests per second'),
    of: 'run',
    config: 'Requests that may leave in a second.',
    action: 'Maximum number of requests per second.',
    repeats: true,
  }),
  maxRequests: option({
    flag: '--max-requests <n>',
    help: 'maximum number of requests to send; what does not fit is not exercised (default: 4,000 in standard, on a server of others without controls)',
    value: wholeNumber(200, 1_000_000_000),
    of: 'run',
    config: 'Requests that a run sends at the most; what does not fit is not exercised.',
    action: 'Maximum number of requests to send.',
    repeats: true,
  }),
  maxBusinesses: option({
    flag: '--max-businesses <n>',
    help: 'maximum number of businesses to open; then cases share them (default: 25 where --max-requests has one)',
    value: wholeNumber(4, 1_000_000),
    of: 'run',
    config: 'Businesses that a run opens at the most; then cases share them, one at a time.',
    action: 'Maximum number of businesses to open.',
    repeats: true,
  }),
  plan: option({
    flag: '--plan',
    help: 'print an estimate of what the run would send, and send nothing but the survey',
    of: 'command',
    repeats: false,
  }),
  record: option({
    flag: '--record <format>',
    help: 'record every request, response and webhook, without secrets, as exchanges.har in the folder of the report',
    value: choice(['har']),
    of: 'command',
    action: 'har records every request, response and webhook, without secrets.',
    repeats: false,
  }),
  knownFailures: option({
    flag: '--known-failures <file>',
    help: 'file of known failures, which do not affect the verdict; exit 1 if one of them now passes',
    value: text,
    of: 'run',
    config: 'File that lists findings which do not decide the verdict, each with its reason.',
    action: 'File with known findings that do not affect the verdict.',
    repeats: true,
  }),
  flaky: option({
    flag: '--flaky <file>',
    help: 'file of findings that come and go; they never affect the verdict',
    value: text,
    of: 'run',
    config: 'The same for findings that come and go.',
    action: 'File with intermittent findings that do not affect the verdict.',
    repeats: true,
  }),
  strictToTheLetter: option({
    flag: '--strict-to-the-letter',
    help: 'drop findings of documented requirements that depend on an interpretation of the document',
    of: 'run',
    byDefault: false,
    config: 'Leaves out documented findings that depend on an interpretation of the interface document.',
    // The findings that are left do not depend on it.
    repeats: false,
  }),
  failFast: option({
    flag: '--fail-fast',
    help: 'end the run at the first failure of a documented requirement that is not a known failure',
    of: 'run',
    byDefault: false,
    repeats: true,
  }),
  control: option({
    flag: '--no-control',
    help: 'do not use the test endpoints (clock, webhooks, …) of `conformance serve`',
    of: 'target',
    repeats: true,
  }),
  fault: option({
    flag: '--fault <id>',
    help: 'give the embedded server a deliberate fault, to see what a finding looks like',
    value: text,
    of: 'target',
    repeats: true,
  }),
  quiet: option({
    flag: '--quiet',
    help: 'no progress, only the result',
    conflicts: 'verbose',
    of: 'command',
    repeats: false,
  }),
  verbose: option({
    flag: '--verbose',
    help: 'list each check, its requests and why requirements were not exercised; list the slowest checks',
    of: 'command',
    repeats: false,
  }),
};

/** The long flag without dashes, such as `base-url`. */
export const longName = (name: OptionName): string =>
  optionTable[name].flag.replace(/^--/, '').replace(/ .*$/, '');

/** Whether the flag turns something off. */
export const isOff = (name: OptionName): boolean => optionTable[name].flag.startsWith('--no-');

export type Table = typeof runOptions;
export type OptionName = keyof Table;

// The keys of a literal.
export const optionNames = Object.keys(runOptions) as OptionName[];

/** The same entries, where it does not matter which. */
export const optionTable: Readonly<Record<OptionName, RunOption<unknown>>> = runOptions;

export type ValueOf<Name extends OptionName> = Table[Name] extends { readonly value: Value<infer T> }
  ? T
  : boolean;
