/** `conformance completion`: a script with which a shell completes commands, options and their values. */
import { Argument, Command } from 'commander';
import type { LoadFaults } from '../config/fault-catalogue.ts';
import type { CommandEntry } from './commands.ts';
import type { Finish } from './exit-codes.ts';
import { teach } from './options.ts';

interface Words {
  /** The command and the one within it, joined with a colon, such as `webhook:send`. */
  readonly path: string;
  readonly words: readonly string[];
}

const flagsOf = ({ options }: Command): string[] =>
  options.flatMap(({ long, hidden }) => (hidden || long == null ? [] : [long]));

const choicesOf = ({ options, registeredArguments }: Command) => ({
  values: options.flatMap(({ long, argChoices }): Words[] =>
    long == null || argChoices === undefined ? [] : [{ path: long, words: argChoices }],
  ),
  operands: registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
});

function wordsOf(command: Command): Words[] {
  const name = command.name();
  const inner = command.commands.map((each) => each.name());
  return [
    ...command.commands.map((each) => ({ path: `${name}:${each.name()}`, words: flagsOf(each) })),
    { path: `${name}:*`, words: [...inner, ...choicesOf(command).operands, ...flagsOf(command), '--help'] },
  ];
}

const list = (words: readonly string[]) => `'${[...new Set(words)].join(' ')}'`;

/** One script for bash and zsh. Where it knows no word, the shell completes the names of files. */
function scriptFor(shell: string, names: readonly string[], loaded: readonly Command[]): string {
  const values = new Map(
    loaded.flatMap((each) => choicesOf(each).values).map(({ path, words }) => [path, words]),
  );
  const commands = loaded.flatMap(wordsOf);
  return `${shell === 'zsh' ? 'autoload -Uz bashcompinit && bashcompinit\n' : ''}_conformance() {
  local words=
  case "\${COMP_WORDS[1]}:\${COMP_WORDS[2]}" in
${commands.map(({ path, words }) => `    ${path}) words=${list(words)} ;;`).join('\n')}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words=${list(names)}
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${[...values].map(([flag, words]) => `    ${flag}) words=${list(words)} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _conformance conformance
`;
}

/** The entry of the command, which completes the others. */
export const completionEntry = (entries: readonly CommandEntry[]): CommandEntry => ({
  name: 'completion',
  args: '<shell>',
  summary: 'print a script with which bash or zsh completes this program',
  load: async () => (finish: Finish, loadFaults: LoadFaults) =>
    teach(
      new Command('completion')
        .description(
          'Prints a script with which a shell completes commands, options and their values. In ~/.bashrc: source <(conformance completion bash)',
        )
        .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh']))
        .action(async (shell: string) => {
          const shown = entries.filter(({ hidden }) => !hidden);
          const loaded = await Promise.all(shown.map(async ({ load }) => (await load())(finish, loadFaults)));
          process.stdout.write(
            scriptFor(shell, ['help', 'completion', ...shown.map(({ name }) => name)], loaded),
          );
          finish(0);
        }),
      `
Examples:
  source <(conformance completion bash)

Exit codes: 0, or 2 on wrong usage.`,
    ),
});
