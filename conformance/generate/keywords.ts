/** The keywords of JSON Schema that generators support. Any other keyword is an error. */
import { resolveSchema, type Schema } from '../../openapi/description.ts';

/** A schema with the keywords that generators understand. */
export interface GeneratorSchema
  extends Omit<Schema, 'type' | 'items' | 'properties' | 'additionalProperties'> {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, GeneratorSchema>>;
  readonly items?: GeneratorSchema | boolean;
  readonly additionalProperties?: GeneratorSchema | boolean;
  readonly propertyNames?: GeneratorSchema;
  readonly not?: GeneratorSchema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly examples?: readonly unknown[];
}

const annotations = ['description', 'title', 'examples', 'default', 'deprecated', 'readOnly', 'writeOnly'];
const constraints = [
  ...['$ref', 'type', 'const', 'enum', 'not'],
  ...['format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['properties', 'required', 'additionalProperties', 'propertyNames'],
  ...['items', 'minItems', 'maxItems'],
];
const understood = new Set([...annotations, ...constraints]);
const types = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'] as const;
export type JsonType = (typeof types)[number];

/** Formats that {@link resolve} accepts. */
export const formats = ['date', 'date-time', 'uuid', 'email', 'uri'] as const;
export type StringFormat = (typeof formats)[number];

const isFormat = (format: string): format is StringFormat => (formats as readonly string[]).includes(format);
const isType = (type: string): type is JsonType => (types as readonly string[]).includes(type);

export interface ResolvedSchema extends Omit<GeneratorSchema, 'format' | 'type'> {
  readonly format?: StringFormat;
  /** Empty if any type is allowed. */
  readonly types: readonly JsonType[];
}

const resolved = new WeakMap<GeneratorSchema, ResolvedSchema>();

/**
 * Follows the reference of a schema and checks its keywords.
 *
 * @throws Error if generators do not understand a keyword, a type or a format.
 */
export function resolve(source: GeneratorSchema): ResolvedSchema {
  const known = resolved.get(source) ?? read(source);
  resolved.set(source, known);
  return known;
}

function read(source: GeneratorSchema): ResolvedSchema {
  const { type, format, ...schema } = resolveSchema(source as Schema) as GeneratorSchema;
  for (const keyword of Object.keys(schema)) {
    if (!understood.has(keyword) && !keyword.startsWith('x-'))
      throw new Error(`No generator understands the keyword ${keyword} of ${JSON.stringify(source)}`);
  }
  const wanted = [type ?? []].flat();
  for (const name of wanted) {
    if (!isType(name)) throw new Error(`No generator understands the type ${name}`);
  }
  if (format !== undefined && !isFormat(format))
    throw new Error(`No generator understands the format ${format}`);
  return { ...schema, types: wanted.filter(isType), ...(format !== undefined && { format }) };
}

/** The name of a referenced schema in the description. */
export const nameOf = ({ $ref }: GeneratorSchema): string | undefined => $ref?.split('/').pop();
