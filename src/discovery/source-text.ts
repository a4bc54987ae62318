/**
 * The only writer of TypeScript. A text of others becomes source only as a literal, a name of a property or a comment:
 * `source` takes nothing but sources, so that a text cannot be put between by accident.
 */

declare const written: unique symbol;

/** Text of a program, which only this file makes. A newline in it is one of our own. */
export type Source = string & { readonly [written]: true };

// The only place where a string becomes a source.
const trust = (text: string) => text as Source;

/** A template of source: `` source`path: ${literal(path)}` ``. */
export const source = (parts: TemplateStringsArray, ...inner: readonly Source[]): Source =>
  trust(parts.map((part, index) => `${part}${inner[index] ?? ''}`).join(''));

/** @param quote the character that ends the text */
const escaped = (text: string, quote: string) =>
  withoutHiddenCharacters(
    text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`),
    (code) => `\\u{${code}}`,
  );

const isName = (text: string) => /^[A-Za-z_$][\w$]*$/.test(text);

/**
 * A value of JSON, in one line.
 *
 * @throws TypeError for a value that JSON does not have
 */
export function literal(value: unknown): Source {
  if (typeof value === 'string') return trust(`'${escaped(value, "'")}'`);
  if (Array.isArray(value)) return source`[${listed(value.map(literal))}]`;
  if (typeof value === 'object' && value !== null) return objectOf(Object.entries(value), literal);
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return trust(String(value));
  throw new TypeError(`A ${typeof value} cannot be written as a literal.`);
}

function objectOf<T>(entries: readonly (readonly [string, T])[], inner: (value: T) => Source): Source {
  if (entries.length === 0) return source`{}`;
  return source`{ ${listed(entries.map(([name, value]) => source`${property(name)}: ${inner(value)}`))} }`;
}

/** The name of a property in an object. */
export function property(name: string): Source {
  // It would set the prototype of the object.
  if (name === '__proto__') return source`['__proto__']`;
  return isName(name) ? trust(name) : literal(name);
}

/** A property of a value: `.name`, or `['a name']`. */
export const member = (name: string): Source =>
  isName(name) ? source`.${trust(name)}` : source`[${literal(name)}]`;

/** A template literal. A text stands for itself, and a source for the value to insert. */
export const template = (parts: readonly { readonly text: string; readonly insert?: Source }[]): Source => {
  const inner = parts.map(({ text, insert }) => {
    // Without the dollar sign, no brace begins an expression.
    const own = trust(escaped(text, '`').replaceAll('$', '\\$'));
    return insert === undefined ? own : source`${own}\${${insert}}`;
  });
  return source`\`${trust(inner.join(''))}\``;
};

/** A comment in one line, with text of any origin. */
export function comment(text: string): Source {
  const line = withoutHiddenCharacters(text.replace(/\s+/g, ' '), (code) => `<U+${code.padStart(4, '0')}>`);
  return trust(`// ${line.replaceAll('*/', '* /').trim()}`);
}

/** Lines of source as comments, for the reader to take the `//` away. */
export const commentedOut = (lines: readonly Source[]): readonly Source[] =>
  lines.map((line) => trust(line.replace(/^( *)/gm, '$1// ')));

/** As `member`, of a value that need not be there. */
export const optionalMember = (name: string): Source =>
  isName(name) ? source`?.${trust(name)}` : source`?.[${literal(name)}]`;

/** Several sources in one line, with commas between. */
export const listed = (items: readonly Source[]): Source => trust(items.join(', '));

/** Several lines, further in than the line before. */
export const indented = (lines: readonly Source[], by = '  '): readonly Source[] =>
  lines.map((line) => trust(line.replace(/^/gm, by)));

/** The text of a file. */
export const fileOf = (lines: readonly Source[]): Source => trust(`${lines.join('\n')}\n`);

/** Characters that do not show where they stand: they end a line, turn the direction of writing, or are half of one. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

export const hasHiddenCharacters = (text: string): boolean => text.search(hidden) >= 0;

/** @param sign what is written for a character with this code point, in hexadecimal */
export const withoutHiddenCharacters = (text: string, sign: (code: string) => string): string =>
  text.replace(hidden, (character) => sign((character.codePointAt(0) ?? 0).toString(16).toUpperCase()));
