/** The program: its own help, and the one command that was chosen. */
import { Command } from 'commander';
import { suggestion } from '../config/nearest.ts';
import { tool } from '../tool.ts';
import { type CommandEntry, commands } from './commands.ts';
import type { Finish } from './exit-codes.ts';

const operands = (args: readonly string[]) => args.filter((arg) => !arg.startsWith('-'));

/** The name that the arguments begin with, also in `help <name>`. */
function chosenName(args: readonly string[]): string | undefined {
  const [first, second] = operands(args);
  return first === 'help' ? second : first;
}

/** What the help of the program says of a command. */
function outline({ name, args }: CommandEntry): Command {
  const command = new Command(name);
  return args === undefined ? command : command.arguments(args);
}

/** Commands of commands too: commander's own exit status for wrong usage is 1, which here is about the target. */
function inherit(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent);
  for (const inner of command.commands) inherit(inner, command);
}

const secretOption = /^error: unknown option '(--?[\w-]*(?:token|secret|key|password)[\w-]*)(?:=[\s\S]*)?'/i;

/** What is given on a command line is read by everyone on the machine, and by whoever reads the log. */
function hideSecret(message: string): string {
  const [, option] = secretOption.exec(message) ?? [];
  if (option === undefined) return message;
  return `error: There is no option ${option}, because others can read a command line: set CONFORMANCE_PLATFORM_TOKEN or CONFORMANCE_ORG_TOKEN\n`;
}

/**
 * Makes the program for some arguments. Only the command that they name is loaded, because the suite and the servers
 * behind the others take longer to load than the help takes to print.
 *
 * @param args the arguments of the process, without those of Node
 */
export async function createProgram(finish: Finish, args: readonly string[]): Promise<Command> {
  const program = new Command('conformance')
    .description('Shows whether a payroll server does what the interface document says.')
    .version(tool.version, '-V, --version')
    .showHelpAfterError('(add --help for what there is)')
    // Of a command that is not loaded nobody knows whether it has options: all have.
    .configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}` })
    // What stands behind the name of a command is for that command.
    .enablePositionalOptions()
    .configureOutput({ outputError: (message, write) => write(hideSecret(message)) })
    .exitOverride();
  const chosen = chosenName(args);
  for (const entry of commands) {
    const { name, summary, hidden = false, load } = entry;
    const command = name === chosen ? (await load())(finish) : outline(entry);
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
  conformance run                                    try the embedded reference server, and see the report
  conformance run --base-url http://127.0.0.1:3000   try your server
  conformance run --fault <id>                       see what a finding looks like
  conformance explain PAYROLL-024                    what a requirement says and what checks it
  conformance serve                                  a server to build a client against
  conformance mock                                   the examples of the description as a server, without state

Exit codes:
  0  the target conforms, or nothing failed and some requirements were not exercised
  1  a documented requirement failed
  2  wrong usage or configuration
  3  the target could not be tried, or an internal error
  4  interrupted, something could not be judged, or less covered than --min-coverage
  5  a report could not be written`,
  );
}
