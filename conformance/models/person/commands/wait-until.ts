import { advance } from '../../../actions/tenant.ts';
import { earliestStart, latestStart } from '../../calendar.ts';
import { nextExitDate, type PersonMove } from '../model.ts';
import { aboutPerson } from './about-person.ts';

/** `eve`: just before the date begins anywhere; `date`: when it has begun everywhere. */
export type Moment = 'eve' | 'date';

const moments: Record<Moment, { readonly at: (date: string) => number; readonly words: string }> = {
  eve: { at: (date) => earliestStart(date) - 1, words: 'just before' },
  date: { at: latestStart, words: 'the middle (UTC) of' },
};

/** Moves the clock to the next date of an exit of a person, also of one that was cancelled or is over. */
export function waitUntil(moment: Moment, index: number): PersonMove {
  const { at, words } = moments[moment];
  return aboutPerson(index, {
    verb: `wait until ${moment} of`,
    possible: (person, { common }) => nextExitDate(person, at, common.now) !== undefined,
    describe: (person, { common }) =>
      `advance the clock to ${words} ${nextExitDate(person, at, common.now)}, an exit date of person ${person.name}`,
    act: async (scenario, person, { common }, { ground }) => {
      const date = nextExitDate(person, at, common.now);
      const seconds = date === undefined ? 0 : at(date) - common.now;
      const now = await advance(scenario, ground.tenant, seconds);
      return (_, state) => {
        state.common.now = now;
      };
    },
  });
}
