/** Bodies that break one constraint of their schema each. */
import { resolveSchema, type Schema } from '../../openapi/description.ts';

export interface BodyViolation {
  /** The broken place, as the names and indexes that lead to it. */
  readonly path: readonly string[];
  /** What was put there, in words. */
  readonly what: string;
  readonly body: unknown;
}

interface Misfit {
  readonly what: string;
  readonly value: unknown;
}

const formatMisfits: Readonly<Record<string, readonly Misfit[]>> = {
  date: [
    { what: 'a day that is not on the calendar', value: '2027-02-30' },
    { what: 'a date in another form', value: '31/03/2027' },
  ],
  uuid: [{ what: 'a text that is no UUID', value: 'not-a-uuid' }],
  email: [{ what: 'a text that is no email address', value: 'not an address' }],
};

/** Values that no lenient reading turns into the wanted type. */
function misfitsOf(schema: Schema): readonly Misfit[] {
  switch (schema.type) {
    case 'string': {
      const byFormat = schema.format === undefined ? [] : (formatMisfits[schema.format] ?? []);
      const byPattern =
        schema.pattern === undefined ? [] : [{ what: 'a text of another form', value: '1-wrong-code' }];
      const byEnum =
        schema.enum === undefined ? [] : [{ what: 'a value outside of the list', value: 'NO_SUCH_VALUE' }];
      return [{ what: 'an object instead of a text', value: {} }, ...byFormat, ...byPattern, ...byEnum];
    }
    case 'integer':
      return [
        { what: 'a text instead of an integer', value: 'ten' },
        { what: 'a fraction instead of an integer', value: 10.5 },
      ];
    case 'boolean':
      return [{ what: 'a text instead of a boolean', value: 'maybe' }];
    case 'object':
      return [{ what: 'a text instead of an object', value: 'text' }];
    case 'array':
      return [{ what: 'an object instead of a list', value: {} }];
    default:
      return [];
  }
}

function* places(
  source: Schema,
  value: unknown,
  path: readonly string[],
): Generator<[readonly string[], Schema]> {
  const schema = resolveSchema(source);
  if (schema['x-provenance'] === 'assumed') return;
  yield [path, schema];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const inner = Array.isArray(value) ? schema.items : schema.properties?.[key];
    if (typeof inner === 'object') yield* places(inner, child, [...path, key]);
  }
}

function replaceAt(value: unknown, [key, ...rest]: readonly string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === key ? replaceAt(item, rest, replacement) : item));
  }
  const record = value as Record<string, unknown>;
  return { ...record, [key]: replaceAt(record[key], rest, replacement) };
}

/**
 * Every violation of every documented place that a valid body has, one at a time. Places that are assumed are left
 * alone: a target may have no such field, and ignore it.
 */
export function bodyViolations(schema: Schema, valid: unknown): readonly BodyViolation[] {
  return [...places(schema, valid, [])].flatMap(([path, place]) =>
    misfitsOf(place).map(({ what, value }) => ({ path, what, body: replaceAt(valid, path, value) })),
  );
}
