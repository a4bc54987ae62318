/** Generates the moves of the virtual account model. The document shows no transition of its state machine. */

import fc from 'fast-check';
import { ifOffered, type Kind, tours } from '../../engine/tours.ts';
import { nameOf, passTime } from '../../provider/fixture.ts';
import { together } from '../../provider/model.ts';
import { createVirtualAccount } from './actions.ts';
import {
  approvedNumber,
  type ExpectedVirtualAccount,
  hour,
  type IdentificationType,
  ordinaryNumber,
  type VirtualAccountMove,
} from './model.ts';

const mostAccounts = 4;

export interface AccountRequest {
  readonly type: IdentificationType;
  readonly number: 'approved' | 'ordinary';
  readonly owner: 'user' | 'business';
}

/** Requests another account. */
function requestAccount({ type, number, owner }: AccountRequest): VirtualAccountMove {
  const isApproved = number === 'approved';
  const digits = isApproved ? approvedNumber : ordinaryNumber;
  return {
    name: `request(${type}, ${number}, ${owner})`,
    possible: ({ accounts }, { userId }) =>
      accounts.length < mostAccounts && (owner === 'business' || userId !== undefined),
    describe: () =>
      `ask for a further account of ${owner === 'user' ? 'a' : 'the'} ${owner}, ${type} ${digits}`,
    act: async (scenario, _, context) => {
      const name = nameOf(context.serial);
      context.serial += 1;
      const userId = owner === 'user' ? context.userId : undefined;
      const id = await createVirtualAccount(scenario, context.fixture.tenant.caller, {
        type,
        number: digits,
        userId,
      });
      return (__, state) => {
        const since = state.common.now;
        const ofUser = userId === undefined ? {} : { userId };
        state.accounts.push({ name, id, type, isApproved, ...ofUser, since, moved: [], announced: [] });
        state.accounts.sort((a, b) => (a.name < b.name ? -1 : 1));
      };
    },
  };
}

/** Lets asynchronous effects happen. */
const waitAnHour: VirtualAccountMove = {
  name: 'wait',
  needs: ['clock'],
  possible: ({ accounts }) => accounts.length > 0,
  describe: () => 'advance the clock by an hour',
  act: (scenario, _, { fixture }) => passTime(scenario, fixture, hour),
};

/** The next state of an account that is on its way; undefined if it needs no review, or has come to its end. */
function nextOf({
  isApproved,
  moved,
  announced,
}: ExpectedVirtualAccount): 'submitted' | 'created' | undefined {
  const seen = [...moved, ...announced];
  if (isApproved || seen.includes('created')) return undefined;
  return seen.includes('submitted') ? 'created' : 'submitted';
}

/** Moves an account to its next state, as its bank does. Only events show in which state it is. */
const moveAccount: VirtualAccountMove = {
  name: 'move',
  needs: ['move-virtual-account', 'webhooks', 'drain'],
  possible: ({ accounts }) => accounts.some((each) => nextOf(each) !== undefined),
  describe: () => 'move an account to its next state',
  act: async (scenario, { accounts }) => {
    const account = accounts.find((each) => nextOf(each) !== undefined);
    const next = account && nextOf(account);
    if (account === undefined || next === undefined) return () => {};
    await scenario.control('moveVirtualAccount')(scenario.controlSend, account.id, next);
    return (_, state) => state.accounts.find(({ id }) => id === account.id)?.moved.push(next);
  },
};

const requesting = fc
  .record<AccountRequest>({
    type: fc.constantFrom('SSN', 'BVN'),
    number: fc.constantFrom('approved', 'ordinary'),
    owner: fc.constantFrom('business', 'user'),
  })
  .map(requestAccount);

const racing = fc.tuple(requesting, requesting).map((moves) => together(...moves));

export const accountMoves: readonly Kind<VirtualAccountMove>[] = [
  { weight: 3, moves: requesting },
  { weight: 1, moves: racing },
  { weight: 2, moves: fc.constant(waitAnHour) },
  { weight: 1, moves: fc.constant(moveAccount) },
];

const waiting = ifOffered(waitAnHour);
const moving = ifOffered(moveAccount);
const ordinary = requestAccount({ type: 'BVN', number: 'ordinary', owner: 'business' });
const ofUser = requestAccount({ type: 'SSN', number: 'ordinary', owner: 'user' });
const bvn = requestAccount({ type: 'BVN', number: 'approved', owner: 'business' });
const ssn = requestAccount({ type: 'SSN', number: 'approved', owner: 'business' });
const bvnOfUser = requestAccount({ type: 'BVN', number: 'approved', owner: 'user' });

/** The document shows no transitions of a virtual account. */
export const accountTours = {
  request: tours<VirtualAccountMove>(
    [ordinary],
    [ofUser],
    [together(ordinary, ordinary)],
    [ordinary, ...waiting],
    [ssn, ...waiting],
    [bvnOfUser, ...waiting, ...waiting],
    [ssn, bvn, ...waiting],
    [together(bvn, bvn), ...waiting],
    [ordinary, ...moving, ...moving],
  ),
};
