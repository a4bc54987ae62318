/** Joins several statements into one: most of the time of a statement is its round trip to the database. */
import type { Statement } from './connections.ts';

/** A statement that goes with others. Its parameters are the only places with a dollar sign. */
export type Part = Required<Pick<Statement, 'text' | 'values'>>;

/** Prepared statements by the texts of their parts. Their names are those of this process. */
const prepared = new Map<string, Required<Pick<Statement, 'name' | 'text'>>>();
/** Beyond it a text goes without a name, so that no connection keeps statements without end. */
const mostPrepared = 500;

/** The texts of the parts with parameters that are numbered on from one part to the next. */
function numbered(parts: readonly Part[]): readonly string[] {
  let before = 0;
  return parts.map(({ text, values }) => {
    const start = before;
    before += values.length;
    return start === 0 ? text : text.replaceAll(/\$(\d+)/g, (_, place) => `$${Number(place) + start}`);
  });
}

/** @param join makes one text of those of the parts. It is called once for each combination of texts. */
function combined(parts: readonly Part[], join: (texts: readonly string[]) => string): Statement {
  const values = parts.flatMap((part) => part.values);
  const key = parts.map(({ text }) => text).join('\n');
  const known = prepared.get(key);
  if (known !== undefined) return { ...known, values };
  const text = join(numbered(parts));
  if (prepared.size >= mostPrepared) return { text, values };
  const name = `statement ${prepared.size + 1}`;
  prepared.set(key, { name, text });
  return { name, text, values };
}

/** One statement for several that select the same columns; a column `part` numbers the rows of each, from 0. */
export function selectTogether(parts: readonly Part[]): Statement {
  return combined(parts, (texts) =>
    texts
      .map((text, part) => `SELECT ${part}::text AS part, part_${part}.* FROM (${text}) AS part_${part}`)
      .join(' UNION ALL '),
  );
}

/** One statement for several that change different tables. */
export function changeTogether(parts: readonly Part[]): Statement {
  return combined(parts, (texts) => {
    const [first = ''] = texts;
    if (texts.length === 1) return first;
    return `WITH ${texts.map((text, part) => `part_${part} AS (${text})`).join(', ')} SELECT`;
  });
}
