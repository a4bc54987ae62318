import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReceivedEvent } from '../testing/receiver.ts';
import { type Scenario, startScenario } from '../testing/scenario.ts';

let scenario: Scenario;
let events: () => Promise<readonly ReceivedEvent[]>;
beforeAll(async () => {
  scenario = await startScenario();
  events = await scenario.watch();
});
afterAll(() => scenario.close());

const phoneNumber = { countryCode: '+234', number: '8031234567' };
const adaeze = { firstName: 'Adaeze', lastName: 'Okafor', email: 'adaeze@example.com', phoneNumber };
const unknownId = '00000000-0000-4000-8000-000000000000';

async function person(body: object = adaeze, tenantKey?: string): Promise<string> {
  const { id = '' } = await scenario.client.ok('createPerson', { body, ...(tenantKey && { tenantKey }) });
  return id;
}

const invite = (personId: string, tenantKey?: string) =>
  scenario.client.ok('inviteUser', { body: { personId }, ...(tenantKey && { tenantKey }) });

async function about(userId: string) {
  const ofUser = (await events()).filter(({ data }) => data.id === userId);
  return ofUser.map(({ eventType, data: { id: _, tenantKey: __, ...data } }) => ({ eventType, data }));
}

describe('an invitation', () => {
  test('creates the user of a person once', async () => {
    const personId = await person();
    const roleId = '7c4e1a9d-3b58-4f26-8d07-5a2f9e6c0b13';
    const first = await scenario.client.send('inviteUser', { body: { personId, roleId } });
    expect(first).toEqual({ status: 201, body: { id: expect.any(String), personId, roleId, ...adaeze } });
    const again = await scenario.client.send('inviteUser', { body: { personId } });
    expect(again).toEqual({ status: 200, body: first.body });
    const { id } = await invite(personId);
    expect(await about(id)).toEqual([{ eventType: 'user.created', data: { ...adaeze, personId } }]);
  });

  test('sent twice at the same time creates one user', async () => {
    const personId = await person();
    const [one, other] = await Promise.all([invite(personId), invite(personId)]);
    expect(one.id).toBe(other.id);
    expect((await scenario.client.ok('listUsers', { query: { personId } })).data).toHaveLength(1);
  });

  test('of a person without details sends an event with empty strings', async () => {
    const personId = await person({});
    const { id, ...user } = await invite(personId);
    expect(user).toEqual({ personId });
    const nothing = { firstName: '', lastName: '', email: '', phoneNumber: { countryCode: '', number: '' } };
    expect(await about(id)).toEqual([{ eventType: 'user.created', data: { ...nothing, personId } }]);
  });

  test.each([
    [{}, 400],
    [{ personId: unknownId }, 404],
  ])('%j is refused with %i', async (body, status) => {
    expect((await scenario.client.send('inviteUser', { body })).status).toBe(status);
  });

  test('without a person is rejected, and the error names the field', async () => {
    const { body } = await scenario.client.send('inviteUser', { body: {} });
    expect(body).toMatchObject({ params: { personId: expect.any(String) } });
  });

  test('is needed: creating a person creates no user', async () => {
    const personId = await person();
    expect((await scenario.client.ok('listUsers', { query: { personId } })).data).toEqual([]);
  });
});

describe('the list', () => {
  test('has pages and filters', async () => {
    const { tenantKey = '' } = await scenario.client.ok('createBusiness', { body: {} });
    const emails = ['a@example.com', 'b@example.com', 'a@example.com'];
    const ids: string[] = [];
    const persons: string[] = [];
    for (const email of emails) {
      persons.push(await person({ email }, tenantKey));
      ids.push((await invite(persons.at(-1) ?? '', tenantKey)).id);
    }
    const listed = async (query: Record<string, string>) => {
      const { data, meta } = await scenario.client.ok('listUsers', { query, tenantKey });
      return { ids: data.map(({ id }) => ids.indexOf(id)), count: meta.itemCount };
    };
    expect(await listed({})).toEqual({ ids: [0, 1, 2], count: 3 });
    expect(await listed({ limit: '2', page: '2' })).toEqual({ ids: [2], count: 3 });
    expect(await listed({ email: 'a@example.com' })).toEqual({ ids: [0, 2], count: 2 });
    expect(await listed({ personId: persons[1] ?? '' })).toEqual({ ids: [1], count: 1 });
    expect(await listed({ personId: persons[1] ?? '', email: 'a@example.com' })).toEqual({
      ids: [],
      count: 0,
    });
  });

  test.each([
    ['true', 'active'],
    ['false', undefined],
    [undefined, undefined],
  ])('with the toggle %s shows the status %s', async (includeStatus, status) => {
    const personId = await person();
    await invite(personId);
    const query = { personId, ...(includeStatus && { includeStatus }) };
    const { data } = await scenario.client.ok('listUsers', { query });
    expect(data.map((user) => user.status)).toEqual([status]);
  });

  test.each([{ includeStatus: 'maybe' }, { includeStatus: 'constructor' }, { page: '0' }, { limit: '101' }])(
    'refuses %j',
    async (query) => {
      expect((await scenario.client.send('listUsers', { query })).status).toBe(400);
    },
  );
});

describe('an update', () => {
  test.each([
    ['the first name', { firstName: 'Ada' }, { firstName: 'Ada', tag: 'ada', isNameUpdated: true }],
    ['the last name', { lastName: 'Obi' }, { lastName: 'Obi', tag: 'adaeze', isNameUpdated: true }],
    [
      'something else',
      { email: 'a@b.example' },
      { email: 'a@b.example', tag: 'adaeze', isNameUpdated: false },
    ],
  ])('of %s is announced once', async (_name, body, data) => {
    const personId = await person();
    const { id: userId } = await invite(personId);
    for (const _ of ['changes', 'changes nothing']) {
      const user = await scenario.client.ok('updateUser', { path: { userId }, body });
      expect(user).toEqual({ id: userId, personId, ...adaeze, ...body });
    }
    expect((await about(userId)).slice(1)).toEqual([
      { eventType: 'user.updated', data: { type: 'basic_info', ...adaeze, ...data } },
    ]);
    expect(await scenario.client.ok('readPerson', { path: { personId } })).toMatchObject(adaeze);
  });

  test('stores the metadata and leaves it out of the event', async () => {
    const { id: userId } = await invite(await person());
    const metadata = { team: 'blue' };
    const body = { metadata };
    expect(await scenario.client.ok('updateUser', { path: { userId }, body })).toMatchObject({ metadata });
    expect((await about(userId)).at(-1)?.data).not.toHaveProperty('metadata');
  });
});

test('setting a password sends an event', async () => {
  const { id } = await invite(await person());
  expect((await scenario.control.send('POST', `/users/${id}/password`)).status).toBe(204);
  expect((await about(id)).at(-1)).toEqual({
    eventType: 'user.profile.updated',
    data: { type: 'password_set' },
  });
  expect((await scenario.control.send('POST', `/users/${unknownId}/password`)).status).toBe(404);
});

describe('a deleted sandbox user', () => {
  test('does not delete the person, who can be invited again as a new user without verification', async () => {
    const personId = await person();
    const { id: userId } = await invite(personId);
    await scenario.client.ok('reviewKyc', {
      path: { userId },
      body: { action: 'approve', type: 'identity' },
    });
    const remove = () => scenario.client.send('deleteSandboxUser', { path: { userId } });
    expect(await remove()).toEqual({ status: 204, body: undefined });
    expect((await remove()).status).toBe(404);
    expect((await scenario.client.send('readKyc', { path: { userId } })).status).toBe(404);
    expect((await scenario.client.ok('listUsers', { query: { personId } })).data).toEqual([]);
    expect(await scenario.client.ok('readPerson', { path: { personId } })).toMatchObject(adaeze);

    const { id } = await invite(personId);
    expect(id).not.toBe(userId);
    expect(await about(id)).toEqual([{ eventType: 'user.created', data: { ...adaeze, personId } }]);
    expect(await scenario.client.ok('readKyc', { path: { userId: id } })).toEqual({ identity: {} });
  });

  test('loses the verification, which sends no further event', async () => {
    const { businessId = '', tenantKey = '' } = await scenario.client.ok('createBusiness', { body: {} });
    const received = await scenario.watch(businessId);
    const { id: userId } = await invite(await person(adaeze, tenantKey), tenantKey);
    const idDetails = { number: 'auto-approve', expirationDate: '2060-12-31' };
    await scenario.client.ok('submitKyc', { path: { userId }, body: { idDetails }, tenantKey });
    const before = await received();
    await scenario.client.ok('deleteSandboxUser', { path: { userId }, tenantKey });
    await scenario.control.advance(businessId, 100 * 365 * 86_400);
    expect(await received()).toEqual(before);
  });

  test('does not change other users and their verifications', async () => {
    const [{ id: userId }, { id: other }] = [await invite(await person()), await invite(await person())];
    const review = { action: 'approve', type: 'identity' } as const;
    await scenario.client.ok('reviewKyc', { path: { userId: other }, body: review });
    await scenario.client.ok('deleteSandboxUser', { path: { userId } });
    expect(await scenario.client.ok('readKyc', { path: { userId: other } })).toMatchObject({
      identity: { status: 'approved' },
    });
  });

  test('exists in the sandbox only', async () => {
    await using production = await startScenario({ environment: 'production' });
    const { id: personId = '' } = await production.client.ok('createPerson', { body: {} });
    const { id: userId } = await production.client.ok('inviteUser', { body: { personId } });
    expect((await production.client.send('deleteSandboxUser', { path: { userId } })).status).toBe(404);
    expect((await production.client.ok('listUsers')).data).toHaveLength(1);
  });
});

test('users of another business are not found', async () => {
  const { tenantKey = '' } = await scenario.client.ok('createBusiness', { body: {} });
  const personId = await person();
  const { id: userId } = await invite(personId);
  const status = async (answer: Promise<{ status: number }>) => (await answer).status;
  const path = { userId };
  const { send } = scenario.client;
  expect(await status(send('inviteUser', { body: { personId }, tenantKey }))).toBe(404);
  expect(await status(send('updateUser', { path, body: { firstName: 'X' }, tenantKey }))).toBe(404);
  expect(await status(send('deleteSandboxUser', { path, tenantKey }))).toBe(404);
  for (const query of [{}, { personId }, { email: adaeze.email }])
    expect((await scenario.client.ok('listUsers', { query, tenantKey })).data).toEqual([]);
});
