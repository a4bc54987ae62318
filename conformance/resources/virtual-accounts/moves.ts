/** Generates the moves of the virtual account model. Its machine shows no transition, only what is to be seen on the way. */
import fc from 'fast-check';
import type { CasePlan } from '../../provider/check.ts';
import { nameOf } from '../../provider/fixture.ts';
import { together } from '../../provider/machine.ts';
import { advance } from '../../provider/tenant.ts';
import type { Way } from '../../provider/tours.ts';
import { createVirtualAccount } from './actions.ts';
import { type AccountMove, approvedNumber, hour, type IdentificationType, ordinaryNumber } from './model.ts';

const mostAccounts = 4;

export interface AccountRequest {
  readonly type: IdentificationType;
  readonly number: 'approved' | 'ordinary';
  readonly owner: 'user' | 'business';
}

/** Asks for a further account. */
function requestAccount({ type, number, owner }: AccountRequest): AccountMove {
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

/** Lets happen what comes by itself. */
const waitAnHour: AccountMove = {
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

const requesting = fc
  .record<AccountRequest>({
    type: fc.constantFrom('SSN', 'BVN'),
    number: fc.constantFrom('approved', 'ordinary'),
    owner: fc.constantFrom('business', 'user'),
  })
  .map(requestAccount);

export function accountMoves(has: CasePlan['has']): fc.Arbitrary<AccountMove> {
  const racing = fc.tuple(requesting, requesting).map((moves) => together(...moves));
  return fc.oneof(
    { weight: 3, arbitrary: requesting },
    { weight: 1, arbitrary: racing },
    ...(has('clock') ? [{ weight: 2, arbitrary: fc.constant(waitAnHour) }] : []),
  );
}

export function accountWays(has: CasePlan['has']): Readonly<Record<string, Way<AccountMove>>> {
  const waiting = has('clock') ? [waitAnHour] : [];
  const ordinary = requestAccount({ type: 'BVN', number: 'ordinary', owner: 'business' });
  const ofUser = requestAccount({ type: 'SSN', number: 'ordinary', owner: 'user' });
  const bvn = requestAccount({ type: 'BVN', number: 'approved', owner: 'business' });
  const ssn = requestAccount({ type: 'SSN', number: 'approved', owner: 'business' });
  const bvnOfUser = requestAccount({ type: 'BVN', number: 'approved', owner: 'user' });
  return {
    requested: { tours: [[ordinary], [ofUser], [together(ordinary, ordinary)]] },
    submitted: { tours: [[ordinary, ...waiting]] },
    created: {
      tours: [
        [ssn, ...waiting],
        [bvnOfUser, ...waiting, ...waiting],
        [ssn, bvn, ...waiting],
        [together(bvn, bvn), ...waiting],
      ],
    },
  };
}
