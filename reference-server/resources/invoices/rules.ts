/** Invoices of contractors (sections "Invoice" and "Invoices, reimbursements, tax"), as pure functions. */

import { type BusinessState, findRecord, type Outcome, withRecord } from '../../state/business-state.ts';
import { dateAt, daysAfter, endOf } from '../../state/dates.ts';
import { cursorPageOf } from '../../state/pages.ts';
import type { BusinessRecord } from '../../state/records/businesses.ts';
import type { InvoiceRecord } from '../../state/records/payrolls.ts';
import { invalidBody, invalidState } from '../../state/refusal.ts';
import { type Asks, nextOf, type RuleContext } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';
import { defined } from '../../state/values.ts';
import { nameOf } from '../persons/representation.ts';
import { amountsOf } from './amounts.ts';

type Invoice = Schemas['Invoice'];

export type SubmitInvoice = Asks<'invoiceId', Schemas['InvoiceInput']>;
export type ReviewInvoice = Asks<'invoiceId', Schemas['InvoiceReview']>;
export type RecordPayment = Asks<'invoiceId', Schemas['InvoicePaymentInput']>;
export interface InvoiceQuery {
  readonly status?: Invoice['status'];
  readonly cursor?: string;
  readonly limit?: number;
}

/** Time for payment of an invoice that does not say when it is due. */
const defaultDaysToPay = 14;

function factsOf({ personId, invoice }: InvoiceRecord) {
  const { id, invoiceNumber, status, source, total } = invoice;
  return { id, invoiceNumber, personId, status, ...(source !== undefined && { source }), total };
}

/** A record in its next state. */
function changed(
  record: InvoiceRecord,
  status: Invoice['status'],
  now: number,
  rest: Pick<InvoiceRecord, 'review' | 'payment'> = {},
): InvoiceRecord {
  return { ...record, ...rest, invoice: { ...record.invoice, status, lastUpdatedTimestamp: now } };
}

const isOpen = ({ invoice: { status } }: InvoiceRecord) => status === 'pending' || status === 'overdue';

/** @throws Refusal `invalid_request_body` that names each offending field. */
function invoiceOf(state: BusinessState, { invoiceId, input }: SubmitInvoice, now: number): InvoiceRecord {
  const params: Record<string, string> = {};
  const { personId, items = [], date = dateAt(now), purpose, notes } = input;
  const dueDate = input.dueDate ?? daysAfter(date, defaultDaysToPay);
  const person = state.persons.find(({ id }) => id === personId)?.person;
  if (personId === undefined) params.personId = 'is missing';
  else if (person?.type !== 'CONTRACTOR') params.personId = 'must name a contractor of this business';
  if (dueDate < date) params.dueDate = 'must not be before date';
  if (items.length === 0) params.items = 'must hold at least one item';
  const currency = input.baseCurrency ?? items[0]?.amount?.currency ?? '';
  const amounts = amountsOf(items, { currency, personId: personId ?? '' }, params);
  // Tested once more for the compiler, which does not connect them with params.
  if (Object.keys(params).length > 0 || !personId || !person || !amounts) throw invalidBody(params);

  const { total, ...priced } = amounts;
  const invoice: Invoice = {
    id: invoiceId,
    status: 'pending',
    invoiceNumber: input.invoiceNumber || `INV-${String(state.invoices.length + 1).padStart(4, '0')}`,
    date,
    dueDate,
    from: senderOf(person),
    billTo: payerOf(state.business),
    ...priced,
    subtotal: total,
    total,
    baseCurrency: currency,
    ...defined({ purpose, notes }),
    source: 'CONTRACTOR_SUBMITTED',
    createdTimestamp: now,
    lastUpdatedTimestamp: now,
  };
  return { id: invoiceId, businessId: state.business.id, personId, invoice };
}

// The sender and the payer of an invoice, as they were when it was submitted.

type Party = Schemas['InvoiceParty'];

/** An address as the single string that an invoice shows. */
function lineOf({ line1, line2, city, postalCode, state, countryCode }: Schemas['Address']): string {
  return [line1, line2, city, postalCode, state, countryCode].filter(Boolean).join(', ');
}

/** The contractor, by the name of their own business where they have one. */
function senderOf(person: Schemas['Person']): Party {
  const { businessName, address, email, phoneNumber } = person;
  return {
    name: businessName || nameOf(person),
    address: lineOf(address ?? {}),
    email: email ?? '',
    ...(phoneNumber !== undefined && { phoneNumber }),
  };
}

/** The business as it was created; of one that is there from the start nothing but the tenant key is known. */
function payerOf({ tenantKey, details = {} }: BusinessRecord): Party {
  const { businessName, address, adminEmail, adminPhoneNumber } = details;
  return {
    name: businessName || tenantKey,
    address: lineOf(address ?? {}),
    email: adminEmail ?? '',
    ...(adminPhoneNumber !== undefined && { phoneNumber: adminPhoneNumber }),
  };
}

export const invoiceRules = {
  /** @throws Refusal `invalid_request_body` when it names no contractor, or its items cannot be priced. */
  submit(state: BusinessState, command: SubmitInvoice, { now }: RuleContext): Outcome {
    const record = invoiceOf(state, command, now);
    return {
      state: { ...state, invoices: [...state.invoices, record] },
      events: [{ eventType: 'invoice.contractor.submitted', data: factsOf(record) }],
    };
  },

  /**
   * Approves or rejects an invoice, once. The document does not show the status that follows: here an approved one
   * waits for its payment, a rejected one is cancelled.
   *
   * @throws Refusal `invalid_request_body` without an action, or without the reason of a rejection; `invalid_state`
   * when it was reviewed before.
   */
  review(state: BusinessState, { invoiceId, input }: ReviewInvoice, { now }: RuleContext): Outcome {
    const record = findRecord(state.invoices, invoiceId);
    const { action, reason } = input;
    if (action === undefined) throw invalidBody({ action: 'is missing' });
    if (action === 'reject' && !reason) throw invalidBody({ reason: 'is missing' });
    if (!isOpen(record) || record.review !== undefined)
      throw invalidState('Only an invoice that was not reviewed yet can be reviewed');
    if (action === 'approve') {
      const approved = changed(record, record.invoice.status, now, { review: 'approved' });
      return {
        state: withRecord(state, 'invoices', approved),
        events: [{ eventType: 'invoice.contractor.approved', data: factsOf(approved) }],
      };
    }
    const rejected = changed(record, 'cancelled', now, { review: 'rejected' });
    return {
      state: withRecord(state, 'invoices', rejected),
      events: [
        { eventType: 'invoice.contractor.rejected', data: { ...factsOf(rejected), reason: reason ?? '' } },
      ],
    };
  },

  /**
   * Records a payment that was made elsewhere: no money of a wallet moves.
   *
   * @throws Refusal `invalid_request_body` when the amount is not the total, `invalid_state` unless the invoice is
   * approved and not paid.
   */
  recordPayment(state: BusinessState, { invoiceId, input }: RecordPayment, { now }: RuleContext): Outcome {
    const record = findRecord(state.invoices, invoiceId);
    const { total } = record.invoice;
    const { amount = total, date, reference } = input;
    if (amount.amount !== total.amount || amount.currency !== total.currency)
      throw invalidBody({ amount: 'must be the total of the invoice' });
    if (!isOpen(record) || record.review !== 'approved')
      throw invalidState('A payment can be recorded once, for an invoice that is approved');
    const payment = {
      amount: total,
      ...defined({ date, reference }),
    };
    const paid = changed(record, 'paid', now, { payment });
    return {
      state: withRecord(state, 'invoices', paid),
      events: [{ eventType: 'invoice.contractor.paid', data: factsOf(paid) }],
    };
  },

  /** One page of the invoices, oldest first. */
  page({ invoices }: BusinessState, { status, ...query }: InvoiceQuery): Schemas['InvoiceList'] {
    const all = invoices.map(({ invoice }) => invoice);
    return cursorPageOf(all, query, (invoice) => status === undefined || invoice.status === status);
  },

  /** A pending invoice is overdue when the day on which it is due has ended. No event announces it. */
  progress(before: BusinessState, { now }: RuleContext): Outcome {
    const late = before.invoices.filter(
      ({ invoice: { status, dueDate } }) => status === 'pending' && endOf(dueDate) <= now,
    );
    const state = late.reduce(
      (after, record) => withRecord(after, 'invoices', changed(record, 'overdue', now)),
      before,
    );
    return { state, events: [] };
  },

  nextProgressAt({ invoices }: BusinessState, { now }: RuleContext): number | undefined {
    const pending = invoices.filter(({ invoice: { status } }) => status === 'pending');
    return nextOf(
      pending.map(({ invoice: { dueDate } }) => endOf(dueDate)),
      now,
    );
  },
};
