/** The command-line program: its help and the chosen command. */
import { Command } from 'commander';
import { suggestion } from '../../openapi/nearest.ts';
import type { LoadFaults } from '../config/fault-catalogue.ts';
import { tool } from '../tool.ts';
import type { CommandEntry } from './commands.ts';
import type { Finish } from './exit-codes.ts';
import { refuseRepeats } from './options.ts';

const operands = (args: readonly string[]) => args.filter((arg) => !arg.startsWith('-'));

/** The name that the arguments begin with, also in `help <name>`. */
function chosenName(args: readonly string[]): string | undefined {
  const [first, second] = operands(args);
  return first === 'help' ? second : first;
}

/** A command without its options, for the help of the program. */
function outline({ name, args }: CommandEntry): Command {
  const command = new Command(name);
  return args === undefined ? command : command.arguments(args);
}

/** Passes the settings on to subcommands too. Otherwise commander exits with 1 on wrong usage, which here means non-conformant. */
function inherit(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent);
  refuseRepeats(command);
  for (const inner of command.commands) inherit(inner, command);
}

const secretOption = /^error: unknown option '(--?[\w-]*(?:token|secret|key|password)[\w-]*)(?:=[\s\S]*)?'/i;

/** Rejects secrets on the command line: process lists and CI logs show them. */
function hideSecret(message: string): string {
  const [, option] = secretOption.exec(message) ?? [];
  if (option === undefined) return message;
  return `error: There is no option ${option}, because other users can read a command line: set CONFORMANCE_PLATFORM_TOKEN or CONFORMANCE_ORG_TOKEN\n`;
}

/** Arguments in the words that commander has for options. */
const plainly = (message: string): string =>
  message.replace(/command-argument value (.*) is invalid for argument '/, "$1 is invalid for '");

/**
 * Creates the program. Loads only the command that the arguments name, because the suite and the servers
 * behind the other commands take longer to load than the help takes to print.
 *
 * @param args the arguments of the process, without those of Node
 * @param commands in the order of the help
 * @param loadFaults the catalogue behind `--fault`
 */
export async function createProgram(
  finish: Finish,
  args: readonly string[],
  commands: readonly CommandEntry[],
  loadFaults: LoadFaults,
): Promise<Command> {
  const program = new Command('conformance')
    .description('Tests whether a payroll server conforms to the interface document.')
    .version(tool.version, '-V, --version')
    .showHelpAfterError('(add --help for usage)')
    // All commands have options, but commander does not know those of a command that is not loaded.
    .configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}` })
    // Options after the name of a command belong to that command.
    .enablePositionalOptions()
    .configureOutput({ outputError: (message, write) => write(hideSecret(plainly(message))) })
    .exitOverride();
  const chosen = chosenName(args);
  for (const entry of commands) {
    const { name, summary, hidden = false, load } = entry;
    const command = name === chosen ? (await load())(finish, loadFaults) : outline(entry);
    inherit(command.summary(summary), program);
    program.addCommand(command, { hidden });
  }
  if (operands(args)[0] === 'help' && chosen !== undefined && !commands.some(({ name }) => name === chosen)) {
    const names = commands.flatMap(({ name, hidden }) => (hidden ? [] : [name]));
    program.error(`error: unknown command '${chosen}'.${suggestion(chosen, names)}`);
  }
  return program.addHelpText(
    'after',
    `
Examples:
  conformance run                                    test the embedded reference server and write a report
  conformance run --base-url http://127.0.0.1:3000   test your server
  conformance run --fault <id>                       show what a finding looks like
  conformance explain PAYROLL-024                    show a requirement and the checks that cover it
  conformance serve                                  run a server to build a client against
  conformance mock                                   run a stateless server that returns the examples

Exit codes:
  0  conformant, or partial: nothing failed, but some requirements were not exercised
  1  a documented requirement failed
  2  wrong usage or configuration
  3  the target could not be tested, or an internal error occurred
  4  interrupted, some requirements could not be judged, or coverage is below --min-coverage
  5  a report could not be written`,
  );
}
