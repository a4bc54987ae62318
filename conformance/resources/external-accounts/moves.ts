/** Generates the moves of the external account model, and the tours that take each transition. */

import fc from 'fast-check';
import { CaseEnded } from '../../engine/outcome.ts';
import { anyOf, type Kind, tours } from '../../engine/tours.ts';
import { pickFrom } from '../../provider/about.ts';
import { attempt, succeeded } from '../../provider/answers.ts';
import { nameOf, passTime } from '../../provider/fixture.ts';
import { type Conclude, type Has, type Need, together } from '../../provider/model.ts';
import type { Scenario } from '../../provider/scenario.ts';
import type { ToursByTransition } from '../../provider/state-machines.ts';
import { isAlone } from '../../provider/tenant.ts';
import type { AccountKind } from '../../target/sentinels.ts';
import type { Target } from '../../target/target.ts';
import { linkAccount, verificationFor, verificationRejected } from './actions.ts';
import {
  type AccountContext,
  type AccountMove,
  type AccountState,
  type ExpectedAccount,
  lift,
  link,
  remove,
  restrict,
  verify,
} from './model.ts';

const mostAccounts = 3;

/** Links another account. */
const linkFurther = (kind: AccountKind): AccountMove => ({
  name: `link(${kind})`,
  possible: ({ accounts }) => accounts.length < mostAccounts,
  describe: () => `link a further account (${kind === 'verified' ? kind : `to be confirmed ${kind}`})`,
  act: async (scenario, _, context) => {
    const serial = context.serial;
    context.serial += 1;
    const id = await linkAccount(scenario, context.fixture.tenant.caller, kind, serial);
    return (alternative, state) => link(alternative, state, { name: `account ${nameOf(serial)}`, id, kind });
  },
});

interface AboutAccount {
  readonly verb: string;
  readonly needs: readonly Need[];
  readonly among: (account: ExpectedAccount) => boolean;
  readonly act: (
    scenario: Scenario,
    account: ExpectedAccount,
    context: AccountContext,
  ) => Promise<(...settled: [...Parameters<Conclude<AccountState>>, ExpectedAccount]) => void>;
}

/** @param index wraps around the accounts that the move is possible for. */
function aboutAccount(index: number, { verb, needs, among, act }: AboutAccount): AccountMove {
  const { about } = pickFrom<AccountContext, AccountState, ExpectedAccount>('account', ({ accounts }) =>
    accounts.filter(among),
  );
  return about(index, {
    verb,
    needs,
    describe: ({ name }) => `${verb} ${name}`,
    act: async (scenario, chosen, _, context) => {
      const conclude = await act(scenario, chosen, context);
      return (alternative, after) => {
        const account = after.accounts.find(({ id }) => id === chosen.id);
        // A simultaneous move removed it; the document does not show the response to this one.
        if (account !== undefined) conclude(alternative, after, account);
      };
    },
  });
}

/** Removes an account. */
const removeAccount = (index: number): AccountMove =>
  aboutAccount(index, {
    verb: 'remove',
    needs: ['remove-external-account'],
    among: () => true,
    act: async (scenario, { id }, { fixture }) => {
      const answer = await scenario.send('removeExternalAccount', fixture.tenant.caller, {
        path: { externalAccountId: id },
      });
      return (_, state, account) => {
        if (!succeeded(answer)) throw scenario.refusal('removeExternalAccount', answer);
        remove(state, account);
      };
    },
  });

/** Restricts the direct debits of the business. */
const restrictDebits: AccountMove = {
  name: 'restrict',
  needs: ['restrict-external-account'],
  possible: ({ isRestricted }) => !isRestricted,
  describe: () => 'restrict the direct debits of the business',
  act: async (scenario, _, { businessId, fixture }) => {
    const isDone = await attempt(() =>
      scenario.control('restrictDirectDebits')(scenario.controlSend, businessId),
    );
    const lifts = scenario.plainControl('liftDirectDebitRestriction');
    // For whoever uses the business next.
    if (lifts !== undefined && !isAlone(fixture.tenant))
      scenario.atEnd(async () => void (await attempt(() => lifts(scenario.controlSend, businessId))));
    return (alternative, state) => {
      if (!isDone && !state.isRestricted) throw new CaseEnded('The direct debits could not be restricted.');
      restrict(alternative, state);
    };
  },
};

/** Lifts the restriction. */
const liftRestriction: AccountMove = {
  name: 'lift',
  needs: ['lift-external-account-restriction'],
  possible: ({ isRestricted }) => isRestricted === true,
  describe: () => 'lift the restriction of direct debits',
  act: async (scenario, _, { businessId }) => {
    const isDone = await attempt(() =>
      scenario.control('liftDirectDebitRestriction')(scenario.controlSend, businessId),
    );
    return (alternative, state) => {
      if (!isDone && state.isRestricted) throw new CaseEnded('The restriction could not be lifted.');
      lift(alternative, state);
    };
  },
};

/** The kinds of accounts that each target has verified. */
const verifiedKinds = new WeakMap<Target, Set<AccountKind>>();

/** A target that verifies one kind of account and rejects another is not seen in whether EXTACC-005 passes. */
function noteVerification(scenario: Scenario, kind: AccountKind, isVerified: boolean): void {
  const known = verifiedKinds.get(scenario.target) ?? new Set();
  verifiedKinds.set(scenario.target, isVerified ? known.add(kind) : known);
  if (isVerified || known.has(kind) || known.size === 0) return;
  scenario.warn('EXTACC-005', `Accounts (${[...known].join(', ')}) are verified, but not those ${kind}.`);
}

/** Submits the micro-deposit values of an account. */
const verifyAccount = (index: number): AccountMove =>
  aboutAccount(index, {
    verb: 'verify',
    needs: ['verify-external-account'],
    among: ({ phase }) => phase === 'needs_confirmation',
    act: async (scenario, { id, kind }, { fixture }) => {
      const answer = await scenario.send('verifyExternalAccount', fixture.tenant.caller, {
        path: { externalAccountId: id },
        body: verificationFor(kind),
      });
      return (alternative, state, account) => {
        // A second verification at the same time finds nothing to verify.
        if (account.isVerified) return;
        noteVerification(scenario, kind, succeeded(answer));
        if (!succeeded(answer)) throw verificationRejected(kind, answer);
        verify(alternative, state, account);
      };
    },
  });

const days = 5;

/** Lets the micro-deposits arrive; restrictions and other states do not change. */
const waitForDeposits: AccountMove = {
  name: 'wait',
  needs: ['clock'],
  possible: ({ accounts, isRestricted }) => accounts.length > 0 || isRestricted === true,
  describe: () => `advance the clock by ${days} days`,
  act: (scenario, _, { fixture }) => passTime(scenario, fixture, days * 86_400),
};

const index = fc.nat({ max: 2 });
const linking = fc.constantFrom<AccountKind>('verified', 'by code', 'by amounts').map(linkFurther);

const restricting = [fc.constant(restrictDebits), fc.constant(liftRestriction)];
const verifying = index.map(verifyAccount);
const removing = index.map(removeAccount);

/** Two moves at the same time. */
function racing(has: Has): fc.Arbitrary<AccountMove> | undefined {
  const first = anyOf(linking, ...restricting, verifying)(has);
  const second = anyOf(linking, ...restricting, verifying, removing)(has);
  return first && second && fc.tuple(first, second).map((moves) => together(...moves));
}

export const accountMoves: readonly Kind<AccountMove>[] = [
  { weight: 4, moves: linking },
  { weight: 2, moves: racing },
  { weight: 3, moves: verifying },
  { weight: 2, moves: removing },
  ...restricting.map((moves) => ({ weight: 2, moves })),
  { weight: 1, moves: fc.constant(waitForDeposits) },
];

const verified = linkFurther('verified');
const unverified = linkFurther('by code');

/** Tours with concurrent moves come last, so that a fault that needs no concurrency is shown without it. */
export const accountTours: ToursByTransition<'external-account', AccountMove> = {
  'external-account/link-verified': tours(
    [verified, verified],
    [together(verified, verified)],
    [verified, removeAccount(0)],
  ),
  'external-account/link-unverified': tours([unverified], [linkFurther('by amounts')]),
  'external-account/link-restricted': tours([restrictDebits, verified], [restrictDebits, unverified]),
  'external-account/verify': tours(
    [unverified, verifyAccount(0)],
    [unverified, linkFurther('by amounts'), verifyAccount(1), verifyAccount(0)],
    [unverified, together(verifyAccount(0), verifyAccount(0))],
    [unverified, verifyAccount(0), restrictDebits, liftRestriction],
    [unverified, restrictDebits, verifyAccount(0)],
    [unverified, together(verifyAccount(0), restrictDebits)],
  ),
  'external-account/restrict': tours(
    [verified, unverified, verified, restrictDebits],
    [verified, verified, removeAccount(0), restrictDebits],
    [together(verified, restrictDebits)],
    [verified, together(restrictDebits, restrictDebits)],
    [verified, verified, together(removeAccount(0), restrictDebits)],
  ),
  'external-account/lift-restriction': tours(
    [verified, unverified, restrictDebits, liftRestriction],
    [restrictDebits, verified, liftRestriction, restrictDebits],
    [verified, restrictDebits, waitForDeposits, liftRestriction],
    [restrictDebits, together(liftRestriction, verified)],
    [verified, restrictDebits, together(liftRestriction, liftRestriction)],
  ),
};
