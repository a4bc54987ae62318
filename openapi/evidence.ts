/** What a value says about the requirements that its schema is marked with. */
import type { RequirementId } from './catalogue.ts';
import { referenced, resolveSchema, type Schema } from './description.ts';
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
  /** Mark of the field, which says that it is there. */
  readonly field: readonly RequirementId[];
  /** Marks of the types that the field refers to, which say what it looks like. */
  readonly types: readonly RequirementId[];
}

// Marks are checked against the catalogue by a test of this folder.
const markOf = (schema: Schema) => [schema['x-requirement'] ?? []].flat() as RequirementId[];

/** The marks of the schemas that a reference leads to, outermost first. */
function typeMarks({ $ref }: Schema): RequirementId[] {
  if ($ref === undefined) return [];
  const target = referenced($ref);
  return [...markOf(target), ...typeMarks(target)];
}

const marks = ({ field, types }: Place) => [...new Set([...field, ...types])];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every requirement that a schema is marked with, outside of what is assumed. */
export function requirementsIn(source: Schema, seen = new Set<string>()): readonly RequirementId[] {
  const { $ref } = source;
  if ($ref !== undefined && seen.has($ref)) return [];
  if ($ref !== undefined) seen.add($ref);
  const schema = resolveSchema(source);
  if (schema['x-provenance'] === 'assumed') return [];
  const parts = [
    ...Object.values(schema.properties ?? {}),
    ...(typeof schema.items === 'object' ? [schema.items] : []),
  ];
  const inside = parts.flatMap((part) => requirementsIn(part, seen));
  return [...new Set([...markOf(source), ...typeMarks(source), ...inside])];
}

/**
 * Walks schema and value together. Marked places carry their requirement; places that are `assumed` carry none, so that
 * what happens below them is nobody's violation.
 */
function* places(source: Schema, value: unknown, path: readonly string[]): Generator<Place> {
  const schema = resolveSchema(source);
  if (schema['x-provenance'] === 'assumed') {
    yield { path, field: [], types: [] };
    return;
  }
  const place: Place = { path, field: markOf(source), types: typeMarks(source) };
  if (marks(place).length > 0) yield place;
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

function isPresent(value: unknown, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return value !== undefined;
  if (typeof value !== 'object' || value === null || !(key in value)) return false;
  return isPresent((value as Record<string, unknown>)[key], rest);
}

const startsWith = (path: readonly string[], prefix: readonly string[]) =>
  prefix.every((part, index) => path[index] === part);

/** The marked place that a violation belongs to, and the marks of it that are broken. */
function blame(
  found: readonly Place[],
  { path, missing }: SchemaViolation,
): [Place, RequirementId[]] | undefined {
  if (missing) {
    const own = found.find((place) => place.path.length === path.length && startsWith(path, place.path));
    // What is assumed has no marks, and nobody misses it.
    if (own !== undefined && (own.field.length > 0 || marks(own).length === 0)) return [own, [...own.field]];
  }
  const around = found.findLast(
    (place) => startsWith(path, place.path) && !(missing && place.path.length === path.length),
  );
  if (around === undefined) return undefined;
  return [around, missing && around.types.length > 0 ? [...around.types] : marks(around)];
}

/**
 * Evaluates every marked place of a value. A violation belongs to the innermost marked place around it: to the field
 * and to its type. What is missing breaks the mark of the field, or else the type that it is a part of. What lies in
 * an assumed place is left out.
 */
export function evidenceOf(schema: Schema, value: unknown): readonly SchemaEvidence[] {
  const found = [...places(schema, value, [])];
  const blamed = new Map<Place, Map<RequirementId, SchemaViolation>>();
  for (const violation of validate(schema, value)) {
    const [place, requirements] = blame(found, violation) ?? [];
    if (place === undefined) continue;
    const broken = blamed.get(place) ?? new Map<RequirementId, SchemaViolation>();
    blamed.set(place, broken);
    for (const requirement of requirements ?? [])
      if (!broken.has(requirement)) broken.set(requirement, violation);
  }
  return found.flatMap((place) =>
    marks(place).flatMap((requirement) => {
      const violation = blamed.get(place)?.get(requirement);
      // A field that is not there says nothing of its type.
      if (violation === undefined && !isPresent(value, place.path)) return [];
      return [{ requirement, path: place.path, ...(violation && { violation }) }];
    }),
  );
}
