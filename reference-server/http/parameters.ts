import type { Parameter } from '../../openapi/description.ts';
import { resolveSchema } from '../../openapi/description.ts';
import type { SchemaViolation } from '../../openapi/validate.ts';

/** Query values as their schemas want them; what is not a number stays text, for the validation to object to. */
export function readQuery(
  parameters: readonly Parameter[],
  raw: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const { name, in: place, schema } of parameters) {
    const value = raw[name];
    if (place !== 'query' || value === undefined) continue;
    const isNumber =
      resolveSchema(schema).type === 'integer' && typeof value === 'string' && /^-?\d+$/.test(value);
    query[name] = isNumber ? Number(value) : value;
  }
  return query;
}

/** The `params` of an error object: the first message for each place, by its dotted path. */
export function paramsOf(violations: readonly SchemaViolation[]): Record<string, string> {
  const messages = violations.map(({ path, message }) => [path.join('.') || 'body', message] as const);
  return Object.fromEntries(messages.toReversed());
}
