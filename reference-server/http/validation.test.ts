import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OperationId } from '../../openapi/description.ts';
import { type Scenario, startScenario } from '../testing/scenario.ts';

let scenario: Scenario;
let payrollId: string;
beforeAll(async () => {
  scenario = await startScenario();
  payrollId = await scenario.savedPayroll();
});
afterAll(() => scenario.server.close());

const payPeriod = { fromDate: '2026-03-01', toDate: '2026-03-31' };
const usd = (amount: unknown) => ({ amount, currency: 'USD' });
const stranger = '0c3d1b52-7f0a-4c7e-9a58-5d0b7a2f61c4';
const saved = { payrollDate: '2026-04-01', payPeriod, entries: [{ personId: stranger, salary: usd(1) }] };

/** Invalid bodies, each with the fields that are rejected. */
const bodies: [OperationId, unknown, string[]][] = [
  ['createBusiness', [], ['body']],
  ['createBusiness', null, ['body']],
  ['createBusiness', { businessName: 7 }, ['businessName']],
  ['createBusiness', { adminEmail: 'nobody' }, ['adminEmail']],
  ['createBusiness', { country: 'Nigeria' }, ['country']],
  ['createBusiness', { address: { city: 7 } }, ['address.city']],
  ['createBusiness', { suppressWelcomeEmail: 'yes' }, ['suppressWelcomeEmail']],
  ['createPerson', { email: 'nobody', firstName: 1 }, ['email', 'firstName']],
  ['createPayroll', { workerType: 'ROBOT' }, ['workerType']],
  ['createBusinessDeposit', {}, ['value']],
  ['createBusinessDeposit', { value: { amount: 5 } }, ['value.currency']],
  ['createBusinessDeposit', { value: usd('5') }, ['value.amount']],
  ['createBusinessDeposit', { value: usd(1.5) }, ['value.amount']],
  ['createBusinessDeposit', { value: usd(0) }, ['value.amount']],
  ['createBusinessDeposit', { value: usd(-5) }, ['value.amount']],
  ['createBusinessDeposit', { value: usd(1e300) }, ['value.amount']],
  ['createBusinessDeposit', { value: { amount: 5, currency: 'usd' } }, ['value.currency']],
  ['savePayroll', {}, ['entries', 'payPeriod', 'payrollDate']],
  ['savePayroll', { ...saved, payrollDate: '2026-02-30' }, ['payrollDate']],
  [
    'savePayroll',
    { ...saved, payPeriod: { fromDate: '2026-03-01' } },
    ['entries.0.personId', 'payPeriod.toDate'],
  ],
  [
    'savePayroll',
    { ...saved, payPeriod: { fromDate: '2026-03-02', toDate: '2026-03-01' }, entries: [] },
    ['entries', 'payPeriod.toDate'],
  ],
  ['savePayroll', saved, ['entries.0.personId']],
  ['savePayroll', { ...saved, entries: [{}] }, ['entries.0.personId', 'entries.0.salary']],
  ['savePayroll', { ...saved, entries: [{ personId: 'x' }] }, ['entries.0.personId']],
  ['savePayroll', { ...saved, entries: {} }, ['entries']],
];

describe('a body that is not valid', () => {
  test.each(bodies)('%s %j', async (id, body, fields) => {
    const answer = await scenario.client.send(id, {
      path: { payrollId },
      raw: { text: JSON.stringify(body), contentType: 'application/json' },
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'invalid_request_body',
      message: 'The request body provided is not valid',
    });
    const { params } = answer.body as { params: Record<string, string> };
    expect(Object.keys(params).sort()).toEqual(fields);
  });

  test.each([
    ['missing', '', 'application/json', ['body']],
    ['cut off', '{"value":', 'application/json', ['body']],
    ['of another type', '{}', 'text/plain', ['content-type']],
    ['of no type', '{}', undefined, ['content-type']],
  ])('that is %s', async (_name, text, contentType, fields) => {
    const { status, body } = await scenario.client.send('createPerson', {
      raw: { text, ...(contentType && { contentType }) },
    });
    expect([status, body]).toEqual([400, expect.objectContaining({ code: 'invalid_request_body' })]);
    expect(Object.keys((body as { params: object }).params)).toEqual(fields);
  });

  test('that is larger than a megabyte', async () => {
    const text = JSON.stringify({ firstName: 'a'.repeat(1024 * 1024) });
    const { status, body } = await scenario.client.send('createPerson', {
      raw: { text, contentType: 'application/json' },
    });
    expect([status, body]).toEqual([413, expect.objectContaining({ code: 'request_too_large' })]);
  });

  test('changes nothing', async () => {
    const { id: personId = '' } = await scenario.client.ok('createPerson', { body: {} });
    const good = { personId, salary: { amount: 5, currency: 'USD' } };
    const entries = [good, { personId, salary: { amount: 5, currency: 'EUR' } }];
    const before = await scenario.client.ok('readPayroll', { path: { payrollId } });
    const { status, body } = await scenario.client.send('savePayroll', {
      path: { payrollId },
      body: { ...saved, entries },
    });
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ params: { 'entries.1.salary.currency': expect.any(String) } }),
    ]);
    expect(await scenario.client.ok('readPayroll', { path: { payrollId } })).toEqual(before);
  });
});

describe('query parameters', () => {
  test.each([
    ['page', '0'],
    ['page', '-1'],
    ['page', 'one'],
    ['page', '1.5'],
    ['page', '1e21'],
    ['page', '9007199254740992'],
    ['page', '1000000000000000000000'],
    ['limit', '0'],
    ['limit', '101'],
    ['limit', ''],
  ])('%s=%s is refused', async (name, value) => {
    const { status, body } = await scenario.client.send('listPersons', { query: { [name]: value } });
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ params: { [name]: expect.any(String) } }),
    ]);
  });

  test.each(['1', '100'])('limit=%s is accepted', async (limit) => {
    const { meta } = await scenario.client.ok('listPersons', { query: { limit } });
    expect(meta.limit).toBe(Number(limit));
  });
});

test.each([
  ['GET', '/'],
  ['GET', '/v2/payrolls'],
  ['GET', '/v1/payrolls/none'],
  ['GET', `/v1/payrolls/${stranger}`],
] as const)('%s %s is answered 404 with an error object', async (method, path) => {
  const { url, keys } = scenario.server;
  const headers = { authorization: `Bearer ${keys.platformToken}` };
  const response = await request(url + path, { method, headers });
  expect(response.statusCode).toBe(404);
  expect(response.headers['x-powered-by']).toBeUndefined();
  expect(await response.body.json()).toMatchObject({ code: 'resource_not_found' });
});

test('a path that cannot be decoded is answered 400 with an error object', async () => {
  const response = await request(`${scenario.server.url}/v1/payrolls/%E0%A4%A`);
  expect(response.statusCode).toBe(400);
  expect(await response.body.json()).toMatchObject({ code: 'invalid_request_body' });
});
