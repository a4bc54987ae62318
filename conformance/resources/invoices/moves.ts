/** Generates the moves of the invoice model, and the tours that take each transition. */

import fc from 'fast-check';
import { anySuccess, rejection, responseOf } from '../../engine/expectation.ts';
import { anyOf, ifOffered, type Kind, tours } from '../../engine/tours.ts';
import { idIn } from '../../provider/about.ts';
import { succeeded } from '../../provider/answers.ts';
import { dateAfter, latestStart, past } from '../../provider/calendar.ts';
import { nameOf, passTime } from '../../provider/fixture.ts';
import { allow, enter } from '../../provider/ledger.ts';
import { type Has, together } from '../../provider/model.ts';
import { describe, show } from '../../provider/response.ts';
import type { ToursByTransition } from '../../provider/state-machines.ts';
import { type Review, recordPayment, reviewInvoice, submitInvoice } from './actions.ts';
import { aboutInvoice, type InvoiceMove, isCurrent, sameIn } from './model.ts';

/** Records the payment of an invoice; the document does not show whether that is allowed before its review, or twice. */
const pay = (index: number): InvoiceMove =>
  aboutInvoice(index, {
    verb: 'pay',
    needs: ['record-invoice-payment'],
    describe: (invoice) => `record the payment of ${invoice.name}`,
    act: async (scenario, paid, { common }, { fixture, ids }) => {
      const response = await recordPayment(scenario, fixture.tenant.caller, idIn(ids, paid), common.now);
      return (alternative, state) => {
        if (!succeeded(response)) return;
        const invoice = sameIn(state, paid);
        if (invoice.phase === 'paid') allow(state.events, 'invoice/pay', invoice);
        else enter(alternative, state.events, 'invoice/pay', invoice);
      };
    },
  });

const reviews = {
  approve: { words: 'approved', accepted: 'INVOICE-015' },
  reject: { words: 'rejected', accepted: 'INVOICE-016' },
} as const;

function review(index: number, body: Review & { readonly action: 'approve' | 'reject' }): InvoiceMove {
  const { action, reason } = body;
  const { words, accepted } = reviews[action];
  const transition = `invoice/${action}` as const;
  const because = reason === undefined ? '' : `, because ${show(reason)}`;
  return aboutInvoice(index, {
    verb: action,
    needs: ['review-invoice'],
    describe: (invoice) => `${action} ${invoice.name}${because}`,
    act: async (scenario, reviewed, _, { fixture, ids }) => {
      const response = await reviewInvoice(scenario, fixture.tenant.caller, idIn(ids, reviewed), body);
      const { status } = response;
      const answer = describe(response);
      return (alternative, state) => {
        const invoice = sameIn(state, reviewed);
        const { name, phase } = invoice;
        const isFirst = invoice.review === 'none';
        if (!isFirst) {
          const isRefused = status >= 400 && status < 500;
          alternative.require(
            'INVOICE-017',
            isRefused,
            `a rejection, because ${name} was already reviewed`,
            answer,
            'now',
            responseOf('reviewInvoice', idIn(ids, reviewed), rejection),
          );
        } else if (phase === 'pending' && isCurrent(invoice, state)) {
          if (status >= 400 && status <= 499) throw scenario.refusal('reviewInvoice', response);
          alternative.require(
            accepted,
            succeeded(response),
            `${name} ${words}`,
            answer,
            'first',
            responseOf('reviewInvoice', idIn(ids, reviewed), anySuccess),
          );
        }
        if (!succeeded(response)) return;
        const values =
          reason === undefined ? {} : { shows: { text: reason, requirement: 'INVOICE-021' } as const };
        if (!isFirst || phase === 'paid') invoice.isUnclear = true;
        if (isFirst) {
          invoice.review = words;
          enter(alternative, state.events, transition, invoice, values);
        } else allow(state.events, transition, invoice, values);
      };
    },
  });
}

const approve = (index: number) => review(index, { action: 'approve' });

/** @param reason that the event must show. */
const reject = (index: number, reason: string) => review(index, { action: 'reject', reason });

const mostInvoices = 3;
const nameOfInvoice = (index: number) => `invoice ${nameOf(index)}`;
const daysToPay = 14;

/** Submits an invoice in the name of the contractor. */
const submit: InvoiceMove = {
  name: 'submit',
  possible: ({ invoices }) => invoices.length < mostInvoices,
  describe: ({ invoices }) => `submit ${nameOfInvoice(invoices.length)}`,
  act: async (scenario, { common }, { fixture, personId, ids }) => {
    const name = nameOfInvoice(ids.size);
    const dueDate = dateAfter(common.now, daysToPay);
    const number = `INV-2026-${String(ids.size + 1).padStart(4, '0')}`;
    const { caller } = fixture.tenant;
    ids.set(name, await submitInvoice(scenario, caller, personId, { invoiceNumber: number, dueDate }));
    return (_, state) => {
      state.invoices.push({ name, dueDate, review: 'none', phase: 'pending', isUnclear: false });
      const type = 'invoice.contractor.submitted';
      state.events.expected.push({ type, about: name, sent: 'INVOICE-018' });
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
    describe: (invoice) => `advance the clock past the due date of ${invoice.name}, ${invoice.dueDate}`,
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
