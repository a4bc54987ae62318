/** `conformance webhook --url`: acts as the provider and judges a receiver. */

import { randomInt } from 'node:crypto';
import type { Command } from 'commander';
import { messageOf } from '../../../conformance/engine/errors.ts';
import type { Environment } from '../../../conformance/engine/events.ts';
import type { Invocation } from '../../../conformance/engine/invocation.ts';
import { shownAddress } from '../../../conformance/engine/shown-address.ts';
import { isLoopback } from '../../../conformance/http/addresses.ts';
import { consumerChecks } from '../../../conformance/receiver/checks/index.ts';
import { httpProbe } from '../../../conformance/receiver/probe.ts';
import { runConsumer } from '../../../conformance/receiver/run.ts';
import { webhookSecretVariable } from '../../../conformance/target/remedies.ts';
import { receiverRequirements } from '../../../openapi/catalogue.ts';
import { sign } from '../../../sdk/webhooks/index.ts';
import { refuse } from '../../config/refuse.ts';
import type { RunFlags } from '../../config/run-flags.ts';
import { selectById } from '../../config/select-by-id.ts';
import { checkSecretLength } from '../../config/settings.ts';
import { given } from '../../config/values.ts';
import { tool } from '../../tool.ts';
import type { ExitCode, Finish } from '../exit-codes.ts';
import { colorOption, numberBetween, optionOf } from '../options.ts';
import { describeInvocation } from '../run/invocation.ts';
import { followLive } from '../run/live-run.ts';
import { ownFolder } from '../run/owned-folder.ts';
import {
  descriptionOption,
  formatOption,
  planReports,
  type ReportFlags,
  type ReportPlan,
  runFormats,
} from '../run/report-plan.ts';
import { reportRun, stopOnInterruption } from '../run/report-run.ts';
import { readKnown } from '../run/scale-options.ts';
import { createTerminal } from '../terminal.ts';
import { readReceiverUrl } from './options.ts';

const defaultFolder = 'conformance-report';

interface Options
  extends ReportFlags,
    Pick<
      RunFlags,
      | 'environment'
      | 'allowWrites'
      | 'patience'
      | 'rate'
      | 'timeBudget'
      | 'profile'
      | 'seed'
      | 'minCoverage'
      | 'knownFailures'
      | 'flaky'
      | 'strictToTheLetter'
    > {
  readonly url?: string;
  readonly secret?: readonly string[];
  readonly probe?: string;
  readonly tenantKey?: readonly string[];
  readonly slow?: number;
  readonly timeout?: number;
  readonly speed?: number | 'virtual';
  readonly checks?: readonly string[];
  readonly out: string;
  readonly quiet?: true;
  readonly verbose?: true;
  readonly color: boolean;
}

type Secrets = readonly [string, ...string[]];

const readSeconds = (least: number, most: number) => numberBetween(least, most, 'a number of seconds');

function readSpeed(text: string): number | 'virtual' {
  return text === 'virtual' ? text : numberBetween(1, 1_000_000, 'a number of seconds in one second')(text);
}

/** An address with its path and query. */
const readUrl =
  (option: string) =>
  (text: string): string => {
    const url = new URL(readReceiverUrl(text));
    if (url.username !== '' || url.password !== '')
      throw refuse(`${option} must not contain a user or a password: use a query if the address needs a key`);
    url.hash = '';
    return url.href;
  };

/** The signing secrets, from the options or the environment. Error messages never show a secret. */
async function readSecrets(given: readonly string[] | undefined): Promise<Secrets> {
  const [first, ...others] = given ?? process.env[webhookSecretVariable]?.split(/\s+/).filter(Boolean) ?? [];
  if (first === undefined) {
    throw refuse(
      `The signing secret is missing: set ${webhookSecretVariable}, or use --secret whsec_…, to the secret of the receiver`,
    );
  }
  try {
    await sign(new Uint8Array(), { id: 'none', timestamp: 0, secret: [first, ...others] });
  } catch (cause) {
    throw refuse(messageOf(cause), cause);
  }
  for (const secret of [first, ...others])
    checkSecretLength('A signing secret', secret.replace(/^whsec_/, ''));
  return [first, ...others];
}

/** Keeps a run from sending signed events of invented payments to a production receiver by accident. */
function environmentOf(url: string, { environment, allowWrites }: Options): Environment {
  if (environment === undefined && !isLoopback(url)) {
    throw refuse(
      `${shownAddress(url)} is not on this machine: name its environment with --environment. The run sends it signed events of invented ` +
        'payrolls and payments',
    );
  }
  if (environment === 'production' && allowWrites === undefined) {
    throw refuse(
      'A production receiver would treat the events as real: test a sandbox receiver, or add --allow-writes',
    );
  }
  return environment ?? 'sandbox';
}

/** The options that repeat the run, without the secret, which comes from the environment. */
const invocationOf = (options: Options, environment: Environment, plan: ReportPlan): Invocation =>
  describeInvocation(options.out, plan, {
    url: options.url,
    environment,
    'allow-writes': options.allowWrites,
    probe: options.probe,
    'tenant-key': options.tenantKey,
    speed: options.speed,
    patience: options.patience,
    slow: options.slow,
    timeout: options.timeout,
    rate: options.rate,
    checks: options.checks,
    'time-budget': options.timeBudget,
    'min-coverage': options.minCoverage,
    'known-failures': options.knownFailures,
    flaky: options.flaky,
    out: options.out === defaultFolder ? undefined : options.out,
  });

const millisOf = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1000);

async function run(options: Options): Promise<ExitCode> {
  const { url, out, profile = 'standard', quiet, verbose = false, minCoverage, speed } = options;
  if (url === undefined) {
    throw refuse('The receiver is missing: give its address, such as --url http://localhost:3000/hooks');
  }
  const environment = environmentOf(url, options);
  const secrets = await readSecrets(options.secret);
  const checks = selectById(consumerChecks, options.checks ?? [], 'receiver-check');
  const knownFailures = await readKnown(options, {
    requirements: receiverRequirements,
    checks: consumerChecks,
    checksList: 'receiver-checks',
  });
  const plan = await planReports(options, runFormats(process.env), process.env);
  using folder = ownFolder(out);
  const terminal = createTerminal(options);
  using live = quiet ? undefined : followLive(terminal, { detail: verbose ? 'verbose' : 'normal' });
  using interruption = stopOnInterruption({ terminal, live });
  const events = runConsumer({
    url,
    secrets,
    checks,
    environment,
    profile,
    tool,
    seed: options.seed ?? randomInt(2 ** 31),
    invocation: invocationOf(options, environment, plan),
    signal: interruption.signal,
    onNotice: (notice) => (live ?? terminal).warn(notice),
    ...given({
      probe: options.probe === undefined ? undefined : httpProbe(options.probe),
      tenantKeys: options.tenantKey,
      patienceSeconds: options.patience,
      quickMillis: millisOf(options.slow),
      timeoutMillis: millisOf(options.timeout),
      speed: speed === 'virtual' ? undefined : speed,
      rate: options.rate,
      timeBudgetMillis: millisOf(options.timeBudget),
      knownFailures,
      strictToTheLetter: options.strictToTheLetter,
    }),
  });
  // Awaited here, so that the live lines and the signal handlers stay until the run has ended.
  return (await reportRun(events, { terminal, live, plan, out: folder, minCoverage, verbose })).code;
}

/** Help text after the options. */
const help = `
Examples:
  export ${webhookSecretVariable}=whsec_…
  conformance webhook --url http://localhost:3000/hooks
  conformance webhook --url http://localhost:3000/hooks --probe http://localhost:3000/effects
  conformance webhook --url http://localhost:3000/hooks --checks "receiver.order" --seed 7
  conformance webhook --url http://localhost:3000/hooks --speed 3600    an hour of the retry schedule in a second
  conformance webhook --url https://staging.example.com/hooks --environment sandbox

The probe returns {"count": n} for GET <url>?id=<id of an event>: how often the event took effect.
Without a probe the suite cannot see the effect of a duplicate, and skips the requirements that depend on it.

Environment variables:
  ${webhookSecretVariable}  signing secret of the receiver; during a rotation, both secrets separated by a space
  NO_COLOR                    plain text

Exit codes:
  0  conformant, or partial: no documented requirement failed (the assumed ones are only advice)
  1  non-conformant: a documented requirement failed, or a known failure now passes
  2  wrong usage or configuration
  3  the receiver does not respond, or rejects every event that is signed with the secret
  4  incomplete: interrupted with Ctrl-C or --time-budget, or the receiver stopped responding; or coverage below --min-coverage
  5  a report could not be written`;

/** Adds the options and the action of the receiver test to a command. */
export function tryReceiver(command: Command, finish: Finish): Command {
  return command
    .description(
      'Tests a webhook receiver and writes a report: acts as the provider and sends every event, duplicates, events out of ' +
        'order, the whole retry schedule, forged signatures and more.',
    )
    .option('--url <url>', 'address of the receiver', readUrl('--url'))
    .option('--secret <secret...>', `signing secret of the receiver (default: ${webhookSecretVariable})`)
    .option(
      '--probe <url>',
      'address that returns how often an event took effect (see below)',
      readUrl('--probe'),
    )
    .option(
      '--tenant-key <key...>',
      'tenant keys of businesses known to the receiver (default: that of the sample events)',
    )
    .addOption(
      optionOf('environment', 'environment of the receiver; required unless the receiver is on this machine'),
    )
    .addOption(optionOf('allowWrites', 'allow a production receiver, which may treat the events as real'))
    .option(
      '--speed <n>',
      'seconds of the retry schedule that pass in one second of real time (default: no waiting at all)',
      readSpeed,
    )
    .option(
      '--patience <seconds>',
      'seconds to wait for the effect of an event (default: 5)',
      readSeconds(0, 600),
    )
    .option(
      '--slow <seconds>',
      'warn when a response takes longer than this many seconds (default: 5)',
      readSeconds(0.001, 600),
    )
    .option('--timeout <seconds>', 'timeout of a delivery, in seconds (default: 15)', readSeconds(0.001, 600))
    .addOption(optionOf('rate'))
    .addOption(optionOf('timeBudget'))
    .addOption(optionOf('knownFailures'))
    .addOption(optionOf('flaky'))
    .addOption(optionOf('strictToTheLetter'))
    .addOption(optionOf('profile', 'how many arrival orders to test (default: standard)'))
    .addOption(optionOf('seed', 'seed of all random choices; repeats a run (default: random)'))
    .addOption(optionOf('checks', 'run only the checks whose id matches, such as "receiver.order"'))
    .addOption(optionOf('minCoverage'))
    .option('--out <folder>', 'folder of the report', defaultFolder)
    .addOption(formatOption('html,json,junit,markdown; in a GitHub workflow also github'))
    .addOption(descriptionOption())
    .addOption(optionOf('quiet'))
    .option('--verbose', 'list each check with what it did')
    .addOption(colorOption())
    .addHelpText('after', help)
    .action(async (options: Options) => finish(await run(options)));
}
