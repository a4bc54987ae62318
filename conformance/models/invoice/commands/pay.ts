import { succeeded } from '../../../actions/answers.ts';
import { recordPayment } from '../../../actions/invoices.ts';
import { idIn } from '../../about.ts';
import { aboutInvoice, type InvoiceMove, sameIn, titleOf } from '../model.ts';

/** Records the payment of an invoice; whether that is allowed before its review, or again, is not shown. */
export const pay = (index: number): InvoiceMove =>
  aboutInvoice(index, {
    verb: 'pay',
    describe: (invoice) => `record the payment of ${titleOf(invoice)}`,
    act: async (scenario, paid, { common }, { ground, ids }) => {
      const response = await recordPayment(scenario, ground.tenant.caller, idIn(ids, paid), common.now);
      return (reading, state) => {
        if (!succeeded(response)) return;
        const invoice = sameIn(state, paid);
        state.hearing.expected.push({
          type: 'invoice.contractor.paid',
          about: titleOf(invoice),
          ...(!invoice.isPaid && { sent: 'INVOICE-022' }),
        });
        if (!invoice.isPaid) reading.took('invoice/pay', invoice.name);
        invoice.isPaid = true;
      };
    },
  });
