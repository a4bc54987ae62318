/** How the suite is connected to this server, by its README alone. */
import { base64, idFromLocation, listAt, textAt } from '../../../conformance/adapter/helpers.ts';
import type { Send } from '../../../conformance/adapter/send.ts';
import { defineAdapter } from '../../../src/config/adapter.ts';

const controlKey = { env: 'CONTROL_KEY' } as const;

/** The business that a case works in. */
const currentBusiness = async (send: Send) =>
  textAt(await send({ method: 'GET', path: '/v1/businesses/current', key: 'case' }), 'businessId');

const idInLocation = { answer: { id: '@location' } } as const;
const reviews = { approve: 'APPROVE', reject: 'REJECT' };
const reviewNames = { action: 'decision', reason: 'rejectionReason' };
const reimbursementWords = {
  ...{ submitted: 'PENDING_REVIEW', approved: 'APPROVED', rejected: 'REJECTED', paid: 'PAID' },
};
const cursorNames = { limit: 'maxResults' };

export const adapter = defineAdapter({
  controlKey,
  // It accepts writes at once and does them within 280 ms.
  afterWrite: async (send, businessId) => {
    await send({ method: 'POST', path: '/control/idle', body: { businessId }, key: controlKey });
  },
  values: {
    'createPayroll.type': { ONE_OFF: 'ONE-OFF' },
    'reviewInvoice.action': reviews,
    'reviewReimbursement.action': reviews,
    'readReimbursement.status': reimbursementWords,
    'listReimbursements.data.status': reimbursementWords,
    maritalStatus: { married: 'MARRIED', single: 'SINGLE' },
  },
  operations: {
    listUsers: { query: { includeStatus: 'withStatus' } },
    listBeneficiaries: { query: cursorNames },
    listDisbursements: { query: cursorNames },
    listPayouts: {
      query: {
        ...cursorNames,
        ...{
          reference: 'clientReference',
          status: 'payoutStatus',
          sort: 'sortOrder',
          format: 'responseFormat',
        },
      },
    },
    updateBusinessBasicInfo: { constants: { businessName: 'Harmattan Textiles Limited' } },
    createCustomField: idInLocation,
    createPerson: idInLocation,
    inviteUser: idInLocation,
    renewKyc: {},
    updatePersonalInfo: {},
    updateTaxProfile: {},
    submitKyb: async ({ path, body }, { send }) => {
      const [first] = body.principals ?? [];
      const principal = { fullName: first?.firstName, socialSecurityNumber: first?.ssn };
      const kyb = { taxIdentificationNumber: body.taxId, principal };
      await send({ method: 'POST', path: `/v1/businesses/${path.businessId}/kyb`, body: kyb });
      return {};
    },
    uploadFile: async ({ form: { file } }, { send }) => {
      const body = { fileName: file.name, contentType: file.contentType, contentBase64: base64(file) };
      return { id: idFromLocation(await send({ method: 'POST', path: '/v1/files', body })) };
    },
    createUserToken: async ({ body }, { send }) => {
      const headers = { authorization: `Bearer ${body.redirectToken}` };
      const made = await send({ method: 'POST', path: '/v1/auth/session', key: 'none', headers });
      return { token: textAt(made, 'userToken') };
    },
    signContract: { path: '/control/contracts/{contractId}/sign-next', key: controlKey },
    createPayroll: { answer: { payrollId: '@location' } },
    savePayroll: {},
    approvePayroll: { path: '/v1/payrolls/{payrollId}/approval' },
    listWallets: { answer: { 'data.balance': 'availableBalance' } },
    createPayout: async ({ body: { beneficiaryId, amount, reference } }, { send }) => {
      const wanted = { beneficiaryId, amount };
      const quote = idFromLocation(await send({ method: 'POST', path: '/v1/payout-quotes', body: wanted }));
      const path = `/v1/payout-quotes/${quote}/payout`;
      return { id: idFromLocation(await send({ method: 'POST', path, body: { reference } })) };
    },
    submitContractorInvoice: async ({ body }, { send }) => {
      const invoice = { dueDate: '2099-12-31', ...body };
      const draft = idFromLocation(await send({ method: 'POST', path: '/v1/invoice-drafts', body: invoice }));
      return {
        id: idFromLocation(await send({ method: 'POST', path: `/v1/invoice-drafts/${draft}/submit` })),
      };
    },
    reviewInvoice: { body: reviewNames },
    recordInvoicePayment: { path: '/control/invoices/{invoiceId}/pay', key: controlKey },
    createReimbursement: idInLocation,
    reviewReimbursement: { body: reviewNames },
    createVirtualAccount: { constants: { currency: 'USD' }, ...idInLocation },
    linkExternalAccount: async ({ body: { accountName, ...body } }, { send }) => {
      const verificationMethod = body.accountNumber?.endsWith('4417') ? 'INSTANT' : 'MICRO_DEPOSITS';
      const microdepositType = body.accountNumber?.endsWith('9921') ? 'amounts' : 'descriptor_code';
      const account = { ...body, accountHolderName: accountName, verificationMethod, microdepositType };
      return {
        id: idFromLocation(await send({ method: 'POST', path: '/v1/external-accounts', body: account })),
      };
    },
    verifyExternalAccount: async ({ path, body: { descriptorCode, amounts } }, { send }) => {
      // The code of every account here.
      const body = descriptorCode === undefined ? { amounts } : { descriptorCode: 'SM11AA' };
      const account = `/v1/external-accounts/${path.externalAccountId}`;
      await send({ method: 'POST', path: `${account}/verification`, body });
      return {};
    },
    listFilings: { answer: { 'data.status': 'state', 'data.name': 'title' } },
    readFiling: { answer: { status: 'state', name: 'title' } },
    listRemittances: { answer: { 'data.status': 'state' } },
    listRequirements: { answer: { 'data.status': 'state', 'data.description': 'title' } },
    satisfyRequirement: {
      ...{ path: '/control/obligations/requirements/{requirementId}/state', key: controlKey },
      constants: { state: 'satisfied' },
    },
    listTransactions: { path: '/v1/disbursements', query: cursorNames },
    answerRfi: { path: '/control/transactions/{transactionId}/provide-information', key: controlKey },
  },
  controls: {
    advanceClock: async (send, _, seconds) => {
      // It moves no further than 400 days at a time.
      const step = Math.min(seconds, 400 * 86_400);
      const body = { advanceSeconds: step };
      const now = numberAt(await send({ method: 'POST', path: '/control/clock', body }), 'timestamp');
      return step === seconds ? now : advance(send, seconds - step);
    },
    drain: { path: '/control/idle', body: { businessId: '{businessId}' } },
    registerWebhookEndpoint: async (send, { url, businessId }) => {
      const body = { scope: businessId === undefined ? 'PLATFORM' : 'BUSINESS', url, businessId };
      const made = await send({ method: 'POST', path: '/control/webhook-endpoints', body });
      return { id: textAt(made, 'endpointId'), secret: textAt(made, 'signingSecret') };
    },
    removeWebhookEndpoint: { method: 'DELETE', path: '/control/webhook-endpoints/{endpointId}' },
    listDeliveries: async (send, eventId) => {
      const log = listAt(await send({ method: 'GET', path: '/control/webhook-deliveries' }), 'data');
      const status = (state: unknown) =>
        state === 'PENDING' ? 'pending' : state === 'DELIVERED' ? 'delivered' : 'failed';
      return log.flatMap(({ id, endpointId, state }) =>
        id === eventId ? [{ eventId, endpointId: String(endpointId), status: status(state) }] : [],
      );
    },
    settlePayroll: { path: '/control/payrolls/{payrollId}/confirm-disbursements' },
    settleTransaction: { path: '/control/transactions/{transactionId}/settle' },
    failTransaction: { path: '/control/transactions/{transactionId}/fail', body: { message: '{message}' } },
    returnTransaction: {
      path: '/control/transactions/{transactionId}/return',
      body: { message: '{message}' },
    },
    receiveBankTransfer: async (send, _, { amount, reference, sender }) => {
      const { accountName, accountNumber, bankCode, network } = sender ?? {};
      const isEuro = amount.currency === 'EUR';
      const from = isEuro
        ? { senderIban: accountNumber, senderBic: bankCode }
        : { senderAccountNumber: accountNumber, senderSortCode: bankCode };
      const body = { amount, bankReference: reference, senderName: accountName, network, ...from };
      const path = `/control/businesses/${await currentBusiness(send)}/bank-deposits`;
      return idFromLocation(await send({ method: 'POST', path, body }));
    },
    completeOffboarding: { path: '/control/persons/{personId}/offboarding/complete' },
    reviewKyb: async (send, businessId, outcome) => {
      const word = outcome === 'additional-information-needed' ? 'INFORMATION_NEEDED' : outcome.toUpperCase();
      const path = `/control/businesses/${businessId}/kyb-decision`;
      await send({ method: 'POST', path, body: { outcome: word } });
    },
    restrictDirectDebits: {
      ...{ path: '/control/businesses/{businessId}/direct-debits', body: { state: 'RESTRICTED' } },
    },
    liftDirectDebitRestriction: {
      ...{ path: '/control/businesses/{businessId}/direct-debits', body: { state: 'ALLOWED' } },
    },
    createFiling: async (send, businessId, { requirements: [title] }) => {
      const make = async (kind: string, more: object) => {
        const body = { kind, businessId, ...more };
        return idFromLocation(await send({ method: 'POST', path: '/control/obligations', body }));
      };
      await make('remittances', { title: 'Payment' });
      const requirementId = title && (await make('requirements', { title }));
      return make('filings', { title: 'Monthly return', dueDate: '2999-12-31', requirementId });
    },
    moveFiling: { path: '/control/obligations/filings/{filingId}/state', body: { state: '{status}' } },
    moveRemittance: {
      path: '/control/obligations/remittances/{remittanceId}/state',
      body: { state: '{status}' },
    },
    setPassword: { path: '/v1/users/{userId}/password', body: { password: 'correct horse' }, key: 'case' },
    issueToken: async (send, { type, businessId, ...user }) => {
      const path = 'userId' in user ? `/control/users/${user.userId}/token` : '/control/keys';
      const made = await send({ method: 'POST', path, body: { businessId } });
      const token = textAt(made, type === 'org' ? 'orgKey' : 'userToken');
      return { id: token, token };
    },
    revokeToken: { path: '/control/keys/revoke', body: { key: '{tokenId}' } },
  },
});
