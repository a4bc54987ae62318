import { derivedId } from '../derived-id.ts';
import { invalidState, notFound } from '../refusal.ts';
import { invoiceRules } from '../resources/invoices/rules.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { asObject, type FieldFault, fieldFaults, isoTime, lowerCase, milliseconds } from './field-faults.ts';
import { inAnswers, inEnvelopes, remove, rewrite } from './tools.ts';

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

const fields: readonly FieldFault[] = [
  [
    'invoice-status-open',
    'A client that knows four states of an invoice sees a fifth.',
    ['INVOICE-002'],
    'status',
    (status) => (status === 'pending' ? 'open' : status),
  ],
  [
    'rejected-invoice-status-rejected',
    'A client that knows four states of an invoice stumbles over one that was turned down.',
    ['INVOICE-002'],
    'status',
    (status) => (status === 'cancelled' ? 'rejected' : status),
  ],
  [
    'invoice-due-date-with-time',
    'A client in the west shows the due date one day early.',
    ['INVOICE-003', 'CONV-002'],
    'dueDate',
    (date) => `${date}T00:00:00.000Z`,
  ],
  [
    'invoice-without-number',
    'A payment cannot name the invoice that it is for.',
    ['INVOICE-003'],
    'invoiceNumber',
    remove,
  ],
  [
    'invoice-address-in-parts',
    'A printed invoice shows [object Object] for an address.',
    ['INVOICE-004'],
    'from.address',
    (address) => ({ line1: address }),
  ],
  [
    'invoice-payer-address-null',
    'A client that mails an invoice to its payer finds null for an address.',
    ['INVOICE-004'],
    'billTo.email',
    () => null,
  ],
  [
    'invoice-quantity-as-text',
    'A client that adds up quantities concatenates them.',
    ['INVOICE-005'],
    'items.*.quantity',
    String,
  ],
  [
    'only-first-item-with-total',
    'A printed invoice lacks the totals of all items but the first.',
    ['INVOICE-005'],
    'items',
    (items) =>
      Array.isArray(items)
        ? items.map((item, index) => (index === 0 ? item : rewrite(item, 'total', remove)))
        : items,
  ],
  [
    'invoice-items-without-category',
    'Nobody can tell the fees from the work on an invoice.',
    ['INVOICE-005'],
    'items.*.category',
    remove,
  ],
  [
    'unconverted-item-with-null-amount',
    'A client that reads the original amount of an item crashes where nothing was converted.',
    ['INVOICE-006', 'CONV-006'],
    'items.*',
    asObject((item) => ({ originalAmount: null, ...item })),
  ],
  [
    'item-rate-as-text',
    'A client that multiplies with the rate of an item gets the wrong amount.',
    ['INVOICE-006'],
    'items.*.fxRate',
    String,
  ],
  [
    'invoice-subtotal-without-currency',
    'Nobody knows what the subtotal of an invoice is counted in.',
    ['INVOICE-007', 'CONV-006'],
    'subtotal',
    asObject(({ amount }) => amount),
  ],
  [
    'invoice-rates-by-one-currency',
    'Nobody knows from which currency the rates of an invoice convert.',
    ['INVOICE-008'],
    'fxRates',
    asObject((rates) =>
      Object.fromEntries(Object.entries(rates).map(([pair, rate]) => [pair.slice(4), rate])),
    ),
  ],
  [
    'invoice-base-currency-in-lower-case',
    'A client that looks up USD does not find the currency of an invoice.',
    ['INVOICE-008', 'CONV-005'],
    'baseCurrency',
    lowerCase,
  ],
  [
    'invoice-purpose-as-list',
    'A printed invoice shows its purpose in brackets.',
    ['INVOICE-009'],
    'purpose',
    (purpose) => [purpose],
  ],
  [
    'invoice-source-as-number',
    'A client that reads where an invoice comes from reads 1.',
    ['INVOICE-009', 'INVOICE-010'],
    'source',
    () => 1,
  ],
  [
    'contractor-invoice-source-in-lower-case',
    'A client that looks for CONTRACTOR_SUBMITTED asks for no review.',
    ['INVOICE-010'],
    'source',
    lowerCase,
  ],
  [
    'contractor-invoice-without-source',
    'A client cannot tell the invoices of contractors from all others.',
    ['INVOICE-010'],
    'source',
    remove,
  ],
  [
    'invoice-creation-in-milliseconds',
    'An invoice of today was made in the year 58000.',
    ['INVOICE-011', 'CONV-003'],
    'createdTimestamp',
    milliseconds,
  ],
  [
    'invoice-update-as-text',
    'A client that reads seconds gets a date in words.',
    ['INVOICE-011', 'CONV-003'],
    'lastUpdatedTimestamp',
    isoTime,
  ],
];

export const invoiceFaults: readonly Fault[] = [
  ...fieldFaults('invoice', 'readInvoice', '', fields),
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
];
