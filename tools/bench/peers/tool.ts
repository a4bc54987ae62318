/** A tool of the comparison: how it is run, and how its failures are read. */
import type { Configuration } from './trial.ts';
import type { Workspace } from './workspace.ts';

export interface Run {
  readonly configuration: Configuration;
  readonly seed: number;
  readonly url: string;
  readonly token: string;
  /** Folder in which the run happens and leaves its reports; empty at first. */
  readonly folder: string;
  readonly workspace: Workspace;
  /** File with the failures of the sound server, where they are known. */
  readonly expected?: string;
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Tool {
  readonly id: string;
  readonly title: string;
  /** The purpose of the tool. */
  readonly purpose: string;
  readonly version: string;
  /** How it was configured, for the page. */
  readonly configured: Readonly<Record<Configuration, string>>;
  /** More than one where something is random. */
  readonly seeds: Readonly<Record<Configuration, readonly number[]>>;
  /** Everything that has to be there. */
  readonly binaries: readonly string[];
  command(run: Run): Command;
  /** @param output the text that it printed */
  failures(run: Run, output: string): readonly string[];
}

/** A run longer than that is cut, and reported as such. */
export const limitSeconds = 600;
