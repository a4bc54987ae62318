/** Whether a path of names and indexes leads to a documented place. */
import { resolveSchema, type Schema } from './description.ts';

/** @returns true as well where the path leads out of what the description says */
export function isAssumedAt(source: Schema, path: readonly string[]): boolean {
  const schema = resolveSchema(source);
  if (schema['x-provenance'] === 'assumed') return true;
  const [name, ...rest] = path;
  if (name === undefined) return false;
  const { properties = {}, items } = schema;
  const inside = properties[name] ?? (typeof items === 'object' ? items : undefined);
  return inside === undefined || isAssumedAt(inside, rest);
}
