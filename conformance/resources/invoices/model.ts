/** The expected state of the invoices of one business. Sections "Invoice" and "Other resources". */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { isSuccess } from '../../http/is-success.ts';
import { idIn, nameIn, pickFrom } from '../../provider/about.ts';
import { past } from '../../provider/calendar.ts';
import {
  judgeResourceEvents,
  listenerOf,
  type ResourceEvents,
  type UnexpectedEvent,
} from '../../provider/expected-events.ts';
import type { Common, Fixture, Surroundings } from '../../provider/fixture.ts';
import type { Alternative, Conclude, Move } from '../../provider/model.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { type Invoice, contractorSource as source } from './actions.ts';

export interface ExpectedInvoice {
  readonly name: string;
  readonly dueDate: string;
  /** Result of its first review; the document does not show that a second one changes it. */
  review: 'none' | 'approved' | 'rejected';
  isPaid: boolean;
  /** Whether its status is unknown, because the target accepted a request whose effect the document does not show. */
  isUnclear: boolean;
}

export interface InvoiceState {
  readonly common: Common;
  readonly invoices: ExpectedInvoice[];
  readonly events: ResourceEvents;
}

export interface InvoiceContext {
  readonly fixture: Fixture;
  readonly personId: string;
  /** By name. */
  readonly ids: Map<string, string>;
  /** Ids of invoices in events that no contractor submitted. */
  readonly others: Set<string>;
}

export type InvoiceMove = Move<InvoiceContext, InvoiceState>;

export const { about: aboutInvoice, sameIn } = pickFrom<InvoiceContext, InvoiceState, ExpectedInvoice>(
  'invoice',
  ({ invoices }) => invoices,
);

/** Whether an invoice is not overdue: the document only shows the effect of a step on such invoices. */
export const isCurrent = ({ dueDate }: ExpectedInvoice, { common }: Readonly<InvoiceState>) =>
  past(dueDate, common.now) === 'no';

/** How events and findings name an invoice. */
export const titleOf = ({ name }: Pick<ExpectedInvoice, 'name'>) => `invoice ${name}`;

export const showInvoices = ({ invoices }: Readonly<InvoiceState>) =>
  invoices
    .map((invoice) => {
      const review = invoice.review === 'none' ? 'submitted' : invoice.review;
      return `${titleOf(invoice)} ${review}${invoice.isPaid ? ', paid' : ''}`;
    })
    .join('; ');

/** The events of invoices, each with the requirement that an uncaused one violates. */
const requirements: Readonly<Record<string, RequirementId>> = {
  'invoice.contractor.submitted': 'INVOICE-018',
  'invoice.contractor.approved': 'INVOICE-019',
  'invoice.contractor.rejected': 'INVOICE-020',
  'invoice.contractor.paid': 'INVOICE-022',
};
const types = Object.keys(requirements);
const otherInvoice = 'an invoice that no contractor has submitted';

interface Observation {
  readonly status: number;
  readonly invoice: Partial<Invoice>;
}

async function read(
  scenario: Scenario,
  { fixture }: InvoiceContext,
  invoiceId: string,
): Promise<Observation> {
  const { status, json } = await scenario.readOne('readInvoice', fixture.tenant.caller, {
    path: { invoiceId },
  });
  return { status, invoice: typeof json === 'object' && json !== null ? (json as Partial<Invoice>) : {} };
}

function judgeInvoice(
  alternative: Alternative,
  invoice: ExpectedInvoice,
  id: string,
  { status, invoice: seen }: Observation,
) {
  const title = titleOf(invoice);
  const isRead = isSuccess(status) && seen.id === id;
  alternative.require(
    'INVOICE-014',
    isRead,
    `${title} under its id`,
    `${status} with ${show(seen)}`,
    'first',
  );
  alternative.require('INVOICE-010', seen.source === source, `${title} from ${source}`, show(seen.source));
  if (invoice.isUnclear) return;
  const is = `${title} with the status ${show(seen.status)}`;
  if (invoice.isPaid)
    alternative.require('INVOICE-013', seen.status === 'paid', `${title} paid`, is, 'at once');
  // An operator may pay an approved invoice.
  else if (invoice.review !== 'approved')
    alternative.require(
      'INVOICE-013',
      seen.status !== 'paid',
      `${title} not paid, because no payment was recorded`,
      is,
    );
}

/** Whether an event announces something that happened to its invoice before. An event that names no invoice may be about any. */
function isRepeated({ type, about }: UnexpectedEvent, { invoices }: InvoiceState): boolean {
  return invoices.some((invoice) => {
    if (about !== undefined && about !== titleOf(invoice)) return false;
    const { review, isPaid } = invoice;
    if (type === 'invoice.contractor.submitted') return true;
    return type === 'invoice.contractor.paid' ? isPaid : type === `invoice.contractor.${review}`;
  });
}

function judgeEvents(
  alternative: Alternative,
  state: InvoiceState,
  { fixture, ids, others }: InvoiceContext,
  observations: ReadonlyMap<string, Observation>,
  surroundings: Surroundings,
): void {
  const listener = listenerOf(fixture, surroundings, {
    types,
    nameOf: (id) => {
      const name = nameIn(ids, id);
      if (name !== undefined) return titleOf({ name });
      return others.has(String(id)) ? otherInvoice : undefined;
    },
    isRepeated: (event) => event.about !== otherInvoice && isRepeated(event, state),
  });
  const paid = state.invoices.filter(
    ({ name, isPaid }) => !isPaid && observations.get(name)?.invoice.status === 'paid',
  );
  const may = paid.map((invoice) => ({ type: 'invoice.contractor.paid', about: titleOf(invoice) }));
  const { came, unexpected } = judgeResourceEvents(alternative, state.events, listener, may);
  for (const { about } of came) alternative.require('INVOICE-023', true, source, about);
  for (const { type, about } of unexpected) {
    const isOther = about === otherInvoice || state.invoices.length === 0;
    const broken = isOther ? 'INVOICE-023' : (requirements[type] ?? 'INVOICE-023');
    const which = isOther ? otherInvoice : (about ?? 'any invoice, of which it could tell');
    alternative.require(broken, false, `no ${type} of ${which}`, type);
  }
}

/** Finds invoices that events are about and that no move created. */
async function findOthers(
  scenario: Scenario,
  context: InvoiceContext,
  { events }: Surroundings,
): Promise<void> {
  for (const { eventType, data } of events) {
    const id = data?.id;
    if (!types.includes(String(eventType)) || typeof id !== 'string') continue;
    if (nameIn(context.ids, id) !== undefined || context.others.has(id)) continue;
    // The payload is not shown, so its id need not be that of an invoice.
    const { status, invoice } = await read(scenario, context, id);
    if (isSuccess(status) && invoice.id === id && invoice.source !== source) context.others.add(id);
  }
}

export async function look(
  scenario: Scenario,
  _: Readonly<InvoiceState>,
  context: InvoiceContext,
  surroundings: Surroundings,
): Promise<Conclude<InvoiceState>> {
  const observations = new Map<string, Observation>();
  for (const [name, id] of context.ids) observations.set(name, await read(scenario, context, id));
  await findOthers(scenario, context, surroundings);
  return (alternative, state) => {
    for (const invoice of state.invoices) {
      const observation = observations.get(invoice.name);
      if (observation !== undefined)
        judgeInvoice(alternative, invoice, idIn(context.ids, invoice), observation);
    }
    judgeEvents(alternative, state, context, observations, surroundings);
  };
}
