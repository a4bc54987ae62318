import { createBeneficiary, createPayout } from '../../../actions/payouts.ts';
import { nameOf } from '../../ground.ts';
import { believe, isRoom, note, type TransactionMove } from '../model.ts';

/** Pays somebody out of the wallet, which holds enough. */
export const payOut = (amount: number): TransactionMove => ({
  name: `payout(${amount})`,
  possible: isRoom,
  describe: (_, { facts }) => `create payout ${nameOf(facts.length)} of ${amount}`,
  act: async (scenario, _, world) => {
    const { caller } = world.ground.tenant;
    const reference = `payout-${nameOf(world.facts.length)}`;
    const fact = note(world, { kind: 'payout', reference });
    const beneficiaryId = world.beneficiaryId ?? (await createBeneficiary(scenario, caller));
    world.beneficiaryId = beneficiaryId;
    await createPayout(scenario, caller, { beneficiaryId, reference, amount });
    return (_reading, state) => believe(state, fact);
  },
});
