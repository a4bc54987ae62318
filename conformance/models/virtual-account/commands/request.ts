import { createVirtualAccount } from '../../../actions/virtual-accounts.ts';
import { nameOf } from '../../ground.ts';
import { type AccountMove, approvedNumber, type IdentificationType, ordinaryNumber } from '../model.ts';

const mostAccounts = 4;

export interface AccountRequest {
  readonly type: IdentificationType;
  readonly number: 'approved' | 'ordinary';
  readonly owner: 'user' | 'business';
}

/** Asks for a further account. */
export function requestAccount({ type, number, owner }: AccountRequest): AccountMove {
  const isApproved = number === 'approved';
  const digits = isApproved ? approvedNumber : ordinaryNumber;
  return {
    name: `request(${type}, ${number}, ${owner})`,
    possible: ({ accounts }, { userId }) =>
      accounts.length < mostAccounts && (owner === 'business' || userId !== undefined),
    describe: () =>
      `ask for a further account of ${owner === 'user' ? 'a' : 'the'} ${owner}, ${type} ${digits}`,
    act: async (scenario, _, world) => {
      const name = nameOf(world.serial);
      world.serial += 1;
      const userId = owner === 'user' ? world.userId : undefined;
      const id = await createVirtualAccount(scenario, world.ground.tenant.caller, {
        type,
        number: digits,
        userId,
      });
      return (__, state) => {
        const since = state.common.now;
        const ofUser = userId === undefined ? {} : { userId };
        state.accounts.push({ name, id, type, isApproved, ...ofUser, since, announced: [] });
        state.accounts.sort((a, b) => (a.name < b.name ? -1 : 1));
      };
    },
  };
}
