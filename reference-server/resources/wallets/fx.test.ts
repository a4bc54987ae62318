import { expect, test } from 'vitest';
import { convert, rateOf } from './fx.ts';

const most = Number.MAX_SAFE_INTEGER;

test.each([
  ['the same currency, known or not', 7, 'XXX', 'XXX', 7],
  ['out of dollars', 60, 'USD', 'NGN', 93_000],
  ['into dollars', 93_000, 'NGN', 'USD', 60],
  ['between two others', 1550, 'NGN', 'COP', 4100],
  ['half, which goes up', 25, 'USD', 'EUR', 23],
  ['just below a half', 2049, 'COP', 'USD', 1],
  ['a half', 6150, 'COP', 'USD', 2],
  ['nothing', 0, 'USD', 'NGN', 0],
  ['less than one', 1, 'COP', 'USD', 1],
  ['the most that can be counted', most, 'USD', 'USD', most],
  [
    'digits that a floating point number would lose',
    9_007_199_254_740_991,
    'USD',
    'EUR',
    8_286_623_314_361_712,
  ],
])('converts %s', (_name, amount, from, to, want) => {
  expect(convert({ amount, currency: from }, to)).toEqual({ amount: want, currency: to });
});

test.each([
  ['an unknown currency', 1, 'XXX', 'USD'],
  ['into an unknown currency', 1, 'USD', 'XXX'],
  ['a name that every object has', 1, 'USD', 'constructor'],
  ['a result that cannot be counted', most, 'USD', 'NGN'],
  ['an amount that cannot be counted', 1e300, 'USD', 'USD'],
  ['a negative amount', -1, 'USD', 'NGN'],
])('does not convert %s', (_name, amount, from, to) => {
  expect(convert({ amount, currency: from }, to)).toBeUndefined();
});

test.each([
  ['USD', 'NGN', '1550.00'],
  ['USD', 'EUR', '0.92'],
  ['NGN', 'USD', '0.00064516'],
  ['COP', 'COP', '1.00'],
  ['USD', 'XXX', undefined],
])('the rate from %s to %s is %s', (from, to, want) => {
  expect(rateOf(from, to)).toBe(want);
});
