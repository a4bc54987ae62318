/** The cost of a payout. The document shows the amounts of a payout but not how to compute them; these rules are ours. */

import type { BusinessState } from '../../state/business-state.ts';
import { invalidBody, invalidState } from '../../state/refusal.ts';
import type { Money, Schemas } from '../../state/schemas.ts';
import { convert, rateOf } from '../wallets/fx.ts';

export interface Quote extends Required<Pick<Schemas['Payout'], 'sourceAmount' | 'feeAmount' | 'fxRate'>> {
  /** The total taken from the wallet: the source amount and the fee. */
  readonly total: Money;
}

/** One percent, rounded up. */
const feeOf = (amount: number) => Math.ceil(amount / 100);

/** The price in the currency of a wallet; undefined when there is no rate or it cannot be counted exactly. */
function quoteIn(currency: string, amount: Money): Quote | undefined {
  const sourceAmount = convert(amount, currency);
  const fxRate = rateOf(currency, amount.currency);
  if (sourceAmount === undefined || fxRate === undefined) return undefined;
  const fee = feeOf(sourceAmount.amount);
  const total = sourceAmount.amount + fee;
  if (!Number.isSafeInteger(total)) return undefined;
  return {
    sourceAmount,
    feeAmount: { amount: fee, currency },
    fxRate,
    total: { amount: total, currency },
  };
}

/**
 * Chooses the wallet that pays: the one of the payout's own currency when it holds enough, otherwise the oldest that
 * does.
 *
 * @throws Refusal `invalid_state` when none does.
 */
export function quote({ wallets }: Pick<BusinessState, 'wallets'>, amount: Money): Quote {
  if (quoteIn(amount.currency, amount) === undefined)
    throw invalidBody({ 'amount.amount': 'must leave room for the fee' });
  const own = wallets.filter(({ balance }) => balance.currency === amount.currency);
  for (const { balance } of [...own, ...wallets]) {
    const found = quoteIn(balance.currency, amount);
    if (found !== undefined && found.total.amount <= balance.amount) return found;
  }
  throw invalidState('No wallet holds the amount of the payout and its fee');
}
