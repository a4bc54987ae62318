import { expect, test } from 'vitest';
import type { Schemas } from '../../state/schemas.ts';
import { matcherOf } from './lists.ts';
import { quote } from './quote.ts';

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

const money = (amount: number, currency: string) => ({ amount, currency });
const quoted = (amount: ReturnType<typeof money>, ...balances: ReturnType<typeof money>[]) =>
  quote({ wallets: balances.map((balance) => ({ id: '', businessId: '', balance })) }, amount);

test.each([
  ['the fee is one percent', money(200, 'USD'), [money(202, 'USD')], money(200, 'USD'), 2, '1.00'],
  ['rounded up', money(201, 'USD'), [money(204, 'USD')], money(201, 'USD'), 3, '1.00'],
  ['never nothing', money(1, 'USD'), [money(2, 'USD')], money(1, 'USD'), 1, '1.00'],
  [
    'another currency is converted',
    money(387_500, 'NGN'),
    [money(253, 'USD')],
    money(250, 'USD'),
    3,
    '1550.00',
  ],
  ['a currency without a rate pays itself', money(5, 'XXX'), [money(6, 'XXX')], money(5, 'XXX'), 1, '1.00'],
  [
    'the own currency comes first',
    money(1550, 'NGN'),
    [money(99, 'USD'), money(1566, 'NGN')],
    money(1550, 'NGN'),
    16,
    '1.00',
  ],
  [
    'unless it does not hold enough',
    money(1550, 'NGN'),
    [money(99, 'EUR'), money(99, 'USD'), money(1565, 'NGN')],
    money(1, 'EUR'),
    1,
    '1684.7826087',
  ],
])('%s', (_name, amount, balances, sourceAmount, fee, fxRate) => {
  const found = quoted(amount, ...balances);
  expect(found).toMatchObject({ sourceAmount, fxRate, feeAmount: { ...sourceAmount, amount: fee } });
  expect(found.total).toEqual({ ...sourceAmount, amount: sourceAmount.amount + fee });
});

test.each([
  ['there is no wallet', money(1, 'USD'), []],
  ['one unit is missing', money(200, 'USD'), [money(201, 'USD')]],
  ['there is no rate', money(1, 'XXX'), [money(999, 'USD')]],
])('it is refused when %s', (_name, amount, balances) => {
  expect(() => quoted(amount, ...balances)).toThrow(
    expect.objectContaining({ status: 400, code: 'invalid_state' }),
  );
});

test('an amount that leaves no room for the fee is refused', () => {
  expect(() => quoted(money(Number.MAX_SAFE_INTEGER, 'USD'))).toThrow('not valid');
});
