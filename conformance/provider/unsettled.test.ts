import { expect, test } from 'vitest';
import type { ApiResponse } from './response.ts';
import { type Asked, Unsettled } from './unsettled.ts';

const caller = { token: 'token' };
const answer = (json: unknown, status = 200): ApiResponse => ({
  status,
  headers: {},
  text: JSON.stringify(json),
  json,
});
const persons: Asked = { id: 'listPersons', caller, input: {} };
const payrolls: Asked = { id: 'listPayrolls', caller, input: {} };
const person: Asked = { id: 'readPerson', caller, input: { path: { personId: 'P' } } };

/** Reads may be a minute late, so that no wait ends in a test. */
const late = () => new Unsettled({ listMillis: 60_000, readMillis: 60_000 });

test('a list shows a new record once it contains it, and other lists need not wait', () => {
  const unsettled = late();
  unsettled.noteWrite('createPerson', {}, answer({ id: 'P' }, 201));
  expect(unsettled.millisBefore(persons)).toBeGreaterThan(0);
  expect(unsettled.isShownIn(persons, answer({ data: [] }))).toBe(false);
  expect(unsettled.isShownIn(persons, answer({ data: [{ id: 'P' }] }))).toBe(true);
  expect(unsettled.isShownIn(person, answer({}, 404))).toBe(false);
  expect(unsettled.millisBefore(payrolls)).toBe(0);
});

test('a read shows a change once it differs from the read before it; an error of the server says nothing', () => {
  const unsettled = late();
  unsettled.noteRead(person, answer({ title: 'old' }));
  unsettled.noteWrite('updateJobInfo', { path: { personId: 'P' } }, answer({}));
  expect(unsettled.isShownIn(person, answer({ title: 'old' }))).toBe(false);
  expect(unsettled.isShownIn(person, answer({ title: 'new' }))).toBe(true);
  expect(unsettled.isShownIn(person, answer({}, 500))).toBe(true);
});

test('a read of something else may be too early after a change, which may concern it', () => {
  const unsettled = late();
  unsettled.noteWrite('updateJobInfo', { path: { personId: 'P' } }, answer({}));
  expect(unsettled.millisBefore(payrolls)).toBe(0);
  expect(unsettled.millisBeforeAny(payrolls)).toBeGreaterThan(0);
});
