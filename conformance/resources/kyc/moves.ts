/** A move about one user: which one it is, and what the moves have in common that hand something in. */

import type { RequirementId, TransitionId } from '../../../openapi/catalogue.ts';
import { anySuccess, responseOf } from '../../engine/expectation.ts';
import { isSuccess } from '../../http/is-success.ts';
import { midnightOf, possibleFrom, type Stage, stages, surelyFrom } from '../../judgements/expiry-stages.ts';
import { pickFrom } from '../../provider/about.ts';
import { nameOf, passTime } from '../../provider/fixture.ts';
import type { Conclude, Need } from '../../provider/model.ts';
import { describe } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { openUser } from '../persons/actions.ts';
import { type Action, type ComponentName, replacement, review } from './actions.ts';
import { type Expiry, expiryDate } from './document.ts';
import { requireKnownIdentity } from './identity.ts';
import {
  become,
  type ExpectedUser,
  expire,
  freshUser,
  inWords,
  type KycContext,
  type KycMove,
  type KycState,
  lapse,
  latestDocument,
  mayAnnounce,
  mayRepeat,
  nameOfUser,
  take,
} from './model.ts';

/** A user with its id. */
export interface Known {
  readonly user: ExpectedUser;
  readonly id: string;
}

interface AboutUser {
  /** What is done, with what it is done with; the index of the user is added. */
  readonly verb: string;
  readonly needs?: readonly Need[];
  readonly possible: (user: ExpectedUser, state: Readonly<KycState>, context: KycContext) => boolean;
  readonly describe: (user: ExpectedUser, state: Readonly<KycState>) => string;
  readonly act: (
    scenario: Scenario,
    known: Known,
    state: Readonly<KycState>,
    context: KycContext,
  ) => Promise<Conclude<KycState>>;
}

const { about, sameIn } = pickFrom<KycContext, KycState, ExpectedUser>('user', ({ users }) => users);

export { sameIn };

/** @param index counts round among the users, so that small numbers are simple. */
export const aboutUser = (
  index: number,
  { verb, needs = [], possible, describe, act }: AboutUser,
): KycMove => ({
  ...about(index, {
    verb,
    needs,
    possible,
    describe,
    act: (scenario, user, state, context) =>
      act(scenario, { user, id: context.ids[state.users.indexOf(user)] ?? '' }, state, context),
  }),
  name: `${verb} (${nameOf(index)})`,
});

/** The date of a document that is handed in for a user; no two of a user have the same. */
export function takeDate({ dates }: KycContext, { name }: ExpectedUser, expiry: Expiry, now: number): string {
  const taken = dates.get(name) ?? new Set();
  const date = expiryDate(expiry, now, taken);
  dates.set(name, taken.add(date));
  return date;
}

const mostUsers = 3;

/** Adds a user to the business, whose verification has nothing to do with that of the others. */
export const addUser: KycMove = {
  name: 'add a user',
  needs: ['create-person'],
  possible: ({ users }) => users.length < mostUsers,
  describe: ({ users }) => `add ${nameOfUser(users.length)}`,
  act: async (scenario, _, { fixture, ids }) => {
    ids.push(await openUser(scenario, fixture.tenant));
    return (_, state) => {
      state.users.push(freshUser(nameOfUser(state.users.length)));
    };
  },
};

/** Decides one component of a user, in any state. */
export const decide = (index: number, action: Action, type: ComponentName): KycMove =>
  aboutUser(index, {
    verb: `${action} ${type}`,
    possible: () => true,
    describe: (user) => `${action} the ${type} of ${user.name}, which is ${inWords(user[type].phase)}`,
    act: async (scenario, { user: reviewed, id }, _, { fixture }) => {
      await review(scenario, fixture.tenant.caller, id, action, type);
      return (alternative, state) => {
        const user = sameIn(state, reviewed);
        const isOutcome = type === 'identity' && user.renewing === true;
        const other = user[type === 'identity' ? 'address' : 'identity'];
        alternative.heldBack(`kyc/review-${action}-${other.phase}`);
        const mayFallBack = type === 'identity' && action === 'approve' && user.expired === true;
        const outcome = isOutcome ? ({ rule: 'EXPIRY-011', always: true } as const) : {};
        take(alternative, state, user, type, `kyc/review-${action}-${user[type].phase}`, outcome);
        // Nothing says whether an approval outlasts a document that has expired.
        if (mayFallBack && alternative.choose([false, true])) expire(alternative, state, user);
        mayRepeat(state, other);
        state.cause = 'review';
        for (const each of user.documents) if (each.shownAs !== undefined) each.reviewed = true;
        const document = latestDocument(user);
        if (isOutcome && action === 'reject' && document !== undefined) document.disputed = true;
      };
    },
  });

const acceptedAt: Record<Stage, RequirementId> = {
  'about-to-expire': 'EXPIRY-007',
  'in-grace-period': 'EXPIRY-008',
  expired: 'EXPIRY-009',
};
const renews: Record<Stage, TransitionId> = {
  'about-to-expire': 'document-expiry/renew-early',
  'in-grace-period': 'document-expiry/renew-in-grace',
  expired: 'document-expiry/renew-late',
};

/** The latest stage of the document that a replacement has to be taken at; undefined where that is not shown. */
function stageOf(user: Readonly<ExpectedUser>, now: number): Stage | undefined {
  if (user.renewing) return undefined;
  if (user.expired) return 'expired';
  const document = latestDocument(user);
  if (user.identity.phase !== 'approved' || document?.inForceSince === undefined) return undefined;
  return stages.findLast(
    (stage) => document.entered.includes(stage) || now >= possibleFrom(stage, document.expiry),
  );
}

/** Hands in a replacement of the document of an identity, at any stage of its expiry. */
export const renew = (index: number, expiry: Expiry = { days: 1_200 }): KycMove =>
  aboutUser(index, {
    verb: 'renew',
    needs: ['renew-kyc'],
    possible: (user, { common }) =>
      user.documents.some(({ entered }) => entered.length > 0) && stageOf(user, common.now) !== undefined,
    describe: (user, { common }) =>
      `submit a replacement for the document of ${user.name}, which is ${stageOf(user, common.now)}`,
    act: async (scenario, { user: renewing, id }, { common }, context) => {
      const date = takeDate(context, renewing, expiry, common.now);
      const { caller } = context.fixture.tenant;
      const path = { userId: id };
      const body = replacement(scenario.data, context.files ?? {}, date);
      const sent = await scenario.send('renewKyc', caller, { path, body });
      await requireKnownIdentity(scenario, sent);
      const { status, json, text } = sent;
      const accepted = isSuccess(status);
      return (alternative, state) => {
        const user = sameIn(state, renewing);
        const { identity, address } = user;
        const stage = stageOf(user, state.common.now);
        // The document does not say whether a renewal is possible during another one or after a rejection.
        if (stage !== undefined) {
          const wanted = `a success status for the replacement of a document that is ${stage}`;
          const is = describe({ status, text, json });
          const expects = responseOf('renewKyc', id, anySuccess);
          alternative.require(acceptedAt[stage], accepted, wanted, is, 'first', expects);
          alternative.require('KYC-036', accepted, wanted, is, 'first', expects);
          alternative.took(renews[stage], `document of ${user.name}`);
        }
        if (!accepted) return;
        lapse(user);
        user.documents.push({ expiry: date, entered: [] });
        mayRepeat(state, address);
        mayRepeat(state, identity);
        // The document shows neither the status until the outcome nor whether an earlier sentinel still decides.
        const until = alternative.choose([
          'processing',
          'as before',
          ...(user.hadSentinel ? ['approved'] : []),
        ]);
        if (until === 'processing')
          become(state, user, 'identity', 'processing', { restsOn: ['EXPIRY-011'], rule: 'EVENT-019' });
        else mayAnnounce(state, identity, 'processing');
        if (until === 'approved')
          become(state, user, 'identity', 'approved', { restsOn: ['EXPIRY-011'], rule: 'EVENT-019' });
        else user.renewing = true;
      };
    },
  });

const day = 86_400;

/** `eve`: just before a stage can begin; `day`: when its day begins in UTC; `after`: when it must have begun. */
export type ExpiryMoment = 'eve' | 'day' | 'after';

const moments: Record<
  ExpiryMoment,
  { readonly at: typeof surelyFrom; readonly words: (stage: Stage) => string }
> = {
  eve: {
    at: (stage, expiry) => possibleFrom(stage, expiry) - 1,
    words: (stage) => `the last second before it can be ${stage} in any time zone`,
  },
  day: { at: midnightOf, words: (stage) => `midnight (UTC) of the first day on which it can be ${stage}` },
  after: {
    at: surelyFrom,
    words: (stage) => `the first second at which it is ${stage} in every time zone`,
  },
};

/** Moves the clock to where a stage of the document of a user begins. */
export function waitUntil(moment: ExpiryMoment, stage: Stage, index: number): KycMove {
  const { at, words } = moments[moment];
  return aboutUser(index, {
    verb: `wait until ${moment} of ${stage}`,
    needs: ['clock'],
    possible: (user, { common }) => {
      const document = latestDocument(user);
      return document?.inForceSince !== undefined && at(stage, document.expiry) > common.now;
    },
    describe: (user) =>
      `the document of ${user.name} expires on ${latestDocument(user)?.expiry}: advance the clock to ${words(stage)}`,
    act: async (scenario, { user }, { common }, { fixture }) => {
      const until = at(stage, latestDocument(user)?.expiry ?? '');
      return passTime(scenario, fixture, until - common.now);
    },
  });
}

/** Lets days pass in which nobody reviews. */
export const wait = (days: number): KycMove => ({
  name: `wait(${days} days)`,
  needs: ['clock'],
  possible: () => true,
  describe: () => `advance the clock by ${days} days`,
  act: (scenario, _, { fixture }) => passTime(scenario, fixture, days * day),
});
