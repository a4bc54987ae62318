/** Words of a command as a POSIX shell reads them. */
import { visibleLine } from '../markup/visible-text.ts';

/** One word. Escapes invisible characters, because results from others may be shown in a terminal. */
export const shellWord = (text: string): string =>
  /^[\w./:@-]+$/.test(text) ? text : `'${visibleLine(text).replaceAll("'", `'\\''`)}'`;

/** The environment variable that replaces a secret. */
const variable = /(\$CONFORMANCE_[A-Z0-9_]+)/;

/** The value of an option; the shell inserts the removed secrets again. */
export function shellValue(text: string): string {
  const parts = text.split(variable);
  if (parts.length === 1) return shellWord(text);
  return parts.map((part, index) => (index % 2 === 1 ? `"${part}"` : part && shellWord(part))).join('');
}
