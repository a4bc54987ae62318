import { invoiceRules } from '../resources/invoices/rules.ts';
import type { DomainEvent } from '../state/records/webhooks.ts';
import { invalidState, notFound } from '../state/refusal.ts';
import { derivedId } from '../state/values.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { inAnswers, inEnvelopes, remove, webhooks } from './tools.ts';

const invoices = (rules: Partial<typeof invoiceRules>): FaultOverrides => ({ rules: { invoices: rules } });

/** Changes the reason of the event of a rejection. */
const inReasons = (change: (reason: string) => unknown) =>
  inEnvelopes('data.reason', (reason, { delivery }) =>
    delivery.event.eventType === 'invoice.contractor.rejected' ? change(String(reason)) : reason,
  );

const refusing = (refused: 'approve' | 'reject') =>
  invoices({
    review(state, command, now) {
      const outcome = invoiceRules.review(state, command, now);
      if (command.input.action === refused) throw invalidState('Invoices are reviewed elsewhere');
      return outcome;
    },
  });

const paidInvoice: DomainEvent = { eventType: 'invoice.contractor.paid', data: { status: 'paid' } };

export const invoiceFaults: readonly Fault[] = [
  {
    id: 'invoice-payment-answered-and-not-recorded',
    title: 'An invoice whose payment was recorded is paid a second time, because it still is pending.',
    area: 'invoice',
    breaks: ['INVOICE-013'],
    overrides: {
      ...invoices({
        recordPayment: (state, command, now) => ({
          ...invoiceRules.recordPayment(state, command, now),
          state,
        }),
      }),
      ...inAnswers('recordInvoicePayment', 'status', () => 'paid'),
    },
  },
  {
    id: 'invoice-not-found-before-its-review',
    title: 'A reviewer who is asked to look at an invoice does not find it.',
    area: 'invoice',
    breaks: ['INVOICE-014', 'ERR-007'],
    overrides: {
      async request(request, { store }) {
        const { invoiceId } = request.path;
        if (request.operation !== 'readInvoice' || typeof invoiceId !== 'string') return request;
        const found = await store.transaction((transaction) => transaction.get('invoices', invoiceId));
        if (found?.review === undefined) throw notFound();
        return request;
      },
    },
  },
  {
    id: 'first-invoice-read-for-any',
    title: 'Whichever invoice is read, the first one of the business is shown.',
    area: 'invoice',
    breaks: ['INVOICE-014'],
    overrides: {
      async request(request, { store }) {
        if (request.operation !== 'readInvoice') return request;
        const [first] = await store.transaction((transaction) =>
          transaction.list('invoices', { businessId: request.business.id }),
        );
        return first ? { ...request, path: { ...request.path, invoiceId: first.id } } : request;
      },
    },
  },
  {
    id: 'invoice-approval-refused',
    title: 'No contractor is ever paid, because invoices cannot be approved.',
    area: 'invoice',
    breaks: ['INVOICE-015', 'ERR-007'],
    overrides: refusing('approve'),
  },
  {
    id: 'invoice-rejection-refused',
    title: 'An invoice for work that was never done cannot be turned down.',
    area: 'invoice',
    breaks: ['INVOICE-016', 'ERR-007'],
    overrides: refusing('reject'),
  },
  {
    id: 'invoice-rejection-without-reason',
    title: 'A contractor hears that an invoice was rejected and not why.',
    area: 'invoice',
    breaks: ['INVOICE-021'],
    overrides: inReasons(remove),
  },
  {
    id: 'invoice-rejection-reason-replaced',
    title: 'A contractor reads the same words whatever the reason of a rejection was.',
    area: 'invoice',
    breaks: ['INVOICE-021'],
    overrides: inReasons(() => 'Rejected by the business'),
  },
  {
    id: 'fee-invoice-announced',
    title: 'A consumer reviews the fees of the service as if a contractor had sent them.',
    area: 'invoice',
    breaks: ['INVOICE-023'],
    overrides: invoices({
      submit(state, command, now) {
        const outcome = invoiceRules.submit(state, command, now);
        const record = outcome.state.invoices.at(-1);
        if (record === undefined) return outcome;
        const id = derivedId(`${record.id}/fee`);
        const { invoiceNumber, status, total } = record.invoice;
        const invoice = {
          ...record.invoice,
          id,
          invoiceNumber: `${invoiceNumber}-FEE`,
          source: 'SERVICE_FEE',
        };
        const fee = { ...record, id, invoice };
        const { personId } = record;
        const data = {
          id,
          invoiceNumber: invoice.invoiceNumber,
          personId,
          status,
          source: invoice.source,
          total,
        };
        return {
          state: { ...outcome.state, invoices: [...outcome.state.invoices, fee] },
          events: [...outcome.events, { eventType: 'invoice.contractor.submitted', data }],
        };
      },
    }),
  },
  {
    id: 'salaries-announced-as-invoices',
    title: 'A consumer hears of a paid invoice with each payroll, though no contractor has submitted one.',
    area: 'invoice',
    breaks: ['INVOICE-023'],
    overrides: webhooks({
      announced: (events) =>
        events.flatMap((event): DomainEvent[] =>
          event.eventType === 'payroll.created' ? [event, paidInvoice] : [event],
        ),
    }),
  },
];
