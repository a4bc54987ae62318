/** How the suite is connected to this server, by its README alone. */
import { base64, inTurn, listAt, textAt, valueAt } from '../../../conformance/adapter/helpers.ts';
import { notOffered } from '../../../conformance/adapter/not-offered.ts';
import { defineAdapter, type Send } from '../../../src/index.ts';

const key = { env: 'CONTROL_KEY' } as const;
const transaction = '/control/transactions/{transactionId}';
const directDebits = '/control/businesses/{businessId}/direct-debits';
const statusOf = { status: '{status}' };
const message = { message: '{message}' };

/** Of these the names of the description are right. */
const inOurNames = {
  ...{ readBusiness: {}, createCustomField: {}, listCustomFields: {}, readKyb: {}, renewKyc: {} },
  ...{ updatePersonalInfo: {}, scheduleOffboarding: {}, cancelOffboarding: {}, createPayroll: {} },
  ...{ listUsers: {}, deleteSandboxUser: {}, readContract: {}, approvePayroll: {}, listPayslips: {} },
  ...{ listWallets: {}, listBeneficiaries: {}, listDisbursements: {}, listPayouts: {}, listInvoices: {} },
  ...{ listReimbursements: {}, readReimbursement: {}, calculateTax: {}, listSupportedLocations: {} },
  ...{ listRequiredTaxFields: {}, listVirtualAccounts: {}, listExternalAccounts: {}, listFilings: {} },
  ...{ readFiling: {}, listRemittances: {}, listRequirements: {}, listTransactions: {}, readTransaction: {} },
  ...{ removeExternalAccount: {}, reviewInvoice: {}, reviewReimbursement: {}, createPerson: {} },
  ...{ inviteUser: {}, updatePerson: {}, updateTaxProfile: {} },
};

/** The endpoints that were registered here: deliveries are listed by them. */
const endpoints = new Set<string>();

const today = async (send: Send) => textAt(await send({ path: '/control/state', key }), 'today');
const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

/** It moves no further than 20 years at a time. */
async function advance(send: Send, seconds: number): Promise<number> {
  const step = Math.min(seconds, 600_000_000);
  const now = valueAt(await send({ path: '/control/clock/advance', body: { seconds: step } }), 'now');
  return step === seconds ? Number(now) : advance(send, seconds - step);
}

export const adapter = defineAdapter({
  controlKey: key,
  values: {
    'createPayroll.type': { ONE_OFF: 'ONE-OFF' },
    maritalStatus: { married: 'MARRIED', single: 'SINGLE', divorced: 'DIVORCED', widowed: 'WIDOWED' },
    'createReimbursement.category': { travel: 'TRAVEL' },
    'reviewKyb.outcome': { 'additional-information-needed': 'additional_information_needed' },
    // The code of every account here.
    'verifyExternalAccount.descriptorCode': { SM7A4C: 'SM4821' },
  },
  operations: {
    ...inOurNames,
    updateBusinessBasicInfo: async ({ path: { businessId }, body }, { send }) => {
      const path = `/v1/businesses/${businessId}`;
      const known = await send({ path });
      const kept = ['businessName', 'businessShortName', 'adminPhoneNumber', 'address'];
      const before = Object.fromEntries(kept.map((name) => [name, valueAt(known, name)]));
      const { registrationId: _, address: __, ...changes } = body;
      await send({ method: 'PUT', path: `${path}/basicInfo`, body: { ...before, ...changes } });
    },
    submitKyb: async ({ path: { businessId }, body: { taxId, legalName, principals = [] } }, { send }) => {
      const of = ({ firstName, lastName, dob, ssn }: (typeof principals)[number]) => ({
        ...{ firstName, lastName, dateOfBirth: dob, ssn },
      });
      const body = { taxIdentificationNumber: taxId, legalName, principals: principals.map(of) };
      await send({ path: `/v1/businesses/${businessId}/kyb`, body });
    },
    reinstatePerson: { path: '/v1/persons/{personId}/reinstate' },
    updateUser: async ({ path: { userId }, body: { email: _, ...changes } }, { send }) => {
      const known = await send({ path: `/v1/users/${userId}` });
      const names = ['firstName', 'lastName', 'phoneNumber'];
      const before = Object.fromEntries(names.map((name) => [name, valueAt(known, name)]));
      await send({ method: 'PUT', path: `/v1/users/${userId}/basicInfo`, body: { ...before, ...changes } });
    },
    signContract: async ({ path: { contractId }, body: { signatureId } }, { send, control }) =>
      inTurn(contractId, async () => {
        const signatures = listAt(await send({ path: `/v1/contracts/${contractId}` }), 'signatures');
        const next = signatures.find(({ status }) => status === 'unsigned');
        if (next?.id !== signatureId) notOffered('Only the next signature of a contract can be given.');
        await control({ method: 'POST', path: `/control/contracts/${contractId}/sign` });
      }),
    uploadFile: async ({ form: { file } }, { send }) => {
      const body = { fileName: file.name, contentType: file.contentType, content: base64(file) };
      return { id: textAt(await send({ path: '/v1/files', body }), 'id') };
    },
    createUserToken: { path: '/v1/auth/redirect', answer: { token: 'userToken' } },
    createPayout: async ({ body: { amount, ...body } }, { send }) => {
      const sourceCurrency = amount?.currency;
      const reference = body.reference ?? crypto.randomUUID();
      const made = await send({ path: '/v1/payouts', body: { ...body, amount, sourceCurrency, reference } });
      return { id: textAt(made, 'id') };
    },
    submitContractorInvoice: async ({ body: { baseCurrency: _, date: __, ...body } }, { send }) => {
      const items = (body.items ?? []).map(({ description, amount, quantity = 1 }) => ({
        ...{ description, amount, quantity },
      }));
      const dueDate = body.dueDate ?? daysAfter(await today(send), 30);
      const all = { purpose: 'Contract work', ...body, dueDate, items };
      return { id: textAt(await send({ path: '/v1/invoices', body: all }), 'id') };
    },
    recordInvoicePayment: { path: '/control/invoices/{invoiceId}/pay', key },
    createReimbursement: async ({ body }, { send }) => {
      const expenseDate = await today(send);
      const made = await send({ path: '/v1/reimbursements', body: { ...body, expenseDate } });
      return { id: textAt(made, 'id') };
    },
    createVirtualAccount: async ({ body: { countryCode: _, ...body } }, { send }) => ({
      id: textAt(await send({ path: '/v1/virtual-accounts', body }), 'id'),
    }),
    linkExternalAccount: async ({ body: { accountName, ...body } }, { send }) => {
      const number = body.accountNumber ?? '';
      const type = number.endsWith('9921') ? 'amounts' : 'descriptor_code';
      const by = number.endsWith('4417')
        ? { verification: 'instant' }
        : { verification: 'microdeposits', microdepositType: type };
      const account = { ...body, accountHolderName: accountName, ...by };
      return { id: textAt(await send({ path: '/v1/external-accounts', body: account }), 'id') };
    },
    verifyExternalAccount: async ({ path: { externalAccountId: id }, body }, { send }) => {
      const known = body.amounts ? { amounts: [12, 37] } : { descriptorCode: body.descriptorCode };
      await send({ path: `/v1/external-accounts/${id}/verify`, body: known });
    },
    satisfyRequirement: async ({ path: { requirementId } }, { control }) => {
      await control({
        path: `/control/requirements/${requirementId}/status`,
        body: { status: 'satisfied' },
      });
    },
    answerRfi: async ({ path: { transactionId } }, { control }) => {
      await control({ method: 'POST', path: `/control/transactions/${transactionId}/rfi-provide` });
    },
  },
  controls: {
    advanceClock: (send, _, seconds) => advance(send, seconds),
    drain: { path: '/control/webhooks/wait', body: { timeoutSeconds: 30 } },
    registerWebhookEndpoint: async (send, { url, businessId }) => {
      const of = businessId === undefined ? { platform: true } : { businessId };
      const made = await send({ path: '/control/webhooks', body: { url, ...of } });
      const id = textAt(made, 'id');
      endpoints.add(id);
      return { id, secret: textAt(made, 'secret') };
    },
    removeWebhookEndpoint: async (send, endpointId) => {
      endpoints.delete(endpointId);
      await send({ method: 'DELETE', path: `/control/webhooks/${endpointId}` });
    },
    listDeliveries: async (send, eventId) => {
      const listed = [...endpoints].map(async (endpointId) => {
        const answer = await send({ path: `/control/webhooks/${endpointId}/messages`, mayFail: true });
        const messages = answer.status === 200 ? listAt(answer, 'data') : [];
        const own = messages.filter(({ id }) => id === eventId);
        return own.map(({ state }) => ({ eventId, endpointId, status: state as 'pending' }));
      });
      return (await Promise.all(listed)).flat();
    },
    settlePayroll: { path: '/control/payrolls/{payrollId}/confirm' },
    settleTransaction: { path: `${transaction}/settle` },
    failTransaction: { path: `${transaction}/fail`, body: message },
    returnTransaction: { path: `${transaction}/return`, body: message },
    raiseRfi: { path: `${transaction}/rfi-request`, body: { actionRequired: '{actionRequired}' } },
    receiveBankTransfer: async (send, virtualAccountId, { amount, sender, reference, description }) => {
      const accounts = listAt(await send({ path: '/v1/virtual-accounts', key: 'case' }), 'data');
      const businessId = accounts.find(({ id }) => id === virtualAccountId)?.businessId;
      if (businessId === undefined) notOffered('Only accounts of a business take bank transfers.');
      const { accountName: senderName, accountNumber, bankCode, network } = sender ?? {};
      const account = { accountNumber, iban: accountNumber, bankCode, sortCode: bankCode };
      const from = { senderName, network, ...account, reference: reference ?? description };
      return textAt(await send({ path: '/control/deposits', body: { businessId, amount, ...from } }), 'id');
    },
    completeOffboarding: { path: '/control/persons/{personId}/offboarding/complete' },
    reviewKyb: { path: '/control/businesses/{businessId}/kyb', body: { status: '{outcome}' } },
    restrictDirectDebits: { path: directDebits, body: { restricted: true } },
    liftDirectDebitRestriction: { path: directDebits, body: { restricted: false } },
    createFiling: async (send, businessId, { requirements }) => {
      const make = async (kind: string, name: string) => {
        const body = { businessId, name, country: 'US' };
        return textAt(await send({ path: `/control/${kind}`, body }), 'id');
      };
      await make('remittances', 'Payment');
      for (const each of requirements) await make('requirements', each);
      return make('filings', 'Monthly return');
    },
    moveFiling: { path: '/control/filings/{filingId}/status', body: statusOf },
    moveRemittance: { path: '/control/remittances/{remittanceId}/status', body: statusOf },
    setPassword: { path: '/control/users/{userId}/password', body: { password: 'correct horse' } },
    payInstantly: { path: '/control/instant-pay', body: { personId: '{personId}', amount: '{amount}' } },
    issueToken: async (send, { businessId, ...request }) => {
      if ('userId' in request) {
        const issued = await send({ method: 'POST', path: `/control/users/${request.userId}/token` });
        return { id: 'user', token: textAt(issued, 'userToken') };
      }
      const issued = await send({ method: 'POST', path: `/control/businesses/${businessId}/org-keys` });
      return { id: businessId, token: textAt(issued, 'orgKey') };
    },
    revokeToken: async (send, tokenId) => {
      if (tokenId === 'user') notOffered('Tokens of users cannot be revoked.');
      await send({ method: 'DELETE', path: `/control/businesses/${tokenId}/org-keys` });
    },
  },
});
