/** What a value says about the requirements that its schema is marked with. */
import type { RequirementId } from './catalogue.ts';
import { resolveSchema, type Schema } from './description.ts';
import { type SchemaViolation, validate } from './validate.ts';

/** One requirement evaluated on one place of a value. */
export interface SchemaEvidence {
  readonly requirement: RequirementId;
  /** The place, as the names and indexes that lead to it. */
  readonly path: readonly string[];
  /** Absent when the place is as the requirement wants it. */
  readonly violation?: SchemaViolation;
}

interface Place {
  path: readonly string[];
  requirement: RequirementId | undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Walks schema and value together. Marked places carry their requirement; places that are `assumed` carry none, so that
 * what happens below them is nobody's violation.
 */
function* places(source: Schema, value: unknown, path: readonly string[]): Generator<Place> {
  const schema = resolveSchema(source);
  if (schema['x-provenance'] === 'assumed') {
    yield { path, requirement: undefined };
    return;
  }
  const marked = schema['x-requirement'];
  // Marks are checked against the catalogue by a test of this folder.
  if (marked !== undefined) yield { path, requirement: marked as RequirementId };
  if (isRecord(value)) {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const present = name in value;
      if (present || schema.required?.includes(name)) yield* places(property, value[name], [...path, name]);
    }
    return;
  }
  const { items } = schema;
  if (Array.isArray(value) && typeof items === 'object') {
    for (const [index, item] of value.entries()) yield* places(items, item, [...path, String(index)]);
  }
}

const startsWith = (path: readonly string[], prefix: readonly string[]) =>
  prefix.every((part, index) => path[index] === part);

/**
 * Evaluates every marked place of a value. A violation belongs to the innermost marked place around it; one that lies
 * in an assumed place is left out.
 */
export function evidenceOf(schema: Schema, value: unknown): readonly SchemaEvidence[] {
  const found = [...places(schema, value, [])];
  const violations = validate(schema, value);
  const blamed = new Map<Place, SchemaViolation>();
  for (const violation of violations) {
    const innermost = found.findLast((place) => startsWith(violation.path, place.path));
    if (innermost !== undefined && !blamed.has(innermost)) blamed.set(innermost, violation);
  }
  return found.flatMap((place) => {
    if (place.requirement === undefined) return [];
    const violation = blamed.get(place);
    return [{ requirement: place.requirement, path: place.path, ...(violation && { violation }) }];
  });
}
