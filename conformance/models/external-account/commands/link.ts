import { type AccountKind, linkAccount } from '../../../actions/external-accounts.ts';
import { nameOf } from '../../ground.ts';
import { type AccountMove, link } from '../model.ts';

const mostAccounts = 3;

/** Links a further account. */
export const linkFurther = (kind: AccountKind): AccountMove => ({
  name: `link(${kind})`,
  possible: ({ accounts }) => accounts.length < mostAccounts,
  describe: () => `link a further account (${kind})`,
  act: async (scenario, _, world) => {
    const serial = world.serial;
    world.serial += 1;
    const id = await linkAccount(scenario, world.ground.tenant.caller, kind, serial);
    return (reading, state) => link(reading, state, { name: nameOf(serial), id, kind });
  },
});
