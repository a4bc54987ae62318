/** The commands of a shell snippet, in the syntax that documentation uses. */
import { type ParseEntry, parse } from 'shell-quote';

export interface ShellCommand {
  /** Line within the snippet, from 0. */
  readonly line: number;
  /** The program and its arguments, without the variables set before it. */
  readonly words: readonly string[];
}

const keywords = new Set(['do', 'then', 'else', 'if', 'while', 'until', '!']);
const separators = new Set([';', '&&', '||', '|', '&', '(', ')', ';;']);
const redirections = new Set(['>', '>>', '<', '>&', '<(']);

/** The values of variables for which a number would not do. */
const values: Readonly<Record<string, string>> = {
  BASE_URL: 'http://127.0.0.1:3000',
  SANDBOX: 'http://127.0.0.1:3000',
};

/** `<id>` is for the reader to fill in; a shell would read from a file. */
const filledIn = /<([\w.-]+)>/g;

/** Whether a word is a placeholder for the reader to fill in. */
export const isPlaceholder = (word: string) => /^__.*__$/.test(word);

/** The words of each command; the target of a redirection is no word of it. */
function commandsOf(entries: readonly ParseEntry[]): string[][] {
  const commands: string[][] = [[]];
  let skip = false;
  for (const entry of entries) {
    if (skip) {
      skip = false;
      continue;
    }
    if (typeof entry === 'string') commands.at(-1)?.push(entry);
    else if ('pattern' in entry) commands.at(-1)?.push(entry.pattern);
    else if ('op' in entry && redirections.has(entry.op)) skip = true;
    else if ('op' in entry && separators.has(entry.op)) commands.push([]);
  }
  return commands;
}

function withoutPrefix(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !keywords.has(word) && !/^\w+=/.test(word));
  return first < 0 ? [] : words.slice(first);
}

/** Lines, with those joined that a backslash continues. */
function linesOf(text: string): { line: number; text: string }[] {
  const lines: { line: number; text: string }[] = [];
  let open = false;
  for (const [index, raw] of text.split('\n').entries()) {
    const part = raw.replace(/\\$/, '');
    const last = lines.at(-1);
    if (open && last !== undefined) last.text += ` ${part.trim()}`;
    else lines.push({ line: index, text: part });
    open = raw.endsWith('\\');
  }
  return lines;
}

/** In a `console` snippet only the text after a prompt is typed. */
function typed(text: string, language: string): string {
  if (language !== 'console') return text;
  return text
    .split('\n')
    .map((line) => (line.startsWith('$ ') ? line.slice(2) : ''))
    .join('\n');
}

/** Every command of a snippet. Variables are replaced by their known values, otherwise by numbers. */
export function shellCommands(text: string, language = 'sh'): readonly ShellCommand[] {
  return linesOf(typed(text, language)).flatMap(({ line, text: source }) =>
    commandsOf(parse(source.replace(filledIn, '__$1__'), (name) => values[name] ?? '1'))
      .map(withoutPrefix)
      .filter((words) => words.length > 0)
      .map((words) => ({ line, words })),
  );
}
