import { succeeded } from '../../../actions/answers.ts';
import { type Review, reviewInvoice } from '../../../actions/invoices.ts';
import { show } from '../../../provider/scenario.ts';
import { idIn } from '../../about.ts';
import type { ExpectedAbout } from '../../hearing-about.ts';
import { aboutInvoice, type InvoiceMove, isCurrent, sameIn, titleOf } from '../model.ts';

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
    describe: (invoice) => `${action} ${titleOf(invoice)}${because}`,
    act: async (scenario, reviewed, _, { ground, ids }) => {
      const response = await reviewInvoice(scenario, ground.tenant.caller, idIn(ids, reviewed), body);
      const { status } = response;
      const answer = `${status} with ${show(response.json ?? response.text)}`;
      return (reading, state) => {
        const invoice = sameIn(state, reviewed);
        const isFirst = invoice.review === 'none';
        const about = titleOf(invoice);
        if (!isFirst) {
          const isRefused = status >= 400 && status < 500;
          reading.require('INVOICE-017', isRefused, `a refusal, because ${about} was reviewed`, answer);
        } else if (!invoice.isPaid && isCurrent(invoice, state)) {
          reading.mustHold(accepted, succeeded(response), `${about} to be ${words}`, answer);
        }
        if (!succeeded(response)) return;
        const expected: ExpectedAbout = {
          type,
          about,
          ...(isFirst && { sent }),
          ...(reason !== undefined && { shows: { fields: { reason }, requirement: 'INVOICE-021' } }),
        };
        state.hearing.expected.push(expected);
        if (!isFirst || invoice.isPaid) invoice.isUnclear = true;
        if (!isFirst) return;
        invoice.review = words;
        reading.took(`invoice/${action}`, invoice.name);
      };
    },
  });
}

export const approve = (index: number) => review(index, { action: 'approve' });

/** @param reason what the event has to show. */
export const reject = (index: number, reason: string) => review(index, { action: 'reject', reason });
