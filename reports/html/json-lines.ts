/** Formats JSON in lines with paths, so that a place can be marked. */

export interface JsonLine {
  readonly indent: number;
  /** Name of a member, as JSON. */
  readonly name?: string;
  /** The text after the name, a comma included. */
  readonly text: string;
  /** Keys and indices to the value that starts on this line; absent where one ends. */
  readonly path?: readonly string[];
  /** Every scalar on this line, as text. */
  readonly scalars: readonly string[];
}

/** Puts innermost objects and lists on one line if they fit. */
const widest = 72;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const scalarsOf = (value: unknown): string[] =>
  isObject(value) ? Object.values(value).flatMap(scalarsOf) : [String(value)];

function inlined(value: object): string | undefined {
  const members = Object.entries(value);
  if (members.some(([, member]) => isObject(member))) return undefined;
  const isList = Array.isArray(value);
  const parts = members.map(([name, member]) =>
    isList ? JSON.stringify(member) : `${JSON.stringify(name)}: ${JSON.stringify(member)}`,
  );
  if (parts.length === 0) return isList ? '[]' : '{}';
  const line = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  return line.length <= widest ? line : undefined;
}

function* layOut(value: unknown, path: readonly string[], end: string, name?: string): Generator<JsonLine> {
  const indent = path.length;
  const head = { indent, path, ...(name !== undefined && { name: JSON.stringify(name) }) };
  const line = isObject(value) ? inlined(value) : JSON.stringify(value);
  if (line !== undefined || !isObject(value)) {
    yield { ...head, text: `${line}${end}`, scalars: scalarsOf(value) };
    return;
  }
  const isList = Array.isArray(value);
  yield { ...head, text: isList ? '[' : '{', scalars: [] };
  const members = Object.entries(value);
  for (const [index, [key, member]] of members.entries()) {
    const comma = index < members.length - 1 ? ',' : '';
    yield* layOut(member, [...path, key], comma, isList ? undefined : key);
  }
  yield { indent, text: `${isList ? ']' : '}'}${end}`, scalars: [] };
}

const withoutSpace = (text: string) => text.replace(/\s+/g, '');

/**
 * @returns undefined for text that is not JSON, and for JSON that would change when parsed and written again (duplicate
 * keys, long numbers, other escapes), because the difference may be the evidence.
 */
export function jsonLines(body: string): readonly JsonLine[] | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (withoutSpace(body) !== withoutSpace(JSON.stringify(value))) return undefined;
    return [...layOut(value, [], '')];
  } catch {
    return undefined;
  }
}
