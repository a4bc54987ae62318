import { advance } from '../../../actions/tenant.ts';
import { isUnderWay, type TransactionMove } from '../model.ts';

/** Lets time pass: the checks take seconds, if nobody has a question. */
export const wait = (seconds: number): TransactionMove => ({
  name: `wait(${seconds})`,
  possible: ({ transactions }, { has }) => has('clock') && transactions.some(isUnderWay),
  describe: () => `wait ${seconds} seconds`,
  act: async (scenario, _, { ground }) => {
    const now = await advance(scenario, ground.tenant, seconds);
    return (reading, state) => {
      state.common.now = now;
      for (const { rfi, phase } of state.transactions) {
        if (rfi === 'requested' && phase === 'initiated') reading.heldBack('transaction/pass-checks');
      }
    };
  },
});

/** Sends nothing; what happens by itself is seen. */
export const lookAgain: TransactionMove = {
  name: 'look again',
  possible: ({ transactions }) => transactions.some(isUnderWay),
  describe: () => 'look again',
  act: async () => () => {},
};
