/** The reference of the command line, from the commands themselves. */
import type { Argument, Command, Option } from 'commander';
import { cell, markdownTable } from '../scripts/markdown-table.ts';

/** What stands for the help text of commander that follows the options; the only public way to it is the event. */
function textAfter(command: Command): string {
  const written: string[] = [];
  command.emit('afterHelp', { error: false, command, write: (text: string) => written.push(text) });
  return written.join('').trim();
}

const code = (text: string) => `\`${text.replaceAll('|', '\\|')}\``;

/** A cell of a table in which VitePress finds neither tags nor expressions. */
const words = (text: string) => cell(text).replaceAll('{', '&#123;').replaceAll('*', '\\*');

function choices(argChoices: readonly string[] | undefined): string {
  return argChoices === undefined ? '' : ` One of ${argChoices.map(code).join(', ')}.`;
}

function defaultOf({ defaultValue, mandatory, negate }: Option): string {
  if (negate || defaultValue === undefined) return mandatory ? ' Required.' : '';
  return ` Default: ${code(String(defaultValue))}.`;
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

function optionRow(option: Option): readonly string[] {
  const text = words(sentence(option.description.charAt(0).toUpperCase() + option.description.slice(1)));
  return [code(option.flags), `${text}${choices(option.argChoices)}${defaultOf(option)}`];
}

function argumentRow(argument: Argument): readonly string[] {
  const { required, variadic, description } = argument;
  const name = `${argument.name()}${variadic ? '...' : ''}`;
  return [
    code(required ? `<${name}>` : `[${name}]`),
    `${words(description === '' ? '' : sentence(description))}${choices(argument.argChoices)}`,
  ];
}

function table(title: string, rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? '' : `${title}\n\n${markdownTable(['', 'What it does'], rows)}\n`;
}

/** The blocks behind the options: `Examples:` and what else a command teaches, each with its indented lines. */
function taught(command: Command, level: string): string {
  const blocks = textAfter(command).split(/\n(?=\S[^\n]*:$)/m);
  return blocks
    .flatMap((block) => {
      const [head = '', ...lines] = block.split('\n');
      const text = lines.map((line) => line.replace(/^ {2}/, '')).join('\n').trimEnd();
      if (text === '') return [];
      const language = head === 'Examples:' ? 'sh' : 'text';
      return [`${level} ${head.replace(/:$/, '')}\n\n\`\`\`${language}\n${text}\n\`\`\`\n`];
    })
    .join('\n');
}

function body(command: Command, path: string, level: string): string {
  const usage = `\`\`\`text\n${path} ${command.usage()}\n\`\`\`\n`;
  const visible = command.createHelp().visibleOptions(command);
  const own = visible.filter(({ long }) => long !== '--help');
  const subcommands = command.commands.filter(({ parent }) => parent === command);
  return [
    `${command.description().replaceAll('\n', ' ')}\n`,
    usage,
    table(`${level} Arguments`, command.registeredArguments.map(argumentRow)),
    table(`${level} Options`, own.map(optionRow)),
    taught(command, level),
    ...subcommands.map((each) => {
      const name = `${path} ${each.name()}`;
      return `${level} ${name}\n\n${body(each, name, `${level}#`)}`;
    }),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/**
 * One page of a command.
 *
 * @param command as the program loads it, with its summary
 */
export function commandPage(command: Command): string {
  const path = `conformance ${command.name()}`;
  return `# ${path}\n\n${body(command, path, '##')}`;
}

/** The page that lists all of them. */
export function commandsPage(
  commands: readonly { readonly name: string; readonly summary: string }[],
): string {
  const rows = commands.map(({ name, summary }) => [`[\`conformance ${name}\`](/cli/${name})`, words(summary)]);
  return `# Commands

From the commands themselves; \`conformance <command> --help\` says the same in a terminal.

${markdownTable(['Command', 'What it is for'], rows)}
`;
}
