/** Generates the moves of the invoice model, and names the ways to each transition. */
import fc from 'fast-check';
import type { CasePlan } from '../../provider/check.ts';
import { together } from '../../provider/machine.ts';
import { needing, type Ways } from '../ways.ts';
import { pay } from './commands/pay.ts';
import { approve, reject } from './commands/review.ts';
import { submit } from './commands/submit.ts';
import { waitPast } from './commands/wait.ts';
import type { InvoiceMove } from './model.ts';

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

export function invoiceMoves(has: CasePlan['has']): fc.Arbitrary<InvoiceMove> {
  const acting = [
    ...(has('review-invoice') ? [{ weight: 4, arbitrary: reviewing }] : []),
    ...(has('record-invoice-payment') ? [{ weight: 2, arbitrary: index.map(pay) }] : []),
  ];
  const submitting = { weight: 4, arbitrary: fc.constant(submit) };
  const waiting = { weight: 1, arbitrary: index.map(waitPast) };
  const one = fc.oneof(...acting, ...(acting.length === 0 ? [submitting] : []));
  const racing = fc.tuple(one, one).map(([first, second]) => together(first, second));
  return fc.oneof(
    submitting,
    ...(has('clock') ? [waiting] : []),
    ...acting,
    ...(acting.length === 0 ? [] : [{ weight: 2, arbitrary: racing }]),
  );
}

export function invoiceWays(has: CasePlan['has']): Ways<'invoice', InvoiceMove> {
  const reviews = has('review-invoice');
  const pays = has('record-invoice-payment');
  const no = (at: number) => reject(at, 'Not ordered');
  const approved = reviews ? [submit, approve(0)] : [submit];
  return {
    'invoice/approve': needing(reviews, 'review-invoice', {
      tours: [
        [submit, submit, approve(1), approve(1), no(0)],
        [submit, together(approve(0), no(0))],
        [submit, together(approve(0), approve(0))],
      ],
    }),
    'invoice/reject': needing(reviews, 'review-invoice', {
      tours: [
        [submit, submit, reject(0, '金額が違います'), approve(0), no(1)],
        [submit, together(no(0), reject(0, 'Betrag zu hoch'))],
      ],
    }),
    'invoice/pay': needing(pays, 'record-invoice-payment', {
      tours: [
        [submit, ...approved, pay(0), ...(has('clock') ? [waitPast(0)] : [])],
        [...approved, together(pay(0), pay(0))],
        ...(reviews ? [[submit, together(approve(0), pay(0)), pay(0)]] : []),
      ],
    }),
  };
}
