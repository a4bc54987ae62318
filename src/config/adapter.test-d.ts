/** Type tests of an adapter: a wrong field does not compile. tsc is the test; nothing here runs. */
import { idFromLocation, renamed } from '../../conformance/adapter/helpers.ts';
import { defineAdapter } from './adapter.ts';

defineAdapter({
  operations: {
    createPerson: { path: '/v1/joiners', body: { firstName: 'given_name' } },
    createPayout: async ({ body }, { send }) => {
      const made = await send({ method: 'POST', path: '/v1/orders', body: { to: body.beneficiaryId } });
      return { id: idFromLocation(made), status: 'initiated' };
    },
    readReimbursement: async ({ path }, { send }) => {
      const { json } = await send({ method: 'GET', path: `/v1/claims/${path.reimbursementId}` });
      return renamed<'readReimbursement'>(json, { status: 'state' });
    },
    uploadFile: async ({ form }, { send }) => {
      const { json } = await send({ method: 'POST', path: '/v1/files', body: { name: form.file.name } });
      return renamed<'uploadFile'>(json, { id: 'file' });
    },
    removeExternalAccount: async ({ path }, { send }) => {
      await send({ method: 'POST', path: `/v1/accounts/${path.externalAccountId}/close` });
    },
    listPayslips: ({ path }) => ({ data: [{ id: 'a', payrollId: path.payrollId }] }),
  },
  controls: {
    drain: async (send, businessId) => {
      await send({ method: 'POST', path: `/ops/${businessId}/flush`, key: { env: 'OPS_KEY' } });
    },
  },
  values: { maritalStatus: { married: 'M' } },
  secrets: ['OPS_KEY'],
  data: {
    identity: ({ serial }) => ({ firstName: 'Ada', idNumber: `P-${serial}` }),
    requests: {
      createPerson: { address: { line1: '1 High Street' } },
      submitKyc: ({ seed }) => ({ idDetails: { number: String(seed) } }),
      updateTaxProfile: { maritalStatus: 'M' },
    },
  },
});

defineAdapter({
  operations: {
    // @ts-expect-error: an operation that there is not
    createPerson2: { path: '/v1/joiners' },
  },
});
defineAdapter({
  operations: {
    // @ts-expect-error: a field that the body does not have
    createPayout: ({ body }) => ({ id: String(body.to) }),
  },
});
defineAdapter({
  operations: {
    // @ts-expect-error: a path parameter that the operation does not have
    readReimbursement: ({ path }) => ({ status: path.payoutId }),
  },
});
defineAdapter({
  operations: {
    // @ts-expect-error: an answer without the id that checks go on with
    createPayout: ({ body }) => ({ reference: body.reference }),
  },
});
defineAdapter({
  operations: {
    // @ts-expect-error: a field that the answer does not have
    createPayout: async () => ({ id: 'a', statuss: 'initiated' }),
  },
});
defineAdapter({
  operations: {
    // @ts-expect-error: a field that the items of a list do not have
    listPayslips: async () => ({ data: [{ id: 'a', payroll: 'b' }] }),
  },
});
defineAdapter({
  operations: {
    // @ts-expect-error: a number where a text belongs
    readReimbursement: async () => ({ status: 7 }),
  },
});
defineAdapter({
  controls: {
    // @ts-expect-error: a control that returns a text for the time
    advanceClock: async () => 'now',
  },
});
defineAdapter({
  data: {
    // @ts-expect-error: a field that the request does not have
    requests: { createPerson: { firstNam: 'Ada' } },
  },
});
defineAdapter({
  data: {
    // @ts-expect-error: a field by which checks decide
    requests: { submitKyc: { idDetails: { expirationDate: '2030-01-01' } } },
  },
});
defineAdapter({
  data: {
    // @ts-expect-error: a text where a number belongs
    requests: { updateTaxProfile: () => ({ numberOfDependents: 'two' }) },
  },
});
// @ts-expect-error: a key that an adapter does not have
defineAdapter({ operation: {} });
