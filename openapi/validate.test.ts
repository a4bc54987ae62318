import { expect, test } from 'vitest';
import { allOperations, operation } from './description.ts';
import { firstViolationWithAssumed, validate } from './validate.ts';

const payroll = operation('savePayroll').requestBody ?? {};
const entries = (count: number) => ({ entries: Array.from({ length: count }, () => 0) });

test('every violation of a value is found', () => {
  expect(validate(payroll, entries(1_000))).toHaveLength(1_000);
});

test('a value with very many violations is rejected for the first of them', () => {
  expect(validate(payroll, entries(20_000))).toMatchObject([
    { path: ['entries', '0'], message: 'must be object' },
  ]);
});

test('a very large value without violations is valid', () => {
  const metadata = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key ${index}`, 'x']));
  expect(validate(operation('createPerson').requestBody ?? {}, { metadata })).toEqual([]);
});

test('assumed keywords are checked only on request', () => {
  const sender = { name: 'Tunde Bello' };
  const contract = operation('createContract').requestBody ?? {};
  expect(validate(contract, { sender })).toEqual([]);
  expect(firstViolationWithAssumed(contract, { sender })).toMatchObject({ missing: true });
});

test('the assumed keywords of every request can be compiled', () => {
  for (const { requestBody } of allOperations)
    if (requestBody) expect(() => firstViolationWithAssumed(requestBody, {})).not.toThrow();
});
