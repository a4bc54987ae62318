import { expect, it } from 'vitest';
import { pairFields } from './pair-fields.ts';
import type { Shape } from './shape.ts';

const shapeWith = (name: string): Shape => ({
  type: 'object',
  words: [],
  shown: [],
  fields: new Map([
    [name, { shape: { type: 'integer', words: [], shown: [], fields: new Map() }, required: true }],
  ]),
});

it.each([
  ['expiresAt', 'expiresIn', 'guess'],
  ['expiresAt', 'expires_in', 'guess'],
  ['timeoutSeconds', 'timeoutMinutes', 'guess'],
  ['expiresAt', 'expires_at', 'sure'],
  ['expiresAt', 'expires_on', 'sure'],
])('%s is %s with the certainty %s', (ours, theirs, certainty) => {
  const { pairs } = pairFields(shapeWith(ours), shapeWith(theirs), new Set());
  expect(pairs[0]?.certainty).toBe(certainty);
});
