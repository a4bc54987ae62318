/** `conformance webhook --url`: plays the provider against somebody's receiver and judges it. */
import { randomInt } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { ConformanceError, messageOf } from '../../../conformance/engine/errors.ts';
import type { Environment, ProfileName } from '../../../conformance/engine/events.ts';
import { consumerChecks } from '../../../conformance/receiver/checks/index.ts';
import { httpProbe } from '../../../conformance/receiver/probe.ts';
import { runConsumer } from '../../../conformance/receiver/run.ts';
import { receiverRequirements } from '../../../openapi/catalogue.ts';
import { sign } from '../../../sdk/webhooks/index.ts';
import { isLoopback } from '../../config/base-url.ts';
import { selectById } from '../../config/select-by-id.ts';
import { tool } from '../../tool.ts';
import type { ExitCode, Finish } from '../exit-codes.ts';
import {
  allowWritesOption,
  colorOption,
  environmentOption,
  profileOption,
  readPercent,
  readSeed,
} from '../options.ts';
import { followLive } from '../run/live-run.ts';
import { prepareFolder } from '../run/report-folder.ts';
import {
  descriptionOption,
  formatOption,
  planReports,
  type ReportFlags,
  runFormats,
} from '../run/report-plan.ts';
import { reportRun, stopOnInterruption } from '../run/report-run.ts';
import {
  flakyOption,
  type KnownFlags,
  knownFailuresOption,
  rateOption,
  readKnown,
  timeBudgetOption,
} from '../run/scale-options.ts';
import { createTerminal } from '../terminal.ts';

/** Keeps a secret out of the list of processes. */
const secretVariable = 'CONFORMANCE_WEBHOOK_SECRET';

interface Options extends ReportFlags, KnownFlags {
  readonly url?: string;
  readonly secret?: readonly string[];
  readonly probe?: string;
  readonly tenantKey?: readonly string[];
  readonly environment?: Environment;
  readonly allowWrites?: true;
  readonly patience?: number;
  readonly slow?: number;
  readonly timeout?: number;
  readonly speed?: number | 'virtual';
  readonly rate?: number;
  readonly timeBudget?: number;
  readonly profile?: ProfileName;
  readonly seed?: number;
  readonly checks?: readonly string[];
  readonly minCoverage?: number;
  readonly out: string;
  readonly quiet?: true;
  readonly verbose?: true;
  readonly color: boolean;
}

type Secrets = readonly [string, ...string[]];

const refuse = (message: string, cause?: unknown) =>
  new ConformanceError('CONFIGURATION_INVALID', message, { cause });

function between(least: number, most: number, unit: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+(\.\d+)?$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a number of ${unit} from ${least} to ${most}.`);
  };
}

const readSeconds = (least: number, most: number) => between(least, most, 'seconds');

function readSpeed(text: string): number | 'virtual' {
  return text === 'virtual' ? text : between(1, 1_000_000, 'seconds in one second')(text);
}

/** An address with whatever path and query it has. */
function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('It must be an address such as http://localhost:3000/hooks.');
  if (url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('It must not hold a user or a password.');
  url.hash = '';
  return url.href;
}

/** The signing secrets, of the flags or of the environment; what is wrong with one is said without showing it. */
function readSecrets(given: readonly string[] | undefined): Secrets {
  const [first, ...others] = given ?? process.env[secretVariable]?.split(/\s+/).filter(Boolean) ?? [];
  if (first === undefined) {
    throw refuse(
      `There is no secret to sign with: give the one that the receiver verifies with, in ${secretVariable} or with --secret whsec_…`,
    );
  }
  try {
    sign(new Uint8Array(), { id: 'none', timestamp: 0, secret: [first, ...others] });
  } catch (cause) {
    throw refuse(messageOf(cause), cause);
  }
  return [first, ...others];
}

/** Signed events of payments that never were are no thing to send to where real ones arrive. */
function environmentOf(url: string, { environment, allowWrites }: Options): Environment {
  if (environment === undefined && !isLoopback(url)) {
    throw refuse(
      `${url} is not on this machine: say with --environment what it is. It will be sent events of payrolls and ` +
        'payments that never were, signed with its secret',
    );
  }
  if (environment === 'production' && allowWrites === undefined) {
    throw refuse(
      'A receiver in production would take the events for real ones: try one of the sandbox, or say --allow-writes',
    );
  }
  return environment ?? 'sandbox';
}

async function run(options: Options): Promise<ExitCode> {
  const { url, probe, tenantKey, patience, slow, timeout, speed, rate, profile = 'standard' } = options;
  const { out, quiet, verbose, format, description, minCoverage, timeBudget } = options;
  if (url === undefined) {
    throw refuse('There is no receiver to try: give its address, such as --url http://localhost:3000/hooks');
  }
  const environment = environmentOf(url, options);
  const secrets = readSecrets(options.secret);
  const checks = selectById(consumerChecks, options.checks ?? [], 'receiver-check');
  const known = await readKnown(options, {
    requirements: receiverRequirements,
    checks: consumerChecks,
    checksList: 'receiver-checks',
  });
  const reportFlags = { ...(format && { format }), ...(description !== undefined && { description }) };
  const plan = await planReports(reportFlags, runFormats(process.env), process.env);
  prepareFolder(out);
  const terminal = createTerminal(options);
  using live = quiet ? undefined : followLive(terminal, { detail: verbose ? 'verbose' : 'normal' });
  const telling = { terminal, plan, out, ...(live && { live }) };
  using interruption = stopOnInterruption(telling);
  const events = runConsumer({
    url,
    secrets,
    checks,
    environment,
    profile,
    tool,
    seed: options.seed ?? randomInt(2 ** 31),
    signal: interruption.signal,
    ...(probe !== undefined && { probe: httpProbe(probe) }),
    ...(tenantKey && { tenantKeys: tenantKey }),
    ...(patience !== undefined && { patienceSeconds: patience }),
    ...(slow !== undefined && { quickMillis: slow * 1000 }),
    ...(timeout !== undefined && { timeoutMillis: timeout * 1000 }),
    ...(typeof speed === 'number' && { speed }),
    ...(rate !== undefined && { rate }),
    ...(timeBudget !== undefined && { timeBudgetMillis: timeBudget * 1000 }),
    ...(known && { knownFailures: known }),
  });
  // Not before it has ended are the lines and the signals let go of.
  return await reportRun(events, {
    ...telling,
    ...(minCoverage !== undefined && { minCoverage }),
    ...(verbose && { verbose }),
  });
}

/** What its help says after the options. */
const help = `
Examples:
  export ${secretVariable}=whsec_…
  conformance webhook --url http://localhost:3000/hooks
  conformance webhook --url http://localhost:3000/hooks --probe http://localhost:3000/effects
  conformance webhook --url http://localhost:3000/hooks --checks "receiver.order" --seed 7
  conformance webhook --url http://localhost:3000/hooks --speed 3600    an hour of the retry schedule in a second
  conformance webhook --url https://staging.example.com/hooks --environment sandbox

The probe answers GET <url>?id=<id of an event> with {"count": n}: how often the event had its effect.
Without it nobody sees what a duplicate does, and what depends on it is not exercised.

Environment variables:
  ${secretVariable}  signing secret of the receiver; two with a space between them while it is rotated
  NO_COLOR                    plain text

Exit codes:
  0  conformant, or partial: nothing that the document states failed; what is assumed is advice
  1  non-conformant: something that the document states failed, or a known failure passes
  2  wrong usage or configuration
  3  the receiver does not answer, or takes nothing that is signed with the secret
  4  incomplete: interrupted with Ctrl-C or --time-budget, or the receiver went away; or below --min-coverage
  5  a report could not be written`;

/** Gives a command the options and the action of the consumer test. */
export function tryReceiver(command: Command, finish: Finish): Command {
  return command
    .description(
      'Tries a receiver of webhooks and writes a report: plays the provider against it, with every event, duplicates, ' +
        'disorder, the whole retry schedule, forgeries and more.',
    )
    .option('--url <url>', 'where the receiver takes deliveries', readUrl)
    .option('--secret <secret...>', `signing secret of the receiver (default: ${secretVariable})`)
    .option('--probe <url>', 'says how often an event had its effect, see below', readUrl)
    .option('--tenant-key <key...>', 'businesses that the receiver knows (default: that of the examples)')
    .addOption(environmentOption())
    .addOption(allowWritesOption())
    .option(
      '--speed <n>',
      'seconds of the retry schedule that pass in one second (default: virtual)',
      readSpeed,
    )
    .option('--patience <seconds>', 'how long an effect may take (default: 5)', readSeconds(0, 600))
    .option(
      '--slow <seconds>',
      'from when on an answer is slow, which is advice (default: 5)',
      readSeconds(0.001, 600),
    )
    .option('--timeout <seconds>', 'from when on there is no answer (default: 15)', readSeconds(0.001, 600))
    .addOption(rateOption())
    .addOption(timeBudgetOption())
    .addOption(knownFailuresOption())
    .addOption(flakyOption())
    .addOption(profileOption('how many orders of events are tried (default: standard)'))
    .option(
      '--seed <n>',
      'repeat a run: all that is chosen at random comes from it (default: random)',
      readSeed,
    )
    .option('--checks <pattern...>', 'only checks whose id matches, such as "receiver.order"')
    .option(
      '--min-coverage <percent>',
      'exit 4 when fewer documented requirements are exercised',
      readPercent,
    )
    .option('--out <folder>', 'folder of the report', 'conformance-report')
    .addOption(formatOption('html,json,junit,markdown, in a GitHub workflow github too'))
    .addOption(descriptionOption())
    .addOption(new Option('--quiet', 'no progress, only how it ended').conflicts('verbose'))
    .option('--verbose', 'each check with what it did')
    .addOption(colorOption())
    .addHelpText('after', help)
    .action(async (options: Options) => finish(await run(options)));
}
