import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Scenario, startScenario } from '../testing/scenario.ts';

let scenario: Scenario;
let businessId: string;
beforeEach(async () => {
  scenario = await startScenario();
  businessId = scenario.server.businesses.platform.businessId;
});
afterEach(() => scenario.close());

const filing = { name: 'Monthly income tax return', countryCode: 'NG', dueDate: '2999-04-10' };

async function createFiling(body: object = filing): Promise<string> {
  const answer = await scenario.control.send('POST', `/businesses/${businessId}/filings`, body);
  expect(answer.status).toBe(201);
  return (answer.body as { id: string }).id;
}

const moveFiling = async (id: string, status: string) =>
  (await scenario.control.send('POST', `/filings/${id}/transition`, { status })).status;

test('a filing goes from created to accepted', async () => {
  const events = await scenario.watch();
  const filingId = await createFiling();
  const read = await scenario.client.ok('readFiling', { path: { filingId } });
  expect(read).toMatchObject({ ...filing, id: filingId, status: 'pending', requirementIds: [] });
  for (const status of ['in_review', 'approved', 'submitted', 'accepted'])
    expect(await moveFiling(filingId, status)).toBe(204);
  expect(await moveFiling(filingId, 'rejected')).toBe(400);
  expect(await moveFiling(randomUUID(), 'pending')).toBe(404);
  expect((await scenario.client.ok('listFilings')).data).toMatchObject([
    { id: filingId, status: 'accepted' },
  ]);
  const { countryCode, dueDate } = filing;
  const { tenantKey } = scenario.server.businesses.platform;
  const data = { resourceType: 'filing', resourceId: filingId, countryCode, dueDate, tenantKey };
  expect((await events()).map((event) => [event.eventType, event.data])).toEqual(
    ['created', 'pending', 'in_review', 'approved', 'submitted', 'accepted'].map((state) => [
      `filing.${state}`,
      data,
    ]),
  );
});

test('a filing becomes overdue at the end of its day', async () => {
  const now = await scenario.now();
  const dueDate = new Date(now * 1000).toISOString().slice(0, 10);
  const filingId = await createFiling({ ...filing, dueDate });
  const late = Date.parse(`${dueDate}T00:00:00Z`) / 1000 + 86_400;
  const statusAfter = async (seconds: number) => {
    await scenario.control.advance(businessId, seconds);
    return (await scenario.client.ok('readFiling', { path: { filingId } })).status;
  };
  expect(await statusAfter(late - now - 1)).toBe('pending');
  expect(await statusAfter(1)).toBe('overdue');
});

test('requirements block a filing until each is satisfied', async () => {
  const events = await scenario.watch();
  const filingId = await createFiling({ ...filing, requirements: ['Tax number', 'Certificate'] });
  const { status, requirementIds = [] } = await scenario.client.ok('readFiling', { path: { filingId } });
  expect(status).toBe('blocked');
  expect(await moveFiling(filingId, 'pending')).toBe(400);
  const { data = [] } = await scenario.client.ok('listRequirements');
  expect(data.map(({ id }) => id)).toEqual(requirementIds);
  for (const requirementId of requirementIds) {
    const satisfied = await scenario.client.ok('satisfyRequirement', {
      path: { requirementId },
      body: { value: '21458812-0001' },
    });
    expect(satisfied).toMatchObject({ id: requirementId, status: 'satisfied', resourceId: filingId });
    const again = await scenario.client.send('satisfyRequirement', {
      path: { requirementId },
      body: { value: '1' },
    });
    expect([again.status, again.body]).toEqual([400, expect.objectContaining({ code: 'invalid_state' })]);
  }
  expect((await scenario.client.ok('readFiling', { path: { filingId } })).status).toBe('pending');
  expect((await events()).map(({ eventType, data: { resourceId } }) => [eventType, resourceId])).toEqual(
    [
      'filing.created',
      'requirement.created',
      'requirement.created',
      'filing.blocked',
      'requirement.satisfied',
      'requirement.satisfied',
      'filing.pending',
    ].map((eventType) => [eventType, filingId]),
  );
});

test('an unknown file id does not satisfy a requirement', async () => {
  await createFiling({ ...filing, requirements: ['Certificate'] });
  const { data = [] } = await scenario.client.ok('listRequirements');
  const { status, body } = await scenario.client.send('satisfyRequirement', {
    path: { requirementId: data[0]?.id ?? '' },
    body: { fileIds: [randomUUID()] },
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({ params: { 'fileIds.0': expect.any(String) } });
});

test('a payroll run brings filings and remittances, and a failed remittance refunds the wallet', async () => {
  const { client, control } = scenario;
  const now = await scenario.now();
  await scenario.deposit(1060);
  const payrollDate = new Date((now + 2 * 86_400) * 1000).toISOString().slice(0, 10);
  const payrollId = await scenario.savedPayroll({ payrollDate });
  await client.ok('approvePayroll', { path: { payrollId } });
  expect((await client.ok('listFilings')).data).toEqual([]);
  const events = await scenario.watch();
  const due = Date.parse(`${payrollDate}T00:00:00Z`) / 1000;
  await control.advance(businessId, due - now);
  const [filed] = (await client.ok('listFilings')).data ?? [];
  expect(filed).toMatchObject({
    status: 'pending',
    period: { fromDate: '2026-03-01', toDate: '2026-03-31' },
  });
  const remittance = async () => (await client.ok('listRemittances')).data?.[0];
  const { id } = (await remittance()) ?? {};
  expect(await remittance()).toMatchObject({
    filingId: filed?.id,
    status: 'created',
    amount: { amount: 230, currency: 'USD' },
  });
  await control.advance(businessId, 3600);
  expect(await scenario.statusOf(payrollId)).toBe('Completed');
  expect(await remittance()).toMatchObject({ status: 'processing' });
  const fail = () => control.send('POST', `/remittances/${id}/transition`, { status: 'failed' });
  expect((await fail()).status).toBe(204);
  expect((await fail()).status).toBe(400);
  expect(await scenario.balance()).toBe(230);
  const names = (await events()).map(({ eventType }) => eventType);
  expect(names.filter((name) => /^(filing|remittance)/.test(name))).toEqual([
    'filing.created',
    'remittance.created',
    'filing.pending',
    'remittance.processing',
    'remittance.failed',
  ]);
  expect(
    (await control.send('POST', `/remittances/${randomUUID()}/transition`, { status: 'failed' })).status,
  ).toBe(404);
});

test('lists come in pages', async () => {
  const ids = [await createFiling(), await createFiling(), await createFiling()];
  const first = await scenario.client.ok('listFilings', { query: { limit: '2' } });
  expect(first.data?.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const cursor = first.node?.next ?? '';
  const second = await scenario.client.ok('listFilings', { query: { limit: '2', cursor } });
  expect(second.data?.map(({ id }) => id)).toEqual(ids.slice(2));
  for (const list of ['listFilings', 'listRemittances', 'listRequirements'] as const) {
    const { status } = await scenario.client.send(list, { query: { cursor: 'nonsense' } });
    expect(status).toBe(400);
  }
});

test('resources of another business are not found', async () => {
  const filingId = await createFiling({ ...filing, requirements: ['Tax number'] });
  const { data = [] } = await scenario.client.ok('listRequirements');
  const { tenantKey = '' } = await scenario.client.ok('createBusiness', { body: { businessName: 'Other' } });
  const body = { value: '1' };
  const answers = [filingId, data[0]?.id ?? '', randomUUID()].flatMap((id) => [
    scenario.client.send('readFiling', { tenantKey, path: { filingId: id } }),
    scenario.client.send('satisfyRequirement', { tenantKey, path: { requirementId: id }, body }),
  ]);
  for (const answer of await Promise.all(answers))
    expect(answer).toMatchObject({ status: 404, body: { code: 'resource_not_found' } });
  for (const list of ['listFilings', 'listRemittances', 'listRequirements'] as const)
    expect((await scenario.client.ok(list, { tenantKey })).data).toEqual([]);
});
