/** Tells whose amount an event shows. Section "Event list and payloads". */
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../actions/answers.ts';

/** Below this, what a settlement deducts or adds may be as much as the amount itself. */
const smallChange = 500;

const isClear = (amount: unknown): amount is number => typeof amount === 'number' && amount >= smallChange;

/**
 * Whether an amount is that of another transaction: exactly what the other was initiated with, and at most half or at least twice
 * what this one was. A settlement may deduct something, which makes an amount another, and none that differs so much.
 *
 * @param shown what the event shows; all three are money.
 */
export function isOfAnother(shown: unknown, initiated: unknown, others: readonly unknown[]): boolean {
  if (!isRecord(shown) || !isRecord(initiated) || shown.currency !== initiated.currency) return false;
  const [is, was] = [shown.amount, initiated.amount];
  if (!isClear(is) || !isClear(was) || Math.max(is, was) < 2 * Math.min(is, was)) return false;
  return others.some((other) => isDeepStrictEqual(other, shown));
}
