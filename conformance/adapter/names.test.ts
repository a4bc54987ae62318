import { expect, test } from 'vitest';
import { valueAt } from './helpers.ts';
import { leaveOut, toOurNames, toTheirNames } from './names.ts';

test.each([
  ['a field', { firstName: 'a', email: 'b' }, { firstName: 'given' }, { given: 'a', email: 'b' }],
  [
    'a nested field',
    { address: { line1: 'x' } },
    { 'address.line1': 'street' },
    { address: { street: 'x' } },
  ],
  ['an outer field', { address: { line1: 'x' } }, { address: 'home' }, { home: { line1: 'x' } }],
  [
    'the fields of items',
    { entries: [{ personId: 1 }, { personId: 2 }] },
    { 'entries.personId': 'who' },
    { entries: [{ who: 1 }, { who: 2 }] },
  ],
  [
    'fields that lie deeper',
    { first: 'a', last: 'b' },
    { first: 'name.first', last: 'name.last' },
    { name: { first: 'a', last: 'b' } },
  ],
])('names go both ways: %s', (_, ours, names, theirs) => {
  expect(toTheirNames(ours, names)).toEqual(theirs);
  expect(toOurNames(theirs, names)).toMatchObject(ours);
});

test('two names can change places', () => {
  const names = { id: 'ref', ref: 'id' };
  expect(toOurNames({ id: 1, ref: 2 }, names)).toEqual({ id: 2, ref: 1 });
  expect(toTheirNames({ id: 2, ref: 1 }, names)).toEqual({ id: 1, ref: 2 });
});

test('another value under the name of a bound field is not used in its place', () => {
  expect(toOurNames({ id: 7, uuid: 'u' }, { id: 'uuid' })).toEqual({ id: 'u' });
});

test('a response that is a list can be bound to a field', () => {
  expect(toOurNames([{ held: 1 }], { data: '$', 'data.balance': 'held' })).toEqual({
    data: [{ balance: 1 }],
  });
});

test('omitted fields are removed everywhere, also in lists', () => {
  const body = { taxId: '1', address: { city: 'Lagos' }, principals: [{ email: 'a', ssn: '2' }] };
  expect(leaveOut(body, ['address', 'principals.email'])).toEqual({ taxId: '1', principals: [{ ssn: '2' }] });
});

test.each([
  ['accounts.1.ref', 'b'],
  ['accounts.2.ref', undefined],
  ['accounts.length', undefined],
])('%s is in an item of a list', (place, id) => {
  const theirs = { accounts: [{ ref: 'a' }, { ref: 'b' }] };
  expect(toOurNames(theirs, { id: place })).toEqual(id === undefined ? theirs : { ...theirs, id });
  expect(valueAt({ json: theirs }, place)).toBe(id);
});
