/** A move about one account: which one it is, and whether there is one. */
import type { Settle } from '../../../provider/reading.ts';
import type { Scenario } from '../../../provider/scenario.ts';
import { pickFrom } from '../../about.ts';
import type { AccountBelief, AccountMove, AccountState, AccountWorld } from '../model.ts';

interface AboutAccount {
  readonly verb: string;
  readonly among: (account: AccountBelief) => boolean;
  readonly act: (
    scenario: Scenario,
    account: AccountBelief,
    world: AccountWorld,
  ) => Promise<(...settled: [...Parameters<Settle<AccountState>>, AccountBelief]) => void>;
}

/** @param index counts round among the accounts that the move can be made for. */
export function aboutAccount(index: number, { verb, among, act }: AboutAccount): AccountMove {
  const { about } = pickFrom<AccountWorld, AccountState, AccountBelief>('account', ({ accounts }) =>
    accounts.filter(among),
  );
  return about(index, {
    verb,
    describe: ({ name }) => `${verb} account ${name}`,
    act: async (scenario, chosen, _, world) => {
      const settle = await act(scenario, chosen, world);
      return (reading, after) => {
        const account = after.accounts.find(({ id }) => id === chosen.id);
        // Another move, made at the same time, has removed it; what this one was answered with is not shown.
        if (account !== undefined) settle(reading, after, account);
      };
    },
  });
}
