/** Words of a command as a POSIX shell reads them. */
import { visibleLine } from '../markup/visible-text.ts';

/** One word. What is no visible character is escaped: a report may be read in a terminal, and its results be anybody's. */
export const shellWord = (text: string): string =>
  /^[\w./:@-]+$/.test(text) ? text : `'${visibleLine(text).replaceAll("'", `'\\''`)}'`;

/** The name of an environment variable of ours, which stands where a secret was. */
const variable = /(\$CONFORMANCE_[A-Z0-9_]+)/;

/** The value of an option, which the shell completes by the secrets that were taken out of it. */
export function shellValue(text: string): string {
  const parts = text.split(variable);
  if (parts.length === 1) return shellWord(text);
  return parts.map((part, index) => (index % 2 === 1 ? `"${part}"` : part && shellWord(part))).join('');
}
