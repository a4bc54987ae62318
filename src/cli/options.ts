/** Options that several commands share, and how their values are read. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { type OptionName, optionTable } from '../config/run-options.ts';

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

/**
 * An option of `conformance run` as commander has it.
 *
 * @param help in another command. @defaultValue that of its entry
 */
export function optionOf(name: OptionName, help: string = optionTable[name].help): Option {
  const { flag, value, conflicts } = optionTable[name];
  const option = new Option(flag, help);
  if (value?.form.type === 'choice') option.choices(value.form.choices);
  const read = value?.read;
  if (read !== undefined)
    option.argParser((text) => {
      const found = read(text);
      if (found === undefined) throw new InvalidArgumentError(`It ${value?.must}.`);
      return found;
    });
  return conflicts === undefined ? option : option.conflicts(conflicts);
}

/** Several options of `conformance run`, for another command that has them too. */
export function withOptions(command: Command, ...names: readonly OptionName[]): Command {
  for (const name of names) command.addOption(optionOf(name));
  return command;
}

/** Shared by every command that prints; commander sets `color`. */
export const colorOption = () => new Option('--no-color', 'plain text, as when NO_COLOR is set');

export const variablesHelp = `
Environment variables:
  CONFORMANCE_PLATFORM_TOKEN           platform key: creates businesses and acts for each of them
  CONFORMANCE_ORG_TOKEN                org key: acts for one business
  CONFORMANCE_OTHER_ENVIRONMENT_TOKEN  key of the other environment, which the target must reject
  CONFORMANCE_FOREIGN_TENANT_KEY       tenant key of a business that the platform key must not reach
  CONFORMANCE_JWT_SECRET               secret that signs the JWTs of your platform (HS256); only for the checks of the JWT exchange
  CONFORMANCE_WEBHOOK_SECRET           signing secret of a webhook endpoint that you have registered by hand for --webhook-url
  CONFORMANCE_CONTROL_KEY              key of the test endpoints of \`conformance serve\`, if they require one
  NO_COLOR                             plain text`;

/** Adds text to the help, after the options. */
export function teach(command: Command, ...parts: readonly string[]): Command {
  return command.addHelpText('after', parts.join('\n'));
}

const repeatables = new WeakSet<Option>();

/** Marks an option whose parser adds each value to those before it. */
export function repeatable(option: Option): Option {
  repeatables.add(option);
  return option;
}

/** Refuses an option that is given twice with different values: commander would silently keep the last one. */
export function refuseRepeats(command: Command): void {
  for (const option of command.options) {
    const { variadic, long, required, optional } = option;
    if (variadic || repeatables.has(option) || long === undefined || !(required || optional)) continue;
    let given: string | undefined;
    command.on(`option:${long.slice(2)}`, (value: string) => {
      if (given !== undefined && given !== value)
        command.error(`error: option '${long}' is given twice with different values: leave one of them out`);
      given = value;
    });
  }
}
