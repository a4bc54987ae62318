/** Whether a path of names and indexes leads to a documented place. */
import { resolveSchema, type Schema } from './description.ts';

/** @returns true also if the path is not in the description */
export function isAssumedAt(source: Schema, path: readonly string[]): boolean {
  const schema = resolveSchema(source);
  if (schema['x-provenance'] === 'assumed') return true;
  const [name, ...rest] = path;
  if (name === undefined) return false;
  const { properties = {}, items } = schema;
  const inside = properties[name] ?? (typeof items === 'object' ? items : undefined);
  return inside === undefined || isAssumedAt(inside, rest);
}
