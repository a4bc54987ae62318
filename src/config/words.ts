/** Validates the translations of words: known fields, and no words of the interface document. */
import * as z from 'zod';
import type { WordTable } from '../../conformance/adapter/adapter.ts';
import { documentedWords } from '../../conformance/adapter/words.ts';
import { controlNames, controlTable, deliveryStatuses } from '../../conformance/target/controls.ts';
import { operationsInOwnWords } from '../../conformance/target/target.ts';
import {
  allOperations,
  eventDataSchema,
  eventSchemas,
  type Operation,
  resolveSchema,
  type Schema,
} from '../../openapi/description.ts';
import { suggestion } from '../../openapi/nearest.ts';

interface Place {
  /** With the operation before it: `createPerson.compInfo.type`. */
  readonly name: string;
  readonly documented: readonly unknown[];
  /** All words that the description has for it. */
  readonly known: readonly unknown[];
  /** Whether there are no other words. */
  readonly isClosed: boolean;
}

function placeOf(name: string, source: Schema, isOpen: boolean): Place {
  const { enum: listed, examples = [] } = resolveSchema(source);
  const documented = documentedWords(source);
  return {
    name,
    documented: isOpen ? [] : documented,
    known: [...documented, ...examples],
    isClosed: listed !== undefined,
  };
}

function placesIn(name: string, source: Schema, open: boolean, depth = 0): Place[] {
  const schema = resolveSchema(source);
  const isOpen = open || (source['x-provenance'] ?? schema['x-provenance']) === 'assumed';
  if (typeof schema.items === 'object') return placesIn(name, schema.items, isOpen, depth);
  if (schema.properties === undefined) {
    return schema.type === 'string' ? [placeOf(name, source, isOpen)] : [];
  }
  return Object.entries(schema.properties).flatMap(([field, inner]) =>
    depth > 5 ? [] : placesIn(`${name}.${field}`, inner, isOpen, depth + 1),
  );
}

function placesOf({ id, provenance, requestBody, responses }: Operation): readonly Place[] {
  const isAssumed = provenance === 'assumed';
  const isFree = isAssumed || operationsInOwnWords.includes(id);
  const answer = responses['2XX'];
  return [
    ...placesIn(id, requestBody ?? {}, isFree),
    ...placesIn(id, answer?.schema ?? {}, isAssumed || answer?.provenance === 'assumed'),
  ];
}

/** The arguments of controls, and the status of the deliveries that a control lists. */
const argumentsOf = [
  ...controlNames.flatMap((name) =>
    Object.entries(controlTable[name].schemas).map(([argument, schema]) =>
      placeOf(`${name}.${argument}`, schema, true),
    ),
  ),
  placeOf('listDeliveries.status', { enum: deliveryStatuses }, true),
];

const placesOfEvents = [...eventSchemas.keys()].flatMap((type) =>
  placesIn(type, eventDataSchema(type), false),
);

const places = [...allOperations.flatMap(placesOf), ...placesOfEvents, ...argumentsOf];

/** Every key that a table may have: the names of fields, and what may stand before them. */
const allKeys = () => [
  ...new Set(
    places.flatMap(({ name }) => {
      const parts = name.split('.');
      return parts.map((_, from) => parts.slice(from).join('.'));
    }),
  ),
];

const plain = (word: unknown) =>
  String(word)
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');

/** A word that the suite never sends or expects, as far as the description shows it. */
function strangeWord(ours: string, meant: readonly Place[]): string | undefined {
  const known = [...new Set(meant.flatMap((place) => place.known))].map(String);
  if (known.includes(ours)) return undefined;
  const same = known.find((word) => plain(word) === plain(ours));
  if (same !== undefined) return `${ours} is not a value of the suite. Did you mean ${same}?`;
  if (!meant.every(({ isClosed }) => isClosed)) return undefined;
  const near = suggestion(ours, known);
  return `${ours} is not a value of the suite${near === '' ? `: the values are ${known.join(', ')}` : `.${near}`}`;
}

function problemsOf(field: string, table: WordTable): string[] {
  const meant = places.filter(({ name }) => name === field || name.endsWith(`.${field}`));
  if (meant.length === 0)
    return [
      `${field} is not a field of the description that has named values.${suggestion(field, allKeys())}`,
    ];
  const seen = new Map<string, string>();
  return Object.entries(table).flatMap(([ours, theirs]) => {
    for (const word of [theirs].flat()) {
      const other = seen.get(word);
      seen.set(word, ours);
      if (other !== undefined) return [`${field}: ${other} and ${ours} are both translated to ${word}`];
    }
    if (meant.every(({ documented }) => documented.includes(ours)))
      return [`${field}: ${ours} is a value that the interface document names; it cannot be translated`];
    const strange = strangeWord(ours, meant);
    return strange === undefined ? [] : [`${field}: ${strange}`];
  });
}

/** Of several words, a request sends the first. */
const TheirWords = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

export const WordsSchema = z.record(z.string(), z.record(z.string(), TheirWords)).check((context) => {
  for (const [field, table] of Object.entries(context.value)) {
    for (const message of problemsOf(field, table))
      context.issues.push({ code: 'custom', input: table, path: [], message, continue: true });
  }
});
