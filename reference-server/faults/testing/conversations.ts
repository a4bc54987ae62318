/** What somebody might do with each area of the service, broadly enough that each of its faults shows. */
import { SignJWT } from 'jose';
import type { Fault } from '../fault.ts';
import type { Conversation, Talk } from './transcript.ts';

const person = async ({ call }: Talk, more: object = {}) => (await call('createPerson', { body: more })).id;

async function userOf(talk: Talk) {
  const personId = await person(talk, { firstName: 'Adaeze' });
  return { personId, userId: (await talk.call('inviteUser', { body: { personId } })).id };
}

const authentication: Conversation = async (talk) => {
  const { call, advance, control, keys, businessId } = talk;
  const tenant = await call('createBusiness', { body: { businessName: 'Marina' } });
  await call('createPerson', { body: {}, tenantKey: tenant.tenantKey });
  const [one, other] = [await userOf(talk), await userOf(talk)];
  const { token } = await control('/tokens', { type: 'user', businessId, userId: one.userId });
  for (const { userId } of [one, other]) await call('readKyc', { token, path: { userId } });
  await call('listUsers', { token });
  await call('listPayrolls', { token });
  await call('createBusiness', { token, body: {} });
  const jwt = await new SignJWT({ sub: one.userId })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(keys.jwtSecret));
  await call('exchangeJwt', { body: { jwt } });
  await call('exchangeJwt', { body: { jwt: 5 } });
  for (const minutes of [31, 28, 32]) {
    await advance(minutes * 60);
    await call('listUsers', { token });
  }
};

const business: Conversation = async ({ call, businessId }) => {
  const field = async (name: string) =>
    (await call('createCustomField', { path: { businessId }, body: { name } })).id;
  await field('First');
  const customFieldId = await field('Second');
  const rename = (body: unknown) => call('updateCustomField', { path: { businessId, customFieldId }, body });
  await rename({ name: 'Coût' });
  await rename({ name: 5 });
  await call('listCustomFields', { path: { businessId } });
};

const kyb: Conversation = async ({ call, control, businessId }) => {
  const submit = (body: object = {}) => call('submitKyb', { path: { businessId }, body });
  const decide = (outcome: string) => control(`/businesses/${businessId}/kyb/decision`, { outcome });
  await submit();
  await decide('additional-information-needed');
  await submit();
  await decide('approved');
  await call('readKyb', { path: { businessId } });
};

const kybRejected: Conversation = async ({ call, control, businessId }) => {
  await call('submitKyb', { path: { businessId }, body: {} });
  await control(`/businesses/${businessId}/kyb/decision`, { outcome: 'rejected' });
  await call('submitKyb', { path: { businessId }, body: {} });
};

const kybAutoApproved: Conversation = async ({ call, businessId }) => {
  await call('submitKyb', { path: { businessId }, body: { taxId: '000-XXX-AUTO-APPROVE' } });
};

const holder = {
  name: 'Adaézè Ọkafor',
  countryCode: 'NG',
  currency: 'USD',
  kyc: {
    firstName: 'Adaeze',
    dateOfBirth: '1991-08-01',
    idFileFront: '1b6e4c8a-2d59-4f70-8a13-9c7e5b0d3f61',
  },
  paymentDetails: {
    preferredMethod: 'bank',
    bank: { accountName: 'Adaeze', accountNumber: '0123456789', address: { countryCode: 'GB' } },
  },
};

const beneficiary: Conversation = async ({ call }) => {
  await call('createBeneficiary', { body: holder });
  await call('createBeneficiary', { body: { ...holder, name: 5 } });
  await call('createBeneficiary', { body: { ...holder, paymentDetails: { bank: { accountNumber: 5 } } } });
  await call('listBeneficiaries', {});
};

const payout: Conversation = async ({ call, advance, now }) => {
  const firstDay = new Date(now * 1000).toISOString().slice(0, 10);
  await call('createBusinessDeposit', { body: { value: { amount: 1000, currency: 'USD' } } });
  const { id: beneficiaryId } = await call('createBeneficiary', { body: holder });
  const pay = async (reference?: string) => {
    const body = { beneficiaryId, amount: { amount: 10, currency: 'USD' }, ...(reference && { reference }) };
    return (await call('createPayout', { body })).id;
  };
  const first = await pay('bonus-1');
  const list = (query: Record<string, string> = {}) => call('listPayouts', { query });
  await call('listPayouts');
  await call('readPayout', { path: { payoutId: first } });
  await advance(86_400);
  const others = [await pay('bonus-10'), await pay('Bonus-1'), await pay()];
  await call('readPayout', { path: { payoutId: others[0] } });
  await advance(10);
  for (const query of [
    {},
    { reference: 'bonus-1' },
    { status: 'succeeded' },
    { status: 'processing' },
    { status: 'initiated' },
    { sort: 'desc', limit: '2' },
    { startDate: firstDay },
    { endDate: firstDay },
    { startDate: '2999-01-01' },
    { endDate: '1999-01-01' },
    { format: 'csv' },
    { format: 'csv', startDate: firstDay },
    { format: 'csv', endDate: '2999-12-31' },
    { format: 'csv', startDate: firstDay, endDate: '2999-12-31', limit: '2' },
  ])
    await list(query);
  const page = await list({ limit: '2' });
  if (page.node?.next) await list({ limit: '2', cursor: page.node.next });
  const filtered = await list({ limit: '1', status: 'processing' });
  if (filtered.node?.next) await list({ limit: '3', status: 'succeeded', cursor: filtered.node.next });
  await call('listDisbursements');
};

const contract: Conversation = async (talk) => {
  const { call } = talk;
  const templates = await call('listContractTemplates');
  const templateId = (templates.data ?? templates)[0].id;
  const sender = { email: 'tunde@example.com', name: 'Tunde' };
  const persons = [await person(talk, { firstName: 'Adaeze' }), await person(talk, { firstName: 'Mateo' })];
  for (const personId of [...persons, persons[0]])
    await call('createContract', { body: { templateId, personId, sender } });
  await call('listContracts');
  for (const personId of [...persons, await person(talk)])
    await call('listContracts', { query: { personId } });
};

const invoice: Conversation = async (talk) => {
  const { call } = talk;
  const address = { line1: '14 Marina Road' };
  const personId = await person(talk, { firstName: 'Mateo', type: 'CONTRACTOR', address });
  const amount = (currency: string) => ({ amount: 8200, currency });
  const items = ['USD', 'COP'].map((currency) => ({ description: 'Work', amount: amount(currency) }));
  const submit = async () => {
    const body = { personId, items, purpose: 'Design', date: '2026-03-01', dueDate: '2999-03-15' };
    return (await call('submitContractorInvoice', { body })).id;
  };
  const read = (invoiceId: string) => call('readInvoice', { path: { invoiceId } });
  const review = (invoiceId: string, body: object) => call('reviewInvoice', { path: { invoiceId }, body });
  const [paid, rejected] = [await submit(), await submit()];
  await read(paid);
  await review(paid, { action: 'approve' });
  await call('recordInvoicePayment', { path: { invoiceId: paid }, body: {} });
  await read(paid);
  await review(rejected, { action: 'reject', reason: 'The hours do not match' });
  await read(rejected);
};

const reimbursement: Conversation = async (talk) => {
  const { call, advance } = talk;
  const personId = await person(talk);
  for (const currency of ['USD', 'NGN'])
    await call('createBusinessDeposit', { body: { value: { amount: 500_000, currency } } });
  const create = async () => {
    const body = { personId, amount: { amount: 93_000, currency: 'NGN' }, sourceCurrency: 'USD' };
    return (await call('createReimbursement', { body })).id;
  };
  const review = (reimbursementId: string, body: object) =>
    call('reviewReimbursement', { path: { reimbursementId }, body });
  await review(await create(), { action: 'approve' });
  await review(await create(), { action: 'reject', reason: 'Not readable' });
  await call('listWallets');
  await advance(86_400);
};

const tax: Conversation = async (talk) => {
  const { call } = talk;
  await person(talk);
  const personId = await person(talk, { address: { countryCode: 'NG' } });
  const salary = { amount: 850_000, currency: 'NGN' };
  await call('calculateTax', { body: { personId, salary } });
  await call('calculateTax', { body: { personId, salary, additionalAttributes: { yearToDateSalary: 1 } } });
  await call('listSupportedLocations');
  await call('listRequiredTaxFields', { query: { country: 'NG' } });
};

const virtualAccount: Conversation = async (talk) => {
  const { userId } = await userOf(talk);
  for (const type of ['SSN', 'BVN'])
    for (const owner of [{}, { userId }]) {
      const body = { ...owner, currency: 'USD', customIdentification: { type, number: '99999900' } };
      await talk.call('createVirtualAccount', { body });
    }
};

/** The conversations in which a fault of an area shows in one at least. */
export const conversations: Readonly<Partial<Record<Fault['area'], readonly Conversation[]>>> = {
  authentication: [authentication],
  business: [business],
  kyb: [kyb, kybRejected, kybAutoApproved],
  beneficiary: [beneficiary],
  payout: [payout],
  contract: [contract],
  invoice: [invoice],
  reimbursement: [reimbursement],
  tax: [tax],
  'virtual-account': [virtualAccount],
};
