import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Scenario, startScenario } from '../testing/scenario.ts';

const sender = { email: 'tunde.bello@example.com', name: 'Tunde Bello' };
let scenario: Scenario;
let personId = '';
let templateId = '';
beforeAll(async () => {
  scenario = await startScenario();
  const person = { firstName: 'Adaeze', lastName: 'Okafor', email: 'adaeze.okafor@example.com' };
  personId = (await scenario.client.ok('createPerson', { body: person })).id ?? '';
  templateId = (await scenario.client.ok('listContractTemplates')).data[0]?.id ?? '';
});
afterAll(() => scenario.close());

const created = () => scenario.client.ok('createContract', { body: { templateId, personId, sender } });
const sign = (contractId: string, signatureId: string | undefined) =>
  scenario.client.send('signContract', {
    path: { contractId },
    body: signatureId === undefined ? {} : { signatureId },
  });

test('a business has the same templates whenever it asks, and no other business has them', async () => {
  const { client, server } = scenario;
  const { tenantKey } = await client.ok('createBusiness', { body: {} });
  const mine = await client.ok('listContractTemplates');
  const others = await client.ok('listContractTemplates', { tenantKey });
  expect(await client.ok('listContractTemplates')).toEqual(mine);
  expect(new Set([...mine.data, ...others.data].map(({ id }) => id)).size).toBe(2 * mine.data.length);
  expect(new Set(mine.data.map((template) => template.tenantKey))).toEqual(
    new Set([server.businesses.platform.tenantKey]),
  );
  expect(new Set(others.data.map((template) => template.tenantKey))).toEqual(new Set([tenantKey]));
});

test('a new contract awaits the signature of the business, then that of the worker', async () => {
  const contract = await created();
  expect(Object.keys(contract).toSorted()).toEqual(
    ['id', 'name', 'personId', 'signatures', 'status', 'subject', 'templateId', 'title'].toSorted(),
  );
  expect(contract).toMatchObject({ personId, templateId, status: 'awaiting business signature' });
  const unsigned = { status: 'unsigned', signedAt: 0, lastViewedAt: 0 };
  expect(contract.signatures).toMatchObject([
    { ...unsigned, order: 0, emailAddress: sender.email, name: sender.name },
    { ...unsigned, order: 1, emailAddress: 'adaeze.okafor@example.com', name: 'Adaeze Okafor' },
  ]);
});

test('a contract goes through its statuses and announces each of them once', async () => {
  const events = await scenario.watch();
  const now = await scenario.now();
  const { id, name, signatures } = await created();
  const [admin, worker] = signatures;
  const facts = { id, name, personId, templateId };

  expect((await sign(id, worker?.id)).status).toBe(400);
  expect((await sign(id, admin?.id)).body).toMatchObject({ status: 'awaiting worker signature' });
  expect((await sign(id, admin?.id)).status).toBe(400);
  const { body } = await sign(id, worker?.id);
  expect((await sign(id, worker?.id)).status).toBe(400);
  expect(body).toMatchObject({
    status: 'completed',
    signatures: [admin, worker].map((signature) => ({
      ...signature,
      status: 'signed',
      signedAt: now,
      lastViewedAt: now,
    })),
    createdAt: now,
    customContractAttached: false,
  });
  expect(await scenario.client.ok('readContract', { path: { contractId: id } })).toEqual(body);

  const { tenantKey } = scenario.server.businesses.platform;
  const signed = { id, personId, signedAt: now, tenantKey };
  expect((await events()).map(({ eventType, data }) => ({ eventType, data }))).toEqual([
    {
      eventType: 'contract.created',
      data: { ...facts, status: 'awaiting business signature', tenantKey },
    },
    {
      eventType: 'contract.signed',
      data: { ...signed, status: 'awaiting worker signature', emailAddress: sender.email },
    },
    {
      eventType: 'contract.status.updated',
      data: { ...facts, status: 'awaiting worker signature', tenantKey },
    },
    {
      eventType: 'contract.signed',
      data: { ...signed, status: 'completed', emailAddress: 'adaeze.okafor@example.com' },
    },
    { eventType: 'contract.status.updated', data: { ...facts, status: 'completed', tenantKey } },
  ]);
});

test('a list shows the contracts of the business or of one person', async () => {
  const { client } = scenario;
  const { id: otherId = '' } = await client.ok('createPerson', { body: { firstName: 'Mateo' } });
  const { id } = await client.ok('createContract', { body: { templateId, personId: otherId, sender } });
  const idsOf = async (query: Record<string, string>) =>
    (await client.ok('listContracts', { query })).data.map((contract) => contract.id);
  expect(await idsOf({ personId: otherId })).toEqual([id]);
  expect(await idsOf({ personId: randomUUID() })).toEqual([]);
  expect(await idsOf({})).toContain(id);
  expect(await idsOf({ personId })).not.toContain(id);
});

test.each([
  ['no template', { templateId: undefined }, ['templateId']],
  ['an unknown template', { templateId: randomUUID() }, ['templateId']],
  ['no person', { personId: undefined }, ['personId']],
  ['an unknown person', { personId: randomUUID() }, ['personId']],
  ['no sender', { sender: undefined }, ['sender']],
  ['a sender without a name', { sender: { email: 'a@example.com' } }, ['sender.name']],
  ['an empty sender', { sender: { email: '', name: '' } }, ['sender.email', 'sender.name']],
])('%s makes no contract', async (_name, change, fields) => {
  const given = { templateId, personId, sender, ...change };
  const text = JSON.stringify(given);
  const { status, body } = await scenario.client.send('createContract', {
    raw: { text, contentType: 'application/json' },
  });
  expect(status).toBe(400);
  expect(Object.keys((body as { params: object }).params)).toEqual(fields);
});

test('another business can neither see nor use it', async () => {
  const { client } = scenario;
  const { tenantKey } = await client.ok('createBusiness', { body: {} });
  const { id: contractId, signatures } = await created();
  const signatureId = signatures[0]?.id ?? '';
  const path = { contractId };
  const unknown = await client.send('readContract', { tenantKey, path: { contractId: randomUUID() } });
  expect(unknown.status).toBe(404);
  expect(await client.send('readContract', { tenantKey, path })).toEqual(unknown);
  expect(await client.send('signContract', { tenantKey, path, body: { signatureId } })).toEqual(unknown);
  expect((await client.ok('listContracts', { tenantKey })).data).toEqual([]);
  const foreign = await client.send('createContract', { tenantKey, body: { templateId, personId, sender } });
  expect(foreign).toMatchObject({ status: 400, body: { params: { templateId: expect.any(String) } } });
});

test.each([[undefined], [randomUUID()]])('signing with %s is refused', async (signatureId) => {
  const { id } = await created();
  expect(await sign(id, signatureId)).toMatchObject({
    status: 400,
    body: { params: { signatureId: expect.any(String) } },
  });
});
