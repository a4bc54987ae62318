/** The balance of a business, and test funds. */

import type { components } from '../../openapi/generated/types.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { CaseEnded, Refused } from '../engine/outcome.ts';
import type { Caller } from '../http/message.ts';
import type { Target } from '../target/target.ts';
import { itemsOf } from './answers.ts';
import type { Scenario } from './scenario.ts';

type Schemas = components['schemas'];

/** The document does not show the list of wallets, so its values are checked before use. */
const isMoney = (value: unknown): value is Schemas['Money'] =>
  isRecord(value) && typeof value.amount === 'number' && typeof value.currency === 'string';

/** What the balance that can be paid from is usually called, the name of our description first. */
const balanceNames = ['balance', 'availableBalance', 'available'];

const balanceOf = (wallet: unknown) =>
  isRecord(wallet) ? balanceNames.map((name) => wallet[name]).find(isMoney) : undefined;

/** @throws CaseEnded if there are wallets and none shows a balance */
async function listBalances(scenario: Scenario, caller: Caller): Promise<readonly Schemas['Money'][]> {
  const { json } = await scenario.succeed('listWallets', caller);
  const wallets = isRecord(json) ? json.data : undefined;
  if (!Array.isArray(wallets)) throw new CaseEnded('listWallets did not return data.');
  const balances = wallets.map(balanceOf).filter(isMoney);
  if (wallets.length > 0 && balances.length === 0)
    throw new CaseEnded('listWallets shows no balance of the form { amount, currency }.');
  return balances;
}

/** The ids of the wallets of a business; a short one, such as a currency, may occur elsewhere. */
export async function walletIds(scenario: Scenario, caller: Caller): Promise<readonly string[]> {
  const wallets = itemsOf(await scenario.send('listWallets', caller));
  return wallets.flatMap(({ id }) => (typeof id === 'string' && id.length >= 32 ? [id] : []));
}

/** The balance in the currency of the suite's payments, of all wallets together; 0 without a wallet. */
export async function readBalance(scenario: Scenario, caller: Caller): Promise<number> {
  return (await readBalances(scenario, caller))[scenario.data.currency] ?? 0;
}

/** A deposit that is missing when the patience is used up may still come; the case ends without it. */
export const notArrived = 'A deposit had not arrived when the patience was used up: raise --patience.';

/**
 * The balance, polled until it is the wanted one or the patience is used up: how long a deposit takes to arrive is not shown.
 * A target that can report that everything due has happened is asked once.
 */
export const awaitBalance = (
  scenario: Scenario,
  caller: Caller,
  isWanted: (balance: number) => boolean,
): Promise<number> =>
  scenario.eventually(() => readBalance(scenario, caller), isWanted, scenario.conclusive ? 0 : undefined);

export async function deposit(
  scenario: Scenario,
  caller: Caller,
  amount: number,
  description = 'Funds for the run',
): Promise<void> {
  const { currency } = scenario.data;
  const body: Schemas['DepositInput'] = { value: { amount, currency }, description };
  await scenario.succeed('createBusinessDeposit', caller, { body });
}

/** Deposits that cover the payments of a case, the best first: a target may limit them. */
const amplest: readonly [number, ...number[]] = [
  1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 500_000, 100_000,
];

/** How many of these deposits each target has rejected. */
const tooMuch = new WeakMap<Target, number>();

/** Deposits what covers the payments of a case, as far as the target accepts it. @returns the amount */
export async function depositAmply(scenario: Scenario, caller: Caller): Promise<number> {
  const { target } = scenario;
  for (;;) {
    const rejected = tooMuch.get(target) ?? 0;
    const amount = amplest[rejected] ?? amplest[0];
    try {
      await deposit(scenario, caller, amount);
      return amount;
    } catch (error) {
      if (!(error instanceof Refused) || rejected + 1 >= amplest.length) throw error;
      tooMuch.set(target, rejected + 1);
    }
  }
}

/** Balances by currency. */
export async function readBalances(
  scenario: Scenario,
  caller: Caller,
): Promise<Readonly<Record<string, number>>> {
  const balances: Record<string, number> = {};
  for (const { amount, currency } of await listBalances(scenario, caller))
    balances[currency] = (balances[currency] ?? 0) + amount;
  return balances;
}
