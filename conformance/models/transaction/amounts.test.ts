import { expect, test } from 'vitest';
import { isOfAnother } from './amounts.ts';

const money = (amount: number, currency = 'USD') => ({ amount, currency });
const others = [money(1_000), money(60), money(2_100)];

test.each<[why: string, shown: unknown, initiated: unknown, isOfAnother: boolean]>([
  ['it is what it was', money(2_000), money(2_000), false],
  ['it is that of another', money(1_000), money(2_000), true],
  ['it is more, and that of another', money(1_000), money(500), true],
  ['something was deducted', money(1_985), money(2_000), false],
  ['something was deducted, which makes it that of another by chance', money(1_000), money(1_025), false],
  ['something was added, which makes it that of another by chance', money(2_100), money(2_000), false],
  ['it is nobody’s', money(900), money(2_000), false],
  ['a fee takes most of it', money(60), money(120), false],
  ['it is in another currency', money(1_000), money(2_000, 'EUR'), false],
  ['it is no money', 1_000, money(2_000), false],
  ['nothing is known of how it began', money(1_000), undefined, false],
])('an amount is that of another transaction or not: %s', (_, shown, initiated, wanted) => {
  expect(isOfAnother(shown, initiated, others)).toBe(wanted);
});
