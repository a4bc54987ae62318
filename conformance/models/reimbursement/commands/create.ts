import { createReimbursement } from '../../../actions/invoices.ts';
import { currency as sourceCurrency } from '../../../actions/payroll.ts';
import { nameOf } from '../../ground.ts';
import { mayPay, otherCurrency, type ReimbursementMove, titleOf } from '../model.ts';

const mostReimbursements = 3;

/** An amount that no fee comes near, a little different for each, so that what events show can be told apart. */
const amounts = { same: 60_000, other: 93_000 };

/** Creates a reimbursement in the currency of the wallet that pays, or in another. */
export function create(currency: 'same' | 'other'): ReimbursementMove {
  const amountOf = (index: number) => ({
    amount: amounts[currency] + index,
    currency: currency === 'same' ? sourceCurrency : otherCurrency,
  });
  return {
    name: `create(${currency} currency)`,
    possible: ({ reimbursements }) => reimbursements.length < mostReimbursements,
    describe: ({ reimbursements: { length } }) =>
      `create ${titleOf({ name: nameOf(length) })} of ${amountOf(length).amount} ${amountOf(length).currency}`,
    act: async (scenario, _, { ground, personId, ids }) => {
      const name = nameOf(ids.size);
      const amount = amountOf(ids.size);
      const details = { personId, amount, sourceCurrency };
      ids.set(name, await createReimbursement(scenario, ground.tenant.caller, details));
      return (_reading, state) => {
        state.reimbursements.push({
          name,
          amount,
          phase: 'submitted',
          isCovered: false,
          isSettled: false,
          isAnnounced: false,
          isUnclear: false,
        });
        // What is created may be held.
        mayPay(state);
        const about = titleOf({ name });
        state.hearing.expected.push({ type: 'reimbursement.submitted', about, sent: 'REIMBURSEMENT-007' });
      };
    },
  };
}
