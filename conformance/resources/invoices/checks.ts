/** Sections "Invoice" and "Invoices, reimbursements, tax" of the interface document: invoices. */

import fc from 'fast-check';
import { anySuccess, shows } from '../../engine/expectation.ts';
import { isSuccess } from '../../http/is-success.ts';
import { requireUnixSeconds, succeeded } from '../../provider/answers.ts';
import { dateAfter } from '../../provider/calendar.ts';
import { type Check, example, property } from '../../provider/check.ts';
import { readAll } from '../../provider/cursor.ts';
import { EventLog } from '../../provider/event-log.ts';
import { emptyLedger } from '../../provider/ledger.ts';
import { modelCheck, type Part } from '../../provider/part.ts';
import { describe, show } from '../../provider/response.ts';
import { requirementsOf } from '../../provider/state-machines.ts';
import { advance, openTenant, readClock } from '../../provider/tenant.ts';
import { payrollBody } from '../../provider/valid-requests.ts';
import { depositAmply } from '../../provider/wallet.ts';
import { approve, createPayroll } from '../payrolls/actions.ts';
import { createPerson } from '../persons/actions.ts';
import {
  type Invoice,
  recordPayment,
  reviewInvoice,
  contractorSource as source,
  submitInvoice,
} from './actions.ts';
import { type InvoiceContext, type InvoiceState, look, showInvoices } from './model.ts';
import { invoiceMoves, invoiceTours } from './moves.ts';

const item = fc.record({
  amount: fc.integer({ min: 1, max: 2_000_000 }),
  currency: fc.constantFrom('USD', 'USD', 'NGN', 'GBP'),
  quantity: fc.integer({ min: 1, max: 5 }),
});

export const invoiceChecks: readonly Check[] = [
  property({
    id: 'invoices.read',
    title: 'An invoice that a contractor has submitted can be read in its documented shape',
    covers: [
      'INVOICE-001',
      'INVOICE-002',
      'INVOICE-003',
      'INVOICE-004',
      'INVOICE-005',
      'INVOICE-006',
      'INVOICE-007',
      'INVOICE-008',
      'INVOICE-009',
      'INVOICE-010',
      'INVOICE-011',
      'CONV-003',
      'CONV-015',
      'INVOICE-012',
      'INVOICE-014',
    ],
    needs: ['submit-contractor-invoice'],
    examples: [
      {
        items: [
          { amount: 2_000, currency: 'USD', quantity: 3 },
          { amount: 8_200_000, currency: 'NGN', quantity: 1 },
        ],
        texts: { purpose: 'Design services', notes: 'Payable within 14 days' },
      },
    ],
    arbitrary: () =>
      fc.record({
        items: fc.array(item, { minLength: 1, maxLength: 3 }),
        texts: fc.constantFrom<{ purpose?: string; notes?: string }>(
          {},
          { purpose: 'Diseño', notes: '' },
          { notes: 'بعد أسبوعين' },
        ),
      }),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 2),
    run: async (scenario, { items, texts }) => {
      const { caller } = await openTenant(scenario);
      const personId = await createPerson(scenario, caller);
      const other = await submitInvoice(scenario, caller, personId, { invoiceNumber: 'INV-2026-0006' });
      scenario.step(`submit an invoice with ${items.length} ${items.length === 1 ? 'item' : 'items'}`);
      const id = await submitInvoice(scenario, caller, personId, {
        items: items.map(({ amount, currency, quantity }, index) => ({
          description: `Work ${index + 1}`,
          category: 'CONTRACTOR_FEE',
          amount: { amount, currency },
          quantity,
        })),
        ...texts,
      });
      scenario.step('read the invoice and the previous invoice');
      const response = await scenario.readOne('readInvoice', caller, { path: { invoiceId: id } });
      const invoice = (response.json ?? {}) as Invoice;
      const otherInvoice = await scenario.readOne('readInvoice', caller, { path: { invoiceId: other } });
      for (const [wanted, { status, json, text }] of [
        [id, response],
        [other, otherInvoice],
      ] as const) {
        const shown = (json as Partial<Invoice> | undefined)?.id;
        const actual = describe({ status, text, json });
        scenario.require(
          'INVOICE-014',
          isSuccess(status) && shown === wanted,
          `the invoice ${wanted}`,
          actual,
        );
      }
      const expected = `the source ${source}`;
      scenario.require(
        'INVOICE-010',
        invoice.source === source,
        expected,
        show(invoice.source),
        shows(['source'], source),
      );
      requireUnixSeconds(scenario, 'INVOICE-011', 'createdTimestamp', invoice.createdTimestamp);
      requireUnixSeconds(scenario, 'INVOICE-011', 'lastUpdatedTimestamp', invoice.lastUpdatedTimestamp);
      const totals = (Array.isArray(invoice.items) ? invoice.items : []).map(({ total }) => total);
      if (totals.length > 0 && totals.every((total) => total?.currency === invoice.total?.currency)) {
        const sum = totals.reduce((before, { amount }) => before + amount, 0);
        const expected = `a total of ${sum}, which the items add up to`;
        scenario.require(
          'INVOICE-012',
          invoice.total.amount === sum,
          expected,
          show(invoice.total),
          shows(['total', 'amount'], sum),
        );
      }
      if (!scenario.has('list-invoices')) return;
      scenario.step('list the invoices');
      const { items: listed, complete } = await readAll<Invoice>(scenario, 'listInvoices', caller);
      const found = listed.some((other) => other?.id === id);
      const actual = `${listed.length} other invoices`;
      scenario.require('INVOICE-001', found || !complete, `the invoice ${id}`, actual);
    },
  }),
  example({
    id: 'invoices.review',
    title: 'A submitted invoice can be approved, and can be rejected',
    covers: ['INVOICE-015', 'INVOICE-016', 'ERR-011'],
    needs: ['submit-contractor-invoice', 'review-invoice'],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      const personId = await createPerson(scenario, caller);
      const first = await submitInvoice(scenario, caller, personId, { invoiceNumber: 'INV-2026-0006' });
      const second = await submitInvoice(scenario, caller, personId);
      scenario.step('approve one invoice, and reject another');
      const approved = await reviewInvoice(scenario, caller, first, { action: 'approve' });
      const rejection = { action: 'reject', reason: 'The hours do not match the timesheet' } as const;
      const rejected = await reviewInvoice(scenario, caller, second, rejection);
      const isNeither = !succeeded(approved) && !succeeded(rejected);
      scenario.require('ERR-011', !isNeither, 'a success status for the approval or the rejection', () =>
        describe(approved),
      );
      // If both are rejected, the target may have a reason of its own.
      if (isNeither) throw scenario.refusal('reviewInvoice', approved);
      scenario.require(
        'INVOICE-015',
        succeeded(approved),
        'a success status for the approval',
        () => describe(approved),
        anySuccess,
      );
      scenario.require(
        'INVOICE-016',
        succeeded(rejected),
        'a success status for the rejection',
        () => describe(rejected),
        anySuccess,
      );
    },
  }),
  example({
    id: 'invoices.other-events',
    title: 'Without an invoice submitted by a contractor, no invoice event is sent',
    covers: ['INVOICE-023'],
    needs: ['create-payroll', 'approve-payroll', 'webhooks', 'clock', 'platform-token'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario, 'moves');
      const { caller } = tenant;
      const log = await EventLog.open(scenario, tenant);
      const personId = await createPerson(scenario, caller);
      if (scenario.has('sandbox')) await depositAmply(scenario, caller);
      scenario.step('run a payroll of contractors from its approval to its settlement');
      const now = await readClock(scenario, tenant);
      const payrollId = await createPayroll(scenario, caller, 'CONTRACTOR');
      const body = payrollBody(scenario.data, dateAfter(now, 2), [{ personId, salary: 2_000 }]);
      await scenario.succeed('savePayroll', caller, { path: { payrollId }, body });
      await approve(scenario, tenant, payrollId);
      const end = await advance(scenario, tenant, 5 * 86_400);
      await log.look();
      const { items } = scenario.has('list-invoices')
        ? await readAll<Invoice>(scenario, 'listInvoices', caller)
        : { items: [] };
      const other = items.find((invoice) => typeof invoice?.id === 'string' && invoice.source !== source);
      if (other !== undefined) {
        // The document does not say whether these can be reviewed or paid this way.
        scenario.step('approve an invoice that no contractor has submitted, and record its payment');
        if (scenario.has('review-invoice'))
          await reviewInvoice(scenario, caller, other.id, { action: 'approve' });
        if (scenario.has('record-invoice-payment')) await recordPayment(scenario, caller, other.id, end);
        await log.look();
      }
      const events = log.events.filter(({ type }) => type.startsWith('invoice.'));
      const expected = `no event of an invoice, because none has the source ${source}`;
      scenario.require('INVOICE-023', events.length === 0, expected, show(events));
    },
  }),
];

export const invoicePart: Part<InvoiceContext, InvoiceState> = {
  open: async (scenario, { fixture, common }) => {
    scenario.setup('create a contractor');
    const personId = await createPerson(scenario, fixture.tenant.caller);
    return {
      context: { fixture, personId, ids: new Map(), others: new Set() },
      state: { common, invoices: [], events: emptyLedger() },
    };
  },
  moves: invoiceMoves,
  tours: invoiceTours,
  look,
  show: showInvoices,
};

export const invoiceModel: Check = modelCheck(invoicePart, {
  id: 'invoice.model',
  title: 'Random sequences of submitting, reviewing and paying invoices follow the documented states',
  covers: [
    ...requirementsOf('invoice'),
    'INVOICE-010',
    'INVOICE-014',
    'INVOICE-017',
    'INVOICE-018',
    'INVOICE-023',
    'HOOK-013',
  ],
  needs: ['submit-contractor-invoice'],
  runs: ({ modelRuns }) => Math.ceil(modelRuns / 4),
});
