/** The reference of the command line, from the commands themselves. */
import { EventEmitter } from 'node:events';
import type { Argument, Command, Option } from 'commander';
import { cell, markdownTable } from '../scripts/markdown-table.ts';

/** The help text of commander after the options; the only public way to it is the event. */
function textAfter(command: Command): string {
  const written: string[] = [];
  // The types of commander leave out that a command is an emitter.
  const emitter: unknown = command;
  if (!(emitter instanceof EventEmitter)) throw new Error('A command of this commander is no emitter');
  emitter.emit('afterHelp', { error: false, command, write: (text: string) => written.push(text) });
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

/** Turns the note beside an example of the help into a shell comment. */
const withComment = (line: string) => line.replace(/^(.*?\bconformance\b.*?\S)( {2,})(\S.*)$/, '$1$2# $3');

const isIndented = (line: string) => line.startsWith('  ') || line === '';

/** A paragraph of the help: a head with indented lines below it, or a sentence. */
function paragraph(text: string, level: string): string {
  const [head = '', ...lines] = text.split('\n');
  if (lines.length === 0 || !lines.every(isIndented)) return `${words(text.replaceAll('\n', ' '))}\n`;
  const [title = '', ...more] = head.replace(/:$/, '').split(': ');
  const isExamples = title === 'Examples';
  const shown = lines.map((line) => line.replace(/^ {2}/, '')).map(isExamples ? withComment : String);
  const about = more.length === 0 ? '' : `${words(more.join(': '))}:\n\n`;
  return `${level} ${title}\n\n${about}\`\`\`${isExamples ? 'sh' : 'text'}\n${shown.join('\n')}\n\`\`\`\n`;
}

/** The help of a command after its options. */
const taught = (command: Command, level: string) =>
  textAfter(command)
    .split(/\n{2,}/)
    .filter((part) => part !== '')
    .map((part) => paragraph(part, level))
    .join('\n');

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
  const rows = commands.map(({ name, summary }) => [
    `[\`conformance ${name}\`](/cli/${name})`,
    words(summary),
  ]);
  return `# Commands

From the commands themselves; \`conformance <command> --help\` says the same in a terminal.

${markdownTable(['Command', 'What it is for'], rows)}
`;
}
