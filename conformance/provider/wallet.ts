/** The money of a business: what its wallet holds, and test funds. */

import type { components } from '../../openapi/generated/types.ts';
import { CaseEnded } from '../engine/outcome.ts';
import type { Caller } from '../http/message.ts';
import { isRecord } from './answers.ts';
import type { Scenario } from './scenario.ts';

type Schemas = components['schemas'];

/** The list of wallets is not shown by the document, so what is taken from it is looked at first. */
const isMoney = (value: unknown) =>
  isRecord(value) && typeof value.amount === 'number' && typeof value.currency === 'string';

/** The balance in the currency that the suite pays in; no wallet is no money. */
export async function readBalance(scenario: Scenario, caller: Caller): Promise<number> {
  const { json } = await scenario.succeed('listWallets', caller);
  const wallets = (json as Schemas['WalletList'] | undefined)?.data;
  if (!Array.isArray(wallets)) throw new CaseEnded('listWallets did not answer data.');
  const isUnknown = wallets.length > 0 && wallets.every((each) => !isMoney(each?.balance));
  if (isUnknown) throw new CaseEnded('listWallets shows no balance of the form { amount, currency }.');
  const wallet = wallets.find(({ balance }) => balance?.currency === scenario.data.currency);
  return wallet?.balance?.amount ?? 0;
}

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

/** Balances by currency. */
export async function readBalances(
  scenario: Scenario,
  caller: Caller,
): Promise<Readonly<Record<string, number>>> {
  const { json } = await scenario.succeed('listWallets', caller);
  const wallets = (json as Schemas['WalletList'] | undefined)?.data;
  if (!Array.isArray(wallets)) throw new CaseEnded('listWallets did not answer data.');
  const balances: Record<string, number> = {};
  for (const { balance } of wallets) {
    if (balance !== undefined)
      balances[balance.currency] = (balances[balance.currency] ?? 0) + balance.amount;
  }
  return balances;
}
