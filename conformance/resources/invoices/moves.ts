/** Generates the moves of the invoice model, and the tours that take each transition. */

import fc from 'fast-check';
import { anyOf, ifOffered, type Kind, tours } from '../../engine/tours.ts';
import { idIn } from '../../provider/about.ts';
import { succeeded } from '../../provider/answers.ts';
import { dateAfter, latestStart, past } from '../../provider/calendar.ts';
import type { ExpectedOfResource } from '../../provider/expected-events.ts';
import { nameOf, passTime } from '../../provider/fixture.ts';
import type { Has } from '../../provider/model.ts';
import { together } from '../../provider/model.ts';
import { describe, show } from '../../provider/response.ts';
import type { ToursByTransition } from '../../provider/state-machines.ts';
import { type Review, recordPayment, reviewInvoice, submitInvoice } from './actions.ts';
import { aboutInvoice, type InvoiceMove, isCurrent, sameIn, titleOf } from './model.ts';

/** Records the payment of an invoice; the document does not show whether that is allowed before its review, or twice. */
const pay = (index: number): InvoiceMove =>
  aboutInvoice(index, {
    verb: 'pay',
    needs: ['record-invoice-payment'],
    describe: (invoice) => `record the payment of ${titleOf(invoice)}`,
    act: async (scenario, paid, { common }, { fixture, ids }) => {
      const response = await recordPayment(scenario, fixture.tenant.caller, idIn(ids, paid), common.now);
      return (alternative, state) => {
        if (!succeeded(response)) return;
        const invoice = sameIn(state, paid);
        state.events.expected.push({
          type: 'invoice.contractor.paid',
          about: titleOf(invoice),
          ...(!invoice.isPaid && { sent: 'INVOICE-022' }),
        });
        if (!invoice.isPaid) alternative.took('invoice/pay', invoice.name);
        invoice.isPaid = true;
      };
    },
  });

const reviews = {
  approve: {
    words: 'approved',
    accepted: 'INVOICE-015',
    type: 'invoice.contractor.approved',
    sent: 'INVOICE-019',
  },
  reject: {
    words: 'rejected',
    accepted: 'INVOICE-016',
    type: 'invoice.contractor.rejected',
    sent: 'INVOICE-020',
  },
} as const;

function review(index: number, body: Review & { readonly action: 'approve' | 'reject' }): InvoiceMove {
  const { action, reason } = body;
  const { words, accepted, type, sent } = reviews[action];
  const because = reason === undefined ? '' : `, because ${show(reason)}`;
  return aboutInvoice(index, {
    verb: action,
    needs: ['review-invoice'],
    describe: (invoice) => `${action} ${titleOf(invoice)}${because}`,
    act: async (scenario, reviewed, _, { fixture, ids }) => {
      const response = await reviewInvoice(scenario, fixture.tenant.caller, idIn(ids, reviewed), body);
      const { status } = response;
      const answer = describe(response);
      return (alternative, state) => {
        const invoice = sameIn(state, reviewed);
        const isFirst = invoice.review === 'none';
        const about = titleOf(invoice);
        if (!isFirst) {
          const isRefused = status >= 400 && status < 500;
          alternative.require(
            'INVOICE-017',
            isRefused,
            `a rejection, because ${about} was already reviewed`,
            answer,
          );
        } else if (!invoice.isPaid && isCurrent(invoice, state)) {
          if (status >= 400 && status <= 499) throw scenario.refusal('reviewInvoice', response);
          alternative.require(accepted, succeeded(response), `${about} ${words}`, answer, 'first');
        }
        if (!succeeded(response)) return;
        const expected: ExpectedOfResource = {
          type,
          about,
          ...(isFirst && { sent }),
          ...(reason !== undefined && { shows: { text: reason, requirement: 'INVOICE-021' } }),
        };
        state.events.expected.push(expected);
        if (!isFirst || invoice.isPaid) invoice.isUnclear = true;
        if (!isFirst) return;
        invoice.review = words;
        alternative.took(`invoice/${action}`, invoice.name);
      };
    },
  });
}

const approve = (index: number) => review(index, { action: 'approve' });

/** @param reason that the event must show. */
const reject = (index: number, reason: string) => review(index, { action: 'reject', reason });

const mostInvoices = 3;
const daysToPay = 14;

/** Submits an invoice in the name of the contractor. */
const submit: InvoiceMove = {
  name: 'submit',
  possible: ({ invoices }) => invoices.length < mostInvoices,
  describe: ({ invoices }) => `submit ${titleOf({ name: nameOf(invoices.length) })}`,
  act: async (scenario, { common }, { fixture, personId, ids }) => {
    const name = nameOf(ids.size);
    const dueDate = dateAfter(common.now, daysToPay);
    const number = `INV-2026-${String(ids.size + 1).padStart(4, '0')}`;
    const { caller } = fixture.tenant;
    ids.set(name, await submitInvoice(scenario, caller, personId, { invoiceNumber: number, dueDate }));
    return (_, state) => {
      state.invoices.push({ name, dueDate, review: 'none', isPaid: false, isUnclear: false });
      state.events.expected.push({
        type: 'invoice.contractor.submitted',
        about: titleOf({ name }),
        sent: 'INVOICE-018',
      });
    };
  },
};

const day = 86_400;

/** Lets the due date of an invoice pass. */
const waitPast = (index: number): InvoiceMove =>
  aboutInvoice(index, {
    verb: 'wait past the due date of',
    needs: ['clock'],
    possible: ({ dueDate }, { common }) => past(dueDate, common.now) !== 'yes',
    describe: (invoice) => `advance the clock past the due date of ${titleOf(invoice)}, ${invoice.dueDate}`,
    act: (scenario, { dueDate }, { common }, { fixture }) =>
      passTime(scenario, fixture, latestStart(dueDate) + day - common.now),
  });

const index = fc.nat({ max: 2 });
const reason = fc.constantFrom(
  'Not ordered',
  'The hours do not match the contract',
  'Betrag zu hoch',
  '金額が違います',
  'No "receipt"',
);

const reviewing = fc.oneof(
  index.map(approve),
  fc.tuple(index, reason).map(([at, text]) => reject(at, text)),
);

const acting = [
  { weight: 4, moves: reviewing },
  { weight: 2, moves: index.map(pay) },
];

/** Two moves at the same time. */
function racing(has: Has): fc.Arbitrary<InvoiceMove> | undefined {
  const one = anyOf(...acting)(has);
  return one && fc.tuple(one, one).map(([first, second]) => together(first, second));
}

export const invoiceMoves: readonly Kind<InvoiceMove>[] = [
  { weight: 4, moves: fc.constant(submit) },
  { weight: 1, moves: index.map(waitPast) },
  ...acting,
  { weight: 2, moves: racing },
];

const no = (at: number) => reject(at, 'Not ordered');
const approved = [submit, ...ifOffered(approve(0))];

export const invoiceTours: ToursByTransition<'invoice', InvoiceMove> = {
  'invoice/approve': tours(
    [submit, submit, approve(1), approve(1), no(0)],
    [submit, together(approve(0), no(0))],
    [submit, together(approve(0), approve(0))],
  ),
  'invoice/reject': tours(
    [submit, submit, reject(0, '金額が違います'), approve(0), no(1)],
    [submit, together(no(0), reject(0, 'Betrag zu hoch'))],
  ),
  'invoice/pay': tours(
    [submit, ...approved, pay(0), ...ifOffered(waitPast(0))],
    [...approved, together(pay(0), pay(0))],
    [submit, together(approve(0), pay(0)), pay(0)],
  ),
};
