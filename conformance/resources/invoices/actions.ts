/** Requests about invoices that checks share. */
import type { components } from '../../../openapi/generated/types.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import type { Caller } from '../../http/message.ts';
import { idOf } from '../../provider/answers.ts';
import { dateAfter } from '../../provider/calendar.ts';
import type { ApiResponse } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { invoiceInput } from '../../provider/valid-requests.ts';

type Schemas = components['schemas'];

/** The source of an invoice that a contractor submitted. */
export const contractorSource = 'CONTRACTOR_SUBMITTED';

export type Invoice = Schemas['Invoice'];
export type InvoiceInput = Schemas['InvoiceInput'];
export type Review = Schemas['InvoiceReview'];

/** Submits an invoice in the name of a contractor. */
export async function submitInvoice(
  scenario: Scenario,
  caller: Caller,
  personId: string,
  details: Omit<InvoiceInput, 'personId'> = {},
): Promise<string> {
  const body = { ...invoiceInput(scenario.data), ...details, personId };
  return idOf(await scenario.succeed('submitContractorInvoice', caller, { body }), 'submitContractorInvoice');
}

async function readInvoice(scenario: Scenario, caller: Caller, invoiceId: string): Promise<Invoice> {
  const { json } = await scenario.succeed('readInvoice', caller, { path: { invoiceId } });
  return (json ?? {}) as Invoice;
}

export function reviewInvoice(
  scenario: Scenario,
  caller: Caller,
  invoiceId: string,
  review: Review,
): Promise<ApiResponse> {
  return scenario.send('reviewInvoice', caller, { path: { invoiceId }, body: review });
}

/** Records a payment of a whole invoice, which a target may reject. */
export async function recordPayment(
  scenario: Scenario,
  caller: Caller,
  invoiceId: string,
  now: number,
): Promise<ApiResponse> {
  const { total } = await readInvoice(scenario, caller, invoiceId);
  if (total === undefined) throw new CaseEnded('The invoice shows no total.');
  return scenario.send('recordInvoicePayment', caller, {
    path: { invoiceId },
    body: { amount: total, date: dateAfter(now, 0), reference: 'bank-transfer-7781' },
  });
}
