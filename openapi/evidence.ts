/** Evaluates a value against the requirements that its schema is marked with. */
import type { RequirementId } from './catalogue.ts';
import { referenced, resolveSchema, type Schema } from './description.ts';
import { isRecord } from './is-record.ts';
import { type SchemaViolation, validate } from './validate.ts';

/** One requirement evaluated on one place of a value. */
export interface SchemaEvidence {
  readonly requirement: RequirementId;
  /** The place, as the names and indexes that lead to it. */
  readonly path: readonly string[];
  /** Whether the place may be missing. */
  readonly isOptional: boolean;
  /** Absent if the place satisfies the requirement. */
  readonly violation?: SchemaViolation;
}

interface Place {
  readonly path: readonly string[];
  /** Whether there is a value. */
  readonly isPresent: boolean;
  readonly isOptional: boolean;
  readonly marks: Marks;
}

/** The requirements that a place is marked with. */
interface Marks {
  /** Marks of the field, which require its presence. */
  readonly field: readonly RequirementId[];
  /** Marks of the types that the field refers to, which require its shape. */
  readonly types: readonly RequirementId[];
  /** All marks, each once. */
  readonly all: readonly RequirementId[];
}

/** The parts of a schema that the walk needs. */
interface Signpost {
  readonly isAssumed: boolean;
  readonly marks: Marks;
  readonly properties: readonly (readonly [name: string, schema: Schema, isRequired: boolean])[];
  readonly items?: Schema;
}

// Marks are checked against the catalogue by a test of this folder.
const markOf = (schema: Schema) => [schema['x-requirement'] ?? []].flat() as RequirementId[];

/** The marks of the referenced schemas, outermost first. */
function typeMarks({ $ref }: Schema): RequirementId[] {
  if ($ref === undefined) return [];
  const target = referenced($ref);
  return [...markOf(target), ...typeMarks(target)];
}

const unmarked: Marks = { field: [], types: [], all: [] };

function marksOf(source: Schema): Marks {
  const [field, types] = [markOf(source), typeMarks(source)];
  return { field, types, all: [...new Set([...field, ...types])] };
}

function toSignpost(source: Schema): Signpost {
  const { properties = {}, required, items, 'x-provenance': provenance } = resolveSchema(source);
  return {
    isAssumed: provenance === 'assumed',
    marks: marksOf(source),
    properties: Object.entries(properties).map(([name, schema]) => [
      name,
      schema,
      required?.includes(name) ?? false,
    ]),
    ...(typeof items === 'object' && { items }),
  };
}

const signposts = new WeakMap<Schema, Signpost>();

function signpostOf(source: Schema): Signpost {
  const known = signposts.get(source) ?? toSignpost(source);
  signposts.set(source, known);
  return known;
}

/** Every requirement that a schema is marked with, outside of assumed parts. */
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
 * Walks schema and value together. Marked places carry their requirements. `assumed` places carry none, so that nothing
 * below them is a violation.
 */
function collectPlaces(
  source: Schema,
  value: unknown,
  path: readonly string[],
  found: Place[],
  isOptional = false,
): Place[] {
  const { isAssumed, marks, properties, items } = signpostOf(source);
  const isPresent = value !== undefined;
  if (isAssumed) {
    found.push({ path, isPresent, marks: unmarked, isOptional });
    return found;
  }
  if (marks.all.length > 0) found.push({ path, isPresent, marks, isOptional });
  if (isRecord(value)) {
    for (const [name, property, isRequired] of properties)
      if (isRequired || name in value)
        collectPlaces(property, value[name], [...path, name], found, !isRequired);
  } else if (Array.isArray(value) && items !== undefined) {
    for (const [index, item] of value.entries()) collectPlaces(items, item, [...path, String(index)], found);
  }
  return found;
}

/** The separator occurs in no name of the description, so different paths have different keys. */
const keyOf = (path: readonly string[], length = path.length) =>
  `${length}:${path.slice(0, length).join('\u0000')}`;

/** The places by path, so that a value with thousands of violations does not need a search for each. */
function indexOf(found: readonly Place[]): ReadonlyMap<string, readonly Place[]> {
  const index = new Map<string, Place[]>();
  for (const place of found) {
    const key = keyOf(place.path);
    const same = index.get(key);
    if (same === undefined) index.set(key, [place]);
    else same.push(place);
  }
  return index;
}

/** The marked place that a violation belongs to, and its violated marks. */
function blame(
  index: ReadonlyMap<string, readonly Place[]>,
  { path, missing }: SchemaViolation,
): [Place, readonly RequirementId[]] | undefined {
  if (missing) {
    const own = index.get(keyOf(path))?.[0];
    // Assumed parts need no marks.
    if (own !== undefined && (own.marks.field.length > 0 || own.marks.all.length === 0))
      return [own, own.marks.field];
  }
  for (let length = missing ? path.length - 1 : path.length; length >= 0; length -= 1) {
    const around = index.get(keyOf(path, length))?.at(-1);
    if (around === undefined) continue;
    const { types, all } = around.marks;
    return [around, missing && types.length > 0 ? types : all];
  }
  return undefined;
}

/** A value without nulls in optional fields: how a server shows an absent value is its own choice. */
function withoutNulls(source: Schema, value: unknown): unknown {
  const { properties, items } = signpostOf(source);
  if (Array.isArray(value))
    return items === undefined ? value : value.map((item) => withoutNulls(items, item));
  if (!isRecord(value)) return value;
  const kept: Record<string, unknown> = { ...value };
  for (const [name, property, isRequired] of properties) {
    if (!(name in value)) continue;
    if (value[name] === null && !isRequired) delete kept[name];
    else kept[name] = withoutNulls(property, value[name]);
  }
  return kept;
}

/**
 * Evaluates every marked place of a value. A violation belongs to the innermost marked place around it: to the field and
 * to its type. A missing field violates the mark of the field, or else that of the type around it. Assumed places are
 * left out.
 */
export function evidenceOf(schema: Schema, answered: unknown): readonly SchemaEvidence[] {
  const isAsItIs = validate(schema, answered).length === 0;
  const value = isAsItIs ? answered : withoutNulls(schema, answered);
  const found = collectPlaces(schema, value, [], []);
  const violations = isAsItIs ? [] : validate(schema, value);
  const index = violations.length === 0 ? new Map() : indexOf(found);
  const blamed = new Map<Place, Map<RequirementId, SchemaViolation>>();
  for (const violation of violations) {
    const [place, requirements] = blame(index, violation) ?? [];
    if (place === undefined) continue;
    const broken = blamed.get(place) ?? new Map<RequirementId, SchemaViolation>();
    blamed.set(place, broken);
    for (const requirement of requirements ?? [])
      if (!broken.has(requirement)) broken.set(requirement, violation);
  }
  // Long lists produce thousands of them.
  const evidence: SchemaEvidence[] = [];
  for (const place of found) {
    const { path, isOptional, isPresent, marks } = place;
    const broken = blamed.get(place);
    for (const requirement of marks.all) {
      const violation = broken?.get(requirement);
      if (violation !== undefined) evidence.push({ requirement, path, isOptional, violation });
      // A missing field shows nothing about its type.
      else if (isPresent) evidence.push({ requirement, path, isOptional });
    }
  }
  return evidence;
}
