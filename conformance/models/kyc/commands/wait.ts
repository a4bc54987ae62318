import { advance } from '../../../actions/tenant.ts';
import { midnightOf, possibleFrom, type Stage, surelyFrom } from '../document.ts';
import { type KycMove, latestDocument } from '../model.ts';
import { aboutUser } from './about-user.ts';

const day = 86_400;

/** `eve`: just before a stage can begin; `day`: when its day begins in UTC; `after`: when it must have begun. */
export type Moment = 'eve' | 'day' | 'after';

const moments: Record<Moment, { readonly at: typeof surelyFrom; readonly words: string }> = {
  eve: { at: (stage, expiry) => possibleFrom(stage, expiry) - 1, words: 'the last second before' },
  day: { at: midnightOf, words: 'midnight (UTC) of the day of' },
  after: { at: surelyFrom, words: 'the first second at which it surely is in' },
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
      `advance the clock to ${words} the stage ${stage} of the document of user ${user.name}, ${latestDocument(user)?.expiry}`,
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
