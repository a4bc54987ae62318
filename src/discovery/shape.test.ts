import { expect, test } from 'vitest';
import { follow, lookupIn } from './shape.ts';

test.each([
  ['#/components/schemas/A', { type: 'string' }],
  ['#/components/schemas/a%20b', { type: 'integer' }],
  ['#/components/schemas/%', { type: 'number' }],
  ['#%', {}],
  ['elsewhere.yaml', {}],
])('the reference %s leads to what is there', (reference, want) => {
  const schemas = { A: { type: 'string' }, 'a b': { type: 'integer' }, '%': { type: 'number' } };
  expect(follow({ $ref: reference }, lookupIn({ components: { schemas } }))).toEqual(want);
});
