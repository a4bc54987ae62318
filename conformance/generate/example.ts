/** A plain valid value of a schema, from the examples of the description. */
import { resolveSchema, type Schema } from '../../openapi/description.ts';

/** @throws Error when a schema has neither an example nor a type that one can be made of. */
export function exampleOf(source: Schema): unknown {
  const schema = resolveSchema(source);
  if (schema.const !== undefined) return schema.const;
  const { examples } = schema as { examples?: readonly unknown[] };
  if (examples !== undefined && examples.length > 0) return examples[0];
  return fieldByField(source);
}

/** An example with every documented field, because an example of a whole object may leave some out. */
export function fullExampleOf(source: Schema): unknown {
  const { properties, items } = resolveSchema(source);
  return properties === undefined && typeof items !== 'object' ? exampleOf(source) : fieldByField(source);
}

function fieldByField(source: Schema): unknown {
  const { type, properties, items } = resolveSchema(source);
  if (type === 'object') {
    const documented = Object.entries(properties ?? {}).filter(
      ([, property]) => resolveSchema(property)['x-provenance'] !== 'assumed',
    );
    return Object.fromEntries(documented.map(([name, property]) => [name, fullExampleOf(property)]));
  }
  if (type === 'array' && typeof items === 'object') return [fullExampleOf(items)];
  throw new Error(`The description gives no example of ${JSON.stringify(source)}`);
}
