/** A move about one account: which one it is, and whether there is one. */
import type { Settle } from '../../../engine/reading.ts';
import type { Scenario } from '../../../engine/scenario.ts';
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
  const pick = ({ accounts }: Readonly<AccountState>) => {
    const candidates = accounts.filter(among);
    return candidates[index % candidates.length];
  };
  const picked = (state: Readonly<AccountState>): AccountBelief => {
    const account = pick(state);
    if (account === undefined) throw new Error(`${verb} was made without an account.`);
    return account;
  };
  return {
    name: `${verb}(${index})`,
    possible: (state) => pick(state) !== undefined,
    describe: (state) => `${verb} account ${picked(state).name}`,
    act: async (scenario, state, world) => {
      const chosen = picked(state);
      const settle = await act(scenario, chosen, world);
      return (reading, after) => {
        const account = after.accounts.find(({ id }) => id === chosen.id);
        // Another move, made at the same time, has removed it; what this one was answered with is not shown.
        if (account !== undefined) settle(reading, after, account);
      };
    },
  };
}
