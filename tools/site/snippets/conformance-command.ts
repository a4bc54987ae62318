/** Whether the command line takes the arguments that a page shows, and knows the ids in them. */
import { CommanderError } from 'commander';
import { allChecks } from '../../../conformance/all-checks.ts';
import { consumerChecks } from '../../../conformance/receiver/checks/index.ts';
import { catalogue as faults } from '../../../proof/faults/index.ts';
import { explain } from '../../../src/cli/describe/explain.ts';
import { selectById } from '../../../src/config/select-by-id.ts';
import { parseArguments } from '../../../src/testing/parse-arguments.ts';
import { isPlaceholder } from './shell.ts';

interface Options {
  readonly fault?: string;
  readonly checks?: readonly string[];
  readonly faults?: readonly string[];
}

function problemsOf(look: () => void): string[] {
  try {
    look();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function idProblems(ids: readonly string[]): string[] {
  return ids
    .filter((id) => !isPlaceholder(id))
    .flatMap((id) =>
      problemsOf(() => {
        explain(id, faults);
      }),
    );
}

function patternProblems(name: string, { checks = [], fault, faults: wanted = [] }: Options): string[] {
  return problemsOf(() => {
    selectById<{ readonly id: string }>(
      name === 'webhook' ? consumerChecks : allChecks,
      checks.filter((id) => !isPlaceholder(id)),
      'check',
    );
    selectById(
      faults,
      [...wanted, ...(fault === undefined ? [] : [fault])].filter((id) => !isPlaceholder(id)),
      'fault',
    );
  });
}

/** The errors that a sentence may cause when it only names a command. A command with subcommands shows its help. */
const inSentences = new Set([
  'commander.missingArgument',
  'commander.missingMandatoryOptionValue',
  'commander.optionMissingArgument',
  'commander.help',
]);

/**
 * The problems of a command line.
 *
 * @param args the words after `conformance`
 * @param complete whether all required arguments must be present, which they need not be within a sentence
 */
export async function conformanceProblems(
  args: readonly string[],
  { complete }: { readonly complete: boolean },
): Promise<readonly string[]> {
  try {
    const command = await parseArguments(args);
    if (command === undefined) return [];
    const options = command.opts<Options>();
    return [
      ...idProblems(command.name() === 'explain' ? command.args : []),
      ...patternProblems(command.name(), options),
    ];
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return [];
    if (!complete && inSentences.has(error.code)) return [];
    return [error.message.replace(/^error: /, '').split('\n')[0] ?? error.message];
  }
}
