/** How the suite is connected to this server, by its README alone. */
import {
  accountKindOf,
  asDescribed,
  created,
  defineAdapter,
  fileInJson,
  inSteps,
  itemOf,
  logsByEndpoint,
  notOffered,
  numberAt,
  oneKeyEach,
  only,
  putWithTheRest,
  type Send,
  signsInOrder,
  textAt,
} from '../../../src/index.ts';

const key = { env: 'CONTROL_KEY' } as const;
const transaction = '/control/transactions/{transactionId}';
const directDebits = '/control/businesses/{businessId}/direct-debits';
const message = { message: '{message}' };
const fileNames = { name: 'fileName', contentType: 'contentType', content: 'content' };

const today = async (send: Send) => textAt(await send({ path: '/control/state', key }), 'today');
const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

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
    ...asDescribed,
    updateBusinessBasicInfo: async ({ path: { businessId }, body }, { send }) => {
      const from = `/v1/businesses/${businessId}`;
      const names = ['businessName', 'businessShortName', 'adminPhoneNumber', 'address'];
      const changes = only(body, 'businessName', 'businessShortName');
      await putWithTheRest(send, { from, to: `${from}/basicInfo`, names }, changes);
    },
    submitKyb: {
      omit: ['registrationId', 'incorporationDate', 'address', 'registrationFileId', 'principals.email'],
      body: { taxId: 'taxIdentificationNumber', 'principals.dob': 'dateOfBirth' },
    },
    reinstatePerson: { path: '/v1/persons/{personId}/reinstate' },
    updateUser: async ({ path: { userId }, body: { email: _, ...changes } }, { send }) => {
      const from = `/v1/users/${userId}`;
      const names = ['firstName', 'lastName', 'phoneNumber'];
      await putWithTheRest(send, { from, to: `${from}/basicInfo`, names }, changes);
    },
    signContract: signsInOrder('/control/contracts/{contractId}/sign'),
    uploadFile: fileInJson('/v1/files', fileNames),
    createUserToken: { path: '/v1/auth/redirect', answer: { token: 'userToken' } },
    createPayout: ({ body }, { send }) => {
      const usual = { sourceCurrency: body.amount?.currency, reference: crypto.randomUUID() };
      return created(send, '/v1/payouts', { ...usual, ...body });
    },
    submitContractorInvoice: async ({ body }, { send }) => {
      const given = only(body, 'personId', 'invoiceNumber', 'dueDate', 'purpose', 'notes');
      const items = (body.items ?? []).map((item) => ({
        quantity: 1,
        ...only(item, 'description', 'amount', 'quantity'),
      }));
      const usual = { purpose: 'Contract work', dueDate: daysAfter(await today(send), 30) };
      return created(send, '/v1/invoices', { ...usual, ...given, items });
    },
    recordInvoicePayment: { path: '/control/invoices/{invoiceId}/pay', key },
    createReimbursement: async ({ body }, { send }) =>
      created(send, '/v1/reimbursements', { ...body, expenseDate: await today(send) }),
    createVirtualAccount: { omit: ['countryCode'] },
    linkExternalAccount: ({ body: { accountName, ...body } }, { send }) => {
      const kind = accountKindOf(body.accountNumber);
      const microdepositType = kind === 'by amounts' ? 'amounts' : 'descriptor_code';
      const by =
        kind === 'verified'
          ? { verification: 'instant' }
          : { verification: 'microdeposits', microdepositType };
      return created(send, '/v1/external-accounts', { ...body, accountHolderName: accountName, ...by });
    },
    verifyExternalAccount: async ({ path: { externalAccountId: id }, body }, { send }) => {
      const known = body.amounts ? { amounts: [12, 37] } : { descriptorCode: body.descriptorCode };
      await send({ path: `/v1/external-accounts/${id}/verify`, body: known });
    },
    satisfyRequirement: {
      path: '/control/requirements/{requirementId}/status',
      omit: ['value', 'fileIds'],
      constants: { status: 'satisfied' },
      key,
    },
    answerRfi: { path: `${transaction}/rfi-provide`, omit: ['message', 'fileIds'], key },
  },
  controls: {
    // It moves no further than 20 years at a time.
    advanceClock: inSteps(600_000_000, async (send, seconds) =>
      numberAt(await send({ path: '/control/clock/advance', body: { seconds } }), 'now'),
    ),
    drain: { path: '/control/webhooks/wait', body: { timeoutSeconds: 30 } },
    ...logsByEndpoint({
      register: async (send, { url, businessId }) => {
        const of = businessId === undefined ? { platform: true } : { businessId };
        const made = await send({ path: '/control/webhooks', body: { url, ...of } });
        return { id: textAt(made, 'id'), secret: textAt(made, 'secret') };
      },
      endpoint: '/control/webhooks/{endpointId}',
      log: '/control/webhooks/{endpointId}/messages',
      names: { eventId: 'id', status: 'state' },
    }),
    settlePayroll: { path: '/control/payrolls/{payrollId}/confirm' },
    settleTransaction: { path: `${transaction}/settle` },
    failTransaction: { path: `${transaction}/fail`, body: message },
    returnTransaction: { path: `${transaction}/return`, body: message },
    raiseRfi: { path: `${transaction}/rfi-request`, body: { actionRequired: '{actionRequired}' } },
    receiveBankTransfer: async (send, account, { amount, sender, reference, description }) => {
      const { businessId } = await itemOf(send, '/v1/virtual-accounts', account, 'case');
      if (businessId === undefined) notOffered('Only accounts of a business take bank transfers.');
      const { accountName: senderName, accountNumber, bankCode, network } = sender ?? {};
      const from = { accountNumber, iban: accountNumber, bankCode, sortCode: bankCode, senderName, network };
      const body = { businessId, amount, ...from, reference: reference ?? description };
      return (await created(send, '/control/deposits', body)).id;
    },
    completeOffboarding: { path: '/control/persons/{personId}/offboarding/complete' },
    reviewKyb: { path: '/control/businesses/{businessId}/kyb', body: { status: '{outcome}' } },
    restrictDirectDebits: { path: directDebits, body: { restricted: true } },
    liftDirectDebitRestriction: { path: directDebits, body: { restricted: false } },
    createFiling: async (send, businessId, { requirements }) => {
      const make = async (kind: string, name: string) =>
        (await created(send, `/control/${kind}`, { businessId, name, country: 'US' })).id;
      await make('remittances', 'Payment');
      for (const each of requirements) await make('requirements', each);
      return make('filings', 'Monthly return');
    },
    moveFiling: { path: '/control/filings/{filingId}/status', body: { status: '{status}' } },
    moveRemittance: { path: '/control/remittances/{remittanceId}/status', body: { status: '{status}' } },
    setPassword: { path: '/control/users/{userId}/password', body: { password: 'correct horse' } },
    payInstantly: { path: '/control/instant-pay', body: { personId: '{personId}', amount: '{amount}' } },
    ...oneKeyEach({
      user: { path: '/control/users/{userId}/token', token: 'userToken' },
      org: { path: '/control/businesses/{businessId}/org-keys', token: 'orgKey' },
      revokeOrg: { method: 'DELETE', path: '/control/businesses/{businessId}/org-keys' },
    }),
  },
});
