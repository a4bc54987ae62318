/** Translates values between our words and those of a target, where the interface document names none. */
import { resolveSchema, type Schema } from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import type { Words, WordTable } from './adapter.ts';

type Direction = 'to ours' | 'to theirs';

/** The documented words of a value. */
export function documentedWords(schema: Schema): readonly unknown[] {
  const { enum: listed = [], const: only, 'x-observed-values': observed = [] } = resolveSchema(schema);
  return [...listed, ...(only === undefined ? [] : [only]), ...observed];
}

/** The table for a field: the longest key that matches the end of its path counts. */
function tableFor(words: Words, id: string, place: string): WordTable | undefined {
  const full = `${id}.${place}`.split('.');
  for (let from = 0; from < full.length; from += 1) {
    const table = words[full.slice(from).join('.')];
    if (table !== undefined) return table;
  }
  return undefined;
}

/** The word that a target gets for one of ours. */
export const theirWord = (table: WordTable | undefined, word: string): string =>
  [table !== undefined && Object.hasOwn(table, word) ? table[word] : undefined].flat()[0] ?? word;

/** Our word for one of a target's; undefined when the table has none. */
export const ourWord = (table: WordTable, word: unknown): string | undefined =>
  Object.entries(table).find(([, theirs]) => [theirs].flat().includes(String(word)))?.[0];

function translateWord(
  word: string,
  table: WordTable,
  direction: Direction,
  taken: readonly unknown[],
): string {
  if (taken.includes(word)) return word;
  if (direction === 'to theirs') return theirWord(table, word);
  const ours = ourWord(table, word);
  // Words that differ from the document are left for the checks to judge.
  return ours === undefined || taken.includes(ours) ? word : ours;
}

/**
 * A value with the words of the other side.
 *
 * @param id of the operation, or the type of an event
 * @param open whether the document leaves the whole value open
 */
export function translate(
  words: Words,
  id: string,
  direction: Direction,
  source: Schema | undefined,
  value: unknown,
  open: boolean,
  place = '',
): unknown {
  if (source === undefined || Object.keys(words).length === 0) return value;
  const schema = resolveSchema(source);
  const isFree = open || (source['x-provenance'] ?? schema['x-provenance']) === 'assumed';
  if (Array.isArray(value)) {
    const { items } = schema;
    if (typeof items !== 'object') return value;
    return value.map((item) => translate(words, id, direction, items, item, isFree, place));
  }
  if (isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const at = place === '' ? name : `${place}.${name}`;
        const field = schema.properties?.[name];
        return [name, translate(words, id, direction, field, inner, isFree, at)];
      }),
    );
  }
  if (typeof value !== 'string') return value;
  const table = tableFor(words, id, place);
  return table === undefined
    ? value
    : translateWord(value, table, direction, isFree ? [] : documentedWords(source));
}
