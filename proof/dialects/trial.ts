/** Connects a server of another description as a user does, and compares the runs with the written adapter and without. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Results } from '../../conformance/engine/results.ts';
import type { Folder } from '../../src/testing/conformance-process.ts';
import { type Outcome, outcomeOf } from '../traits/try-traits.ts';
import { descriptionFile } from './dialect.ts';
import type { DialectServer } from './server.ts';

/** What a run exercised and found; nothing if it ended before the first check. */
export interface RunOutcome extends Pick<Outcome, 'exercised' | 'findings' | 'errors'> {
  readonly stdout: string;
  readonly stderr: string;
}

/** The keys that a user of such a server has. */
export const keysOf = ({ credentials }: DialectServer): Readonly<Record<string, string>> => ({
  CONFORMANCE_ORG_TOKEN: credentials.orgToken ?? '',
  CONFORMANCE_PLATFORM_TOKEN: credentials.platformToken ?? '',
});

const nothing = { exercised: [], findings: [], errors: [] };

/** @param args further options of `run` */
export async function tryRun(
  folder: Folder,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<RunOutcome> {
  const { ended } = folder.start(['run', '--seed', '1', ...args], variables);
  const { stdout, stderr } = await ended;
  const file = join(folder.path, 'conformance-report/results.json');
  if (!existsSync(file)) return { ...nothing, stdout, stderr };
  // Written by the run.
  const results = JSON.parse(readFileSync(file, 'utf8')) as Results;
  return { ...outcomeOf(results, []), stdout, stderr };
}

/** Writes the configuration and the adapter with `init`, or with `connect`. */
export async function connect(
  folder: Folder,
  { url }: DialectServer,
  name: string,
  variables: Readonly<Record<string, string>>,
  how: readonly ['init'] | readonly ['connect', '--yes'],
): Promise<string> {
  const from = fileURLToPath(descriptionFile(name));
  const { code, stdout, stderr } = await folder.start([...how, '--base-url', url, '--from', from], variables)
    .ended;
  if (code !== 0) throw new Error(`${how[0]} ended with ${code}:\n${stdout}${stderr}`);
  return `${stdout}${stderr}`;
}
