import { advance } from '../../../actions/tenant.ts';
import { type AccountMove, hour } from '../model.ts';

/** Lets happen what comes by itself. */
export const waitAnHour: AccountMove = {
  name: 'wait',
  possible: ({ accounts }) => accounts.length > 0,
  describe: () => 'advance the clock by an hour',
  act: async (scenario, _, { ground }) => {
    const now = await advance(scenario, ground.tenant, hour);
    return (__, state) => {
      state.common.now = now;
    };
  },
};
