/** A plain valid value of a schema, from the examples of the description. */
import { resolveSchema, type Schema } from '../../openapi/description.ts';

/** @throws Error when a schema has neither an example nor a type that one can be made of. */
export function exampleOf(source: Schema): unknown {
  const schema = resolveSchema(source);
  if (schema.const !== undefined) return schema.const;
  const { examples } = schema as { examples?: readonly unknown[] };
  if (examples !== undefined && examples.length > 0) return examples[0];
  if (schema.type === 'object') {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, property]) => [name, exampleOf(property)]),
    );
  }
  if (schema.type === 'array' && typeof schema.items === 'object') return [exampleOf(schema.items)];
  throw new Error(`The description gives no example of ${JSON.stringify(source)}`);
}
