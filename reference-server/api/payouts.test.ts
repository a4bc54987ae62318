import { afterEach, describe, expect, test } from 'vitest';
import type { ReferenceServerOptions } from '../server.ts';
import { checkMoney } from '../testing/money.ts';
import { type Scenario, startScenario } from '../testing/scenario.ts';

const scenarios: Scenario[] = [];
afterEach(async () => {
  await Promise.all(scenarios.splice(0).map((scenario) => scenario.close()));
});

const day = 86_400;
const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

async function start(options?: ReferenceServerOptions) {
  const scenario = await startScenario(options);
  scenarios.push(scenario);
  const { client, control, server } = scenario;
  const { businessId } = server.businesses.platform;
  return {
    ...scenario,
    advance: (seconds: number) => control.advance(businessId, seconds),
    async beneficiary(accountName = 'Adaeze Okafor', currency = 'USD'): Promise<string> {
      const bank = { accountName };
      const paymentDetails = { preferredMethod: 'bank', bank };
      const body = { name: 'Adaeze Okafor', countryCode: 'NG', currency, paymentDetails };
      return (await client.ok('createBeneficiary', { body })).id;
    },
    async pay(beneficiaryId: string, amount: number, more: object = {}) {
      const body = { beneficiaryId, amount: { amount, currency: 'USD' }, ...more };
      return client.ok('createPayout', { body });
    },
    async statusOfPayout(payoutId: string) {
      return (await client.ok('readPayout', { path: { payoutId } })).status;
    },
    async list(query: Record<string, string> = {}) {
      return (await client.ok('listPayouts', { query })).data.map(({ id }) => id);
    },
    async csv(query: string) {
      const response = await fetch(`${server.url}/v1/payouts?format=csv&${query}`, {
        headers: { authorization: `Bearer ${server.keys.platformToken}` },
      });
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        text: await response.text(),
      };
    },
  };
}

describe('creating', () => {
  test('a payout takes its amount and its fee and follows its transaction', async () => {
    const scenario = await start();
    const { client, server } = scenario;
    const now = await scenario.now();
    const events = await scenario.watch();
    await scenario.deposit(253);
    const beneficiaryId = await scenario.beneficiary(undefined, 'NGN');
    const quoteId = crypto.randomUUID();
    const given = {
      beneficiaryId,
      quoteId,
      reference: 'bonus',
      amount: { amount: 387_500, currency: 'NGN' },
    };
    const payout = await client.ok('createPayout', { body: given });
    expect(payout).toEqual({
      id: payout.id,
      ...given,
      sourceAmount: { amount: 250, currency: 'USD' },
      feeAmount: { amount: 3, currency: 'USD' },
      fxRate: '1550.00',
      status: 'initiated',
      createdTimestamp: now,
      lastUpdatedTimestamp: now,
    });
    expect(await scenario.balance()).toBe(0);
    await checkMoney(scenario);

    await scenario.advance(5);
    expect(await scenario.statusOfPayout(payout.id)).toBe('processing');
    await scenario.advance(3600);
    expect(await client.ok('readPayout', { path: { payoutId: payout.id } })).toEqual({
      ...payout,
      status: 'succeeded',
      lastUpdatedTimestamp: now + 3600,
    });
    await checkMoney(scenario);

    const facts = {
      amount: { amount: 253, currency: 'USD' },
      type: 'PAYOUT',
      reference: 'bonus',
      recipientId: server.businesses.platform.businessId,
      recipientType: 'BUSINESS',
    };
    const seen = (await events()).slice(2);
    expect(seen.map(({ eventType }) => eventType.replace('transaction.', ''))).toEqual([
      'initiated',
      'processing',
      'succeeded',
    ]);
    for (const { data } of seen) expect(data).toMatchObject(facts);
  });

  test('without a reference the transaction carries the id of the payout', async () => {
    const { client, deposit, beneficiary, pay } = await start();
    await deposit(500);
    const { id, ...payout } = await pay(await beneficiary(), 100);
    expect(payout).not.toHaveProperty('reference');
    const { data: [transaction] = [] } = await client.ok('listTransactions', { query: { type: 'PAYOUT' } });
    expect(transaction?.reference).toBe(id);
  });

  test('a return after its success makes the payout fail', async () => {
    const scenario = await start();
    await scenario.deposit(500);
    const { id } = await scenario.pay(await scenario.beneficiary(), 100);
    await scenario.advance(3605);
    expect(await scenario.statusOfPayout(id)).toBe('succeeded');
    const { data: [transaction] = [] } = await scenario.client.ok('listTransactions', {
      query: { type: 'PAYOUT' },
    });
    await scenario.control.send('POST', `/transactions/${transaction?.id}/return`, { message: 'Closed' });
    expect(await scenario.statusOfPayout(id)).toBe('failed');
    expect(await scenario.balance()).toBe(500);
    await checkMoney(scenario);
  });

  test.each([
    ['fail-compliance', 'Rejected by compliance'],
    ['FAIL-Compliance', 'Rejected by compliance'],
    ['fail-account-closed', 'The account is closed'],
  ])('the account name %s makes it fail in the sandbox', async (accountName, message) => {
    const scenario = await start();
    const events = await scenario.watch();
    await scenario.deposit(500);
    const { id } = await scenario.pay(await scenario.beneficiary(accountName), 100);
    await scenario.advance(3605);
    expect(await scenario.statusOfPayout(id)).toBe('failed');
    expect((await events()).at(-1)).toMatchObject({ eventType: 'transaction.failed', data: { message } });
    expect(await scenario.balance()).toBe(500);
    await checkMoney(scenario);
  });

  test('an unpayable body is rejected and changes nothing', async () => {
    const scenario = await start();
    const { client, deposit, beneficiary, server } = scenario;
    await deposit(101);
    const beneficiaryId = await beneficiary();
    const amount = { amount: 100, currency: 'USD' };
    for (const [body, field] of [
      [{ amount }, 'beneficiaryId'],
      [{ beneficiaryId: crypto.randomUUID(), amount }, 'beneficiaryId'],
      [{ beneficiaryId }, 'amount'],
      [{ beneficiaryId, amount: { amount: 0, currency: 'USD' } }, 'amount.amount'],
      [{ beneficiaryId, amount: { amount: 2 ** 53, currency: 'USD' } }, 'amount.amount'],
      [{ beneficiaryId, amount: { amount: 100, currency: 'EUR' } }, 'amount.currency'],
    ] as const)
      expect(await client.send('createPayout', { body })).toMatchObject({
        status: 400,
        body: { code: 'invalid_request_body', params: { [field]: expect.any(String) } },
      });
    const short = { beneficiaryId, amount: { amount: 101, currency: 'USD' } };
    expect(await client.send('createPayout', { body: short })).toMatchObject({
      status: 400,
      body: { code: 'invalid_state' },
    });
    const foreign = { body: { beneficiaryId, amount }, token: server.keys.orgToken };
    expect((await client.send('createPayout', foreign)).status).toBe(400);
    expect([await scenario.list(), await scenario.balance()]).toEqual([[], 101]);
    await checkMoney(scenario);
  });

  test('a payout of another business is not found', async () => {
    const { client, deposit, beneficiary, pay, server } = await start();
    await deposit(500);
    const { id } = await pay(await beneficiary(), 100);
    const token = server.keys.orgToken;
    const others = await client.send('readPayout', { path: { payoutId: id }, token });
    const none = await client.send('readPayout', { path: { payoutId: crypto.randomUUID() }, token });
    expect(others).toEqual(none);
    expect(none.status).toBe(404);
    expect((await client.ok('listPayouts', { token })).data).toEqual([]);
  });
});

test('in production no account name makes a payout fail', async () => {
  const { client, control, beneficiary, pay, server, advance, statusOfPayout } = await start({
    environment: 'production',
  });
  const body = { currency: 'USD' };
  const { id: virtualAccountId } = await client.ok('createVirtualAccount', { body });
  const account = `/virtual-accounts/${virtualAccountId}`;
  for (const status of ['submitted', 'created'])
    await control.send('POST', `${account}/transition`, { status });
  await control.send('POST', `${account}/deposits`, { amount: { amount: 500, currency: 'USD' } });
  await control.advance(server.businesses.platform.businessId, 3605);
  const { id } = await pay(await beneficiary('fail-compliance'), 100);
  await advance(3605);
  expect(await statusOfPayout(id)).toBe('succeeded');
});

describe('listing', () => {
  /** Two payouts in the same second of the first day, one on the second and one on the third. */
  async function several() {
    const scenario = await start();
    await scenario.deposit(10_000);
    const good = await scenario.beneficiary();
    const bad = await scenario.beneficiary('fail-compliance');
    const first = await scenario.now();
    const ids = [
      (await scenario.pay(good, 1, { reference: 'bonus' })).id,
      (await scenario.pay(bad, 2, { reference: 'bonus' })).id,
    ];
    await scenario.advance(day);
    ids.push((await scenario.pay(good, 3, { reference: 'other, "quoted"' })).id);
    await scenario.advance(day);
    ids.push((await scenario.pay(good, 4)).id);
    return { ...scenario, ids, days: [0, 1, 2].map((index) => dateOf(first + index * day)) };
  }

  test('every filter alone and with others', async () => {
    const { list, ids, days } = await several();
    const [first = '', second = '', third = ''] = days;
    const at = (...places: number[]) => places.map((place) => ids[place]);
    for (const [query, want] of [
      [{}, at(0, 1, 2, 3)],
      [{ sort: 'asc' }, at(0, 1, 2, 3)],
      [{ sort: 'desc' }, at(3, 2, 1, 0)],
      [{ reference: 'bonus' }, at(0, 1)],
      [{ reference: 'nothing' }, []],
      [{ status: 'failed' }, at(1)],
      [{ status: 'initiated' }, at(3)],
      [{ status: 'succeeded' }, at(0, 2)],
      [{ startDate: second }, at(2, 3)],
      [{ endDate: second }, at(0, 1, 2)],
      [{ startDate: second, endDate: second }, at(2)],
      [{ startDate: third, endDate: first }, []],
      [{ startDate: first, endDate: third, status: 'succeeded', reference: 'bonus' }, at(0)],
    ] as [Record<string, string>, string[]][])
      expect(await list(query), JSON.stringify(query)).toEqual(want);
  });

  test.each(['asc', 'desc'])('cursors lead %s through every payout, even of one second', async (sort) => {
    const { client, pay, beneficiary, ids } = await several();
    const seen: string[] = [];
    let { data, node } = await client.ok('listPayouts', { query: { sort, limit: '1' } });
    for (;;) {
      seen.push(...data.map(({ id }) => id));
      if (node.next === null) break;
      // A payout that is new must not move those that are there.
      if (seen.length === 2 && sort === 'desc') await pay(await beneficiary(), 5);
      const query: Record<string, string> = { sort, limit: '1', cursor: node.next };
      ({ data, node } = await client.ok('listPayouts', { query }));
    }
    expect(seen).toEqual(sort === 'asc' ? ids : ids.toReversed());
    expect(node.previous).not.toBeNull();
  });

  test('a cursor stays valid when its payout no longer matches', async () => {
    const { client, pay, beneficiary, ids, advance } = await several();
    await pay(await beneficiary(), 5);
    const query = { status: 'initiated', limit: '1' };
    const { data, node } = await client.ok('listPayouts', { query });
    expect(data.map(({ id }) => id)).toEqual(ids.slice(3));
    await advance(5);
    const next = await client.ok('listPayouts', { query: { ...query, cursor: node.next ?? '' } });
    expect(next).toEqual({ data: [], node: { previous: null, next: null } });
  });

  test('an invalid filter is rejected', async () => {
    const { client } = await several();
    for (const [name, value] of [
      ['status', 'done'],
      ['sort', 'up'],
      ['startDate', 'yesterday'],
      ['endDate', '2026-02-30'],
      ['cursor', 'x'],
      ['limit', '0'],
      ['format', 'xml'],
    ] as const)
      expect(await client.send('listPayouts', { query: { [name]: value } }), name).toMatchObject({
        status: 400,
        body: { params: { [name]: expect.any(String) } },
      });
  });

  test('the CSV holds every payout that matches, whatever the limit, in the order that was asked for', async () => {
    const { csv, ids, days, client } = await several();
    const range = `startDate=${days[0]}&endDate=${days[2]}`;
    const { status, type, text } = await csv(`${range}&limit=1&sort=desc`);
    expect([status, type]).toEqual([200, 'text/csv; charset=utf-8']);
    const [header, ...lines] = text.trimEnd().split('\n');
    expect(header).toBe(
      'id,beneficiaryId,quoteId,reference,amount,currency,sourceAmount,sourceCurrency,feeAmount,feeCurrency,fxRate,' +
        'status,createdTimestamp,lastUpdatedTimestamp',
    );
    expect(lines.map((line) => line.split(',')[0])).toEqual(ids.toReversed());
    const payout = await client.ok('readPayout', { path: { payoutId: ids[0] ?? '' } });
    const { beneficiaryId, createdTimestamp, lastUpdatedTimestamp } = payout;
    expect(lines[3]).toBe(
      `${ids[0]},${beneficiaryId},,bonus,1,USD,1,USD,1,USD,1.00,succeeded,${createdTimestamp},${lastUpdatedTimestamp}`,
    );
    expect(lines[1]).toContain(',"other, ""quoted""",');
    expect((await csv(`${range}&status=failed`)).text.trimEnd().split('\n').length).toBe(2);
  });

  test.each([
    ['', 'startDate'],
    ['startDate=2026-03-31', 'endDate'],
    ['endDate=2026-03-31', 'startDate'],
    ['startDate=2026-03-31&endDate=x', 'endDate'],
  ])('the CSV needs both dates, not only %j', async (query, field) => {
    const { csv } = await start();
    const { status, text } = await csv(query);
    expect([status, JSON.parse(text).params]).toEqual([400, { [field]: expect.any(String) }]);
  });
});
