/** What a user has given of the options of `conformance run`, by what they decide. */
import { type OptionName, optionNames, optionTable, type Table, type ValueOf } from './run-options.ts';

type Names<Marked> = {
  [Name in OptionName]: Table[Name] extends Marked ? Name : never;
}[OptionName];

/** Options that are on unless their flag is given. */
type OnByDefault = Names<{ readonly flag: `--no-${string}` }>;

type Flags<Name extends OptionName> = {
  readonly [Each in Exclude<Name, OnByDefault>]?: ValueOf<Each>;
} & { readonly [Each in Name & OnByDefault]: boolean };

/** The options of the command line about the target. */
export type TargetFlags = Flags<Names<{ readonly of: 'target' }>>;

/** All options that say what a run does. */
export type RunFlags = Flags<Names<{ readonly of: 'target' | 'run' }>>;

/** The options that say how this command goes about it. */
export type CommandFlags = Flags<Names<{ readonly of: 'command' }>>;

type OfRun = Names<{ readonly of: 'run' }>;

/** The options of the run, where undefined is one that neither a flag nor the configuration gives and that has no default. */
export type RunValues = {
  readonly [Name in OfRun]:
    | ValueOf<Name>
    | (Table[Name] extends { readonly byDefault: unknown } ? never : undefined);
};

/** Options that are also keys of a configuration. */
export type InConfig = Names<{ readonly config: string }>;

/** Flags override the configuration, which overrides the defaults. */
export function runValues(
  flags: Partial<RunFlags>,
  config: { readonly [Name in InConfig]?: ValueOf<Name> | undefined },
): RunValues {
  const [given, configured]: Readonly<Record<string, unknown>>[] = [flags, config];
  const entries = optionNames
    .filter((name) => optionTable[name].of === 'run')
    .map((name) => [name, given?.[name] ?? configured?.[name] ?? optionTable[name].byDefault]);
  // Each value has been read with the schema of its entry.
  return Object.fromEntries(entries) as RunValues;
}
