import { advance } from '../../../actions/tenant.ts';
import { latestStart, past } from '../../calendar.ts';
import { aboutInvoice, type InvoiceMove, titleOf } from '../model.ts';

const day = 86_400;

/** Lets the due date of an invoice pass. */
export const waitPast = (index: number): InvoiceMove =>
  aboutInvoice(index, {
    verb: 'wait past the due date of',
    possible: ({ dueDate }, { common }) => past(dueDate, common.now) !== 'yes',
    describe: (invoice) => `advance the clock past the due date of ${titleOf(invoice)}, ${invoice.dueDate}`,
    act: async (scenario, { dueDate }, { common }, { ground }) => {
      const now = await advance(scenario, ground.tenant, latestStart(dueDate) + day - common.now);
      return (_, state) => {
        state.common.now = now;
      };
    },
  });
