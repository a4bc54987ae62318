import { describe, expect, test } from 'vitest';
import { businessInput, personInput } from '../provider/valid-requests.ts';
import { problemsOf } from './given-requests.ts';
import { amountWithin, dataOfCase, testDataCandidates } from './test-data.ts';

const [usual] = testDataCandidates();

describe('requests of a configuration', () => {
  test('fill the fields that a check leaves open, and no field that the check sets', () => {
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

  test('may be functions of the seed and of a serial number', () => {
    const [data] = testDataCandidates(
      { requests: { createBusiness: ({ seed, serial }) => ({ registrationId: `${seed}-${serial}` }) } },
      7,
    );
    expect([businessInput(data), businessInput(data)].map((body) => body.registrationId)).toEqual([
      '7-0',
      '7-1',
    ]);
  });

  test('end the check with an error that names the key if a function later returns an invalid value', () => {
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

test('everyone in a case is the same person, and a different person in the next case', () => {
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
