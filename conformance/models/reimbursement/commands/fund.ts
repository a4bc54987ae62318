import { currency, deposit } from '../../../actions/payroll.ts';
import { moveMoney } from '../../ground.ts';
import {
  aboutReimbursement,
  covers,
  needed,
  otherCurrency,
  type ReimbursementMove,
  titleOf,
} from '../model.ts';

/** Fills the wallet that pays with what surely covers a reimbursement and those that are still to be paid. */
export const fund = (index: number): ReimbursementMove =>
  aboutReimbursement(index, {
    verb: 'fund',
    possible: (one, state) => one.phase === 'submitted' && !covers(state, one),
    describe: (one) => `deposit what covers ${titleOf(one)} in ${currency}`,
    act: async (scenario, _, { reimbursements }, { ground }) => {
      const amount = reimbursements.reduce((sum, each) => sum + needed(each), 0);
      await deposit(scenario, ground.tenant.caller, amount);
      return (_reading, { common }) => moveMoney(common, amount, 'SANDBOX-001');
    },
  });

/** Fills the wallet of the other currency, which pays nothing. */
export const fundOther: ReimbursementMove = {
  name: 'fund the other wallet',
  possible: ({ otherBalance }) => otherBalance < 1_000_000,
  describe: () => `deposit 1000000 in ${otherCurrency}`,
  act: async (scenario, _, { ground }) => {
    const value = { amount: 1_000_000, currency: otherCurrency };
    await scenario.succeed('createBusinessDeposit', ground.tenant.caller, {
      body: { value, description: 'Funds' },
    });
    return (_reading, state) => {
      state.otherBalance += value.amount;
    };
  },
};
