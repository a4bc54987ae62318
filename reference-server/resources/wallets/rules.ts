import { invalidBody } from '../../refusal.ts';
import type { Money, Schemas } from '../../schemas.ts';
import type { BusinessState, Outcome } from '../../store/business-state.ts';

export interface Deposit {
  /** Id of the wallet, should this be the first deposit of its currency. */
  readonly walletId: string;
  readonly input: Schemas['DepositInput'];
}

/** @throws Refusal `invalid_request_body` when there is no positive value. */
export function depositedValue({ value }: Schemas['DepositInput']): Money {
  if (value === undefined) throw invalidBody({ value: 'is missing' });
  if (value.amount <= 0) throw invalidBody({ 'value.amount': 'must be a positive integer' });
  return value;
}

export const walletRules = {
  /**
   * Adds test funds to the wallet of their currency (section "Sandbox-only behaviour"). What the funds set off is the
   * business of the payroll rules.
   *
   * @throws Refusal `invalid_request_body` when the value is not positive or the balance would not be countable.
   */
  deposit(state: BusinessState, { walletId, input }: Deposit, _now: number): Outcome {
    const value = depositedValue(input);
    const wallet = state.wallets.find(({ balance }) => balance.currency === value.currency);
    const amount = (wallet?.balance.amount ?? 0) + value.amount;
    if (!Number.isSafeInteger(amount))
      throw invalidBody({ 'value.amount': 'must not raise the balance above what can be counted exactly' });
    const balance = { amount, currency: value.currency };
    const wallets =
      wallet === undefined
        ? [...state.wallets, { id: walletId, businessId: state.business.id, balance }]
        : state.wallets.map((other) => (other === wallet ? { ...wallet, balance } : other));
    return { state: { ...state, wallets }, events: [] };
  },
};
