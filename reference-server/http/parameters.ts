import type { Parameter } from '../../openapi/description.ts';
import { resolveSchema } from '../../openapi/description.ts';
import type { SchemaViolation } from '../../openapi/validate.ts';

/** A query value as its schema wants it; what cannot be that stays text, for the validation to object to. */
function readValue(type: string | undefined, text: unknown): unknown {
  if (type === 'integer' && typeof text === 'string' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** Query values as their schemas want them. */
export function readQuery(
  parameters: readonly Parameter[],
  raw: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const { name, in: place, schema } of parameters) {
    const text = raw[name];
    if (place === 'query' && text !== undefined) query[name] = readValue(resolveSchema(schema).type, text);
  }
  return query;
}

/** The `params` of an error object: the first message for each place, by its dotted path. */
export function paramsOf(violations: readonly SchemaViolation[]): Record<string, string> {
  const messages = violations.map(({ path, message }) => [path.join('.') || 'body', message] as const);
  return Object.fromEntries(messages.toReversed());
}
