import { advance } from '../../../actions/tenant.ts';
import { midnightOf, possibleFrom, type Stage, surelyFrom } from '../document.ts';
import { type KycMove, latestDocument } from '../model.ts';
import { aboutUser } from './about-user.ts';

const day = 86_400;

/** `eve`: just before a stage can begin; `day`: when its day begins in UTC; `after`: when it must have begun. */
export type Moment = 'eve' | 'day' | 'after';

const moments: Record<Moment, { readonly at: typeof surelyFrom; readonly words: (stage: Stage) => string }> =
  {
    eve: {
      at: (stage, expiry) => possibleFrom(stage, expiry) - 1,
      words: (stage) => `the last second at which it is not ${stage} anywhere`,
    },
    day: { at: midnightOf, words: (stage) => `midnight (UTC) of the first day on which it can be ${stage}` },
    after: { at: surelyFrom, words: (stage) => `the first second at which it is ${stage} everywhere` },
  };

/** Moves the clock to where a stage of the document of a user begins. */
export function waitUntil(moment: Moment, stage: Stage, index: number): KycMove {
  const { at, words } = moments[moment];
  return aboutUser(index, {
    verb: `wait until ${moment} of ${stage}`,
    possible: (user, { common }) => {
      const document = latestDocument(user);
      return document?.inForceSince !== undefined && at(stage, document.expiry) > common.now;
    },
    describe: (user) =>
      `the document of user ${user.name} expires on ${latestDocument(user)?.expiry}: advance the clock to ${words(stage)}`,
    act: async (scenario, { user }, { common }, { ground }) => {
      const until = at(stage, latestDocument(user)?.expiry ?? '');
      const now = await advance(scenario, ground.tenant, until - common.now);
      return (_, state) => {
        state.common.now = now;
      };
    },
  });
}

/** Lets days pass in which nobody reviews. */
export const wait = (days: number): KycMove => ({
  name: `wait(${days} days)`,
  possible: () => true,
  describe: () => `advance the clock by ${days} days`,
  act: async (scenario, _, { ground }) => {
    const now = await advance(scenario, ground.tenant, days * day);
    return (_, state) => {
      state.common.now = now;
    };
  },
});
