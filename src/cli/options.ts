/** Options that several commands share, and how their values are read. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { targetKinds } from '../../conformance/engine/events.ts';
import { environments, mostPatienceSeconds, profileNames } from '../config/values.ts';

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

export const readSeed = wholeNumber(0, 0xffff_ffff);
export const readPort = wholeNumber(0, 65_535);
export const readSeconds = wholeNumber(0, 31_536_000);
export const readRateLimit = wholeNumber(1, 1_000_000);
export const readKept = wholeNumber(1, 1_000_000);
export const readOptionalCount = wholeNumber(0, 1_000);
export const readConcurrency = wholeNumber(1, 64);
export const readConnections = wholeNumber(1, 1_000);

/** @param what the value with its unit, such as `a number of seconds` */
export function numberBetween(least: number, most: number, what: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+(\.\d+)?$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be ${what} from ${least} to ${most}.`);
  };
}

export const readKeptDays = numberBetween(0.01, 3_650, 'a number of days');

function readPercent(text: string): number {
  const value = Number.parseFloat(text);
  if (/^\d+(\.\d+)?%?$/.test(text) && value <= 100) return value;
  throw new InvalidArgumentError('It must be a percentage from 0 to 100.');
}

export const environmentOption = (of = 'target') =>
  new Option(
    '--environment <name>',
    `environment of the ${of}; required unless the ${of} is on this machine`,
  ).choices(environments);

export const targetOption = () =>
  new Option(
    '--target <kind>',
    'kind of target (default: detected); without --base-url, prism starts a Prism mock server',
  ).choices(targetKinds);

export const readOnlyOption = () =>
  new Option('--read-only', 'send only read requests (the default in production)').conflicts('allowWrites');

export const allowWritesOption = (
  description = 'send write requests in production too; they move real money',
) => new Option('--allow-writes', description);

export const patienceOption = () =>
  new Option('--patience <seconds>', 'seconds to wait for asynchronous effects (default: 5)').argParser(
    numberBetween(0, mostPatienceSeconds, 'a number of seconds'),
  );

export const profileOption = (description = 'how thorough the run is (default: standard)') =>
  new Option('--profile <name>', description).choices(profileNames);

export const configOption = () =>
  new Option(
    '--config <file>',
    'configuration file (default: conformance.config.{ts,js,json,yaml} in the current folder)',
  );

export const adapterOption = () =>
  new Option('--adapter <file>', 'module that exports an adapter; replaces the one in the configuration');

export const checksOption = (example: string) =>
  new Option('--checks <pattern...>', `run only the checks whose id matches, such as "${example}"`);

export const minCoverageOption = () =>
  new Option(
    '--min-coverage <percent>',
    'minimum share of documented requirements to exercise; exit 4 below it',
  ).argParser(readPercent);

export const quietOption = () => new Option('--quiet', 'no progress, only the result').conflicts('verbose');

/** Shared by every command that prints; commander sets `color`. */
export const colorOption = () => new Option('--no-color', 'plain text, as when NO_COLOR is set');

export const variablesHelp = `
Environment variables:
  CONFORMANCE_PLATFORM_TOKEN           platform key: creates businesses and acts for each of them
  CONFORMANCE_ORG_TOKEN                org key: acts for one business
  CONFORMANCE_OTHER_ENVIRONMENT_TOKEN  key of the other environment, which the target must reject
  CONFORMANCE_FOREIGN_TENANT_KEY       tenant key of a business that the platform key must not reach
  CONFORMANCE_JWT_SECRET               secret that signs the JWTs of your platform (HS256); only for the checks of the JWT exchange
  CONFORMANCE_CONTROL_KEY              key of the test endpoints of \`conformance serve\`, if they require one
  NO_COLOR                             plain text`;

/** Adds text to the help, after the options. */
export function teach(command: Command, ...parts: readonly string[]): Command {
  return command.addHelpText('after', parts.join('\n'));
}
