/** What the suite believes of the invoices of one business. Sections "Invoice" and "Other resources". */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { idIn, nameIn, pickFrom } from '../../provider/about.ts';
import { past } from '../../provider/calendar.ts';
import {
  judgeResourceEvents,
  listenerOf,
  type ResourceEvents,
  type UnexpectedEvent,
} from '../../provider/expected-events.ts';
import type { Common, Ground, Surroundings } from '../../provider/fixture.ts';
import type { Move } from '../../provider/machine.ts';
import type { Reading, Settle } from '../../provider/reading.ts';
import { type Scenario, show } from '../../provider/scenario.ts';
import { type Invoice, contractorSource as source } from './actions.ts';

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
  readonly events: ResourceEvents;
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

/** The events of invoices, and what one breaks that nothing has caused. */
const requirements: Readonly<Record<string, RequirementId>> = {
  'invoice.contractor.submitted': 'INVOICE-018',
  'invoice.contractor.approved': 'INVOICE-019',
  'invoice.contractor.rejected': 'INVOICE-020',
  'invoice.contractor.paid': 'INVOICE-022',
};
const types = Object.keys(requirements);
const otherInvoice = 'an invoice that no contractor has submitted';

interface Sight {
  readonly status: number;
  readonly invoice: Partial<Invoice>;
}

async function read(scenario: Scenario, { ground }: InvoiceWorld, invoiceId: string): Promise<Sight> {
  const { status, json } = await scenario.send('readInvoice', ground.tenant.caller, { path: { invoiceId } });
  return { status, invoice: typeof json === 'object' && json !== null ? (json as Partial<Invoice>) : {} };
}

function judgeInvoice(
  reading: Reading,
  invoice: InvoiceBelief,
  id: string,
  { status, invoice: seen }: Sight,
) {
  const title = titleOf(invoice);
  const isRead = status < 300 && seen.id === id;
  reading.mustHold('INVOICE-014', isRead, `${title} under its id`, `${status} with ${show(seen)}`);
  reading.require('INVOICE-010', seen.source === source, `${title} from ${source}`, show(seen.source));
  if (invoice.isUnclear) return;
  const is = `${title} with the status ${show(seen.status)}`;
  if (invoice.isPaid) reading.atOnce('INVOICE-013', seen.status === 'paid', `${title} paid`, is);
  // What is approved may be paid by somebody else.
  else if (invoice.review !== 'approved')
    reading.require(
      'INVOICE-013',
      seen.status !== 'paid',
      `${title} not paid, which nobody has recorded`,
      is,
    );
}

/** Whether an event says what has happened to the invoice before, if it says to which. */
function isRepeated({ type, about }: UnexpectedEvent, { invoices }: InvoiceState): boolean {
  return invoices.some((invoice) => {
    if (about !== undefined && about !== titleOf(invoice)) return false;
    const { review, isPaid } = invoice;
    if (type === 'invoice.contractor.submitted') return true;
    return type === 'invoice.contractor.paid' ? isPaid : type === `invoice.contractor.${review}`;
  });
}

function judgeEvents(
  reading: Reading,
  state: InvoiceState,
  { ground, ids, others }: InvoiceWorld,
  sights: ReadonlyMap<string, Sight>,
  surroundings: Surroundings,
): void {
  const listener = listenerOf(ground, surroundings, {
    types,
    nameOf: (id) => {
      const name = nameIn(ids, id);
      if (name !== undefined) return titleOf({ name });
      return others.has(String(id)) ? otherInvoice : undefined;
    },
    isRepeated: (event) => event.about !== otherInvoice && isRepeated(event, state),
  });
  const paid = state.invoices.filter(
    ({ name, isPaid }) => !isPaid && sights.get(name)?.invoice.status === 'paid',
  );
  const may = paid.map((invoice) => ({ type: 'invoice.contractor.paid', about: titleOf(invoice) }));
  const { came, unexpected } = judgeResourceEvents(reading, state.events, listener, may);
  for (const { about } of came) reading.require('INVOICE-023', true, source, about);
  for (const { type, about } of unexpected) {
    const isOther = about === otherInvoice || state.invoices.length === 0;
    const broken = isOther ? 'INVOICE-023' : (requirements[type] ?? 'INVOICE-023');
    const which = isOther ? otherInvoice : (about ?? 'any invoice, of which it could tell');
    reading.require(broken, false, `no ${type} of ${which}`, type);
  }
}

/** Invoices that events are about and that the moves have not made. */
async function findOthers(scenario: Scenario, world: InvoiceWorld, { events }: Surroundings): Promise<void> {
  for (const { eventType, data } of events) {
    const id = data?.id;
    if (!types.includes(String(eventType)) || typeof id !== 'string') continue;
    if (nameIn(world.ids, id) !== undefined || world.others.has(id)) continue;
    // The payload is not shown: what it calls id need not be that of an invoice.
    const { status, invoice } = await read(scenario, world, id);
    if (status < 300 && invoice.id === id && invoice.source !== source) world.others.add(id);
  }
}

export async function look(
  scenario: Scenario,
  _: Readonly<InvoiceState>,
  world: InvoiceWorld,
  surroundings: Surroundings,
): Promise<Settle<InvoiceState>> {
  const sights = new Map<string, Sight>();
  for (const [name, id] of world.ids) sights.set(name, await read(scenario, world, id));
  await findOthers(scenario, world, surroundings);
  return (reading, state) => {
    for (const invoice of state.invoices) {
      const sight = sights.get(invoice.name);
      if (sight !== undefined) judgeInvoice(reading, invoice, idIn(world.ids, invoice), sight);
    }
    judgeEvents(reading, state, world, sights, surroundings);
  };
}
