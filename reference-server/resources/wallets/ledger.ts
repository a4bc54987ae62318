/** Every movement of money is an entry of the ledger, and the balances of the wallets are the sums of the entries. */
import type { BusinessState } from '../../state/business-state.ts';
import type { Account, LedgerEntry } from '../../state/records/money.ts';
import { invalidBody, invalidState } from '../../state/refusal.ts';
import type { Money } from '../../state/schemas.ts';
import { derivedId } from '../../state/values.ts';

export interface Movement {
  readonly from: Account;
  readonly to: Account;
  readonly money: Money;
  /** The cause of the movement, such as `payroll/{id}`. */
  readonly cause: string;
}

/** Balance of the wallet of a currency; 0 if there is none. */
export function balanceOf({ wallets }: Pick<BusinessState, 'wallets'>, currency: string): number {
  return wallets.find(({ balance }) => balance.currency === currency)?.balance.amount ?? 0;
}

/** The amount of a currency that an account holds, by the entries of the ledger. */
export function heldIn(
  { ledger }: Pick<BusinessState, 'ledger'>,
  account: Account,
  currency: string,
): number {
  return ledger
    .filter(({ money }) => money.currency === currency)
    .reduce((sum, { from, to, money }) => {
      if (to === account) return sum + money.amount;
      return from === account ? sum - money.amount : sum;
    }, 0);
}

/** The money that came in from outside and has not gone out again. */
function inService({ ledger }: Pick<BusinessState, 'ledger'>, currency: string): number {
  return -heldIn({ ledger }, 'outside', currency);
}

/** Deposits that are announced and have not arrived. */
function onItsWay({ transactions }: BusinessState, currency: string): number {
  return transactions
    .filter(({ transaction: { type, status, amount } }) => {
      const isOpen = status === 'initiated' || status === 'processing';
      return type === 'DEPOSIT' && isOpen && amount.currency === currency;
    })
    .reduce((sum, { transaction }) => sum + transaction.amount.amount, 0);
}

/**
 * Checks that money may come in. All money in the service may end in one wallet some day, so its sum has to be
 * countable: otherwise a return of money could fail.
 *
 * @param field name of the amount in the request.
 * @throws Refusal `invalid_request_body` when the balance could not be counted exactly.
 */
export function admit(state: BusinessState, { amount, currency }: Money, field = 'amount'): void {
  if (!Number.isSafeInteger(inService(state, currency) + onItsWay(state, currency) + amount))
    throw invalidBody({ [field]: 'must not raise the balance above what can be counted exactly' });
}

function addToWallet(state: BusinessState, { amount, currency }: Money): BusinessState {
  const { business, wallets } = state;
  const wallet = wallets.find(({ balance }) => balance.currency === currency);
  const after = (wallet?.balance.amount ?? 0) + amount;
  if (after < 0) throw invalidState(`The ${currency} wallet does not hold that much`);
  if (!Number.isSafeInteger(after)) throw new Error(`The ${currency} wallet cannot be counted exactly`);
  const balance = { amount: after, currency };
  if (wallet === undefined) {
    const id = derivedId(`${business.id}/wallet/${currency}`);
    return { ...state, wallets: [...wallets, { id, businessId: business.id, balance }] };
  }
  return { ...state, wallets: wallets.map((other) => (other === wallet ? { ...wallet, balance } : other)) };
}

/**
 * Moves money from one account to another. Nothing is moved when the amount is 0.
 *
 * @throws Refusal `invalid_state` when the wallet would become negative.
 */
export function move(state: BusinessState, { from, to, money, cause }: Movement, now: number): BusinessState {
  const { amount, currency } = money;
  if (amount === 0 || from === to) return state;
  const { business, ledger } = state;
  const entry: LedgerEntry = {
    id: derivedId(`${business.id}/ledger/${ledger.length}`),
    businessId: business.id,
    from,
    to,
    money: { amount, currency },
    cause,
    at: now,
  };
  let after = state;
  if (from === 'wallet') after = addToWallet(after, { amount: -amount, currency });
  if (to === 'wallet') after = addToWallet(after, money);
  return { ...after, ledger: [...ledger, entry] };
}

// Checked before money is moved.

/**
 * The amount of a request, without fields that the description does not name.
 *
 * @param field its name in the body, for the error.
 * @throws Refusal `invalid_request_body` when it is missing, not positive or more than can be counted exactly.
 */
export function positiveAmount(money: Money | undefined, field: string): Money {
  if (money === undefined) throw invalidBody({ [field]: 'is missing' });
  const { amount, currency } = money;
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw invalidBody({ [`${field}.amount`]: 'must be a positive integer that can be counted exactly' });
  return { amount, currency };
}
