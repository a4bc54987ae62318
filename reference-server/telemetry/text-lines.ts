/** Entries of the log as lines for people: a time, a level, what happened, and the rest of its facts. */

const columns = 5;

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Quoted, so that no text of a caller looks like another entry or moves the cursor.
  return /^[\w./:…-]+$/.test(text) ? text : JSON.stringify(text);
}

/** @param line one entry as JSON. */
export function textLine(line: string): string {
  const { time, level, message, error, ...facts }: Record<string, unknown> = JSON.parse(line);
  const { environment: _environment, instance: _instance, version: _version, ...own } = facts;
  const rest = Object.entries(own).map(([name, value]) => `${name}=${shown(value)}`);
  const head = [String(time).slice(11, 23), String(level).toUpperCase().padEnd(columns), String(message)];
  const detail = typeof error === 'object' && error !== null ? `\n${describe(error)}` : '';
  return `${[...head, ...rest].join(' ')}${detail}\n`;
}

function describe(error: object): string {
  const { name, message, stack } = { name: 'Error', message: '', stack: '', ...error };
  const places = stack === '' ? [] : stack.split('\n');
  return [`  ${name}: ${message}`, ...places.map((place) => `    ${place}`)].join('\n');
}
