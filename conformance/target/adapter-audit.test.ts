import { expect, test } from 'vitest';
import type { Operations } from '../adapter/adapter.ts';
import type { Send } from '../adapter/send.ts';
import { fakeTargetAt } from '../testing/fake-target.ts';
import { AdapterAudit } from './adapter-audit.ts';

const send: Send = async ({ path }) => ({
  status: 201,
  headers: { location: `${path}/made-1` },
  text: '',
  json: { state: 'open' },
});
const tools = { send, control: send, caller: {}, businessId: 'b' };

const operations: Operations = {
  createPayroll: { constants: { channel: 'api' } },
  createPayout: async ({ body: { beneficiaryId } }, { send }) => {
    await send({ path: `/v1/beneficiaries/${beneficiaryId}/quotes/77`, body: { for: beneficiaryId } });
    await send({ path: '/v1/orders', body: { to: beneficiaryId, limits: { fees: 'SHARED' } } });
    return { id: 'made-1', status: 'initiated' };
  },
};

test('lists further requests, and fields whose values neither the suite nor the target gave', async () => {
  const audit = new AdapterAudit();
  const controls = {
    drain: async (send: Send, businessId: string) => {
      await send({ path: `/ops/${businessId}/accounts`, body: { open: true } });
      await send({ method: 'POST', path: `/ops/${businessId}/idle` });
    },
    completeOffboarding: async (send: Send, personId: string) => {
      await send({ method: 'POST', path: `/ops/${personId}/exit` });
    },
  };
  const watched = audit.watch({ ...fakeTargetAt(1), operations, controls });
  const about = { businessId: 'b', tenantKey: 'tk', fieldsOf: () => ({}) };
  await watched.controls.drain?.(send, 'b', about);
  await watched.controls.completeOffboarding?.(send, 'p', about);
  const { createPayout } = watched.operations ?? {};
  if (typeof createPayout !== 'function') throw new Error('It is still a function.');
  await createPayout({ path: {}, query: {}, body: { beneficiaryId: 'x' }, form: {} } as never, tools);
  expect(audit.lines).toEqual([
    { line: 'operations.createPayroll', requests: [], adds: ['channel'], returns: [] },
    { line: 'controls.drain', requests: ['POST /ops/{…}/accounts'], adds: [], returns: [] },
    {
      line: 'operations.createPayout',
      requests: ['POST /v1/beneficiaries/{…}/quotes/{…}'],
      adds: ['limits.fees'],
      returns: ['status'],
    },
  ]);
});
