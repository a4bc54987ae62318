/** Generates the moves of the external account model, and names the ways to each transition. */
import fc from 'fast-check';
import { CaseEnded } from '../../engine/outcome.ts';
import { pickFrom } from '../../provider/about.ts';
import { attempt, succeeded } from '../../provider/answers.ts';
import type { CasePlan } from '../../provider/check.ts';
import { nameOf } from '../../provider/fixture.ts';
import { together } from '../../provider/machine.ts';
import type { Settle } from '../../provider/reading.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { advance } from '../../provider/tenant.ts';
import { needing, type Ways } from '../../provider/tours.ts';
import { type AccountKind, linkAccount, verificationFor } from './actions.ts';
import {
  type AccountBelief,
  type AccountMove,
  type AccountState,
  type AccountWorld,
  lift,
  link,
  remove,
  restrict,
  verify,
} from './model.ts';

const mostAccounts = 3;

/** Links a further account. */
const linkFurther = (kind: AccountKind): AccountMove => ({
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

interface AboutAccount {
  readonly verb: string;
  readonly among: (account: AccountBelief) => boolean;
  readonly act: (
    scenario: Scenario,
    account: AccountBelief,
    world: AccountWorld,
  ) => Promise<(...settled: [...Parameters<Settle<AccountState>>, AccountBelief]) => void>;
}

/** @param index counts round among the accounts that the move can be made for. */
function aboutAccount(index: number, { verb, among, act }: AboutAccount): AccountMove {
  const { about } = pickFrom<AccountWorld, AccountState, AccountBelief>('account', ({ accounts }) =>
    accounts.filter(among),
  );
  return about(index, {
    verb,
    describe: ({ name }) => `${verb} account ${name}`,
    act: async (scenario, chosen, _, world) => {
      const settle = await act(scenario, chosen, world);
      return (reading, after) => {
        const account = after.accounts.find(({ id }) => id === chosen.id);
        // Another move, made at the same time, has removed it; what this one was answered with is not shown.
        if (account !== undefined) settle(reading, after, account);
      };
    },
  });
}

/** Removes an account. */
const removeAccount = (index: number): AccountMove =>
  aboutAccount(index, {
    verb: 'remove',
    among: () => true,
    act: async (scenario, { id }, { ground }) => {
      const answer = await scenario.send('removeExternalAccount', ground.tenant.caller, {
        path: { externalAccountId: id },
      });
      return (_, state, account) => {
        if (!succeeded(answer))
          throw new CaseEnded(`Removing an account was answered with ${answer.status}.`);
        remove(state, account);
      };
    },
  });

/** Restricts the direct debits of the business. */
const restrictDebits: AccountMove = {
  name: 'restrict',
  possible: ({ isRestricted }) => !isRestricted,
  describe: () => 'restrict the direct debits of the business',
  act: async (scenario, _, { businessId }) => {
    const isDone = await attempt(() =>
      scenario.control('restrictDirectDebits')(scenario.controlSend, businessId),
    );
    return (reading, state) => {
      if (!isDone && !state.isRestricted) throw new CaseEnded('The direct debits could not be restricted.');
      restrict(reading, state);
    };
  },
};

/** Lifts the restriction. */
const liftRestriction: AccountMove = {
  name: 'lift',
  possible: ({ isRestricted }) => isRestricted,
  describe: () => 'lift the restriction of direct debits',
  act: async (scenario, _, { businessId }) => {
    const isDone = await attempt(() =>
      scenario.control('liftDirectDebitRestriction')(scenario.controlSend, businessId),
    );
    return (reading, state) => {
      if (!isDone && state.isRestricted) throw new CaseEnded('The restriction could not be lifted.');
      lift(reading, state);
    };
  },
};

/** Tells what came with the micro-deposits of an account. */
const verifyAccount = (index: number): AccountMove =>
  aboutAccount(index, {
    verb: 'verify',
    among: ({ status }) => status === 'needs_confirmation',
    act: async (scenario, { id, kind }, { ground }) => {
      const answer = await scenario.send('verifyExternalAccount', ground.tenant.caller, {
        path: { externalAccountId: id },
        body: verificationFor(kind),
      });
      return (reading, state, account) => {
        // A second verification at the same time finds nothing to verify.
        if (account.isVerified) return;
        if (!succeeded(answer)) throw new CaseEnded('What verifies an account is not known.');
        verify(reading, state, account);
      };
    },
  });

const days = 5;

/** Lets the micro-deposits arrive; what else a restriction or an account is, it stays. */
const waitForDeposits: AccountMove = {
  name: 'wait',
  possible: ({ accounts, isRestricted }) => accounts.length > 0 || isRestricted,
  describe: () => `advance the clock by ${days} days`,
  act: async (scenario, _, { ground }) => {
    const now = await advance(scenario, ground.tenant, days * 86_400);
    return (__, state) => {
      state.common.now = now;
    };
  },
};

const index = fc.nat({ max: 2 });
const linking = fc.constantFrom<AccountKind>('verified', 'by code', 'by amounts').map(linkFurther);

/** The moves that a target can be asked to make. */
export function accountMoves(has: CasePlan['has']): fc.Arbitrary<AccountMove> {
  const verifying = has('verify-external-account') ? [index.map(verifyAccount)] : [];
  const removing = has('remove-external-account') ? [index.map(removeAccount)] : [];
  const restricting = [
    ...(has('restrict-external-account') ? [fc.constant(restrictDebits)] : []),
    ...(has('lift-external-account-restriction') ? [fc.constant(liftRestriction)] : []),
  ];
  const racing = fc
    .tuple(
      fc.oneof(linking, ...restricting, ...verifying),
      fc.oneof(linking, ...restricting, ...verifying, ...removing),
    )
    .map((moves) => together(...moves));
  return fc.oneof(
    { weight: 4, arbitrary: linking },
    { weight: 2, arbitrary: racing },
    ...verifying.map((arbitrary) => ({ weight: 3, arbitrary })),
    ...removing.map((arbitrary) => ({ weight: 2, arbitrary })),
    ...restricting.map((arbitrary) => ({ weight: 2, arbitrary })),
    ...(has('clock') ? [{ weight: 1, arbitrary: fc.constant(waitForDeposits) }] : []),
  );
}

/** A tour that a target may lack the means for. */
const where = (offered: boolean, ...tours: readonly (readonly AccountMove[])[]) => (offered ? tours : []);

/** What is made at the same time comes last: a fault that shows without is told without. */
export function accountWays(has: CasePlan['has']): Ways<'external-account', AccountMove> {
  const verified = linkFurther('verified');
  const unverified = linkFurther('by code');
  const restricts = has('restrict-external-account');
  const lifts = restricts && has('lift-external-account-restriction');
  const verifies = has('verify-external-account');
  const removes = has('remove-external-account');
  return {
    'external-account/link-verified': {
      tours: [
        [verified, verified],
        [together(verified, verified)],
        ...where(removes, [verified, removeAccount(0)]),
      ],
    },
    'external-account/link-unverified': { tours: [[unverified], [linkFurther('by amounts')]] },
    'external-account/link-restricted': needing(restricts, 'restrict-external-account', {
      tours: [
        [restrictDebits, verified],
        [restrictDebits, unverified],
      ],
    }),
    'external-account/verify': needing(verifies, 'verify-external-account', {
      tours: [
        [unverified, verifyAccount(0)],
        [unverified, linkFurther('by amounts'), verifyAccount(1)],
        [unverified, together(verifyAccount(0), verifyAccount(0))],
        ...where(
          restricts,
          [unverified, verifyAccount(0), restrictDebits],
          [unverified, restrictDebits, verifyAccount(0)],
          [unverified, together(verifyAccount(0), restrictDebits)],
        ),
      ],
    }),
    'external-account/restrict': needing(restricts, 'restrict-external-account', {
      tours: [
        [verified, unverified, verified, restrictDebits],
        ...where(removes, [verified, verified, removeAccount(0), restrictDebits]),
        [together(verified, restrictDebits)],
        [verified, together(restrictDebits, restrictDebits)],
        ...where(removes, [verified, verified, together(removeAccount(0), restrictDebits)]),
      ],
    }),
    'external-account/lift-restriction': needing(
      lifts,
      restricts ? 'lift-external-account-restriction' : 'restrict-external-account',
      {
        tours: [
          [verified, unverified, restrictDebits, liftRestriction],
          [restrictDebits, verified, liftRestriction, restrictDebits],
          ...where(has('clock'), [verified, restrictDebits, waitForDeposits, liftRestriction]),
          [restrictDebits, together(liftRestriction, verified)],
          [verified, restrictDebits, together(liftRestriction, liftRestriction)],
        ],
      },
    ),
  };
}
