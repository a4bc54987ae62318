/** How this server does what the interface document leaves open: README.md of this folder. */
import { setTimeout } from 'node:timers/promises';
import {
  accountKindOf,
  asDescribed,
  base64,
  type ControlSend,
  defineAdapter,
  listAt,
  logsByEndpoint,
  renamed,
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
    signContract: signsInOrder('/dashboard/contracts/{contractId}/signature', {
      read: async (id, send) =>
        listAt(await send({ method: 'GET', path: `/v1/contracts/${id}` }), 'result.signatures'),
    }),
    uploadFile: async ({ form: { file } }, { send }) => {
      const body = { fileName: file.name, contentType: file.contentType, content: base64(file) };
      return { id: textAt(await send({ path: '/v1/files', body }), 'result.id') };
    },
    createUserToken: { answer: { token: 'userToken' } },
    savePayroll: { body: { fxValidUntil: 'fxRatesValidUntil', feeLineItems: 'customFees' } },
    approvePayroll: { path: '/v1/payrolls/{payrollId}/approval' },
    listTransactions: { path: transactions },
    readTransaction: { path: `${transactions}/{transactionId}` },
    answerRfi: { path: `${transactions}/{transactionId}/rfi`, body: { message: 'response' } },
    recordInvoicePayment: { path: '/dashboard/invoices/{invoiceId}/payment', key: { env: 'CONTROL_KEY' } },
    submitContractorInvoice: async ({ body }, { send }) => {
      const answer = await send({ path: '/v1/invoices', body: { dueDate: '2240-12-31', ...body } });
      return renamed<'submitContractorInvoice'>(answer.json, {});
    },
    listReimbursements: { answer: { 'data.rejectionReason': 'reason' } },
    createReimbursement: { answer: reason },
    readReimbursement: { answer: reason },
    reviewReimbursement: { answer: reason },
    linkExternalAccount: async ({ body }, { send }) => {
      const verification = verifications[accountKindOf(body.accountNumber)];
      const { json } = await send({ path: '/v1/external-accounts', body: { ...body, verification } });
      return renamed<'linkExternalAccount'>(json, { $: 'result' });
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
      return textAt(answer, 'result.id');
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
