import { advance } from '../../../actions/tenant.ts';
import type { ContractMove } from '../model.ts';

const seconds = 90;

/** Lets some time pass, so that one signature is later than another. */
export const wait: ContractMove = {
  name: 'wait',
  possible: ({ contracts }) => contracts.length > 0,
  describe: () => `advance the clock by ${seconds} seconds`,
  act: async (scenario, _, { ground }) => {
    const now = await advance(scenario, ground.tenant, seconds);
    return (_reading, state) => {
      state.common.now = now;
    };
  },
};
