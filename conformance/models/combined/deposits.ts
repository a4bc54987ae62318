/** Test funds that are added to the balance, whoever needs them. Section "Sandbox-only behaviour". */
import fc from 'fast-check';
import { deposit } from '../../actions/payroll.ts';
import type { Move } from '../../provider/machine.ts';
import { moveMoney } from '../ground.ts';
import type { Part, PartState, PartWorld } from '../part.ts';

export const addFunds = (amount: number): Move<PartWorld, PartState> => ({
  name: `deposit(${amount})`,
  possible: (_, { ground }) => ground.sandbox,
  describe: () => `deposit ${amount}`,
  act: async (scenario, _, { ground }) => {
    await deposit(scenario, ground.tenant.caller, amount);
    return (_reading, { common }) => moveMoney(common, amount, 'SANDBOX-001');
  },
});

export const depositPart: Part<PartWorld, PartState> = {
  open: async (_, { ground, common }) => ({ world: { ground }, state: { common } }),
  moves: () => fc.integer({ min: 1, max: 900_000 }).map(addFunds),
  ways: () => ({}),
  look: async () => () => {},
  show: () => '',
};
