import { invoiceRules } from '../../reference-server/resources/invoices/rules.ts';
import type { DomainEvent } from '../../reference-server/state/records/webhooks.ts';
import { invalidState, notFound } from '../../reference-server/state/refusal.ts';
import { derivedId } from '../../reference-server/state/values.ts';
import { inEvents, withId } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { asSeen, lookingBefore } from './race-tools.ts';
import { acceptsAnyBody, readingTheFirst } from './request-tools.ts';
import {
  anotherId,
  changing,
  dateTime,
  inAnswers,
  inObjects,
  instead,
  isoTime,
  lowerCase,
  milliseconds,
  onlyAnnounced,
  remove,
  replacing,
  rewrite,
  webhooks,
  withoutCurrency,
} from './tools.ts';

const refusing = (refused: 'approve' | 'reject') =>
  replacing('invoices', {
    review: changing(invoiceRules.review, (outcome, _, { input }) => {
      if (input.action === refused) throw invalidState('Invoices are reviewed elsewhere');
      return outcome;
    }),
  });

const rejected = 'invoice.contractor.rejected';
const paidInvoice: DomainEvent = { eventType: 'invoice.contractor.paid', data: { status: 'paid' } };

const questionMarks = (text: unknown) => String(text).replaceAll(/[^\x20-\x7e]/gu, '?');

export const invoiceFaults = faultsOf('invoice', {
  'invoice-reviewed-without-a-readable-body': {
    title: 'A review of an invoice with an unreadable body succeeds.',
    breaks: ['ERR-002'],
    overrides: acceptsAnyBody('reviewInvoice'),
  },
  'invoice-status-open': {
    title: 'An invoice has the undocumented status open.',
    breaks: ['INVOICE-002'],
    overrides: inAnswers('readInvoice', 'status', instead('pending', 'open')),
  },
  'rejected-invoice-status-rejected': {
    title: 'A rejected invoice has the undocumented status rejected.',
    breaks: ['INVOICE-002'],
    overrides: inAnswers('readInvoice', 'status', instead('cancelled', 'rejected')),
  },
  'invoice-due-date-with-time': {
    title: 'The due date has a time, so a client in the west shows it one day early.',
    breaks: ['INVOICE-003', 'CONV-002'],
    overrides: inAnswers('readInvoice', 'dueDate', dateTime),
  },
  'invoice-without-number': {
    title: 'An invoice has no number.',
    breaks: ['INVOICE-003'],
    overrides: inAnswers('readInvoice', 'invoiceNumber', remove),
  },
  'invoice-address-in-parts': {
    title: 'A printed invoice shows [object Object] for an address.',
    breaks: ['INVOICE-004'],
    overrides: inAnswers('readInvoice', 'from.address', (address) => ({ line1: address })),
  },
  'invoice-quantity-as-text': {
    title: 'A client that adds up quantities concatenates them.',
    breaks: ['INVOICE-005'],
    overrides: inAnswers('readInvoice', 'items.*.quantity', String),
  },
  'only-first-item-with-total': {
    title: 'A printed invoice lacks the totals of all items but the first.',
    breaks: ['INVOICE-005'],
    overrides: inAnswers('readInvoice', 'items', (items) =>
      Array.isArray(items)
        ? items.map((item, index) => (index === 0 ? item : rewrite(item, 'total', remove)))
        : items,
    ),
  },
  'invoice-items-without-category': {
    title: 'The items of an invoice have no category.',
    breaks: ['INVOICE-005'],
    overrides: inAnswers('readInvoice', 'items.*.category', remove),
  },
  'item-rate-as-text': {
    title: 'A client that multiplies with the rate of an item gets the wrong amount.',
    breaks: ['INVOICE-006'],
    overrides: inAnswers('readInvoice', 'items.*.fxRate', String),
  },
  'invoice-subtotal-without-currency': {
    title: 'The subtotal of an invoice has no currency.',
    breaks: ['INVOICE-007', 'CONV-006'],
    overrides: inAnswers('readInvoice', 'subtotal', withoutCurrency),
  },
  'invoice-rates-by-one-currency': {
    title: 'The exchange rates of an invoice name only one currency each.',
    breaks: ['INVOICE-008'],
    overrides: inObjects('readInvoice', 'fxRates', (rates) =>
      Object.fromEntries(Object.entries(rates).map(([pair, rate]) => [pair.slice(4), rate])),
    ),
  },
  'invoice-base-currency-in-lower-case': {
    title: 'The base currency of an invoice is in lower case.',
    breaks: ['INVOICE-008', 'CONV-005'],
    overrides: inAnswers('readInvoice', 'baseCurrency', lowerCase),
  },
  'invoice-purpose-as-list': {
    title: 'A printed invoice shows its purpose in brackets.',
    breaks: ['INVOICE-009'],
    overrides: inAnswers('readInvoice', 'purpose', (purpose) => [purpose]),
  },
  'invoice-source-as-number': {
    title: 'The source of an invoice is a number.',
    breaks: ['INVOICE-009', 'INVOICE-010'],
    overrides: inAnswers('readInvoice', 'source', () => 1),
  },
  'contractor-invoice-source-in-lower-case': {
    title: 'The source of an invoice is in lower case, so a client requests no review.',
    breaks: ['INVOICE-010'],
    overrides: inAnswers('readInvoice', 'source', lowerCase),
  },
  'contractor-invoice-without-source': {
    title: 'A client cannot tell the invoices of contractors from all others.',
    breaks: ['INVOICE-010'],
    overrides: inAnswers('readInvoice', 'source', remove),
  },
  'invoice-creation-in-milliseconds': {
    title: 'The creation time of an invoice is in milliseconds, which reads as the year 58000.',
    breaks: ['INVOICE-011', 'CONV-003'],
    overrides: inAnswers('readInvoice', 'createdTimestamp', milliseconds),
  },
  'invoice-update-as-text': {
    title: 'The update time of an invoice is text instead of a timestamp.',
    breaks: ['INVOICE-011', 'CONV-003'],
    overrides: inAnswers('readInvoice', 'lastUpdatedTimestamp', isoTime),
  },
  'invoice-payment-answered-and-not-recorded': {
    title: 'Recording the payment of an invoice returns paid, but the invoice stays pending.',
    breaks: ['INVOICE-013'],
    subtle: ['half-applied'],
    overrides: {
      ...replacing('invoices', {
        recordPayment: onlyAnnounced(invoiceRules.recordPayment),
      }),
      ...inAnswers('recordInvoicePayment', 'status', () => 'paid'),
    },
  },
  'invoice-not-found-before-its-review': {
    title: 'An invoice cannot be read before it is reviewed.',
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
  'first-invoice-read-for-any': {
    title: 'Reading any invoice returns the first one of the business.',
    breaks: ['INVOICE-014'],
    subtle: ['wrong-id'],
    overrides: readingTheFirst('readInvoice', 'invoices', 'invoiceId'),
  },
  'invoice-approval-refused': {
    title: 'Approving an invoice is rejected.',
    breaks: ['INVOICE-015', 'ERR-007'],
    overrides: refusing('approve'),
  },
  'invoice-rejection-refused': {
    title: 'Rejecting an invoice is not possible.',
    breaks: ['INVOICE-016', 'ERR-007'],
    overrides: refusing('reject'),
  },
  'invoice-rejection-without-reason': {
    title: 'The event of a rejected invoice lacks the reason.',
    breaks: ['INVOICE-021'],
    overrides: inEvents(rejected, 'reason', remove),
  },
  'invoice-rejection-reason-replaced': {
    title: 'The event of a rejected invoice always has the same reason.',
    breaks: ['INVOICE-021'],
    overrides: inEvents(rejected, 'reason', () => 'Rejected by the business'),
  },
  'fee-invoice-announced': {
    title: "The service's own fee invoices are announced as contractor invoices.",
    breaks: ['INVOICE-023'],
    overrides: replacing('invoices', {
      submit(state, command, context) {
        const outcome = invoiceRules.submit(state, command, context);
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
  'salaries-announced-as-invoices': {
    title: 'Each payroll announces a paid contractor invoice that nobody has submitted.',
    breaks: ['INVOICE-023'],
    overrides: webhooks({
      announced: (events) =>
        events.flatMap((event): DomainEvent[] =>
          event.eventType === 'payroll.created' ? [event, paidInvoice] : [event],
        ),
    }),
  },
  'simultaneous-invoice-reviews-both-announced': {
    title: 'Two simultaneous reviews of an invoice are both announced, as approved and as rejected.',
    breaks: ['INVOICE-017', 'HOOK-013'],
    subtle: ['concurrency'],
    overrides: lookingBefore('reviewInvoice', (looks) => ({
      invoices: {
        review: (state, command, context) =>
          invoiceRules.review(asSeen(state, 'invoices', command.invoiceId, looks), command, context),
      },
    })),
  },
  'invoice-read-under-another-id': {
    title: 'Reading an invoice returns another id than the requested one.',
    breaks: ['INVOICE-014'],
    subtle: ['wrong-id'],
    overrides: inAnswers('readInvoice', 'id', anotherId),
  },
  'rejection-reason-in-question-marks': {
    title: 'A rejection reason in another script arrives as question marks.',
    breaks: ['INVOICE-021'],
    subtle: ['non-ascii'],
    overrides: inEvents(rejected, 'reason', questionMarks),
  },
  'submitted-invoice-paid': {
    title: 'A client that pays what is pending never pays an invoice: it is paid as soon as it is submitted.',
    breaks: ['INVOICE-013'],
    overrides: inAnswers('readInvoice', 'status', instead('pending', 'paid')),
  },
  'invoice-approval-announced-for-the-first': {
    title: 'The event of an approved invoice has the id of the first invoice of the business.',
    breaks: ['INVOICE-019', 'HOOK-013'],
    subtle: ['wrong-id'],
    overrides: replacing('invoices', {
      review: changing(invoiceRules.review, ({ state, events }) => ({
        state,
        events: withId(events, 'invoice.contractor.approved', state.invoices[0]?.id ?? ''),
      })),
    }),
  },
  'invoice-returned-with-the-status-of-an-error': {
    title: 'Reading an invoice returns the invoice with the status 404.',
    breaks: ['INVOICE-014', 'ERR-007'],
    overrides: {
      answer: (answer, { id }) =>
        id === 'readInvoice' && answer.status === 200 ? { ...answer, status: 404 } : answer,
    },
  },
});
