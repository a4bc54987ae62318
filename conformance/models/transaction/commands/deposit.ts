import { deposit as send } from '../../../actions/payroll.ts';
import { moveMoney, nameOf } from '../../ground.ts';
import { believe, isRoom, note, type TransactionMove } from '../model.ts';

/** Adds test funds. That they are announced as a transaction is not stated. */
export const deposit = (amount: number, description: string): TransactionMove => ({
  name: `deposit(${amount}, ${description})`,
  possible: isRoom,
  describe: (_, { facts }) => `make sandbox deposit ${nameOf(facts.length)} of ${amount}, ${description}`,
  act: async (scenario, _, world) => {
    const fact = note(world, { kind: 'sandbox deposit', amount, description });
    await send(scenario, world.ground.tenant.caller, amount, description);
    return (_reading, state) => {
      believe(state, fact);
      moveMoney(state.common, amount, 'SANDBOX-001');
    };
  },
});
