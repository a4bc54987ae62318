/** Values that a schema does not allow, each with a label for the violation. */
import { type GeneratorSchema, type JsonType, type ResolvedSchema, resolve } from './keywords.ts';

/** Kinds of violations of a schema. */
export const violationKinds = [
  'wrong type',
  'bad format',
  'out of range',
  'bad enum',
  'null',
  'extra long',
  'empty',
  'missing',
  'undescribed field',
] as const;
export type ViolationKind = (typeof violationKinds)[number];

export interface Misfit {
  readonly kind: ViolationKind;
  /** The written value, in words. */
  readonly what: string;
  readonly value: unknown;
  /**
   * Whether no lenient server accepts it. A server may take null or an empty text for an absent value, and `"7"` for 7,
   * but not `"maybe"` for a boolean.
   */
  readonly certain: boolean;
}

const sure = (kind: ViolationKind, what: string, value: unknown): Misfit => ({
  kind,
  what,
  value,
  certain: true,
});
const lenient = (kind: ViolationKind, what: string, value: unknown): Misfit => ({
  kind,
  what,
  value,
  certain: false,
});

const byFormat: Readonly<Record<string, readonly Misfit[]>> = {
  date: [
    sure('bad format', 'a day that is not on the calendar', '2027-02-30'),
    sure('bad format', 'a date in another form', '31/03/2027'),
  ],
  'date-time': [
    sure('bad format', 'a moment that is not on the calendar', '2027-02-30T12:00:00Z'),
    sure('bad format', 'a text that is no timestamp', 'tomorrow at noon'),
  ],
  uuid: [sure('bad format', 'a text that is no UUID', 'not-a-uuid')],
  email: [sure('bad format', 'a text that is no email address', 'not an address')],
  uri: [sure('bad format', 'a text that is no address', 'no address')],
};

/** A value of each type, to use where another type is expected. */
const strangers: Readonly<Record<JsonType, readonly Misfit[]>> = {
  string: [
    sure('wrong type', 'an object instead of a text', {}),
    lenient('wrong type', 'a number instead of a text', 7),
  ],
  integer: [
    sure('wrong type', 'a text instead of an integer', 'ten'),
    sure('wrong type', 'a fraction instead of an integer', 10.5),
    lenient('wrong type', 'an integer in quotes', '7'),
  ],
  number: [
    sure('wrong type', 'a text instead of a number', 'ten'),
    lenient('wrong type', 'a number in quotes', '7.5'),
  ],
  boolean: [
    sure('wrong type', 'a text instead of a boolean', 'maybe'),
    lenient('wrong type', 'a number instead of a boolean', 1),
  ],
  object: [
    sure('wrong type', 'a text instead of an object', 'text'),
    lenient('wrong type', 'a list instead of an object', []),
  ],
  array: [
    sure('wrong type', 'an object instead of a list', {}),
    lenient('wrong type', 'a text instead of a list', 'text'),
  ],
  null: [sure('wrong type', 'a text instead of null', 'text')],
};

const long = 'A'.repeat(300);

function* textMisfits(schema: ResolvedSchema): Generator<Misfit> {
  const { format, pattern, minLength, maxLength } = schema;
  yield* format === undefined ? [] : (byFormat[format] ?? []);
  if (pattern !== undefined) yield sure('bad format', 'a text of another form', '1-wrong-code');
  if (maxLength !== undefined) {
    yield sure('extra long', `a text of ${maxLength + 1} characters`, 'A'.repeat(maxLength + 1));
  } else if (format !== undefined || pattern !== undefined) {
    yield sure('extra long', `a text of ${long.length} letters`, long);
  }
  if (minLength !== undefined && minLength > 1) {
    yield sure('out of range', `a text of ${minLength - 1} characters`, 'A'.repeat(minLength - 1));
  }
  if ((minLength ?? 0) > 0 || format !== undefined || pattern !== undefined)
    yield lenient('empty', 'an empty text', '');
}

function* rangeMisfits(schema: ResolvedSchema): Generator<Misfit> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const bounds = [
    // A server may handle an empty value or one above the limit, but not a value far away.
    minimum === undefined ? [] : minimum > 0 ? [minimum - 1, -1] : minimum - 1,
    maximum === undefined ? [] : maximum > 0 ? [maximum + 1, 10 * maximum] : maximum + 1,
    exclusiveMinimum ?? [],
    exclusiveMaximum ?? [],
  ].flat();
  for (const value of bounds) yield sure('out of range', String(value), value);
}

/** Every value that a place must not have, the clearest violation first. */
export function* misfitsOf(source: GeneratorSchema, value: unknown): Generator<Misfit> {
  const schema = resolve(source);
  const { types } = schema;
  if (schema.const !== undefined) yield sure('bad enum', 'another value than the only one', 'NO_SUCH_VALUE');
  if (types.length === 1) for (const type of types) yield* strangers[type];
  if (schema.enum !== undefined) {
    yield sure('bad enum', 'a value outside of the list', 'NO_SUCH_VALUE');
  }
  if (types.includes('string') && schema.enum === undefined) yield* textMisfits(schema);
  if (types.includes('integer') || types.includes('number')) yield* rangeMisfits(schema);
  if (types.length > 0 && !types.includes('null')) yield lenient('null', 'null', null);
  if (Array.isArray(value)) {
    const { minItems, maxItems } = schema;
    if (minItems !== undefined && minItems > 0) yield sure('empty', 'an empty list', []);
    if (maxItems !== undefined && value.length > 0) {
      yield sure(
        'extra long',
        `${maxItems + 1} items`,
        Array.from({ length: maxItems + 1 }, () => value[0]),
      );
    }
  } else if (schema.additionalProperties === false && typeof value === 'object' && value !== null) {
    yield lenient('undescribed field', 'a field that is not described', { ...value, undescribed: 'text' });
  }
}
