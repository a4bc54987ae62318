import { submitInvoice } from '../../../actions/invoices.ts';
import { dateAfter } from '../../../actions/payroll.ts';
import { nameOf } from '../../ground.ts';
import { type InvoiceMove, titleOf } from '../model.ts';

const mostInvoices = 3;
const daysToPay = 14;

/** Submits an invoice in the name of the contractor. */
export const submit: InvoiceMove = {
  name: 'submit',
  possible: ({ invoices }) => invoices.length < mostInvoices,
  describe: ({ invoices }) => `submit ${titleOf({ name: nameOf(invoices.length) })}`,
  act: async (scenario, { common }, { ground, personId, ids }) => {
    const name = nameOf(ids.size);
    const dueDate = dateAfter(common.now, daysToPay);
    const number = `INV-2026-${String(ids.size + 1).padStart(4, '0')}`;
    const { caller } = ground.tenant;
    ids.set(name, await submitInvoice(scenario, caller, personId, { invoiceNumber: number, dueDate }));
    return (_, state) => {
      state.invoices.push({ name, dueDate, review: 'none', isPaid: false, isUnclear: false });
      state.hearing.expected.push({
        type: 'invoice.contractor.submitted',
        about: titleOf({ name }),
        sent: 'INVOICE-018',
      });
    };
  },
};
