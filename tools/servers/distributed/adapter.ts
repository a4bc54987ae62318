/** How the suite is connected to this server, by its README alone. */
import {
  created,
  fileInJson,
  notOffered,
  numberAt,
  textAt,
  valueAt,
} from '../../../conformance/adapter/helpers.ts';
import { accountKindOf, defineAdapter, inSteps, inTwoSteps, signsInOrder } from '../../../src/index.ts';

const key = { env: 'CONTROL_KEY' } as const;
const idInLocation = { answer: { id: '@location' } } as const;
const creations = { createCustomField: idInLocation, createPerson: idInLocation, inviteUser: idInLocation };
const cursorNames = { limit: 'maxResults' };
const outputNames = { sort: 'sortOrder', format: 'responseFormat' };
const payoutNames = { reference: 'clientReference', status: 'payoutStatus', ...outputNames };
const fileNames = { name: 'fileName', contentType: 'contentType', content: 'contentBase64' };
const reviewNames = { action: 'decision', reason: 'rejectionReason' };
const reviewWords = { approve: 'APPROVE', reject: 'REJECT' };
const reimbursed = { submitted: 'PENDING_REVIEW', approved: 'APPROVED', rejected: 'REJECTED', paid: 'PAID' };
const idle = { path: '/control/idle', body: { businessId: '{businessId}' } };
const allIdle = { path: '/control/idle', body: {} };
const quoted = { first: ['beneficiaryId', 'amount'], last: ['reference'] };
const kybWords = { approved: 'APPROVED', rejected: 'REJECTED', completed: 'COMPLETED' };
const deliveryNames = { 'data.eventId': 'id', 'data.status': 'state' };
const inOurNames = { updatePersonalInfo: {}, updateTaxProfile: {}, renewKyc: {}, savePayroll: {} };
const actionRequired = { actionRequired: '{actionRequired}' };
const message = { message: '{message}' };
const obligations = '/control/obligations';
const requirementState = `${obligations}/requirements/{requirementId}/state`;
const directDebits = '/control/businesses/{businessId}/direct-debits';

export const adapter = defineAdapter({
  controlKey: key,
  // It accepts writes at once and applies them within 280 ms.
  afterWrite: idle,
  values: {
    'createPayroll.type': { ONE_OFF: 'ONE-OFF' },
    'reviewInvoice.action': reviewWords,
    'reviewReimbursement.action': reviewWords,
    'readReimbursement.status': reimbursed,
    'listReimbursements.data.status': reimbursed,
    // The code of every account here.
    'verifyExternalAccount.descriptorCode': { SM7A4C: 'SM11AA' },
    'listDeliveries.status': { pending: 'PENDING', delivered: 'DELIVERED', failed: 'FAILED' },
    'reviewKyb.outcome': { ...kybWords, 'additional-information-needed': 'INFORMATION_NEEDED' },
  },
  operations: {
    // Compliance is reviewed manually, because information can only be requested before the checks are passed.
    createBusiness: async ({ body }, { send, control }) => {
      const business = textAt(await send({ path: '/v1/platform/businesses', body }), 'businessId');
      await control({ path: `/control/businesses/${business}/compliance`, body: { mode: 'MANUAL_REVIEW' } });
    },
    // Unless its payouts fail by themselves.
    createBeneficiary: async ({ body }, { send, control, businessId: id }) => {
      const fails = body.paymentDetails?.bank?.accountName?.startsWith('SIMULATE');
      if (fails) await control({ path: `/control/businesses/${id}/compliance`, body: { mode: 'AUTOMATIC' } });
      await send({ path: '/v1/beneficiaries', body });
    },
    createBusinessDeposit: async ({ body }, { send, control }) => {
      const { id } = await created(send, '/v1/sandbox/business-deposits', body);
      await control({ method: 'POST', path: `/control/transactions/${id}/pass-checks` });
    },
    ...inOurNames,
    ...creations,
    listUsers: { query: { includeStatus: 'withStatus' } },
    listBeneficiaries: { query: cursorNames },
    listDisbursements: { query: cursorNames },
    listPayouts: { query: { ...cursorNames, ...payoutNames } },
    updateBusinessBasicInfo: { constants: { businessName: 'Harmattan Textiles Limited' } },
    submitKyb: async ({ path: { businessId: id }, body: { taxId, principals = [] } }, { send }) => {
      const principal = { fullName: principals[0]?.firstName, socialSecurityNumber: principals[0]?.ssn };
      await send({ path: `/v1/businesses/${id}/kyb`, body: { taxIdentificationNumber: taxId, principal } });
    },
    uploadFile: fileInJson('/v1/files', fileNames),
    createUserToken: async ({ body: { redirectToken } }, { send }) => {
      const headers = { authorization: `Bearer ${redirectToken}` };
      const session = await send({ method: 'POST', path: '/v1/auth/session', key: 'none', headers });
      return { token: textAt(session, 'userToken') };
    },
    signContract: signsInOrder('/control/contracts/{contractId}/sign-next', { idle: allIdle }),
    createPayroll: { answer: { payrollId: '@location' } },
    approvePayroll: { path: '/v1/payrolls/{payrollId}/approval' },
    listWallets: { answer: { 'data.balance': 'availableBalance' } },
    createPayout: inTwoSteps('/v1/payout-quotes', 'payout', quoted),
    submitContractorInvoice: inTwoSteps('/v1/invoice-drafts', 'submit', { usual: { dueDate: '2099-12-31' } }),
    reviewInvoice: { body: reviewNames },
    recordInvoicePayment: async ({ path: { invoiceId } }, { send, control }) => {
      const read = await send({ path: `/v1/invoices/${invoiceId}` });
      if (valueAt(read, 'reviewStatus') !== 'APPROVED') notOffered('Only an approved invoice can be paid.');
      await control({ method: 'POST', path: `/control/invoices/${invoiceId}/pay` });
    },
    createReimbursement: idInLocation,
    reviewReimbursement: { body: reviewNames },
    createVirtualAccount: { constants: { currency: 'USD' }, ...idInLocation },
    linkExternalAccount: async ({ body: { accountName, ...body } }, { send }) => {
      const kind = accountKindOf(body.accountNumber);
      const verificationMethod = kind === 'verified' ? 'INSTANT' : 'MICRO_DEPOSITS';
      const microdepositType = kind === 'by amounts' ? 'amounts' : 'descriptor_code';
      const account = { ...body, accountHolderName: accountName, verificationMethod, microdepositType };
      return created(send, '/v1/external-accounts', account);
    },
    listFilings: { answer: { 'data.status': 'state', 'data.name': 'title' } },
    readFiling: { answer: { status: 'state', name: 'title' } },
    listRemittances: { answer: { 'data.status': 'state' } },
    listRequirements: { answer: { 'data.status': 'state', 'data.description': 'title' } },
    satisfyRequirement: { path: requirementState, key, constants: { state: 'satisfied' } },
    listTransactions: { path: '/v1/disbursements', query: cursorNames },
    answerRfi: { path: '/control/transactions/{transactionId}/provide-information', key },
  },
  controls: {
    // It moves no further than 400 days at a time.
    advanceClock: inSteps(34_560_000, async (send, advanceSeconds) =>
      numberAt(await send({ path: '/control/clock', body: { advanceSeconds } }), 'timestamp'),
    ),
    drain: idle,
    registerWebhookEndpoint: async (send, { url, businessId }) => {
      const body = { scope: businessId === undefined ? 'PLATFORM' : 'BUSINESS', url, businessId };
      const made = await send({ path: '/control/webhook-endpoints', body });
      return { id: textAt(made, 'endpointId'), secret: textAt(made, 'signingSecret') };
    },
    removeWebhookEndpoint: { method: 'DELETE', path: '/control/webhook-endpoints/{endpointId}' },
    listDeliveries: { method: 'GET', path: '/control/webhook-deliveries', answer: deliveryNames },
    settlePayroll: { path: '/control/payrolls/{payrollId}/confirm-disbursements' },
    settleTransaction: { path: '/control/transactions/{transactionId}/settle' },
    failTransaction: { path: '/control/transactions/{transactionId}/fail', body: message },
    returnTransaction: { path: '/control/transactions/{transactionId}/return', body: message },
    raiseRfi: { path: '/control/transactions/{transactionId}/request-information', body: actionRequired },
    receiveBankTransfer: async (send, _, { amount, reference, sender }) => {
      const { accountName, accountNumber, bankCode, network } = sender ?? {};
      const iban = { senderIban: accountNumber, senderBic: bankCode };
      const account = { senderAccountNumber: accountNumber, senderSortCode: bankCode, ...iban };
      const body = { amount, bankReference: reference, senderName: accountName, network, ...account };
      const business = textAt(await send({ path: '/v1/businesses/current', key: 'case' }), 'businessId');
      return (await created(send, `/control/businesses/${business}/bank-deposits`, body)).id;
    },
    completeOffboarding: { path: '/control/persons/{personId}/offboarding/complete' },
    reviewKyb: { path: '/control/businesses/{businessId}/kyb-decision', body: { outcome: '{outcome}' } },
    restrictDirectDebits: { path: directDebits, body: { state: 'RESTRICTED' } },
    liftDirectDebitRestriction: { path: directDebits, body: { state: 'ALLOWED' } },
    createFiling: async (send, businessId, { requirements: [title] }) => {
      const make = async (kind: string, more: object) =>
        (await created(send, obligations, { kind, businessId, ...more })).id;
      await make('remittances', { title: 'Payment' });
      const requirementId = title && (await make('requirements', { title }));
      return make('filings', { title: 'Monthly return', dueDate: '2999-12-31', requirementId });
    },
    moveFiling: { path: `${obligations}/filings/{filingId}/state`, body: { state: '{status}' } },
    moveRemittance: { path: `${obligations}/remittances/{remittanceId}/state`, body: { state: '{status}' } },
    setPassword: { path: '/v1/users/{userId}/password', body: { password: 'correct horse' }, key: 'case' },
    issueToken: async (send, { businessId, ...request }) => {
      const ofUser = 'userId' in request && `/control/users/${request.userId}/token`;
      const issued = await send({ path: ofUser || '/control/keys', body: { businessId } });
      const token = textAt(issued, ofUser ? 'userToken' : 'orgKey');
      return { id: token, token };
    },
    revokeToken: { path: '/control/keys/revoke', body: { key: '{tokenId}' } },
  },
});
