/** The invariants of money: none appears, none disappears, and no account is negative. */
import type { ControlSchemas, Money, Schemas } from '../state/schemas.ts';
import type { Scenario } from './scenario.ts';

export type Movement = Omit<ControlSchemas['LedgerEntry'], 'id' | 'cause' | 'at'> &
  Partial<ControlSchemas['LedgerEntry']>;

const place = (account: string, currency: string) => `${account} (${currency})`;

/**
 * Replays a ledger, oldest entry first.
 *
 * @param balances of the wallets, one for each currency.
 * @returns the problems, in words; an empty list if there are none.
 */
export function moneyProblems(ledger: readonly Movement[], balances: readonly Money[]): readonly string[] {
  const problems: string[] = [];
  const held = new Map<string, number>();
  const add = (account: string, currency: string, amount: number) => {
    const after = (held.get(place(account, currency)) ?? 0) + amount;
    held.set(place(account, currency), after);
    if (account !== 'outside' && after < 0) problems.push(`${place(account, currency)} holds ${after}`);
    if (!Number.isSafeInteger(after)) problems.push(`${place(account, currency)} cannot be counted`);
  };
  const currencies = new Set(balances.map(({ currency }) => currency));
  if (currencies.size < balances.length) problems.push('A currency has more than one wallet');
  for (const { from, to, amount, currency } of ledger) {
    currencies.add(currency);
    if (amount <= 0) problems.push(`${amount} ${currency} moved from ${from} to ${to}`);
    add(from, currency, -amount);
    add(to, currency, amount);
  }
  for (const currency of currencies) {
    const balance = balances.find((wallet) => wallet.currency === currency)?.amount ?? 0;
    const expected = held.get(place('wallet', currency)) ?? 0;
    if (balance !== expected)
      problems.push(`The ${currency} wallet shows ${balance} and the ledger ${expected}`);
    const onItsWay = [...held]
      .filter(([name]) => name.endsWith(place('', currency)) && !/^(outside|wallet) /.test(name))
      .reduce((sum, [, amount]) => sum + amount, 0);
    const inService = -(held.get(place('outside', currency)) ?? 0);
    if (inService !== balance + onItsWay)
      problems.push(`${inService} ${currency} came in and stayed, ${balance} + ${onItsWay} are there`);
  }
  return problems;
}

const balanceOf = ({ balance }: Schemas['Wallet']) => balance ?? [];

/**
 * Checks the ledger of the platform's default business, of the org token's and of others against their wallets.
 *
 * @param tenants businesses that the platform created, as their creation returned them.
 * @throws Error that describes the problems.
 */
export async function checkMoney(
  { server, client, control }: Pick<Scenario, 'server' | 'client' | 'control'>,
  tenants: readonly ControlSchemas['BusinessRef'][] = [],
): Promise<void> {
  const { platform, org } = server.businesses;
  const owners = [
    ...[platform, ...tenants].map(({ businessId, tenantKey }) => ({ businessId, call: { tenantKey } })),
    { businessId: org.businessId, call: { token: server.keys.orgToken } },
  ];
  for (const { businessId, call } of owners) {
    const { data: wallets = [] } = await client.ok('listWallets', call);
    const ledger = await control.ledger(businessId);
    const problems = moneyProblems(ledger, wallets.flatMap(balanceOf));
    if (problems.length > 0) throw new Error(`Money of business ${businessId}: ${problems.join('; ')}`);
  }
}
