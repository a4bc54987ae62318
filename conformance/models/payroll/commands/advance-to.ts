import { advance } from '../../../actions/tenant.ts';
import { earliestStart, latestStart, midnight } from '../../calendar.ts';
import type { PayrollMove } from '../model.ts';
import { aboutPayroll } from './about-payroll.ts';

/** `eve`: just before the date begins anywhere; `midnight`: when it begins in UTC; `date`: when it has begun everywhere. */
export type Moment = 'eve' | 'midnight' | 'date';

const moments: Record<Moment, { readonly at: (date: string) => number; readonly words: string }> = {
  eve: { at: (date) => earliestStart(date) - 1, words: 'just before the date' },
  midnight: { at: midnight, words: 'the first second (UTC) of the date' },
  date: { at: latestStart, words: 'the middle (UTC) of the date' },
};

/** Moves the clock to where the date of a payroll matters. */
export function waitUntil(moment: Moment, index: number): PayrollMove {
  const { at, words } = moments[moment];
  return aboutPayroll(index, {
    verb: `wait until ${moment} of`,
    possible: ({ phase, payrollDate }, { common }) => phase !== 'completed' && at(payrollDate) > common.now,
    describe: ({ name, payrollDate }) => `advance the clock to ${words} of payroll ${name}, ${payrollDate}`,
    act: async (scenario, { payrollDate }, { common }, { ground }) => {
      const now = await advance(scenario, ground.tenant, at(payrollDate) - common.now);
      return (_, state) => {
        state.common.now = Math.max(now, state.common.now);
      };
    },
  });
}
