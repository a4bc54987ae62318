/** Valid values of a JSON Schema (2020-12, as OpenAPI 3.1 uses it). */
import fc from 'fast-check';
import type { Schema } from '../../openapi/description.ts';
import { validate } from '../../openapi/validate.ts';
import * as domain from './domain.ts';
import {
  type GeneratorSchema,
  type JsonType,
  nameOf,
  type ResolvedSchema,
  resolve,
  type StringFormat,
} from './keywords.ts';

export interface ValueOptions {
  /**
   * Which optional fields a value has: `all` of them, or `some`; then values shrink towards none.
   *
   * @defaultValue 'some'
   */
  readonly fields?: 'all' | 'some';
}

const byFormat: Readonly<Record<StringFormat, () => fc.Arbitrary<string>>> = {
  date: domain.calendarDate,
  'date-time': domain.timestamp,
  uuid: () => fc.uuid(),
  email: domain.email,
  uri: domain.uri,
};

function textOf(schema: ResolvedSchema, field: string | undefined): fc.Arbitrary<string> {
  if (schema.format !== undefined) return byFormat[schema.format]();
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern, 'u'));
  const { minLength, maxLength } = schema;
  if (minLength !== undefined || maxLength !== undefined) {
    return fc.string({
      unit: 'grapheme-ascii',
      ...(minLength !== undefined && { minLength }),
      ...(maxLength !== undefined && { maxLength }),
    });
  }
  const observed = schema['x-observed-values'];
  if (observed !== undefined) return fc.constantFrom(...observed);
  const named = field !== undefined && Object.hasOwn(domain.byFieldName, field);
  return (named ? domain.byFieldName[field]?.() : undefined) ?? domain.text();
}

/** Integers of every size, up to those that a double still represents exactly. */
function integerOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: ResolvedSchema) {
  const lows = [minimum, exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1];
  const highs = [maximum, exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1];
  const min = Math.max(-1_000_000_000, ...lows.filter((bound) => bound !== undefined));
  return fc.integer({ min, max: Math.min(1_000_000_000, ...highs.filter((bound) => bound !== undefined)) });
}

function numberOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: ResolvedSchema) {
  return fc.double({
    min: exclusiveMinimum ?? minimum ?? -1e9,
    max: exclusiveMaximum ?? maximum ?? 1e9,
    minExcluded: exclusiveMinimum !== undefined,
    maxExcluded: exclusiveMaximum !== undefined,
    noNaN: true,
  });
}

function objectOf(schema: ResolvedSchema, options: ValueOptions): fc.Arbitrary<object> {
  const required = schema.required ?? [];
  const properties = Object.entries(schema.properties ?? {});
  const undescribed = required.filter((name) => schema.properties?.[name] === undefined);
  const record = fc.record(
    Object.fromEntries<fc.Arbitrary<unknown>>([
      ...properties.map(([name, property]): [string, fc.Arbitrary<unknown>] => [
        name,
        valuesOf(property, options, name),
      ]),
      ...undescribed.map((name): [string, fc.Arbitrary<unknown>] => [name, domain.text()]),
    ]),
    {
      noNullPrototype: true,
      ...(options.fields !== 'all' && {
        requiredKeys: [...required],
      }),
    },
  );
  if (typeof schema.additionalProperties !== 'object') return record;
  const name = schema.propertyNames
    ? (valuesOf(schema.propertyNames, options) as fc.Arbitrary<string>)
    : fc.constantFrom('costCentre', 'team', 'Größe', 'a b', '1');
  const others = fc.dictionary(name, valuesOf(schema.additionalProperties, options), {
    maxKeys: 3,
    noNullPrototype: true,
  });
  return fc.tuple(record, others).map(([own, rest]) => ({ ...rest, ...own }));
}

function arrayOf({ items, minItems, maxItems }: ResolvedSchema, options: ValueOptions) {
  const item = typeof items === 'object' ? valuesOf(items, options) : anything();
  const minLength = minItems ?? 0;
  return fc.array(item, { minLength, maxLength: maxItems ?? minLength + 3 });
}

const anything = () => fc.jsonValue({ maxDepth: 1, noUnicodeString: true });

function ofType(type: JsonType, schema: ResolvedSchema, options: ValueOptions, field: string | undefined) {
  switch (type) {
    case 'string':
      return textOf(schema, field);
    case 'integer':
      return integerOf(schema);
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'object':
      return objectOf(schema, options);
    case 'array':
      return arrayOf(schema, options);
    default:
      throw new Error(`No generator of the type ${type satisfies never}`);
  }
}

function plainValues(source: GeneratorSchema, options: ValueOptions, field?: string): fc.Arbitrary<unknown> {
  const schema = resolve(source);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const named = domain.bySchemaName[nameOf(source) ?? ''];
  if (named !== undefined) return named();
  if (schema.types.length === 0) return anything();
  return fc.oneof(
    { withCrossShrink: true },
    ...schema.types.map((type): fc.Arbitrary<unknown> => ofType(type, schema, options, field)),
  );
}

/** Whether several keywords restrict a text, so that some generated values must be filtered out. */
function isTight({ not, format, pattern, minLength, maxLength }: ResolvedSchema): boolean {
  const length = minLength !== undefined || maxLength !== undefined;
  return (
    not !== undefined || [format !== undefined, pattern !== undefined, length].filter(Boolean).length > 1
  );
}

/**
 * Valid values of a schema, with realistic values of the domain where the schema leaves them open. They shrink towards
 * short and plain ones.
 *
 * @throws Error if the schema has a keyword that generators do not understand.
 */
export function valuesOf(
  source: GeneratorSchema,
  options: ValueOptions = {},
  field?: string,
): fc.Arbitrary<unknown> {
  const values = plainValues(source, options, field);
  if (!isTight(resolve(source))) return values;
  return values.filter((value) => validate(source as Schema, value).length === 0);
}
