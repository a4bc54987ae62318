/** Several statements made into one: what a statement costs is mostly its way to the database and back. */
import type { Statement } from './connections.ts';

/** A statement that goes with others. Its parameters are the only places with a dollar sign. */
export type Part = Required<Pick<Statement, 'text' | 'values'>>;

/** Statements that are prepared, by their text. Their names are those of this process. */
const names = new Map<string, string>();
/** Beyond it a text goes without a name, so that no connection keeps statements without end. */
const mostNames = 500;

function prepared(text: string, values: readonly unknown[]): Statement {
  const known = names.get(text);
  if (known !== undefined) return { name: known, text, values };
  if (names.size >= mostNames) return { text, values };
  const name = `statement ${names.size + 1}`;
  names.set(text, name);
  return { name, text, values };
}

/** The parts with parameters that are numbered on from one part to the next. */
function numbered(parts: readonly Part[]): { readonly texts: readonly string[]; readonly values: unknown[] } {
  const values: unknown[] = [];
  const texts = parts.map((part) => {
    const before = values.length;
    values.push(...part.values);
    return before === 0
      ? part.text
      : part.text.replaceAll(/\$(\d+)/g, (_, place) => `$${Number(place) + before}`);
  });
  return { texts, values };
}

/** One statement for several that select the same columns; a column `part` tells the rows of each, from 0. */
export function selectTogether(parts: readonly Part[]): Statement {
  const { texts, values } = numbered(parts);
  const selects = texts.map(
    (text, part) => `SELECT ${part}::text AS part, part_${part}.* FROM (${text}) AS part_${part}`,
  );
  return prepared(selects.join(' UNION ALL '), values);
}

/** One statement for several that change different tables. */
export function changeTogether(parts: readonly Part[]): Statement {
  const { texts, values } = numbered(parts);
  const [first = ''] = texts;
  if (texts.length === 1) return prepared(first, values);
  const changes = texts.map((text, part) => `part_${part} AS (${text})`);
  return prepared(`WITH ${changes.join(', ')} SELECT`, values);
}
