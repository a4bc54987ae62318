import { describe, expect, test } from 'vitest';
import { businessInput, personInput } from '../provider/valid-requests.ts';
import { problemsOf } from './given-requests.ts';
import { amountWithin, dataOfCase, testDataCandidates } from './test-data.ts';

const [usual] = testDataCandidates();

describe('requests of a configuration', () => {
  test('fill what a check leaves to them, field by field, and nothing that it says itself', () => {
    const [data] = testDataCandidates({
      requests: { createPerson: { firstName: 'Test', lastName: 'Alpha', address: { city: 'York' } } },
    });
    expect(personInput(data, { lastName: 'Beta', email: 'b@example.com' })).toMatchObject({
      firstName: 'Test',
      lastName: 'Beta',
      email: 'b@example.com',
      address: { ...usual.address, city: 'York' },
    });
  });

  test('may be functions of the seed and of a number that counts them', () => {
    const [data] = testDataCandidates(
      { requests: { createBusiness: ({ seed, serial }) => ({ registrationId: `${seed}-${serial}` }) } },
      7,
    );
    expect([businessInput(data), businessInput(data)].map((body) => body.registrationId)).toEqual([
      '7-0',
      '7-1',
    ]);
  });

  test('that a function gets wrong later end the check with the key', () => {
    const wrong = { registrationId: 7 } as unknown as { registrationId: string };
    const [data] = testDataCandidates({ requests: { createBusiness: () => wrong } });
    expect(() => businessInput(data)).toThrow('data.requests.createBusiness.registrationId must be string');
  });

  test.each([
    ['a field that there is not', { firstNam: 'A' }, 'createPerson.firstNam is not in the description'],
    [
      'a field by which checks decide',
      { type: 'EMPLOYEE' },
      'createPerson.type cannot be set in a configuration',
    ],
    ['a value of another type', { address: { city: 7 } }, 'createPerson.address.city must be string'],
    ['no object', 'Ada', 'createPerson must be an object'],
  ])('name %s', (_, given, problem) => {
    expect(problemsOf('createPerson', given)).toEqual([expect.stringContaining(problem)]);
  });
});

test('everybody in a case is the same, and somebody else in the next', () => {
  const [data] = testDataCandidates({ identity: ({ serial }) => ({ lastName: `No. ${serial}` }) });
  const cases = [dataOfCase(data), dataOfCase(data)];
  const names = cases.map((own) => [personInput(own).lastName, personInput(own).lastName]);
  expect(names).toEqual([
    ['No. 0', 'No. 0'],
    ['No. 1', 'No. 1'],
  ]);
});

test.each([
  [{}, 7, 7],
  [{ least: 10 }, 7, 10],
  [{ most: 5 }, 7, 5],
  [{ least: 5, most: 10 }, 7, 7],
])('%j moves %i to %i', (amounts, amount, moved) => {
  expect(amountWithin({ amounts }, amount)).toBe(moved);
});
