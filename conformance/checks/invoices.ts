/** Sections "Invoice" and "Invoices, reimbursements, tax" of the interface document: invoices. */
import fc from 'fast-check';
import { readAll } from '../actions/cursor.ts';
import { EventLog, type ReceivedEvent } from '../actions/event-log.ts';
import { type Invoice, readInvoice, reviewInvoice, submitInvoice } from '../actions/invoices.ts';
import { createPayroll, createPerson, dateAfter, deposit, payrollBody } from '../actions/payroll.ts';
import { advance, openTenant, type Tenant } from '../actions/tenant.ts';
import { type Check, example, property } from '../engine/check.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Scenario, show } from '../engine/scenario.ts';
import { requireUnixSeconds } from './unix-seconds.ts';

const source = 'CONTRACTOR_SUBMITTED';

type Action = 'approve' | 'reject';
interface ReviewCase {
  readonly first: Action;
  readonly text: string;
  readonly again: Action;
}

const action = fc.constantFrom<Action>('approve', 'reject');

const item = fc.record({
  amount: fc.integer({ min: 1, max: 2_000_000 }),
  currency: fc.constantFrom('USD', 'USD', 'NGN', 'GBP'),
  quantity: fc.integer({ min: 1, max: 5 }),
});

const reason = fc.constantFrom(
  'The hours do not match the contract',
  'Betrag zu hoch',
  '金額が違います',
  'No "receipt"',
);

/** Evaluates that the invoices that events are about were submitted by a contractor. */
async function requireContractorInvoices(
  scenario: Scenario,
  { caller }: Tenant,
  events: readonly ReceivedEvent[],
) {
  for (const { type, data } of events) {
    // The payload is not shown: without an id nothing can be said of the invoice.
    if (!type.startsWith('invoice.') || typeof data.id !== 'string') continue;
    const { status, json } = await scenario.send('readInvoice', caller, { path: { invoiceId: data.id } });
    if (status >= 300) continue;
    const invoice = json as Partial<Invoice> | undefined;
    scenario.require('INVOICE-023', invoice?.source === source, {
      expected: `${type} of an invoice with the source ${source}`,
      actual: `an invoice with the source ${show(invoice?.source)}`,
    });
  }
}

/** Approves an invoice where the target is known to understand the review, so that it may be paid. */
async function approveIfPossible(scenario: Scenario, { caller }: Tenant, invoiceId: string): Promise<void> {
  if (scenario.has('review-invoice')) await reviewInvoice(scenario, caller, invoiceId, { action: 'approve' });
}

async function pay(scenario: Scenario, { caller }: Tenant, invoiceId: string): Promise<void> {
  const { total } = await readInvoice(scenario, caller, invoiceId);
  if (total === undefined) throw new CaseEnded('The invoice shows no total.');
  await scenario.succeed('recordInvoicePayment', caller, {
    path: { invoiceId },
    body: { amount: total, date: dateAfter(Date.now() / 1_000, 0), reference: 'bank-transfer-7781' },
  });
}

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
      'INVOICE-012',
      'INVOICE-014',
    ],
    needs: ['submit-contractor-invoice', 'create-person'],
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
      scenario.step(`submit an invoice of ${items.length} items`);
      const id = await submitInvoice(scenario, caller, personId, {
        items: items.map(({ amount, currency, quantity }, index) => ({
          description: `Work ${index + 1}`,
          category: 'CONTRACTOR_FEE',
          amount: { amount, currency },
          quantity,
        })),
        ...texts,
      });
      scenario.step('read the invoice, and the one before');
      const response = await scenario.send('readInvoice', caller, { path: { invoiceId: id } });
      const invoice = (response.json ?? {}) as Invoice;
      const otherInvoice = await scenario.send('readInvoice', caller, { path: { invoiceId: other } });
      for (const [wanted, { status, json, text }] of [
        [id, response],
        [other, otherInvoice],
      ] as const) {
        const shown = (json as Partial<Invoice> | undefined)?.id;
        scenario.require('INVOICE-014', status < 300 && shown === wanted, {
          expected: `the invoice ${wanted}`,
          actual: `${status} with ${show(json ?? text)}`,
        });
      }
      scenario.require('INVOICE-010', invoice.source === source, {
        expected: `the source ${source}`,
        actual: show(invoice.source),
      });
      requireUnixSeconds(scenario, 'INVOICE-011', 'createdTimestamp', invoice.createdTimestamp);
      requireUnixSeconds(scenario, 'INVOICE-011', 'lastUpdatedTimestamp', invoice.lastUpdatedTimestamp);
      const totals = (Array.isArray(invoice.items) ? invoice.items : []).map(({ total }) => total);
      if (totals.length > 0 && totals.every((total) => total?.currency === invoice.total?.currency)) {
        const sum = totals.reduce((before, { amount }) => before + amount, 0);
        scenario.require('INVOICE-012', invoice.total.amount === sum, {
          expected: `a total of ${sum}, which the items add up to`,
          actual: show(invoice.total),
        });
      }
      if (!scenario.has('list-invoices')) return;
      scenario.step('list the invoices');
      const { items: listed, complete } = await readAll<Invoice>(scenario, 'listInvoices', caller);
      const found = listed.some((other) => other?.id === id);
      scenario.require('INVOICE-001', found || !complete, {
        expected: `the invoice ${id}`,
        actual: `${listed.length} other invoices`,
      });
    },
  }),
  property<ReviewCase>({
    id: 'invoices.review',
    title: 'An invoice of a contractor can be approved, or rejected with a reason, once',
    covers: ['INVOICE-015', 'INVOICE-016', 'INVOICE-017'],
    needs: ['submit-contractor-invoice', 'review-invoice', 'create-person'],
    examples: [
      { first: 'approve', text: 'Fine', again: 'reject' },
      { first: 'reject', text: 'Not ordered', again: 'approve' },
    ],
    arbitrary: () =>
      fc.record({
        first: action,
        text: reason,
        again: action,
      }),
    runs: ({ propertyRuns }) => Math.max(2, Math.ceil(propertyRuns / 4)),
    run: async (scenario, { first, text, again }) => {
      const { caller } = await openTenant(scenario);
      const id = await submitInvoice(scenario, caller, await createPerson(scenario, caller));
      const review = (what: Action) =>
        reviewInvoice(
          scenario,
          caller,
          id,
          what === 'approve' ? { action: what } : { action: what, reason: text },
        );
      scenario.step(`${first} the invoice`);
      const { status, json } = await review(first);
      scenario.require(first === 'approve' ? 'INVOICE-015' : 'INVOICE-016', status >= 200 && status < 300, {
        expected: 'a success status',
        actual: `${status} with ${show(json)}`,
      });
      // Which status follows a review is not shown; the words are, and the schema looks at them.
      await readInvoice(scenario, caller, id);
      scenario.step(`${again} it afterwards`);
      const second = await review(again);
      scenario.require('INVOICE-017', second.status >= 400 && second.status < 500, {
        expected: 'a refusal',
        actual: String(second.status),
      });
    },
  }),
  example({
    id: 'invoices.payment',
    title: 'An invoice whose payment is recorded is paid',
    covers: ['INVOICE-013'],
    needs: ['submit-contractor-invoice', 'record-invoice-payment', 'create-person'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const id = await submitInvoice(scenario, caller, await createPerson(scenario, caller));
      await approveIfPossible(scenario, tenant, id);
      scenario.step('record its payment');
      await pay(scenario, tenant, id);
      scenario.step('read the invoice');
      const { status } = await readInvoice(scenario, caller, id);
      scenario.require('INVOICE-013', status === 'paid', { expected: 'paid', actual: show(status) });
      scenario.took('invoice/pay');
    },
  }),
  property({
    id: 'invoices.events',
    title: 'The invoice of a contractor announces its submission, its review and its payment',
    covers: ['INVOICE-018', 'INVOICE-019', 'INVOICE-020', 'INVOICE-021', 'INVOICE-022', 'INVOICE-023'],
    needs: ['submit-contractor-invoice', 'create-person', 'webhooks', 'drain'],
    examples: [
      { approves: true, text: 'Fine' },
      { approves: false, text: 'Not ordered' },
    ],
    arbitrary: () => fc.record({ approves: fc.boolean(), text: reason }),
    runs: ({ propertyRuns }) => Math.max(2, Math.ceil(propertyRuns / 5)),
    run: async (scenario, { approves, text }) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const log = await EventLog.open(scenario, tenant);
      const look = async () => requireContractorInvoices(scenario, tenant, await log.look());
      const personId = await createPerson(scenario, caller);
      scenario.step('submit an invoice');
      const id = await submitInvoice(scenario, caller, personId);
      await look();
      log.expect({ type: 'invoice.contractor.submitted', sent: 'INVOICE-018' });
      if (scenario.has('review-invoice')) {
        scenario.step(approves ? 'approve it' : 'reject it');
        const review = approves
          ? { action: 'approve' as const }
          : { action: 'reject' as const, reason: text };
        const { status } = await reviewInvoice(scenario, caller, id, review);
        if (status >= 300) throw new CaseEnded(`The review was answered with ${status}.`);
        await look();
        if (approves) {
          log.expect({ type: 'invoice.contractor.approved', sent: 'INVOICE-019' });
          scenario.took('invoice/approve');
        } else {
          log.expect({
            type: 'invoice.contractor.rejected',
            shows: { reason: text },
            sent: 'INVOICE-020',
            payload: 'INVOICE-021',
          });
          scenario.took('invoice/reject');
        }
      }
      if (!approves || !scenario.has('record-invoice-payment')) return;
      scenario.step('record its payment');
      await pay(scenario, tenant, id);
      await look();
      log.expect({ type: 'invoice.contractor.paid', sent: 'INVOICE-022' });
    },
  }),
  example({
    id: 'invoices.other-events',
    title: 'Where no contractor has submitted an invoice, nothing is announced of invoices',
    covers: ['INVOICE-023'],
    needs: [
      'create-payroll',
      'create-person',
      'approve-payroll',
      'webhooks',
      'drain',
      'clock',
      'platform-token',
    ],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const log = await EventLog.open(scenario, tenant);
      const personId = await createPerson(scenario, caller);
      if (scenario.has('sandbox')) await deposit(scenario, caller, 1_000_000);
      scenario.step('run a payroll of contractors from its approval to its settlement');
      const now = await advance(scenario, tenant, 0);
      const payrollId = await createPayroll(scenario, caller, 'CONTRACTOR');
      const body = payrollBody(dateAfter(now, 2), [{ personId, salary: 2_000 }]);
      await scenario.succeed('savePayroll', caller, { path: { payrollId }, body });
      await scenario.succeed('approvePayroll', caller, { path: { payrollId } });
      await advance(scenario, tenant, 5 * 86_400);
      const events = (await log.look()).filter(({ type }) => type.startsWith('invoice.'));
      scenario.require('INVOICE-023', events.length === 0, {
        expected: `no event of an invoice, because none has the source ${source}`,
        actual: show(events),
      });
    },
  }),
];
