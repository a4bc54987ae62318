/** How the suite is connected to this server, by its README alone. */
import { base64, inTurn, listAt, textAt, valueAt } from '../../../conformance/adapter/helpers.ts';
import { notOffered } from '../../../conformance/adapter/not-offered.ts';
import { defineAdapter, type Send } from '../../../src/index.ts';
import { controls } from './controls.ts';

const key = { env: 'CONTROL_KEY' } as const;

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
  controls,
});
