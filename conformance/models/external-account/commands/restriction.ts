import { attempt } from '../../../actions/answers.ts';
import { CaseEnded } from '../../../engine/outcome.ts';
import { type AccountMove, lift, restrict } from '../model.ts';

/** Restricts the direct debits of the business. */
export const restrictDebits: AccountMove = {
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
export const liftRestriction: AccountMove = {
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
