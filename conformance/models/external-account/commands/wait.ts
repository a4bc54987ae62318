import { advance } from '../../../actions/tenant.ts';
import type { AccountMove } from '../model.ts';

const days = 5;

/** Lets the micro-deposits arrive; what else a restriction or an account is, it stays. */
export const waitForDeposits: AccountMove = {
  name: 'wait',
  possible: ({ accounts, isRestricted }) => accounts.length > 0 || isRestricted,
  describe: () => `advance the clock by ${days} days`,
  act: async (scenario, _, { ground }) => {
    const now = await advance(scenario, ground.tenant, days * 86_400);
    return (__, state) => {
      state.common.now = now;
    };
  },
};
