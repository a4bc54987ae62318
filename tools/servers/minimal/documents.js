// Contracts and templates, invoices, reimbursements.
import { randomUUID } from 'node:crypto';
import {
  boolean,
  check,
  date,
  forbidden,
  integer,
  invalid,
  money,
  oneOf,
  string,
  uuid,
  wrongState,
} from './check.js';
import { DAY, now, nowMs, today } from './clock.js';
import { debit } from './money.js';
import { basicView } from './people.js';
import { route } from './router.js';
import { add, businessOf, db, find, list } from './state.js';
import { emit } from './webhooks.js';

const fullName = ({ firstName = '', lastName = '' }) => `${firstName} ${lastName}`.trim();

// --- contracts ---
route('GET /v1/contract-templates', ({ business }) => ({
  data: list('templates', business).map(({ id, name, templateString, templateVariables, created }) => ({
    id,
    createdTimestamp: created,
    lastUpdatedTimestamp: created,
    personType: 'employee',
    type: 'regular',
    country: 'US',
    name,
    templateString,
    tenantKey: business.tenantKey,
    templateVariables,
  })),
}));
const contractView = ({ id, name, personId, templateId, status, signatures }) => ({
  id,
  name,
  personId,
  templateId,
  status,
  signatures,
});
route('POST /v1/contracts', ({ business, body }) => {
  const {
    templateId = null,
    personId = null,
    sender = {},
  } = check(body, {
    templateId: uuid,
    personId: uuid,
    sender: { email: string, name: string },
    suppressNotification: boolean,
  });
  const name = templateId ? find('templates', templateId, business).name : 'Contract';
  const person = personId ? find('persons', personId, business) : {};
  const signature = (order, emailAddress = '', signer = '') => ({
    id: randomUUID(),
    emailAddress,
    name: signer,
    order,
    status: 'unsigned',
    signedAt: 0,
    lastViewedAt: 0,
  });
  const contract = add('contracts', business, {
    name,
    personId,
    templateId,
    status: 'awaiting business signature',
    signatures: [
      signature(0, sender.email ?? business.adminEmail, sender.name ?? business.adminName),
      signature(1, person.email, fullName(person)),
    ],
  });
  emit(business, 'contract.created', {
    id: contract.id,
    personId,
    templateId,
    name,
    status: contract.status,
  });
  return { ...contractView(contract), subject: `Please sign: ${name}`, title: name };
});
route(
  'GET /v1/contracts',
  ({ business, user, query }) => ({
    data: list('contracts', business)
      .filter((contract) => query.get('personId') === null || contract.personId === query.get('personId'))
      .filter((contract) => !user || contract.personId === user.personId)
      .map((contract) => ({
        ...contractView(contract),
        createdAt: contract.created,
        customContractAttached: false,
      })),
  }),
  { user: () => true },
);

// --- invoices ---
const invoiceView = ({
  id,
  status,
  invoiceNumber,
  date: day,
  dueDate,
  from,
  billTo,
  items,
  subtotal,
  total,
  baseCurrency,
  fxRates,
  purpose,
  notes,
  source,
  created,
  updated,
}) => ({
  id,
  status,
  invoiceNumber,
  date: day,
  dueDate,
  from,
  billTo,
  items,
  subtotal,
  total,
  baseCurrency,
  fxRates,
  purpose,
  notes,
  source,
  createdTimestamp: created,
  lastUpdatedTimestamp: updated,
});
const fromContractor = (invoice) => invoice.source === 'CONTRACTOR_SUBMITTED';
const personOfUser = ({ user, params }) => db.invoices.get(params.invoiceId)?.personId === user.personId;
function invoiceEvent(invoice, event, more = {}) {
  if (!fromContractor(invoice)) return;
  const { id, personId, invoiceNumber, status, total } = invoice;
  emit(businessOf(invoice), `invoice.contractor.${event}`, {
    id,
    personId,
    invoiceNumber,
    status,
    total,
    ...more,
  });
}
const reviewOf = (body) => {
  const fields = check(body, { 'action!': oneOf('approve', 'reject'), reason: string });
  if (fields.action === 'reject' && !fields.reason) throw invalid({ reason: 'is required for a rejection' });
  return fields;
};
route(
  'GET /v1/invoices/:invoiceId',
  ({ business, params }) => invoiceView(find('invoices', params.invoiceId, business)),
  { user: personOfUser },
);

// An approved invoice stays pending until it is paid; a rejected one is cancelled.
route('POST /v1/invoices/:invoiceId/review', ({ business, params, body }) => {
  const invoice = find('invoices', params.invoiceId, business);
  const { action, reason } = reviewOf(body);
  if (!fromContractor(invoice)) throw wrongState('only contractor-submitted invoices are reviewed');
  if (invoice.reviewed || invoice.status !== 'pending')
    throw wrongState('the invoice is not waiting for a review');
  Object.assign(invoice, { reviewed: true, updated: now() });
  if (action === 'reject') invoice.status = 'cancelled';
  if (action === 'approve') invoiceEvent(invoice, 'approved');
  else invoiceEvent(invoice, 'rejected', { reason });
  return invoiceView(invoice);
});
const addressText = (parts = {}) =>
  [parts.line1, parts.line2, parts.city, parts.state, parts.postalCode, parts.countryCode]
    .filter(Boolean)
    .join(', ');

// A contractor submits an invoice; with another source the business has it from elsewhere and no events follow.
route('POST /control/persons/:personId/invoices', ({ params, body }) => {
  const person = find('persons', params.personId);
  const business = businessOf(person);
  const fields = check(body, {
    'items!': [
      { description: string, category: string, 'amount!': money, originalAmount: money, quantity: integer },
    ],
    date,
    dueDate: date,
    invoiceNumber: string,
    purpose: string,
    notes: string,
    source: string,
  });
  if (!fields.items.length) throw invalid({ items: 'must not be empty' });
  const baseCurrency = fields.items[0].amount.currency;
  const items = fields.items.map(
    ({ description = '', category = 'CONTRACTOR_FEE', amount, originalAmount, quantity = 1 }) => ({
      personId: person.id,
      description,
      category,
      originalAmount,
      amount,
      quantity,
      total: { amount: amount.amount * quantity, currency: amount.currency },
    }),
  );
  const sum = {
    amount: items.reduce((amount, item) => amount + item.total.amount, 0),
    currency: baseCurrency,
  };
  const { email, phoneNumber } = basicView(person);
  const invoice = add('invoices', business, {
    personId: person.id,
    status: 'pending',
    invoiceNumber: fields.invoiceNumber ?? `INV-${++business.invoiceCount}`,
    date: fields.date ?? today(),
    dueDate: fields.dueDate ?? new Date(nowMs() + 30 * DAY).toISOString().slice(0, 10),
    from: { name: fullName(person), address: addressText(person.address), email, phoneNumber },
    billTo: {
      name: business.name,
      address: addressText(business.address),
      email: business.adminEmail ?? '',
      phoneNumber: business.adminPhoneNumber ?? { countryCode: '', number: '' },
    },
    items,
    subtotal: sum,
    total: sum,
    baseCurrency,
    fxRates: {},
    purpose: fields.purpose ?? '',
    notes: fields.notes ?? '',
    source: fields.source ?? 'CONTRACTOR_SUBMITTED',
    reviewed: false,
    updated: now(),
  });
  invoiceEvent(invoice, 'submitted');
  return invoiceView(invoice);
});
route('POST /control/invoices/:invoiceId/pay', ({ params }) => {
  const invoice = find('invoices', params.invoiceId);
  if (['paid', 'cancelled'].includes(invoice.status)) throw wrongState(`the invoice is ${invoice.status}`);
  Object.assign(invoice, { status: 'paid', updated: now() });
  invoiceEvent(invoice, 'paid');
  return invoiceView(invoice);
});

// --- reimbursements ---
const reimbursementView = ({ id, personId, amount, sourceCurrency, description, status, created }) => ({
  id,
  personId,
  amount,
  sourceCurrency,
  description,
  status,
  createdTimestamp: created,
});
const reimbursementEvent = (reimbursement, event, more = {}) =>
  emit(businessOf(reimbursement), `reimbursement.${event}`, { ...reimbursementView(reimbursement), ...more });
route(
  'POST /v1/reimbursements',
  ({ business, user, body }) => {
    const {
      personId = user?.personId,
      amount,
      sourceCurrency = amount.currency,
      description = '',
    } = check(body, {
      [user ? 'personId' : 'personId!']: uuid,
      'amount!': money,
      sourceCurrency: string,
      description: string,
    });
    if (user && personId !== user.personId) throw forbidden();
    find('persons', personId, business);
    const reimbursement = add('reimbursements', business, {
      personId,
      amount,
      sourceCurrency,
      description,
      status: 'submitted',
    });
    reimbursementEvent(reimbursement, 'submitted');
    return reimbursementView(reimbursement);
  },
  { user: () => true },
);

// An approved reimbursement is paid at once from the wallet of the source currency (rate 1).
route('POST /v1/reimbursements/:reimbursementId/review', ({ business, params, body }) => {
  const reimbursement = find('reimbursements', params.reimbursementId, business);
  const { action, reason } = reviewOf(body);
  if (reimbursement.status !== 'submitted') throw wrongState(`the reimbursement is ${reimbursement.status}`);
  if (action === 'reject') {
    reimbursement.status = 'rejected';
    reimbursementEvent(reimbursement, 'rejected', { reason });
    return reimbursementView(reimbursement);
  }
  reimbursement.status = 'approved';
  reimbursementEvent(reimbursement, 'approved');
  debit(business, { amount: reimbursement.amount.amount, currency: reimbursement.sourceCurrency });
  reimbursement.status = 'paid';
  reimbursementEvent(reimbursement, 'paid');
  return reimbursementView(reimbursement);
});

// --- control: signing ---
const NEXT_STATUS = ['awaiting worker signature', 'completed'];
route('POST /control/contracts/:contractId/sign', ({ params }) => {
  const contract = find('contracts', params.contractId);
  const signature = contract.signatures.find((s) => s.status === 'unsigned');
  if (!signature) throw wrongState('the contract is completed');
  Object.assign(signature, { status: 'signed', signedAt: now(), lastViewedAt: now() });
  contract.status = NEXT_STATUS[signature.order];
  const { id, personId, status } = contract;
  emit(businessOf(contract), 'contract.signed', {
    id,
    personId,
    signatureId: signature.id,
    emailAddress: signature.emailAddress,
  });
  emit(businessOf(contract), 'contract.status.updated', { id, personId, status });
  return contractView(contract);
});
