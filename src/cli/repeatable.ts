import type { Command, Option } from 'commander';

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
