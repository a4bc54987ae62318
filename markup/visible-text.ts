/** Text that came from a target, made harmless to look at: nothing in it moves a cursor or reorders a line. */

// C0 and C1 controls except tab and newline, and the marks that turn the direction of writing.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be made visible
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function picture(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/**
 * Replaces control characters and direction marks by visible signs, so that the evidence stays and the effect goes.
 * Tabs and newlines are kept; a carriage return before a newline is dropped.
 */
export function visibleText(text: string): string {
  return text.toWellFormed().replaceAll('\r\n', '\n').replace(unseen, picture);
}

/** As JSON, with the same characters escaped: a parser reads them unchanged, and a terminal does not see them. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    // Controls below U+0020 are escaped already; the newlines are those of the indentation.
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape that begins a colour
const style = /(\u001b\[[\d;]*m)/;

/**
 * As {@link visibleText}, for a stream that a terminal or the log of a CI job shows.
 *
 * @param styles `kept`: colours stay
 * @param log `workflow`: a line cannot give a command to the runner of a GitHub workflow
 */
export function streamText(
  text: string,
  { styles, log }: { readonly styles: 'kept' | 'shown'; readonly log: 'plain' | 'workflow' },
): string {
  const parts = styles === 'kept' ? text.split(style) : [text];
  const visible = parts.map((part, index) => (index % 2 === 0 ? visibleText(part) : part)).join('');
  return log === 'plain' ? visible : visible.replace(/^(\s*):(?=:)/gm, '$1: ').replaceAll('##[', '# #[');
}

/** As {@link visibleText}, on one line: every run of white space becomes one space. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/\s+/g, ' ').trim();
}

/** Cuts a text and says how much of it is left out. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit).toWellFormed()}… (${text.length - limit} more characters)`;
}

/** Cuts a line at a width of the terminal. */
export function clip(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1)).toWellFormed()}…`;
}

/**
 * Breaks a line between words. Text that does not fit into the last line is cut there.
 *
 * @param most maximum number of lines, at least one
 */
export function wrap(text: string, columns: number, most: number): string[] {
  if (text.length <= columns || most <= 1) return [clip(text, columns)];
  const space = text.lastIndexOf(' ', columns);
  // A word longer than a line can only be broken at its end.
  const end = space > 0 ? space : columns;
  return [text.slice(0, end), ...wrap(text.slice(end).trimStart(), columns, most - 1)];
}
