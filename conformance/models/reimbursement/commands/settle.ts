import { attempt } from '../../../actions/answers.ts';
import { aboutReimbursement, mayPay, type ReimbursementMove, sameIn, titleOf } from '../model.ts';

/** Lets the payment of an approved reimbursement arrive. */
export const settle = (index: number): ReimbursementMove =>
  aboutReimbursement(index, {
    verb: 'settle',
    possible: ({ name, phase, isSettled }, _, { payments }) =>
      phase === 'approved' && !isSettled && payments.has(name),
    describe: (one) => `let the payment of ${titleOf(one)} arrive`,
    act: async (scenario, settled, _, { payments }) => {
      // It may have arrived by itself.
      for (const id of payments.get(settled.name) ?? []) {
        await attempt(() => scenario.control('settleTransaction')(scenario.controlSend, id));
      }
      return (_reading, state) => {
        sameIn(state, settled).isSettled = true;
        mayPay(state);
      };
    },
  });
