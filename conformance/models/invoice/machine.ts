/** Ties the invoice model to the transitions of openapi/state-machines/invoice.yaml. */
import { createPerson } from '../../actions/payroll.ts';
import type { Check } from '../../provider/check.ts';
import { modelOf, type Part } from '../part.ts';
import { requirementsOf } from '../ways.ts';
import { invoiceMoves, invoiceWays } from './commands.ts';
import { type InvoiceState, type InvoiceWorld, showInvoices } from './model.ts';
import { look } from './observe.ts';

export const invoicePart: Part<InvoiceWorld, InvoiceState> = {
  open: async (scenario, { ground, common }) => {
    scenario.setup('create a contractor');
    const personId = await createPerson(scenario, ground.tenant.caller);
    return {
      world: { ground, personId, ids: new Map(), others: new Set() },
      state: { common, invoices: [], hearing: { heard: [], expected: [] } },
    };
  },
  moves: invoiceMoves,
  ways: invoiceWays,
  look,
  show: showInvoices,
};

export const invoiceModel: Check = modelOf(invoicePart, {
  id: 'invoice.model',
  title: 'Random sequences of submitting, reviewing and paying invoices follow what is shown of their states',
  covers: [
    ...requirementsOf('invoice'),
    'INVOICE-010',
    'INVOICE-014',
    'INVOICE-017',
    'INVOICE-018',
    'INVOICE-023',
    'HOOK-013',
  ],
  needs: ['submit-contractor-invoice', 'create-person'],
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 4),
});
