/** The command line of a run, so that reports can print commands that repeat a finding. */
import type { Redactor } from './redactor.ts';
import { shownAddress } from './shown-address.ts';

export interface Invocation {
  /** The command that starts the command line, such as `npx conformance`. */
  readonly program: string;
  /** Path of the results file, relative to the working folder of the run. */
  readonly record: string;
  /** Options by their long name without dashes, such as `config`. A switch has no values. Secrets are never included. */
  readonly options: Readonly<Record<string, readonly string[]>>;
}

const isAddress = (value: string) => /^https?:/i.test(value);

/** Replaces secrets in option values by the names of their variables, and leaves out what addresses may contain of them. */
export function withoutSecrets({ options, ...rest }: Invocation, redactor: Redactor): Invocation {
  const shown = Object.entries(options).map(
    ([name, values]) =>
      [name, values.map((value) => redactor.redact(isAddress(value) ? shownAddress(value) : value))] as const,
  );
  return { ...rest, options: Object.fromEntries(shown) };
}
