/** Bodies that are valid except for one labelled violation. */
import fc from 'fast-check';
import type { Schema } from '../../openapi/description.ts';
import { resolve } from './keywords.ts';
import { type Misfit, misfitsOf, type ViolationKind, violationKinds } from './misfits.ts';
import { placesOf, removeAt, replaceAt, type SchemaPlace } from './places.ts';
import { type ValueOptions, valuesOf } from './valid.ts';

export interface BodyViolation extends Misfit {
  /** The broken place, as the names and indexes that lead to it. */
  readonly path: readonly string[];
  readonly body: unknown;
}

/** A violation that is not applied yet; near-valid bodies need one of many. */
type Break = Misfit & { readonly path: readonly string[] };

function* missingFields({ path, schema, value }: SchemaPlace): Generator<Break> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const name of resolve(schema).required ?? []) {
    if (!(name in value)) continue;
    yield { kind: 'missing', what: 'no value', value: undefined, certain: false, path: [...path, name] };
  }
}

function* breaksOf(schema: Schema, valid: unknown): Generator<Break> {
  for (const place of placesOf(schema, valid)) {
    for (const misfit of misfitsOf(place.schema, place.value)) yield { ...misfit, path: place.path };
    yield* missingFields(place);
  }
}

function apply(valid: unknown, broken: Break): BodyViolation {
  const { kind, path, value } = broken;
  return { ...broken, body: kind === 'missing' ? removeAt(valid, path) : replaceAt(valid, path, value) };
}

/** Every violation of every documented place that a valid body has, one at a time. */
export function bodyViolations(schema: Schema, valid: unknown): readonly BodyViolation[] {
  return [...breaksOf(schema, valid)].map((broken) => apply(valid, broken));
}

/** Raw bodies that are invalid before any of their values is read. */
export const rawViolations = [
  {
    kind: 'wrong JSON',
    what: 'a body that is not JSON',
    text: '{"broken": ',
    contentType: 'application/json',
  },
  { kind: 'empty body', what: 'no body', text: '', contentType: 'application/json' },
  { kind: 'wrong content type', what: 'a text', text: 'a plain text', contentType: 'text/plain' },
] as const;

/** Near-valid bodies of a schema: any valid body with one of its violations. */
export function nearValid(
  schema: Schema,
  options: ValueOptions & { readonly kinds?: readonly ViolationKind[] } = {},
): fc.Arbitrary<BodyViolation> {
  const { kinds = violationKinds } = options;
  // The choice is a number instead of an arbitrary, so that the body can shrink.
  return fc
    .tuple(valuesOf(schema, options), fc.nat({ max: 10_000 }))
    .map(([valid, choice]) => {
      const found = [...breaksOf(schema, valid)].filter(({ kind }) => kinds.includes(kind));
      const broken = found[choice % Math.max(1, found.length)];
      return broken && apply(valid, broken);
    })
    .filter((violation) => violation !== undefined);
}
