/** The command line of a run, so that reports can print commands that repeat a finding. */
import type { Redactor } from './redactor.ts';

export interface Invocation {
  /** The command that starts the command line, such as `npx conformance`. */
  readonly program: string;
  /** Path of the results file, relative to the working folder of the run. */
  readonly record: string;
  /** Options by their long name without dashes, such as `config`. A switch has no values. Secrets are never included. */
  readonly options: Readonly<Record<string, readonly string[]>>;
}

/** Replaces secrets in option values, such as a key in the address of a probe, by the names of their variables. */
export function withoutSecrets({ options, ...rest }: Invocation, redactor: Redactor): Invocation {
  const shown = Object.entries(options).map(
    ([name, values]) => [name, values.map((value) => redactor.redact(value))] as const,
  );
  return { ...rest, options: Object.fromEntries(shown) };
}
