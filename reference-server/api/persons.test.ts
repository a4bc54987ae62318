import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReceivedEvent } from '../testing/receiver.ts';
import { type Scenario, startScenario } from '../testing/scenario.ts';

let scenario: Scenario;
let events: () => Promise<readonly ReceivedEvent[]>;
let platformId: string;
beforeAll(async () => {
  scenario = await startScenario();
  events = await scenario.watch();
  platformId = scenario.server.businesses.platform.businessId;
});
afterAll(() => scenario.close());

const phoneNumber = { countryCode: '+57', number: '3005550123' };
const mateo = { firstName: 'Mateo', lastName: 'Rojas', email: 'mateo@example.com', phoneNumber };
const contractor = { ...mateo, type: 'CONTRACTOR', contractorType: 'INDIVIDUAL' };

async function created(body: object = contractor): Promise<string> {
  const { id = '' } = await scenario.client.ok('createPerson', { body });
  return id;
}

/** Events about a person, without the fields of the envelope. */
async function about(personId: string) {
  const ofPerson = (await events()).filter(({ data }) => data.id === personId);
  return ofPerson.map(({ eventType, data: { id: _, tenantKey: __, ...data } }) => ({ eventType, data }));
}

describe('person.created', () => {
  const nobody = { firstName: '', lastName: '', email: '', phoneNumber: { countryCode: '', number: '' } };
  test.each([
    ['a contractor', contractor, { ...mateo, personType: 'CONTRACTOR', contractorType: 'INDIVIDUAL' }],
    ['an employee', { ...contractor, type: 'EMPLOYEE' }, { ...mateo, personType: 'EMPLOYEE' }],
    [
      'a contractor of no kind',
      { type: 'CONTRACTOR' },
      { ...nobody, personType: 'CONTRACTOR', contractorType: '' },
    ],
    ['a person without anything', {}, { ...nobody, personType: '' }],
  ])('of %s', async (_name, body, data) => {
    expect(await about(await created(body))).toEqual([{ eventType: 'person.created', data }]);
  });

  test('carries the tenant key', async () => {
    const id = await created();
    const event = (await events()).find(({ data }) => data.id === id);
    expect(event?.data.tenantKey).toBe(scenario.server.businesses.platform.tenantKey);
  });
});

describe('an update', () => {
  test('replaces the given fields, ignores unknown ones and sends one event', async () => {
    const personId = await created();
    const body = { firstName: 'Matt', metadata: { a: '1' }, businessName: 'Rojas', nickname: 'M', id: 'x' };
    const want = {
      id: personId,
      ...contractor,
      firstName: 'Matt',
      metadata: { a: '1' },
      businessName: 'Rojas',
    };
    for (const _ of ['changes', 'changes nothing'])
      expect(await scenario.client.ok('updatePerson', { path: { personId }, body })).toEqual(want);
    expect(await scenario.client.ok('readPerson', { path: { personId } })).toEqual(want);
    expect((await scenario.client.ok('listPersons', { query: { limit: '100' } })).data).toContainEqual(want);
    expect((await about(personId)).slice(1)).toEqual([
      { eventType: 'person.updated', data: { ...mateo, firstName: 'Matt' } },
    ]);
  });
});

describe('job information', () => {
  const compInfo = { type: 'net', frequency: 'monthly' };
  const salary = { amount: 250_000, currency: 'USD' };
  const customFields = [{ id: 'd35f6e4c-bfd7-41f8-8c9b-7e5a3d8f2be9', name: 'Badge', value: '7' }];
  const jobInfo = {
    startDate: '2026-01-05',
    employeeNumber: 'E-1',
    title: 'Analyst',
    department: 'Ops',
    customFields,
  };

  test('is stored and announced, and the salary is not read back', async () => {
    const personId = await created();
    const body = { compInfo: { ...compInfo, salary }, jobInfo };
    const person = await scenario.client.ok('updateJobInfo', { path: { personId }, body });
    expect(person).toEqual({ id: personId, ...contractor, compInfo, jobInfo });
    expect(await scenario.client.ok('readPerson', { path: { personId } })).toEqual(person);
    expect((await about(personId)).slice(1)).toEqual([
      { eventType: 'person.jobinfo.updated', data: { compInfo, jobInfo } },
    ]);
  });

  test('is replaced field by field, and sends an event even without a change', async () => {
    const personId = await created();
    const path = { personId };
    await scenario.client.ok('updateJobInfo', { path, body: { compInfo, jobInfo } });
    const job = { jobInfo: { title: 'Lead' } };
    await scenario.client.ok('updateJobInfo', { path, body: job });
    const person = await scenario.client.ok('updateJobInfo', { path, body: {} });
    expect(person).toMatchObject({ compInfo, jobInfo: { title: 'Lead' } });
    expect(person.jobInfo).toEqual({ title: 'Lead' });
    expect((await about(personId)).slice(2)).toEqual([
      { eventType: 'person.jobinfo.updated', data: { compInfo, ...job } },
      { eventType: 'person.jobinfo.updated', data: { compInfo, ...job } },
    ]);
  });
});

test('personal information and tax profile are set without an event', async () => {
  const personId = await created();
  const path = { personId };
  const identifiers = { taxId: '2034', socialSecurityId: 'PEN1' };
  expect(await scenario.client.ok('updatePersonalInfo', { path, body: identifiers })).toEqual(identifiers);
  expect(await scenario.client.ok('updatePersonalInfo', { path, body: { taxId: '1' } })).toEqual({
    taxId: '1',
  });
  const profile = { maritalStatus: 'married', numberOfDependents: 2 };
  expect(await scenario.client.ok('updateTaxProfile', { path, body: profile })).toEqual(profile);
  expect(
    await scenario.client.send('updateTaxProfile', { path, body: { numberOfDependents: -1 } }),
  ).toMatchObject({
    status: 400,
    body: { code: 'invalid_request_body', params: { numberOfDependents: expect.any(String) } },
  });
  expect(await about(personId)).toHaveLength(1);
});

describe('the lifecycle', () => {
  const inDays = async (days: number) =>
    new Date(((await scenario.now()) + days * 86_400) * 1000).toISOString().slice(0, 10);

  test('goes from a scheduled exit to Former when the date comes, and back to Active', async () => {
    const personId = await created();
    const path = { personId };
    const exit = { exitDate: await inDays(2), reason: 'Resignation' };
    const schedule = () => scenario.client.send('scheduleOffboarding', { path, body: exit });
    expect(await schedule()).toEqual({ status: 201, body: { personId, ...exit } });
    expect((await schedule()).status).toBe(400);
    const untilExit = Date.parse(exit.exitDate) / 1000 - (await scenario.now());
    await scenario.control.advance(platformId, untilExit - 1);
    expect(await about(personId)).toHaveLength(2);
    await scenario.control.advance(platformId, 1);
    expect((await scenario.client.send('cancelOffboarding', { path })).status).toBe(404);
    expect((await scenario.client.send('reinstatePerson', { path })).status).toBe(200);
    expect((await scenario.client.send('reinstatePerson', { path })).status).toBe(404);
    expect((await about(personId)).slice(1)).toEqual([
      { eventType: 'person.offboarding.scheduled', data: exit },
      { eventType: 'person.offboarding.completed', data: exit },
      { eventType: 'person.reinstated', data: {} },
    ]);
  });

  test('a cancelled exit is never completed', async () => {
    const personId = await created();
    const path = { personId };
    await scenario.client.ok('scheduleOffboarding', { path, body: { exitDate: await inDays(2) } });
    expect(await scenario.client.send('cancelOffboarding', { path })).toEqual({
      status: 204,
      body: undefined,
    });
    await scenario.control.advance(platformId, 5 * 86_400);
    expect((await about(personId)).map(({ eventType }) => eventType)).toEqual([
      'person.created',
      'person.offboarding.scheduled',
      'person.offboarding.cancelled',
    ]);
  });

  test('an exit is completed early by the control, once', async () => {
    const personId = await created();
    await scenario.client.ok('scheduleOffboarding', {
      path: { personId },
      body: { exitDate: '2999-12-31', reason: 'End' },
    });
    const complete = () => scenario.control.send('POST', `/persons/${personId}/offboarding/completion`);
    expect((await complete()).status).toBe(204);
    expect((await complete()).status).toBe(400);
    expect((await about(personId)).at(-1)).toEqual({
      eventType: 'person.offboarding.completed',
      data: { exitDate: '2999-12-31', reason: 'End' },
    });
  });

  test('an exit whose date has come is completed when it is scheduled', async () => {
    const personId = await created();
    await scenario.client.ok('scheduleOffboarding', { path: { personId }, body: { exitDate: '2020-01-31' } });
    expect((await about(personId)).map(({ eventType }) => eventType)).toEqual([
      'person.created',
      'person.offboarding.scheduled',
      'person.offboarding.completed',
    ]);
  });
});

test('a person of another business is not found', async () => {
  const { tenantKey = '' } = await scenario.client.ok('createBusiness', { body: {} });
  const theirs = { path: { personId: await created() }, tenantKey };
  const unknown = { path: { personId: '00000000-0000-4000-8000-000000000000' }, tenantKey };
  const calls = (['readPerson', 'reinstatePerson', 'cancelOffboarding'] as const).map(
    (id) => [id, {}] as const,
  );
  const writes = (
    [
      'updatePerson',
      'updateJobInfo',
      'updatePersonalInfo',
      'updateTaxProfile',
      'scheduleOffboarding',
    ] as const
  ).map((id) => [id, { body: {} }] as const);
  for (const [id, body] of [...calls, ...writes]) {
    const answer = await scenario.client.send(id, { ...theirs, ...body });
    expect(answer.status).toBe(404);
    expect(answer).toEqual(await scenario.client.send(id, { ...unknown, ...body }));
  }
  expect((await scenario.client.ok('listPersons', { tenantKey })).data).toEqual([]);
  expect(
    (await scenario.control.send('POST', `/persons/${unknown.path.personId}/offboarding/completion`)).status,
  ).toBe(404);
});

describe('pages of persons', () => {
  let scenario: Scenario;
  const emails = ['a@example.com', 'b@example.com', 'a@example.com', 'aa@example.com', 'c@example.com'];
  beforeAll(async () => {
    scenario = await startScenario();
    for (const email of emails) await scenario.client.ok('createPerson', { body: { email } });
  });
  afterAll(() => scenario.server.close());

  test.each([
    [{}, emails, { limit: 20, currentPage: 1, skipped: 0, pages: 1, itemCount: 5 }],
    [{ limit: '2' }, emails.slice(0, 2), { limit: 2, currentPage: 1, skipped: 0, pages: 3, itemCount: 5 }],
    [
      { limit: '2', page: '3' },
      emails.slice(4),
      { limit: 2, currentPage: 3, skipped: 4, pages: 3, itemCount: 5 },
    ],
    [{ limit: '2', page: '9' }, [], { limit: 2, currentPage: 9, skipped: 16, pages: 3, itemCount: 5 }],
    [
      { email: 'a@example.com' },
      ['a@example.com', 'a@example.com'],
      { limit: 20, currentPage: 1, skipped: 0, pages: 1, itemCount: 2 },
    ],
    [{ email: '' }, [], { limit: 20, currentPage: 1, skipped: 0, pages: 0, itemCount: 0 }],
  ])('%j', async (query: Record<string, string>, want, meta) => {
    const page = await scenario.client.ok('listPersons', { query });
    expect(page.data.map(({ email }) => email)).toEqual(want);
    expect(page.meta).toEqual(meta);
  });
});
