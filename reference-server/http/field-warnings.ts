/** Tells people who write a client which fields of a body the description does not know, and which a request left out. */
import { type Operation, resolveSchema, type Schema } from '../../openapi/description.ts';
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

function unknownFields(source: Schema, value: unknown, place: readonly string[] = []): string[] {
  const schema = resolveSchema(source);
  if (Array.isArray(value)) {
    const { items } = schema;
    return typeof items === 'object'
      ? value.flatMap((item, index) => unknownFields(items, item, [...place, String(index)]))
      : [];
  }
  const { properties, additionalProperties = false } = schema;
  if (!isRecord(value) || properties === undefined || additionalProperties !== false) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const here = [...place, name];
    return known === undefined
      ? [`${shown(here)} is unknown.${suggestion(name.slice(0, longestName), Object.keys(properties))}`]
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
 * Sentences about the fields of a JSON body. It may be valid all the same: the document forbids no further field. What a
 * request left out is told only where something is unknown, or nothing is there at all.
 */
export function fieldWarnings(
  { requestBody }: Pick<Operation, 'requestBody'>,
  body: unknown,
): readonly string[] {
  if (requestBody === undefined) return [];
  const unknown = unknownFields(requestBody, body);
  if (!isRecord(body) || (unknown.length === 0 && Object.keys(body).length > 0)) return [];
  const more = unknown.length - mostWarnings;
  return [
    ...unknown.slice(0, mostWarnings),
    ...(more > 0 ? [`${more} more are unknown.`] : []),
    ...fieldsLeftOut(requestBody, body),
  ];
}
