/** How the suite is connected to this server, by its README alone. */
import {
  accountKindOf,
  defineAdapter,
  itemOf,
  listAt,
  notOffered,
  oneKeyEach,
  type Send,
  signsInOrder,
  textAt,
} from '../../../src/index.ts';

const key = { env: 'CONTROL_KEY' } as const;
const person = '/control/persons/{personId}';
const message = { message: '{message}' };
const directDebits = '/control/businesses/{businessId}/direct-debits';

const signaturesOf = async (contractId: string, send: Send) =>
  listAt(
    { status: 200, headers: {}, text: '', json: await itemOf(send, '/v1/contracts', contractId) },
    'signatures',
  );

/** Operations for which the names of the description are right. */
const inOurNames = {
  ...{ createCustomField: {}, readKyb: {}, submitKyb: {}, createPerson: {}, inviteUser: {}, savePayroll: {} },
  ...{ updatePersonalInfo: {}, updateTaxProfile: {}, renewKyc: {}, deleteSandboxUser: {}, uploadFile: {} },
  ...{ createPayroll: {}, listPayslips: {}, listWallets: {}, createPayout: {}, listPayouts: {} },
  ...{ listBeneficiaries: {}, listDisbursements: {}, listUsers: {}, listSupportedLocations: {} },
  ...{ listRequiredTaxFields: {}, listVirtualAccounts: {}, createVirtualAccount: {}, reviewInvoice: {} },
  ...{ createReimbursement: {}, reviewReimbursement: {}, removeExternalAccount: {} },
};

const lists = ['listFilings', 'listRemittances', 'listRequirements', 'listCustomFields'] as const;
const more = ['listInvoices', 'listReimbursements', 'readReimbursement', 'readFiling'] as const;
const absent = ['readBusiness', ...lists, ...more] as const;

export const adapter = defineAdapter({
  controlKey: key,
  values: {
    'reviewKyb.outcome': { 'additional-information-needed': 'additional_information_needed' },
  },
  operations: {
    ...inOurNames,
    updateBusinessBasicInfo: { method: 'POST', path: '/control/businesses/{businessId}/basic-info', key },
    updatePerson: { method: 'PUT' },
    scheduleOffboarding: { path: `${person}/offboarding/schedule`, key },
    cancelOffboarding: { method: 'POST', path: `${person}/offboarding/cancel`, key },
    reinstatePerson: { path: `${person}/reinstate`, key },
    updateUser: { method: 'POST', path: '/control/users/{userId}/basic-info', key },
    readContract: async ({ path: { contractId } }, { send }) => {
      const { signatures, ...contract } = await itemOf(send, '/v1/contracts', contractId);
      return { ...contract, status: String(contract.status), signatures: signatures as [] };
    },
    signContract: signsInOrder('/control/contracts/{contractId}/sign', { read: signaturesOf }),
    // The redirect token is itself a user token.
    createUserToken: async ({ body: { redirectToken } }, { send }) => {
      const headers = { authorization: `Bearer ${redirectToken}` };
      await send({ path: '/v1/users', key: 'none', headers });
      return { token: String(redirectToken) };
    },
    approvePayroll: { path: '/control/payrolls/{payrollId}/approve', key },
    submitContractorInvoice: async ({ body: { personId, ...body } }, { control }) => ({
      id: textAt(await control({ path: `/control/persons/${personId}/invoices`, body }), 'id'),
    }),
    recordInvoicePayment: { path: '/control/invoices/{invoiceId}/pay', key },
    calculateTax: { path: '/v1/tax/calculate' },
    listExternalAccounts: { answer: { 'data.id': 'accountId' } },
    linkExternalAccount: async ({ body }, { send }) => {
      const kinds = { verified: undefined, 'by amounts': 'amounts', 'by code': 'descriptor_code' };
      const microdeposits = kinds[accountKindOf(body.accountNumber)];
      const linked = await send({ path: '/v1/external-accounts', body: { ...body, microdeposits } });
      return { id: textAt(linked, 'accountId') };
    },
    verifyExternalAccount: { path: '/v1/external-accounts/{externalAccountId}/verify' },
    satisfyRequirement: {
      path: '/control/requirements/{requirementId}',
      constants: { status: 'satisfied' },
      key,
    },
    listTransactions: { path: '/v1/disbursements' },
    readTransaction: async ({ path: { transactionId } }, { send }) => {
      const found = await itemOf(send, '/v1/disbursements', transactionId);
      return { ...found, status: found.status as 'initiated' };
    },
    answerRfi: { path: '/control/transactions/{transactionId}/rfi/provide', key },
  },
  absentOperations: absent,
  controls: {
    advanceClock: { path: '/control/clock/advance', body: { seconds: '{seconds}' }, answer: { now: 'now' } },
    drain: { path: '/control/webhooks/wait' },
    registerWebhookEndpoint: async (send, { url, businessId }) => {
      const of = businessId === undefined ? 'platform' : `businesses/${businessId}`;
      const made = await send({ path: `/control/${of}/webhooks`, body: { url } });
      return { id: textAt(made, 'id'), secret: textAt(made, 'secret') };
    },
    removeWebhookEndpoint: { method: 'DELETE', path: '/control/webhooks/{endpointId}' },
    listDeliveries: { method: 'GET', path: '/control/webhooks/deliveries?eventId={eventId}' },
    settlePayroll: { path: '/control/payrolls/{payrollId}/confirm-disbursements' },
    settleTransaction: { path: '/control/transactions/{transactionId}/settle' },
    failTransaction: { path: '/control/transactions/{transactionId}/fail', body: message },
    returnTransaction: { path: '/control/transactions/{transactionId}/return', body: message },
    raiseRfi: {
      path: '/control/transactions/{transactionId}/rfi/request',
      body: { actionRequired: '{actionRequired}' },
    },
    // The reference of the sender's bank is the description here.
    receiveBankTransfer: async (send, virtualAccountId, { amount, sender, reference, description }) => {
      const { businessId: business } = await itemOf(send, '/v1/virtual-accounts', virtualAccountId, 'case');
      if (business === undefined) notOffered('Only accounts of a business take bank transfers.');
      const { accountName: senderName, accountNumber, bankCode, network } = sender ?? {};
      const account = { senderName, accountNumber, iban: accountNumber, bankCode, sortCode: bankCode };
      const body = { value: amount, network, description: reference ?? description, ...account };
      return textAt(await send({ path: `/control/businesses/${business}/deposits`, body }), 'id');
    },
    completeOffboarding: { path: `${person}/offboarding/complete` },
    reviewKyb: { path: '/control/businesses/{businessId}/kyb', body: { status: '{outcome}' } },
    restrictDirectDebits: { path: `${directDebits}/restrict` },
    liftDirectDebitRestriction: { path: `${directDebits}/lift` },
    createFiling: async (send, businessId, { requirements }) => {
      const make = async (kind: string) =>
        textAt(
          await send({ method: 'POST', path: `/control/businesses/${businessId}/${kind}` }),
          'resourceId',
        );
      await make('remittances');
      if (requirements.length > 0) await make('requirements');
      return make('filings');
    },
    moveFiling: { path: '/control/filings/{filingId}', body: { status: '{status}' } },
    moveRemittance: { path: '/control/remittances/{remittanceId}', body: { status: '{status}' } },
    setPassword: { path: '/control/users/{userId}/password-set' },
    payInstantly: { path: `${person}/instant-pay`, body: { amount: '{amount}' } },
    ...oneKeyEach({
      user: { path: '/control/users/{userId}/token', token: 'token' },
      org: { path: '/control/businesses/{businessId}/org-key/reissue', token: 'key' },
      revokeOrg: { path: '/control/businesses/{businessId}/org-key/revoke' },
    }),
  },
});
