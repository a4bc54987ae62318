import { expect, test } from 'vitest';
import type { Schemas } from '../../state/schemas.ts';
import { matcherOf } from './lists.ts';

const at = (time: string): Schemas['Payout'] => {
  const createdTimestamp = Date.parse(time) / 1000;
  const money = { amount: 1, currency: 'USD' };
  return {
    id: 'payout',
    beneficiaryId: 'beneficiary',
    reference: 'bonus',
    amount: money,
    sourceAmount: money,
    feeAmount: money,
    status: 'initiated',
    createdTimestamp,
    lastUpdatedTimestamp: createdTimestamp,
  };
};

test.each([
  ['no filter', {}, true],
  ['the reference', { reference: 'bonus' }, true],
  ['another reference', { reference: 'Bonus' }, false],
  ['an empty reference', { reference: '' }, false],
  ['the status', { status: 'initiated' }, true],
  ['another status', { status: 'failed' }, false],
] as const)('%s', (_name, filters, want) => {
  expect(matcherOf(filters)(at('2026-03-31T12:00:00Z'))).toBe(want);
});

test.each([
  ['2026-03-30T23:59:59Z', false],
  ['2026-03-31T00:00:00Z', true],
  ['2026-03-31T23:59:59Z', true],
  ['2026-04-01T00:00:00Z', false],
])('a day includes both of its ends: %s', (time, want) => {
  expect(matcherOf({ startDate: '2026-03-31', endDate: '2026-03-31' })(at(time))).toBe(want);
});

test.each([
  ['startDate', '2026-03-31T12:00:00Z', true],
  ['startDate', '2026-03-31T12:00:01Z', false],
  ['startDate', '2026-03-31T12:00:00.001Z', false],
  ['startDate', '2026-03-31T13:00+01:00', true],
  ['endDate', '2026-03-31T12:00:00Z', true],
  ['endDate', '2026-03-31T11:59:59.999Z', false],
])('a date with a time is one second: %s %s', (name, text, want) => {
  expect(matcherOf({ [name]: text })(at('2026-03-31T12:00:00Z'))).toBe(want);
});

test.each([
  '',
  'yesterday',
  '2026',
  '2026-3-1',
  '2026-13-01',
  '2026-02-30',
  '2026-02-30T00:00:00Z',
  '2026-03-31T25:00:00Z',
  '2026-03-31T00:00:00',
  '1774915200',
])('%j is no date', (text) => {
  for (const name of ['startDate', 'endDate'])
    expect(() => matcherOf({ [name]: text })).toThrow(
      expect.objectContaining({ status: 400, params: { [name]: expect.any(String) } }),
    );
});
