/** How this server does what the interface document leaves open: README.md of this folder. */
import { setTimeout } from 'node:timers/promises';
import {
  accountKindOf,
  asDescribed,
  type ControlSend,
  created,
  defineAdapter,
  fileInJson,
  listAt,
  logsByEndpoint,
  signsInOrder,
  textAt,
  valueAt,
} from '../../../src/index.ts';

const reason = { rejectionReason: 'reason' };
const transactions = '/v1/disbursements';
const verifications = { verified: 'instant', 'by code': 'descriptor_code', 'by amounts': 'amounts' };
const decisions = {
  approved: 'approve',
  rejected: 'reject',
  'additional-information-needed': 'request_information',
};
const transaction = '/dashboard/transactions/{transactionId}';
/** Moves a record that may already be there by itself: then the server answers with 409. */
const settle = async (send: ControlSend, place: string, body: object): Promise<void> => {
  await send({ path: `/dashboard/${place}`, body, success: [409] });
};
const kyb = { feedback: 'message' };

export const adapter = defineAdapter({
  unwrap: 'result',
  operations: {
    ...asDescribed,
    readBusiness: { answer: { businessId: 'id' } },
    updateBusinessBasicInfo: { answer: { businessId: 'id' } },
    readKyb: { answer: kyb },
    submitKyb: { body: { taxId: 'taxIdentificationNumber' }, answer: kyb },
    scheduleOffboarding: {
      answer: { personId: 'id', exitDate: 'offboarding.exitDate', reason: 'offboarding.reason' },
    },
    signContract: signsInOrder('/dashboard/contracts/{contractId}/signature'),
    uploadFile: fileInJson('/v1/files', { name: 'fileName', contentType: 'contentType', content: 'content' }),
    createUserToken: { answer: { token: 'userToken' } },
    savePayroll: { body: { fxValidUntil: 'fxRatesValidUntil', feeLineItems: 'customFees' } },
    approvePayroll: { path: '/v1/payrolls/{payrollId}/approval' },
    listTransactions: { path: transactions },
    readTransaction: { path: `${transactions}/{transactionId}` },
    answerRfi: { path: `${transactions}/{transactionId}/rfi`, body: { message: 'response' } },
    recordInvoicePayment: { path: '/dashboard/invoices/{invoiceId}/payment', key: { env: 'CONTROL_KEY' } },
    submitContractorInvoice: ({ body }, { send }) =>
      created(send, '/v1/invoices', { dueDate: '2240-12-31', ...body }),
    listReimbursements: { answer: { 'data.rejectionReason': 'reason' } },
    createReimbursement: { answer: reason },
    readReimbursement: { answer: reason },
    reviewReimbursement: { answer: reason },
    linkExternalAccount: ({ body }, { send }) => {
      const verification = verifications[accountKindOf(body.accountNumber)];
      return created(send, '/v1/external-accounts', { ...body, verification });
    },
  },
  controlKey: { env: 'CONTROL_KEY' },
  controls: {
    advanceClock: { path: '/dashboard/clock', body: { seconds: '{seconds}' } },
    drain: { path: '/dashboard/clock', body: { seconds: 0 } },
    ...logsByEndpoint({
      register: async (send, { url, businessId }) => {
        const answer = await send({ path: '/dashboard/webhook-endpoints', body: { url, businessId } });
        return { id: textAt(answer, 'id'), secret: textAt(answer, 'secret') };
      },
      endpoint: '/dashboard/webhook-endpoints/{endpointId}',
      log: '/dashboard/deliveries?endpointId={endpointId}',
      list: 'data',
      names: { eventId: 'eventId', status: 'status' },
    }),
    issueToken: async (send, request) => {
      const owner =
        request.type === 'user'
          ? `users/${request.userId}/tokens`
          : `businesses/${request.businessId}/org-tokens`;
      const answer = await send({ path: `/dashboard/${owner}`, body: {} });
      return { id: textAt(answer, 'id'), token: textAt(answer, 'token') };
    },
    revokeToken: { method: 'DELETE', path: '/dashboard/tokens/{tokenId}' },
    createFiling: async (send, businessId, { requirements }) => {
      const file = async () =>
        textAt(await send({ path: `/dashboard/businesses/${businessId}/filings`, body: {} }), 'id');
      const blocked = await file();
      if (requirements.length > 0) return blocked;
      // The first requirement of a business blocks each of its filings until it is satisfied.
      const read = () => send({ method: 'GET', path: '/v1/requirements', key: 'case' });
      let answer = await read();
      // A list shows an object after a while.
      for (; listAt(answer, 'data').length === 0; answer = await read()) await setTimeout(200);
      const id = valueAt({ json: listAt(answer, 'data')[0] }, 'id');
      const path = `/v1/requirements/${id}/satisfaction`;
      await send({ path, key: 'case', body: { value: 'TAX-1' } });
      return file();
    },
    moveFiling: (send, id, status) => settle(send, `filings/${id}`, { status }),
    moveRemittance: { path: '/dashboard/remittances/{remittanceId}', body: { status: '{status}' } },
    reviewKyb: async (send, businessId, outcome) => {
      if (outcome === 'completed') return;
      await send({ path: `/dashboard/businesses/${businessId}/kyb`, body: { action: decisions[outcome] } });
    },
    restrictDirectDebits: { path: '/dashboard/businesses/{businessId}/restriction' },
    liftDirectDebitRestriction: { method: 'DELETE', path: '/dashboard/businesses/{businessId}/restriction' },
    settlePayroll: (send, id) => settle(send, `payrolls/${id}/confirmation`, {}),
    settleTransaction: (send, id) => settle(send, `transactions/${id}`, { action: 'settle' }),
    failTransaction: { path: transaction, body: { action: 'fail', message: '{message}' } },
    returnTransaction: { path: transaction, body: { action: 'return', message: '{message}' } },
    raiseRfi: { path: transaction, body: { action: 'request_information', message: '{actionRequired}' } },
    completeOffboarding: { path: '/dashboard/persons/{personId}/offboarding-completion' },
    payInstantly: async (send, personId, amount) => {
      const answer = await send({ path: '/v1/instant-pays', key: 'case', body: { personId, amount } });
      return textAt(answer, 'id');
    },
    setPassword: { path: '/dashboard/users/{userId}/password', body: { password: 'Passw0rd-2026' } },
    concludeKyc: { path: '/dashboard/users/{userId}/kyc', body: { type: '{type}', action: '{result}' } },
    moveVirtualAccount: {
      path: '/dashboard/virtual-accounts/{virtualAccountId}',
      body: { status: '{status}' },
    },
    receiveBankTransfer: async (send, _id, given, { businessId }) => {
      const { amount, reference, description = reference } = given;
      const { accountName: senderName, ...from } = { ...given.sender };
      const bank = { ...from, iban: from.accountNumber, sortCode: from.bankCode };
      const path = `/dashboard/businesses/${businessId}/bank-transfers`;
      return textAt(await send({ path, body: { amount, description, senderName, ...bank } }), 'id');
    },
  },
  values: {
    'concludeKyc.result': { approved: 'approve', rejected: 'reject' },
    'readKyb.status': { 'additional-information-needed': 'additional_information_needed' },
  },
});
