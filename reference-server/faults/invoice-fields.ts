import type { Fault } from './fault.ts';
import { asObject, type FieldFault, fieldFaults, isoTime, lowerCase, milliseconds } from './field-faults.ts';
import { remove, rewrite } from './tools.ts';

/** Deviations of one field of an invoice as it is read. */
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

export const invoiceFieldFaults: readonly Fault[] = fieldFaults('invoice', 'readInvoice', '', fields);
