/** What the suite believes of the invoices of one business. Sections "Invoice" and "Other resources". */
import type { Move } from '../../provider/machine.ts';
import { pickFrom } from '../about.ts';
import { past } from '../calendar.ts';
import type { Common, Ground } from '../ground.ts';
import type { HearingAbout } from '../hearing-about.ts';

export interface InvoiceBelief {
  readonly name: string;
  readonly dueDate: string;
  /** How its first review ended; a second one is not shown to change it. */
  review: 'none' | 'approved' | 'rejected';
  isPaid: boolean;
  /** Whether its status is anybody's guess: something was accepted whose effect is not shown. */
  isUnclear: boolean;
}

export interface InvoiceState {
  readonly common: Common;
  readonly invoices: InvoiceBelief[];
  readonly hearing: HearingAbout;
}

export interface InvoiceWorld {
  readonly ground: Ground;
  readonly personId: string;
  /** By name. */
  readonly ids: Map<string, string>;
  /** Ids of invoices that events were about and that no contractor has submitted. */
  readonly others: Set<string>;
}

export type InvoiceMove = Move<InvoiceWorld, InvoiceState>;

export const { about: aboutInvoice, sameIn } = pickFrom<InvoiceWorld, InvoiceState, InvoiceBelief>(
  'invoice',
  ({ invoices }) => invoices,
);

/** What a step has to do is only shown for an invoice that is not overdue. */
export const isCurrent = ({ dueDate }: InvoiceBelief, { common }: Readonly<InvoiceState>) =>
  past(dueDate, common.now) === 'no';

/** How events and findings name an invoice. */
export const titleOf = ({ name }: Pick<InvoiceBelief, 'name'>) => `invoice ${name}`;

export const showInvoices = ({ invoices }: Readonly<InvoiceState>) =>
  invoices
    .map((invoice) => {
      const review = invoice.review === 'none' ? 'submitted' : invoice.review;
      return `${titleOf(invoice)} ${review}${invoice.isPaid ? ', paid' : ''}`;
    })
    .join('; ');
