/** Tells people who write a client which names and words of a request the description does not know, and which fields it left out. */
import {
  type Operation,
  type Parameter,
  resolveSchema,
  type Schema,
  schemas,
} from '../../openapi/description.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { nearest, suggestion } from '../../openapi/nearest.ts';

/** Names of callers, who may send many and long ones. */
const longestName = 40;
const mostWarnings = 10;

/** In one line of printable ASCII, fit for a header and a log. */
const shown = (place: readonly string[]) =>
  place
    .join('.')
    .slice(0, longestName)
    .replaceAll(/[^\x21-\x7e]/g, '?');

const wordsOf = ({ enum: words = [], 'x-observed-values': observed = [] }: Schema): readonly string[] =>
  [...words, ...observed].filter((each) => typeof each === 'string');

function wordsIn(schema: Schema): readonly string[] {
  const { properties = {}, items } = schema;
  const inner = [...Object.values(properties), ...(typeof items === 'object' ? [items] : [])];
  return [...wordsOf(schema), ...inner.flatMap(wordsIn)];
}

/** Every word of the description, for fields of which it shows examples only. */
const allWords = new Set(Object.values(schemas).flatMap(wordsIn));

/** A shorter one is like too many others. */
const shortestMisspelt = 5;

const isLoud = (word: string) => word === word.toUpperCase();

interface Unknown {
  readonly what: 'name' | 'word';
  readonly warning: string;
}

/** About a value that is none of the words of its field. The value itself is not for a log. */
function unknownWord(schema: Schema, value: string, place: readonly string[]): string[] {
  const words = wordsOf(schema);
  if (words.length === 0 || words.includes(value)) return [];
  const about = `${shown(place)} has an unknown value.`;
  const word = value.slice(0, longestName);
  const meant = suggestion(word, words);
  if (schema.enum !== undefined)
    return [`${about}${meant || ` The description has ${words.slice(0, mostWarnings).join(', ')}.`}`];
  // The field may have words that the description does not show.
  if (allWords.has(value) || value.length < shortestMisspelt) return [];
  const elsewhere =
    meant ||
    suggestion(
      word,
      [...allWords].filter((each) => isLoud(each) === isLoud(word)),
    );
  return elsewhere === '' ? [] : [`${about}${elsewhere}`];
}

/** Unknown names in the query, and values that are none of the words of the description. */
function unknownInQuery(
  parameters: readonly Parameter[],
  query: Readonly<Record<string, unknown>>,
): Unknown[] {
  const known = new Map(
    parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, schema]),
  );
  return Object.entries(query).flatMap(([name, value]) => {
    const schema = known.get(name);
    return schema === undefined
      ? [
          {
            what: 'name',
            warning: `${shown([name])} in the query is unknown.${suggestion(name.slice(0, longestName), [...known.keys()])}`,
          },
        ]
      : unknownFields(schema, value, [name]);
  });
}

function unknownFields(source: Schema, value: unknown, place: readonly string[] = []): Unknown[] {
  const schema = resolveSchema(source);
  if (Array.isArray(value)) {
    const { items } = schema;
    return typeof items === 'object'
      ? value.flatMap((item, index) => unknownFields(items, item, [...place, String(index)]))
      : [];
  }
  if (typeof value === 'string')
    return unknownWord(schema, value, place).map((warning) => ({ what: 'word', warning }));
  const { properties, additionalProperties = false } = schema;
  if (!isRecord(value) || properties === undefined || additionalProperties !== false) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const here = [...place, name];
    return known === undefined
      ? [
          {
            what: 'name',
            warning: `${shown(here)} is unknown.${suggestion(name.slice(0, longestName), Object.keys(properties))}`,
          },
        ]
      : unknownFields(known, inner, here);
  });
}

/** The document does not say which fields are required, so the example stands in. What a caller misspelt is not left out. */
function fieldsLeftOut(requestBody: Schema, body: Readonly<Record<string, unknown>>): string[] {
  const { examples: [example] = [], properties = {} } = resolveSchema(requestBody);
  const misspelt = Object.keys(body).filter((name) => !Object.hasOwn(properties, name));
  const meant = misspelt.flatMap((name) => nearest(name.slice(0, longestName), Object.keys(properties)));
  const isThere = (name: string) => Object.hasOwn(body, name) || meant.includes(name);
  const names = isRecord(example) ? Object.keys(example).filter((name) => !isThere(name)) : [];
  return names.length === 0 ? [] : [`The example also has ${names.join(', ')}.`];
}

/**
 * Sentences about the query and the fields of a JSON body. It may be valid all the same: the document forbids no further
 * field. What a request left out is told only where the name of a field is unknown, or nothing is there at all.
 */
export function fieldWarnings(
  { requestBody, parameters }: Pick<Operation, 'requestBody' | 'parameters'>,
  body: unknown,
  query: Readonly<Record<string, unknown>> = {},
): readonly string[] {
  const inBody = requestBody === undefined ? [] : unknownFields(requestBody, body);
  const unknown = [...unknownInQuery(parameters, query), ...inBody];
  const more = unknown.length - mostWarnings;
  const isMisnamed = inBody.some(({ what }) => what === 'name');
  const mayMiss = isRecord(body) && (isMisnamed || Object.keys(body).length === 0);
  return [
    ...unknown.slice(0, mostWarnings).map(({ warning }) => warning),
    ...(more > 0 ? [`${more} more are unknown.`] : []),
    ...(requestBody !== undefined && mayMiss ? fieldsLeftOut(requestBody, body) : []),
  ];
}
