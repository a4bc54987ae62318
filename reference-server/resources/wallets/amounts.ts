/** What an amount must be before money is moved by it. */
import { invalidBody } from '../../state/refusal.ts';
import type { Money } from '../../state/schemas.ts';

/**
 * The amount of a request, without fields that nobody described.
 *
 * @param field its name in the body, for the refusal.
 * @throws Refusal `invalid_request_body` when it is missing, not positive or more than can be counted exactly.
 */
export function positiveAmount(money: Money | undefined, field: string): Money {
  if (money === undefined) throw invalidBody({ [field]: 'is missing' });
  const { amount, currency } = money;
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw invalidBody({ [`${field}.amount`]: 'must be a positive integer that can be counted exactly' });
  return { amount, currency };
}
