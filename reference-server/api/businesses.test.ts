import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Schemas } from '../state/schemas.ts';
import { type Scenario, startScenario } from '../testing/scenario.ts';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

const marina = {
  businessName: 'Marina Logistics Limited',
  businessShortName: 'Marina',
  adminFirstName: 'Tunde',
  adminEmail: 'tunde.bello@example.com',
  address: { countryCode: 'NG', line1: '2 Wharf Street', city: 'Lagos' },
  country: 'NG',
  registrationId: 'RC-1204417',
} satisfies Schemas['BusinessInput'];

interface Tenant {
  readonly businessId: string;
  readonly tenantKey: string;
}
const created = (): Promise<Tenant> => scenario.client.ok('createBusiness', { body: marina });

describe('a business', () => {
  test('is read as it was created, without the fields that exist only for creation', async () => {
    const { businessId, tenantKey } = await created();
    const { adminFirstName: _first, adminEmail: _email, ...basic } = marina;
    expect(await scenario.client.ok('readBusiness', { path: { businessId }, tenantKey })).toEqual({
      businessId,
      tenantKey,
      ...basic,
    });
  });

  test('is updated in the fields of the body, and sends an event', async () => {
    const { businessId, tenantKey } = await created();
    const events = await scenario.watch(businessId);
    const update = (body: Schemas['BusinessUpdate']) =>
      scenario.client.ok('updateBusinessBasicInfo', { path: { businessId }, tenantKey, body });
    const { country: _country, registrationId: _id, adminFirstName: _f, adminEmail: _e, ...basic } = marina;
    const changed = { ...basic, businessShortName: 'Marina Freight' };
    expect(await update({ businessShortName: 'Marina Freight' })).toMatchObject(changed);
    // Nothing changes here, so no event is sent.
    await update({ businessShortName: 'Marina Freight' });
    await update({});
    await update({ address: { city: 'Lagos', countryCode: 'NG', line1: '2 Wharf Street' } });
    const address = { countryCode: 'NG', line1: '4 Wharf Street' };
    expect(await update({ address, registrationId: 'RC-2' })).toMatchObject({
      address,
      registrationId: 'RC-2',
    });
    expect((await events()).map(({ eventType, data }) => [eventType, data])).toEqual([
      ['business.basicinfo.updated', { businessId, tenantKey, ...changed }],
      ['business.basicinfo.updated', { businessId, tenantKey, ...changed, address }],
    ]);
  });
});

describe('custom fields', () => {
  const inBusiness = async () => {
    const { businessId, tenantKey } = await created();
    const at = (customFieldId: string) => ({ path: { businessId, customFieldId }, tenantKey });
    const create = (name?: string) =>
      scenario.client.send('createCustomField', { ...at(''), body: name === undefined ? {} : { name } });
    const rename = (customFieldId: string, name?: string) =>
      scenario.client.send('updateCustomField', {
        ...at(customFieldId),
        body: name === undefined ? {} : { name },
      });
    const list = async () => (await scenario.client.ok('listCustomFields', at(''))).data;
    const idOf = async (name: string) =>
      (await scenario.client.ok('createCustomField', { ...at(''), body: { name } })).id ?? '';
    return { create, rename, list, idOf, businessId, tenantKey };
  };
  const refused = { status: 400, body: expect.objectContaining({ params: { name: expect.any(String) } }) };

  test('are created, listed in that order, and renamed', async () => {
    const { rename, list, idOf } = await inBusiness();
    expect(await list()).toEqual([]);
    const [badge, team] = [await idOf('Badge'), await idOf('Team')];
    expect(await rename(badge, 'Badge number')).toEqual({
      status: 200,
      body: { id: badge, name: 'Badge number' },
    });
    expect((await rename(team, 'Team')).status).toBe(200);
    expect(await list()).toEqual([
      { id: badge, name: 'Badge number' },
      { id: team, name: 'Team' },
    ]);
  });

  test('need a name of their own', async () => {
    const { create, rename, list, idOf } = await inBusiness();
    const [badge] = [await idOf('Badge'), await idOf('Team')];
    for (const name of [undefined, '', '  ', 'Team']) {
      expect(await create(name)).toEqual(refused);
      expect(await rename(badge, name)).toEqual(refused);
    }
    expect((await list())?.map(({ name }) => name)).toEqual(['Badge', 'Team']);
  });

  test('that do not exist or belong to another business are not found', async () => {
    const [one, other] = [await inBusiness(), await inBusiness()];
    const id = await other.idOf('Badge');
    const answers = [await one.rename(id, 'Mine'), await one.rename(randomUUID(), 'Mine')];
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.status).toBe(404);
    expect(await other.list()).toEqual([{ id, name: 'Badge' }]);
  });
});

describe('a path to another business than that of the request', () => {
  const operations = [
    'readBusiness',
    'updateBusinessBasicInfo',
    'listCustomFields',
    'createCustomField',
    'updateCustomField',
    'readKyb',
    'submitKyb',
  ] as const;

  test.each(operations)('%s returns 404, as for a business that does not exist', async (id) => {
    const { businessId } = await created();
    const { org, platform } = scenario.server.businesses;
    const { orgToken } = scenario.server.keys;
    const body = id.startsWith('list') || id.startsWith('read') ? {} : { body: { name: 'Badge' } as never };
    const send = async (path: string, over: object = {}) =>
      await scenario.client.send(id, { path: { businessId: path }, ...body, ...over });
    const none = await send(randomUUID());
    expect(none.status).toBe(404);
    // Without a tenant key the request is about the default business.
    expect(await send(businessId)).toEqual(none);
    expect(await send(org.businessId)).toEqual(none);
    expect(await send(platform.businessId, { token: orgToken })).toEqual(none);
    expect(await send(businessId, { token: orgToken })).toEqual(none);
  });
});

test('the control plane lists every business with its clock', async () => {
  await using own = await startScenario();
  const { client, control, server } = own;
  const { businessId, tenantKey } = await client.ok('createBusiness', { body: marina });
  await control.advance(businessId, 0);
  const flowing = { now: expect.any(Number), mode: 'flowing' };
  expect((await control.send('GET', '/businesses')).body).toEqual({
    data: [
      { ...server.businesses.platform, kind: 'primary', clock: flowing },
      { ...server.businesses.org, kind: 'independent', clock: flowing },
      {
        businessId,
        tenantKey,
        kind: 'created',
        name: 'Marina Logistics Limited',
        clock: { ...flowing, mode: 'stopped' },
      },
    ],
  });
});

describe('the idempotency key', () => {
  let scenario: Scenario;
  beforeAll(async () => {
    scenario = await startScenario();
  });
  afterAll(() => scenario.server.close());

  const create = (idempotencyKey?: string) =>
    scenario.client.ok('createBusiness', { body: idempotencyKey === undefined ? {} : { idempotencyKey } });

  test('requests with one key that arrive together create one business', async () => {
    const created = await Promise.all(Array.from({ length: 20 }, () => create('together')));
    expect(new Set(created.map(({ businessId }) => businessId)).size).toBe(1);
    expect(new Set(created.map(({ tenantKey }) => tenantKey)).size).toBe(1);
  });

  test('requests with different keys or none create different businesses', async () => {
    const created = [
      await create('one'),
      await create('two'),
      await create(''),
      await create(),
      await create(),
    ];
    expect(new Set(created.map(({ businessId }) => businessId)).size).toBe(5);
    expect(await create('one')).toEqual(created[0]);
  });
});
