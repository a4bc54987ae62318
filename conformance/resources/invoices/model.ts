/** The expected state of the invoices of one business. Sections "Invoice" and "Other resources". */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { responseOf, showsNoneOf, showsOneOf } from '../../engine/expectation.ts';
import { isSuccess } from '../../http/is-success.ts';
import { idIn, nameIn, pickFrom } from '../../provider/about.ts';
import { past } from '../../provider/calendar.ts';
import { readAll } from '../../provider/cursor.ts';
import type { Common, Fixture, Surroundings } from '../../provider/fixture.ts';
import { arrivalsOf, judgeEvents, type Ledger, type Listening } from '../../provider/ledger.ts';
import type { Alternative, Conclude, Move } from '../../provider/model.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { type Invoice, contractorSource as source } from './actions.ts';

export interface ExpectedInvoice {
  readonly name: string;
  readonly dueDate: string;
  /** Result of its first review; the document does not show that a second one changes it. */
  review: 'none' | 'approved' | 'rejected';
  phase: 'pending' | 'paid';
  /** Whether its status is unknown, because the target accepted a request whose effect the document does not show. */
  isUnclear: boolean;
}

export interface InvoiceState {
  readonly common: Common;
  readonly invoices: ExpectedInvoice[];
  readonly events: Ledger;
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

export const showInvoices = ({ invoices }: Readonly<InvoiceState>) =>
  invoices
    .map(
      ({ name, review, phase }) =>
        `${name} ${review === 'none' ? 'submitted' : review}${phase === 'paid' ? ', paid' : ''}`,
    )
    .join('; ');

/** The events of invoices, each with the requirement that an uncaused one violates. */
const uncaused: Readonly<Record<string, RequirementId>> = {
  'invoice.contractor.submitted': 'INVOICE-018',
  'invoice.contractor.approved': 'INVOICE-019',
  'invoice.contractor.rejected': 'INVOICE-020',
  'invoice.contractor.paid': 'INVOICE-022',
};
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
  const { name: title } = invoice;
  const shows = (at: keyof Invoice, word: string) => responseOf('readInvoice', id, showsOneOf([at], word));
  const isRead = isSuccess(status) && seen.id === id;
  alternative.require(
    'INVOICE-014',
    isRead,
    `${title} under its id`,
    `${status} with ${show(seen)}`,
    'first',
    shows('id', id),
  );
  alternative.require(
    'INVOICE-010',
    seen.source === source,
    `${title} from ${source}`,
    show(seen.source),
    'now',
    shows('source', source),
  );
  if (invoice.isUnclear) return;
  const is = `${title} with the status ${show(seen.status)}`;
  if (invoice.phase === 'paid')
    alternative.require(
      'INVOICE-013',
      seen.status === 'paid',
      `${title} paid`,
      is,
      'at once',
      shows('status', 'paid'),
    );
  // An operator may pay an approved invoice.
  else if (invoice.review !== 'approved')
    alternative.require(
      'INVOICE-013',
      seen.status !== 'paid',
      `${title} not paid, because no payment was recorded`,
      is,
      'now',
      responseOf('readInvoice', id, showsNoneOf(['status'], 'paid')),
    );
}

/** The list, once it can show what was paid before the last step. */
async function readList(
  scenario: Scenario,
  { fixture }: InvoiceContext,
  { invoices }: Readonly<InvoiceState>,
): Promise<readonly Partial<Invoice>[]> {
  if (!scenario.has('list-invoices') || !invoices.some(({ phase }) => phase === 'paid')) return [];
  const { items } = await readAll<Invoice>(scenario, 'listInvoices', fixture.tenant.caller);
  return items;
}

function judgeListed(
  alternative: Alternative,
  { name: title, phase }: ExpectedInvoice,
  listed: Partial<Invoice> | undefined,
): void {
  if (phase !== 'paid' || listed === undefined) return;
  const is = `${title} with the status ${show(listed.status)}`;
  alternative.require('INVOICE-013', listed.status === 'paid', `${title} paid in the list`, is, 'in time');
}

function judgeInvoiceEvents(
  alternative: Alternative,
  state: InvoiceState,
  { fixture, ids, others }: InvoiceContext,
  observations: ReadonlyMap<string, Observation>,
  surroundings: Surroundings,
): void {
  const paid = state.invoices.filter(
    ({ name, phase }) => phase !== 'paid' && observations.get(name)?.invoice.status === 'paid',
  );
  const may = paid.map(({ name }) => ({ type: 'invoice.contractor.paid', about: name }));
  const listening: Listening = {
    uncaused,
    nameOf: ({ id }) => nameIn(ids, id) ?? (others.has(String(id)) ? otherInvoice : undefined),
    broken: ({ type, about }) =>
      about === otherInvoice || state.invoices.length === 0 ? 'INVOICE-023' : uncaused[type],
  };
  const came = judgeEvents(alternative, state.events, arrivalsOf(fixture, surroundings), listening, may);
  for (const { expected } of came) alternative.require('INVOICE-023', true, source, expected.about);
}

/** Finds invoices that events are about and that no move created. */
async function findOthers(
  scenario: Scenario,
  context: InvoiceContext,
  { events }: Surroundings,
): Promise<void> {
  for (const { eventType, data } of events) {
    const id = data?.id;
    if (!(String(eventType) in uncaused) || typeof id !== 'string') continue;
    if (nameIn(context.ids, id) !== undefined || context.others.has(id)) continue;
    // The payload is not shown, so its id need not be that of an invoice.
    const { status, invoice } = await read(scenario, context, id);
    if (isSuccess(status) && invoice.id === id && invoice.source !== source) context.others.add(id);
  }
}

export async function look(
  scenario: Scenario,
  before: Readonly<InvoiceState>,
  context: InvoiceContext,
  surroundings: Surroundings,
): Promise<Conclude<InvoiceState>> {
  const observations = new Map<string, Observation>();
  for (const [name, id] of context.ids) observations.set(name, await read(scenario, context, id));
  await findOthers(scenario, context, surroundings);
  const list = await readList(scenario, context, before);
  return (alternative, state) => {
    for (const invoice of state.invoices) {
      const observation = observations.get(invoice.name);
      if (observation === undefined) continue;
      const id = idIn(context.ids, invoice);
      judgeInvoice(alternative, invoice, id, observation);
      judgeListed(
        alternative,
        invoice,
        list.find((each) => each.id === id),
      );
    }
    judgeInvoiceEvents(alternative, state, context, observations, surroundings);
  };
}
