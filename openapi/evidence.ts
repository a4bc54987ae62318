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
  readonly path: readonly string[];
  /** From the field to the type that it refers to; empty where nobody is to blame. */
  readonly requirements: readonly RequirementId[];
}

/** The marks of a schema and of those that it refers to, outermost first. */
function marksOf(schema: Schema): RequirementId[] {
  const own = schema['x-requirement'];
  const target = schema.$ref === undefined ? [] : marksOf(resolveSchema({ $ref: schema.$ref }));
  // Marks are checked against the catalogue by a test of this folder.
  return own === undefined ? target : [own as RequirementId, ...target];
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
    yield { path, requirements: [] };
    return;
  }
  const requirements = marksOf(source);
  if (requirements.length > 0) yield { path, requirements };
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
 * Evaluates every marked place of a value. A violation belongs to the innermost marked place around it: to the field
 * and to its type, but to the field alone when it is missing. One that lies in an assumed place is left out.
 */
export function evidenceOf(schema: Schema, value: unknown): readonly SchemaEvidence[] {
  const found = [...places(schema, value, [])];
  const blamed = new Map<Place, SchemaViolation>();
  for (const violation of validate(schema, value)) {
    const innermost = found.findLast((place) => startsWith(violation.path, place.path));
    if (innermost !== undefined && !blamed.has(innermost)) blamed.set(innermost, violation);
  }
  return found.flatMap((place) => {
    const { path, requirements } = place;
    const violation = blamed.get(place);
    if (violation?.missing && violation.path.length === path.length) {
      return requirements.slice(0, 1).map((requirement) => ({ requirement, path, violation }));
    }
    return requirements.map((requirement) => ({ requirement, path, ...(violation && { violation }) }));
  });
}
