/** A JSON Schema of any OpenAPI description, reduced to types, words and fields without references. */
import { percentDecoded } from '../../openapi/percent-decoded.ts';

export interface Field {
  readonly shape: Shape;
  readonly required: boolean;
}

export interface Shape {
  /** `string`, `integer`, `object`, …; undefined where the schema leaves it open. */
  readonly type?: string;
  readonly format?: string;
  /** The words that it allows or shows. */
  readonly words: readonly string[];
  /** Words that its examples show, which need not be all. */
  readonly shown: readonly string[];
  /** Fields of an object. */
  readonly fields: ReadonlyMap<string, Field>;
  /** Whether an object may have no field but these. */
  readonly closed?: boolean;
  /** Shape of the items of a list. */
  readonly items?: Shape;
}

type Plain = Readonly<Record<string, unknown>>;

export const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Lookup {
  /** Returns the value that a `$ref` names; undefined if there is none. */
  find(reference: string): unknown;
  /** Called for each schema, those in references included. */
  count(): void;
}

/**
 * Looks references up within one document.
 *
 * @param count called for each schema; may throw
 */
export const lookupIn = (document: unknown, count: () => void = () => {}): Lookup => ({
  count,
  find: (reference) =>
    reference
      .replace(/^#\/?/, '')
      .split('/')
      .map((part) => percentDecoded(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((value, part) => (isPlain(value) ? value[part] : undefined), document),
});

/** The value that a reference leads to, or the value itself if it is no reference. */
export function follow(value: unknown, lookup: Lookup, hops = 0): Plain {
  if (!isPlain(value) || hops > 20) return {};
  const { $ref, ...beside } = value;
  return typeof $ref === 'string' ? { ...follow(lookup.find($ref), lookup, hops + 1), ...beside } : value;
}

const nothing: Shape = { words: [], shown: [], fields: new Map() };
const deepest = 6;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const textsOf = (value: unknown) =>
  listOf(value).filter((entry): entry is string => typeof entry === 'string');

/** A field that is in two parts of an `allOf` is one. */
function join(one: Shape, other: Shape): Shape {
  return {
    ...one,
    ...other,
    words: [...new Set([...one.words, ...other.words])],
    shown: [...new Set([...one.shown, ...other.shown])],
    fields: new Map([...one.fields, ...other.fields]),
  };
}

function ownShape(schema: Plain, lookup: Lookup, depth: number): Shape {
  const { properties, items, format } = schema;
  // OpenAPI 3.1 writes a nullable type as a list of types, OpenAPI 3.0 as `nullable`.
  const type = [schema.type].flat().find((name) => name !== 'null');
  const required = textsOf(schema.required);
  const fields = isPlain(properties)
    ? Object.entries(properties).map(([name, field]): [string, Field] => [
        name,
        { shape: shapeOf(field, lookup, depth + 1), required: required.includes(name) },
      ])
    : [];
  const words = [
    ...textsOf(schema.enum),
    ...textsOf([schema.const]),
    ...textsOf(schema['x-observed-values']),
  ];
  const implied = fields.length > 0 ? 'object' : items === undefined ? undefined : 'array';
  const known = typeof type === 'string' ? type : implied;
  return {
    ...(known !== undefined && { type: known }),
    ...(typeof format === 'string' && { format }),
    words,
    shown: textsOf([schema.example, schema.examples].flat()),
    fields: new Map(fields),
    ...(schema.additionalProperties === false && { closed: true }),
    ...(items !== undefined && { items: shapeOf(items, lookup, depth + 1) }),
  };
}

/** @param source a schema, or anything: a value that is no schema has an empty shape */
export function shapeOf(source: unknown, lookup: Lookup, depth = 0): Shape {
  // Also beneath the deepest level, because each is a field of the level above.
  lookup.count();
  if (depth > deepest) return nothing;
  const schema = follow(source, lookup);
  const parts = [schema.allOf, schema.oneOf, schema.anyOf]
    .flatMap(listOf)
    .filter((part) => follow(part, lookup).type !== 'null')
    .map((part) => shapeOf(part, lookup, depth + 1));
  return [...parts, ownShape(schema, lookup, depth)].reduce(join, nothing);
}
