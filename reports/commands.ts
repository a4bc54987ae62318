/** Commands to paste into a shell, in the folder of the run. */
import { dirname, join } from 'node:path/posix';
import type { Finding } from '../conformance/engine/finding.ts';
import type { Invocation } from '../conformance/engine/invocation.ts';
import type { Results } from '../conformance/engine/results.ts';
import { shellValue, shellWord } from './shell.ts';

type Options = Invocation['options'];
type Named = Readonly<Record<string, readonly string[] | undefined>>;

/** Derives the options from results that do not contain the command line. */
function optionsOf({ target }: Results): Options {
  const { baseUrl, kind, environment, fault, access, capabilities } = target;
  const reads = access === 'read-only' && environment === 'sandbox' ? { 'read-only': [] } : {};
  switch (kind) {
    case 'receiver':
      return { url: [baseUrl], environment: [environment] };
    case 'observed':
    case 'clients':
      return { 'base-url': [baseUrl] };
    case 'live':
      return { 'base-url': [baseUrl], environment: [environment], ...reads };
    case 'prism':
      return { target: ['prism'], ...reads };
    case 'reference':
      return {
        ...(fault !== undefined && { fault: [fault] }),
        // A reference server with a control plane offers a clock, except with read-only access.
        ...(access !== 'read-only' && !capabilities.includes('clock') && { 'no-control': [] }),
        ...reads,
      };
  }
  return kind satisfies never;
}

const invocationOf = (results: Results): Invocation =>
  results.run.invocation ?? {
    program: 'conformance',
    record: 'conformance-report/results.json',
    options: optionsOf(results),
  };

/** The named options of a run. */
const taken = (options: Options, ...names: readonly string[]): Named =>
  Object.fromEntries(names.map((name) => [name, options[name]]));

function commandOf(program: string, words: readonly string[], options: Named): string {
  const flags = Object.entries(options).flatMap(([name, values]) =>
    values === undefined ? [] : [`--${name}`, ...values.map(shellValue)],
  );
  return [program, ...words, ...flags].join(' ');
}

/** Options about the receiver, without those about one run, such as its folder. */
const ofReceiver = [
  'url',
  'environment',
  'allow-writes',
  'probe',
  'tenant-key',
  'speed',
  'patience',
  'slow',
  'timeout',
  'rate',
];

/** A subfolder, so that the command does not overwrite the report. */
function againFolder(record: string): string {
  const folder = dirname(record.replaceAll('\\', '/'));
  return folder.endsWith('again') ? folder : join(folder, 'again');
}

/** The command that repeats a finding. */
export function findingCommand(finding: Finding, results: Results): string {
  const { program, record, options } = invocationOf(results);
  const { id, check, replay } = finding;
  const { profile } = results.run;
  if (results.target.kind === 'receiver') {
    return commandOf(program, ['webhook'], {
      ...taken(options, ...ofReceiver),
      ...(profile !== 'standard' && { profile: [profile] }),
      checks: [check],
      seed: [String(replay.seed)],
      out: [againFolder(record)],
    });
  }
  if (isObserved(results)) return runCommand(results);
  return commandOf(program, ['replay', shellWord(record), shellWord(id)], {
    // Keys go only to an address that the user names, which this command does.
    ...(options['base-url'] && taken(options, 'base-url', 'environment')),
    ...taken(options, 'config', 'adapter', 'allow-writes', 'patience', 'rate', 'no-control'),
  });
}

/** The command that prints a finding as a script. */
export function scriptCommand({ id }: Finding, results: Results): string {
  const { program, record } = invocationOf(results);
  return commandOf(program, ['replay', shellWord(record), shellWord(id)], { 'replay-steps': [] });
}

const isObserved = ({ target: { kind } }: Results) => kind === 'observed' || kind === 'clients';

/** The command that repeats the run. Keys and controls come from the environment and the configuration. */
export function runCommand(results: Results): string {
  const { program, options } = invocationOf(results);
  if (isObserved(results)) {
    const { files, ...others } = options;
    const words = files === undefined ? ['watch'] : ['check-traffic', ...files.map(shellWord)];
    return commandOf(program, words, others);
  }
  const { profile, seed, shard, strictToTheLetter } = results.run;
  return commandOf(program, [results.target.kind === 'receiver' ? 'webhook' : 'run'], {
    ...options,
    ...(profile !== 'standard' && { profile: [profile] }),
    seed: [String(seed)],
    ...(shard && { shard: [`${shard.index}/${shard.count}`] }),
    ...(strictToTheLetter && { 'strict-to-the-letter': [] }),
  });
}

/** The command that lists the requirements which more configuration would exercise. */
export function doctorCommand(results: Results): string {
  const { program, options } = results.run.invocation ?? { program: 'conformance', options: {} };
  const shared = ['base-url', 'target', 'environment', 'read-only', 'allow-writes', 'patience'];
  return commandOf(program, ['doctor'], taken(options, ...shared, 'config', 'adapter', 'no-control'));
}

/** The command that explains a requirement. */
export function explainCommand(requirement: string, results: Results): string {
  return commandOf(invocationOf(results).program, ['explain', shellWord(requirement)], {});
}
