import { expect, test } from 'vitest';
import { type Scenario, startScenario } from '../testing/scenario.ts';
import { type LoggedRequest, RequestLog } from './request-log.ts';

const entry = (path: string, businessId?: string): LoggedRequest => ({
  at: 1,
  method: 'GET',
  path,
  status: 200,
  durationMillis: 1,
  ...(businessId !== undefined && { businessId }),
});

test('the log keeps the latest thousand, newest first', () => {
  const log = new RequestLog();
  for (let number = 0; number < 2500; number += 1)
    log.add(entry(`/${number}`, number % 2 === 0 ? 'even' : 'odd'));
  const all = log.latest({ limit: 5000 }).map(({ path }) => path);
  expect(all).toHaveLength(1000);
  expect([all[0], all.at(-1)]).toEqual(['/2499', '/1500']);
  expect(log.latest()).toHaveLength(100);
  expect(log.latest({ businessId: 'even', limit: 2 }).map(({ path }) => path)).toEqual(['/2498', '/2496']);
  log.clear();
  expect(log.latest()).toEqual([]);
});

test('a smaller log keeps fewer', () => {
  const log = new RequestLog(2);
  for (const path of ['/a', '/b', '/c']) log.add(entry(path));
  expect(log.latest().map(({ path }) => path)).toEqual(['/c', '/b']);
});

async function logged({ control }: Scenario, query = ''): Promise<LoggedRequest[]> {
  const { body } = await control.send('GET', `/requests${query}`);
  return (body as { data: LoggedRequest[] }).data;
}

test('a request is logged with its operation and business, without query, key and body', async () => {
  await using scenario = await startScenario();
  const { client, server } = scenario;
  const { businessId } = server.businesses.platform;
  await client.ok('createPerson', { body: { firstName: 'Adaeze' } });
  await client.ok('listPersons', { query: { email: 'secret@example.com' }, token: server.keys.orgToken });
  await client.send('listPersons', { token: 'wrong' });
  await fetch(`${server.url}/v1/nothing`, { headers: { 'user-agent': 'somebody/1.0' } });
  await expect
    .poll(() => logged(scenario), { interval: 5 })
    .toMatchObject([
      { method: 'GET', path: '/v1/nothing', status: 404, userAgent: 'somebody/1.0' },
      { method: 'GET', path: '/v1/persons', operation: 'listPersons', status: 401 },
      { operation: 'listPersons', status: 200, businessId: server.businesses.org.businessId },
      {
        method: 'POST',
        operation: 'createPerson',
        status: 201,
        businessId,
        durationMillis: expect.any(Number),
      },
    ]);
  const text = JSON.stringify(await logged(scenario));
  for (const secret of ['secret@example.com', 'Adaeze', server.keys.orgToken, '_control', 'wrong'])
    expect(text).not.toContain(secret);
  expect(await logged(scenario, `?businessId=${businessId}`)).toHaveLength(1);
  expect(await logged(scenario, '?limit=2')).toHaveLength(2);
});

test.each([
  ['?limit=0', 400],
  ['?limit=1001', 400],
  ['?businessId=none', 400],
  ['?businessId=0c3d1b52-7f0a-4c7e-9a58-5d0b7a2f61c4', 404],
])('/requests%s is refused with %i', async (query, want) => {
  await using scenario = await startScenario();
  expect((await scenario.control.send('GET', `/requests${query}`)).status).toBe(want);
});

test('a reset empties the log', async () => {
  await using scenario = await startScenario();
  await scenario.client.ok('listPersons');
  await expect.poll(() => logged(scenario), { interval: 5 }).toHaveLength(1);
  await scenario.control.send('POST', '/reset');
  expect(await logged(scenario)).toEqual([]);
});
