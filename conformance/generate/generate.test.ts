import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countryCodes, currencyCodes } from '../../openapi/codes.ts';
import { allOperations, schemas } from '../../openapi/description.ts';
import { validate } from '../../openapi/validate.ts';
import type { GeneratorSchema } from './keywords.ts';
import { type ViolationKind, violationKinds } from './misfits.ts';
import { valuesOf } from './valid.ts';
import { bodyViolations, nearValid, rawViolations } from './violations.ts';

const bodies = allOperations.flatMap(({ id, requestBody }) =>
  requestBody === undefined ? [] : [{ id, schema: requestBody }],
);
const samples = Math.ceil(10_000 / bodies.length);
const seed = 5;

test('10,000 generated bodies of all operations are valid', () => {
  for (const { id, schema } of bodies) {
    for (const fields of ['some', 'all'] as const) {
      for (const value of fc.sample(valuesOf(schema, { fields }), { numRuns: samples / 2 + 1, seed })) {
        if (validate(schema, value).length > 0) expect({ id, value }).toBe('valid');
      }
    }
  }
});

// A schema of every constraint, because the description does not use all of them in requests.
const everyConstraint: GeneratorSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['count', 'colour'],
  properties: {
    count: { type: 'integer', minimum: 1, maximum: 100 },
    ratio: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    colour: { type: 'string', enum: ['red', 'green'] },
    fixed: { const: 'only this' },
    code: { type: 'string', minLength: 2, maxLength: 4 },
    date: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    link: { type: 'string', format: 'uri' },
    list: { type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 3 },
    map: {
      type: 'object',
      propertyNames: { type: 'string', pattern: '^[a-z]{1,3}$' },
      additionalProperties: { type: 'integer' },
    },
    maybe: { type: ['string', 'null'] },
    word: { type: 'string', minLength: 1, maxLength: 3, not: { const: 'bad' } },
    anything: {},
  },
};

test('values of a schema with every keyword are valid', () => {
  for (const value of fc.sample(valuesOf(everyConstraint), { numRuns: 3_000, seed })) {
    if (validate(everyConstraint as object, value).length > 0) expect(value).toBe('valid');
  }
});

const startsWith = (path: readonly string[], prefix: readonly string[]) =>
  prefix.every((part, index) => path[index] === part);

describe('near-valid bodies', () => {
  const pool = [...bodies.map(({ schema }) => schema), everyConstraint as object];
  test.each(violationKinds)('2,000 with the violation "%s" are refused at the labelled place', (kind) => {
    const having = pool.filter((schema) => {
      const [valid] = fc.sample(valuesOf(schema, { fields: 'all' }), { numRuns: 1, seed });
      return bodyViolations(schema, valid).some((violation) => violation.kind === kind);
    });
    expect(having.length).toBeGreaterThan(0);
    const kinds: readonly ViolationKind[] = [kind];
    for (const schema of having) {
      const sample = fc.sample(nearValid(schema, { kinds, fields: 'all' }), {
        numRuns: Math.ceil(2_000 / having.length),
        seed,
      });
      for (const { path, body, what } of sample) {
        const found = validate(schema, body);
        // Nothing but the labelled place is wrong: what ajv finds lies there.
        const placed = found.length > 0 && found.every((violation) => startsWith(violation.path, path));
        if (!placed) expect({ path, what, found, body }).toBe('refused there and nowhere else');
      }
    }
  });

  test('a body that is invalid as a whole is not JSON, or has another media type', () => {
    const isJson = (text: string) => {
      try {
        return JSON.parse(text) !== undefined;
      } catch {
        return false;
      }
    };
    for (const { text, contentType } of rawViolations)
      expect(contentType === 'application/json' && isJson(text)).toBe(false);
  });
});

test('assumed parts are left unchanged', () => {
  const [body] = bodies.filter(({ id }) => id === 'savePayroll');
  const [valid] = fc.sample(valuesOf(body?.schema ?? {}, { fields: 'all' }), { numRuns: 1, seed });
  const fields = bodyViolations(body?.schema ?? {}, valid).map(({ path }) => path[0]);
  expect(fields).toContain('payrollDate');
  expect(fields).not.toContain('fxValidUntil');
});

test.each([
  [{ type: 'string', contentEncoding: 'base64' }, 'contentEncoding'],
  [{ oneOf: [{ type: 'string' }] }, 'oneOf'],
  [{ type: 'string', format: 'hostname' }, 'hostname'],
  [{ type: 'text' }, 'text'],
  [{ type: 'object', properties: { inner: { type: 'integer', multipleOf: 2 } } }, 'multipleOf'],
])('what no generator understands is an error: %j', (schema, word) => {
  expect(() => valuesOf(schema as GeneratorSchema)).toThrow(word);
});

test('values shrink to short and plain ones', () => {
  const body = bodies.find(({ id }) => id === 'createBusiness');
  const smallest = (holds: (value: Record<string, unknown>) => boolean) =>
    fc.check(
      fc.property(valuesOf(body?.schema ?? {}), (value) => holds(value as Record<string, unknown>)),
      { seed, numRuns: 500 },
    ).counterexample?.[0];
  expect(smallest((value) => value.businessName === undefined)).toEqual({ businessName: 'Lagos' });
  expect(smallest((value) => value.adminFirstName === undefined)).toEqual({ adminFirstName: 'Ada' });
  expect(smallest((value) => value.country === undefined)).toEqual({ country: 'NG' });
  expect(
    fc.check(
      fc.property(valuesOf(schemas.Money ?? {}), (value) => (value as { amount: number }).amount < 100),
      { seed },
    ).counterexample?.[0],
  ).toEqual({ amount: 100, currency: 'USD' });
});

test('codes are the real ones, and the plainest come first', () => {
  expect([countryCodes.length, new Set(countryCodes).size]).toEqual([249, 249]);
  expect(new Set(currencyCodes).size).toBe(currencyCodes.length);
  const known = new Set(Intl.supportedValuesOf('currency'));
  expect(currencyCodes.filter((code) => !known.has(code))).toEqual([]);
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(countryCodes.filter((code) => regions.of(code) === undefined)).toEqual([]);
});
