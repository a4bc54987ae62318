/** The places of a value, each with its schema, and values with one place changed. */
import { type GeneratorSchema, resolve } from './keywords.ts';

export interface SchemaPlace {
  readonly path: readonly string[];
  readonly schema: GeneratorSchema;
  readonly value: unknown;
}

/** Every documented place of a value. Assumed places are left out: a target may not have the field, and ignore it. */
export function* placesOf(
  schema: GeneratorSchema,
  value: unknown,
  path: readonly string[] = [],
): Generator<SchemaPlace> {
  const { items, properties, ...resolved } = resolve(schema);
  if (resolved['x-provenance'] === 'assumed') return;
  yield { path, schema, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    const inner = Array.isArray(value) ? items : properties?.[key];
    if (typeof inner === 'object') yield* placesOf(inner, child, [...path, key]);
  }
}

export function replaceAt(value: unknown, [key, ...rest]: readonly string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === key ? replaceAt(item, rest, replacement) : item));
  }
  const record = value as Record<string, unknown>;
  return { ...record, [key]: replaceAt(record[key], rest, replacement) };
}

export function removeAt(value: unknown, path: readonly string[]): unknown {
  const around = path.slice(0, -1);
  const inner = around.reduce<unknown>(
    (outer, key) => (outer as Record<string, unknown> | undefined)?.[key],
    value,
  );
  const fields = Object.entries(inner as object).filter(([name]) => name !== path.at(-1));
  return replaceAt(value, around, Object.fromEntries(fields));
}
