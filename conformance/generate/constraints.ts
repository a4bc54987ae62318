/**
 * A systematic walk over the constraints of an operation: for every constraint of every documented parameter and body
 * field, the values at, just inside and just outside of it, in a fixed order.
 */
import type { Level } from '../../openapi/catalogue.ts';
import type { Operation, Parameter, Schema } from '../../openapi/description.ts';
import { type GeneratorSchema, type ResolvedSchema, resolve } from './keywords.ts';
import { misfitsOf, type ViolationKind } from './misfits.ts';
import { placesOf, replaceAt } from './places.ts';
import { bodyViolations } from './violations.ts';

/** The position of a value: on the edge of a constraint, just inside of it, or just outside. */
export type Position = 'at' | 'inside' | 'outside';

/** The constraint that a legal value is at the edge of. */
export type Constraint = 'type' | 'range' | 'length' | 'format' | 'enum' | 'pattern';

interface Probe {
  readonly position: Position;
  readonly value: unknown;
  readonly what: string;
  /** The constraint that a legal value belongs to, or the violation of an illegal one. */
  readonly about: Constraint | ViolationKind;
  /** False for an illegal value that a lenient server may accept. */
  readonly certain: boolean;
}

export interface ParameterProbe extends Probe {
  readonly parameter: Parameter;
}

export interface BodyProbe extends Probe {
  readonly path: readonly string[];
  /** The whole body with this one value in it. */
  readonly body: unknown;
}

const legal = (position: 'at' | 'inside', about: Constraint, value: unknown): Probe => ({
  position,
  about,
  value,
  what: JSON.stringify(value),
  certain: true,
});

// Past days, which rules about birthdays and start dates allow.
const byFormat: Readonly<Record<string, readonly [at: string, inside: string]>> = {
  date: ['2000-02-29', '1999-12-31'],
  'date-time': ['2000-02-29T23:59:59Z', '1999-12-31T12:00:00+01:00'],
  uuid: ['00000000-0000-4000-8000-000000000000', 'f47ac10b-58cc-4372-a567-0e02b2c3d479'],
  email: ['a@example.com', 'ada.eze+payroll@mail.example.com'],
  uri: ['https://example.com', 'https://example.com/files/march.pdf?version=2'],
};

function* bounds(schema: ResolvedSchema): Generator<Probe> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const low = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  const high = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1);
  const edges = [
    ...(low === undefined ? [] : [[low, low + 1]]),
    ...(high === undefined ? [] : [[high, high - 1]]),
  ];
  for (const [edge, next] of edges) {
    yield legal('at', 'range', edge);
    const within = next !== undefined && next >= (low ?? next) && next <= (high ?? next);
    if (within) yield legal('inside', 'range', next);
  }
  if (edges.length > 0) return;
  for (const value of [1, 0, 2_147_483_648]) yield legal('inside', 'type', value);
}

function* lengths({ minLength, maxLength }: ResolvedSchema): Generator<Probe> {
  const text = (length: number) => 'A'.repeat(length);
  if (minLength !== undefined) yield legal('at', 'length', text(minLength));
  if (maxLength !== undefined) {
    yield legal('at', 'length', text(maxLength));
    if (maxLength > (minLength ?? 0)) yield legal('inside', 'length', text(maxLength - 1));
  }
}

function* legalValues(schema: ResolvedSchema): Generator<Probe> {
  const { types, format } = schema;
  if (schema.enum !== undefined) {
    for (const value of schema.enum) yield legal('at', 'enum', value);
  } else if (types.includes('boolean')) {
    for (const value of [true, false]) yield legal('at', 'type', value);
  } else if (types.includes('integer') || types.includes('number')) {
    yield* bounds(schema);
  } else if (types.includes('string')) {
    const [at, inside] = byFormat[format ?? ''] ?? [];
    if (at !== undefined) yield legal('at', 'format', at);
    if (inside !== undefined) yield legal('inside', 'format', inside);
    yield* lengths(schema);
    for (const example of schema.examples ?? [])
      yield legal('inside', schema.pattern === undefined ? 'type' : 'pattern', example);
    const free = format === undefined && schema.pattern === undefined && schema.maxLength === undefined;
    if (free)
      for (const value of ['A'.repeat(1_000), 'Ünïcödé 東京 🧵', "'; --"])
        yield legal('inside', 'type', value);
  }
}

function probesOf(source: GeneratorSchema, value: unknown): readonly Probe[] {
  const beyond = [...misfitsOf(source, value)].map(
    ({ kind, ...misfit }): Probe => ({ ...misfit, about: kind, position: 'outside' }),
  );
  return [...legalValues(resolve(source)), ...beyond];
}

/** Whether a parameter is assumed: parameters keep the mark of the description. */
const isAssumed = (parameter: Parameter & { 'x-provenance'?: Level }) =>
  parameter['x-provenance'] === 'assumed' || parameter.schema['x-provenance'] === 'assumed';

/**
 * Probes for the documented query parameters. Every query value is text, so the wrong type can only be a text that is no
 * number.
 */
export function walkParameters({ parameters }: Operation): readonly ParameterProbe[] {
  return parameters
    .filter((parameter) => parameter.in === 'query' && !isAssumed(parameter))
    .flatMap((parameter) => {
      const isText = resolve(parameter.schema).types.includes('string');
      return probesOf(parameter.schema, undefined)
        .filter(({ value }) => typeof value !== 'object')
        .filter(({ about, certain }) => certain && !(isText && about === 'wrong type'))
        .map((probe) => ({ ...probe, parameter }));
    });
}

/** Probes for every documented place of a valid body. */
export function walkBody(schema: Schema, valid: unknown): readonly BodyProbe[] {
  const within = [...placesOf(schema, valid)].flatMap((place) =>
    [...legalValues(resolve(place.schema))].map((probe) => ({
      ...probe,
      path: place.path,
      body: replaceAt(valid, place.path, probe.value),
    })),
  );
  const beyond = bodyViolations(schema, valid).map(
    ({ kind, ...violation }): BodyProbe => ({ ...violation, about: kind, position: 'outside' }),
  );
  return [...within, ...beyond];
}
