/**
 * The guarantees of the generated types: for a request, a response, an error and an event each, and that a misspelt field
 * or event name does not compile. tsc is the test; nothing here runs.
 */
import type { WebhookEvent, WebhookEventOf } from './event-types.ts';
import type { components, operations } from './generated/types.ts';

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type Request<Id extends keyof operations> = operations[Id] extends { requestBody: infer Body }
  ? Json<Body>
  : never;
type Answer<Id extends keyof operations> = operations[Id] extends { responses: { '2XX': infer Body } }
  ? Json<Body>
  : never;
type Refusal<Id extends keyof operations, Status extends number> = operations[Id] extends {
  responses: Record<Status, infer Body>;
}
  ? Json<Body>
  : never;

/** Reads the values that the type guarantees. */
declare function reads<Have>(read: (have: Have) => unknown): void;

const money = { amount: 250000, currency: 'USD' };

// Contracts and templates
({ templateId: 't', personId: 'p', suppressNotification: true }) satisfies Request<'createContract'>;
// @ts-expect-error: a misspelt field
({ templateID: 't' }) satisfies Request<'createContract'>;
reads<Answer<'createContract'>>(({ signatures }) =>
  signatures?.map(({ order, signedAt }) => [order, signedAt]),
);
// @ts-expect-error: a field that a contract does not have
reads<Answer<'createContract'>>(({ signature }) => signature);
reads<Refusal<'createContract', 400>>(({ code, message, params }) => [code, message, params?.templateId]);
reads<WebhookEventOf<'contract.signed'>>(({ data }) => data);
// @ts-expect-error: a misspelt event
reads<WebhookEventOf<'contract.singed'>>(({ data }) => data);

// Businesses and platform
({
  businessName: 'Marina Logistics Limited',
  adminPhoneNumber: { countryCode: '+234' },
}) satisfies Request<'createBusiness'>;
// @ts-expect-error: a misspelt field
({ bussinessName: 'Marina Logistics Limited' }) satisfies Request<'createBusiness'>;
reads<Answer<'createBusiness'>>(({ businessId, tenantKey }) => [businessId, tenantKey]);
reads<Refusal<'createBusiness', 403>>(({ code }) => code);
reads<WebhookEventOf<'business.kyb.completed'>>(({ data }) => data);
// @ts-expect-error: a misspelt event
reads<WebhookEventOf<'business.kyb.complete'>>(({ data }) => data);

// Persons and users
({ jobInfo: { startDate: '2026-02-02', title: 'Designer' } }) satisfies Request<'updateJobInfo'>;
// @ts-expect-error: under exactOptionalPropertyTypes a field is there or it is not
({ jobInfo: undefined }) satisfies Request<'updateJobInfo'>;
reads<Answer<'listUsers'>>(({ data, meta }) => [data[0]?.status, meta.itemCount]);
// @ts-expect-error: the page shape has no cursors
reads<Answer<'listUsers'>>(({ node }) => node);
reads<Refusal<'readPerson', 404>>(({ code }) => code);
reads<WebhookEventOf<'person.offboarding.scheduled'>>(({ data }) => data);
// @ts-expect-error: a misspelt event
reads<WebhookEventOf<'person.offboarding.schedule'>>(({ data }) => data);

// KYC and KYB
({
  dob: '1991-05-04',
  idDetails: { type: 'passport', number: 'auto-approve' },
}) satisfies Request<'submitKyc'>;
// @ts-expect-error: a misspelt field
({ dateOfBirth: '1991-05-04' }) satisfies Request<'submitKyc'>;
({ action: 'approve', type: 'identity' }) satisfies Request<'reviewKyc'>;
// @ts-expect-error: the document lists the actions
({ action: 'aprove', type: 'identity' }) satisfies Request<'reviewKyc'>;
reads<operations['reviewKyc']['responses'][204]>(({ content }) => content satisfies undefined);
reads<Answer<'readKyc'>>((record) => record.identity);
reads<Refusal<'submitKyc', 404>>(({ message }) => message);
reads<WebhookEventOf<'user.kyc.expiry'>>(({ data }) => data);
// @ts-expect-error: a misspelt event
reads<WebhookEventOf<'user.kyc.expired'>>(({ data }) => data);

// Payrolls
({ payrollDate: '2026-03-31', entries: [{ personId: 'p', salary: money }] }) satisfies Request<'savePayroll'>;
// @ts-expect-error: a misspelt field
({ payrolldate: '2026-03-31' }) satisfies Request<'savePayroll'>;
reads<Answer<'listPayrolls'>>(({ data }) => data.map(({ status, debit }) => [status, debit.amount]));
reads<Refusal<'savePayroll', 400>>(({ params }) => params?.payrollDate);
reads<WebhookEventOf<'payroll.status.updated'>>(({ data }) => data.status);
// @ts-expect-error: the document announces no such status
reads<WebhookEventOf<'payroll.status.updated'>>(({ data }) => data.status === 'awaiting-funds');

// Money: beneficiaries, payouts, disbursements
({ name: 'Mateo Rojas', paymentDetails: { preferredMethod: 'bank' } }) satisfies Request<'createBeneficiary'>;
// @ts-expect-error: a misspelt field
({ name: 'Mateo Rojas', paymentDetail: {} }) satisfies Request<'createBeneficiary'>;
reads<Answer<'listPayouts'>>(({ data, node }) => [data[0]?.fxRate, node.next]);
// @ts-expect-error: the cursor shape has no pages
reads<Answer<'listPayouts'>>(({ meta }) => meta);
reads<Refusal<'createBeneficiary', 400>>(({ code }) => code);
reads<WebhookEventOf<'transaction.failed'>>(({ data }) => data);
// @ts-expect-error: a misspelt event
reads<WebhookEventOf<'transaction.fail'>>(({ data }) => data);

// Invoices, reimbursements, tax
reads<Answer<'readInvoice'>>(({ items, fxRates }) => [items?.[0]?.total, fxRates]);
// @ts-expect-error: a misspelt field
reads<Answer<'readInvoice'>>(({ invoiceNo }) => invoiceNo);
({ personId: 'p' }) satisfies Request<'calculateTax'>;
reads<Refusal<'reviewInvoice', 404>>(({ code }) => code);
reads<WebhookEventOf<'reimbursement.paid'>>(({ data }) => data.amount);
// @ts-expect-error: a misspelt event
reads<WebhookEventOf<'reimbursement.payed'>>(({ data }) => data);

// Authentication
({ jwt: 'eyJ' }) satisfies Request<'exchangeJwt'>;
// @ts-expect-error: a misspelt field
({ token: 'eyJ' }) satisfies Request<'exchangeJwt'>;
reads<Answer<'exchangeJwt'>>(({ redirectToken }) => redirectToken);
reads<Refusal<'exchangeJwt', 401>>(({ code }) => code);
reads<WebhookEventOf<'user.created'>>(({ data }) => data);

// Wallets, accounts, filings, transactions
({ value: money, description: 'Test funds' }) satisfies Request<'createBusinessDeposit'>;
// @ts-expect-error: money has a currency
({ value: { amount: 1 } }) satisfies Request<'createBusinessDeposit'>;
reads<Answer<'listExternalAccounts'>>(({ data }) => data);
reads<Refusal<'readFiling', 404>>(({ code }) => code);
reads<WebhookEventOf<'external-account.restriction_lifted'>>(({ data }) => data);
// @ts-expect-error: a misspelt event
reads<WebhookEventOf<'external-account.restriction-lifted'>>(({ data }) => data);

// Every event: its name tells what it carries
reads<WebhookEvent>((event) =>
  event.eventType === 'payroll.created' ? event.data.workerType : event.timestamp,
);
// @ts-expect-error: no event has this name
reads<WebhookEvent>((event) => event.eventType === 'payroll.createed');

// A field of which the document shows only some values: they are known, and every other string is allowed
type IdType = Required<components['schemas']['BeneficiaryKyc']>['idType'];
type Exactly<Have, Want> =
  (<T>() => T extends Have ? 1 : 2) extends <T>() => T extends Want ? 1 : 2 ? true : false;
'DRIVING_LICENCE' satisfies IdType;
false satisfies Exactly<IdType, string>;
true satisfies Exactly<IdType, 'PASSPORT' | (string & {})>;
