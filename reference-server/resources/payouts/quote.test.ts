import { expect, test } from 'vitest';
import { quote } from './quote.ts';

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
