/** Rules about several messages together: each with messages that violate it, and with others that the document allows. */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ObservedDelivery, ObservedExchange } from '../observation.ts';
import { event, exchange, foundIn } from '../testing/observed.ts';

const [one, two] = ['7f7c6f1e-1d0a-4a51-9f0e-3b1a51a0c001', '7f7c6f1e-1d0a-4a51-9f0e-3b1a51a0c002'];
const secret = 'of-this-endpoint';
const about =
  /^(deliveries|transactions|businesses|invoices|external-accounts|contracts|disbursements|verifications)\./;

const broken = async (...seen: readonly (ObservedExchange | ObservedDelivery)[]) => {
  const exchanges = seen.filter((each) => 'request' in each);
  const deliveries = seen.filter((each) => 'answered' in each);
  const found = await foundIn({ exchanges, deliveries }, { webhookSecret: secret });
  return found.filter((id) => about.test(id));
};

const saved = { id: one, status: 'saved', tenantKey: 'first' };
const payroll = (seconds: number, more: Parameters<typeof event>[3] = {}, data: object = {}) =>
  event(seconds, 'payroll.status.updated', { ...saved, ...data }, { id: 'one', ...more });

describe('ids of deliveries', () => {
  test('are of one event', async () => {
    expect(await broken(payroll(0), payroll(9))).toEqual([]);
    const found = ['deliveries.ids/HOOK-004'];
    expect(await broken(payroll(0), payroll(9, {}, { status: 'approved' }))).toEqual(found);
    expect(await broken(payroll(9, {}, { id: two }), payroll(0))).toEqual(found);
  });

  test('may be counted for each endpoint and each business', async () => {
    const data = { id: two, tenantKey: 'second' };
    expect(await broken(payroll(0), payroll(9, {}, data))).toEqual([]);
    expect(await broken(payroll(0, { to: '/a' }), payroll(9, { to: '/b' }, { id: two }))).toEqual([]);
  });

  test('stay the same in retries', async () => {
    const tried = (seconds: number, id: string) => payroll(seconds, { id, answered: 500 });
    const renamed = [tried(0, 'one'), tried(5, 'two'), tried(305, 'three')];
    expect(await broken(...renamed)).toEqual(['deliveries.attempts/HOOK-005']);
    expect(await broken(...renamed.slice(0, 2))).toEqual([]);
    expect(await broken(tried(0, 'one'), tried(5, 'one'), tried(305, 'one'))).toEqual([]);
    expect(await broken(tried(0, 'one'), tried(40, 'two'), tried(900, 'three'))).toEqual([]);
  });
});

describe('an acknowledged delivery', () => {
  test('is not repeated on the schedule', async () => {
    const repeated = [payroll(0), payroll(5), payroll(305)];
    expect(await broken(...repeated)).toEqual(['deliveries.attempts/HOOK-011']);
  });

  test.each([
    ['an acknowledgement may be lost', [payroll(0), payroll(5)]],
    ['somebody may send it again', [payroll(0), payroll(40), payroll(400)]],
    ['it may be sent twice at once', [payroll(0), payroll(1)]],
    ['one refusal is reason enough', [payroll(0, { answered: 500 }), payroll(5), payroll(305)]],
    [
      'an answer may come too late',
      [payroll(0), payroll(5, { endedAt: Number.MAX_SAFE_INTEGER }), payroll(305)],
    ],
    ['two endpoints are two', [payroll(0), payroll(5, { to: '/b' }), payroll(305)]],
  ])('%s', async (_, deliveries) => {
    expect(await broken(...deliveries)).toEqual([]);
  });
});

test('a rejected delivery is attempted eight times, and eight times more after a manual resend', async () => {
  const refused = (attempts: number) =>
    Array.from({ length: attempts }, (_, index) => payroll(index * 60, { answered: 503 }));
  expect(await broken(...refused(16))).toEqual([]);
  expect(await broken(...refused(17))).toEqual(['deliveries.attempts/RETRY-008']);
});

describe('events of a transaction', () => {
  const data = { id: one, type: 'PAYOUT', reference: 'bonus', recipientId: two, recipientType: 'BUSINESS' };
  const moved = (seconds: number, word: string, change: object = {}) =>
    event(seconds, `transaction.${word}`, { ...data, ...change });

  test('agree in any order of arrival', async () => {
    const found = ['transactions.events/EVENT-026'];
    expect(await broken(moved(0, 'initiated'), moved(9, 'succeeded'))).toEqual([]);
    expect(await broken(moved(0, 'initiated'), moved(9, 'succeeded', { recipientId: one }))).toEqual(found);
    expect(await broken(moved(0, 'succeeded', { type: 'PAYROLL' }), moved(9, 'initiated'))).toEqual(found);
    const deposits = [moved(0, 'initiated', { type: 'DEPOSIT' }), moved(9, 'succeeded', { type: 'DEPOSIT' })];
    const [first, second] = deposits;
    expect(await broken(...deposits)).toEqual([]);
    const other = moved(9, 'succeeded', { type: 'DEPOSIT', reference: 'other' });
    if (first !== undefined) expect(await broken(first, other)).toEqual(['transactions.events/EVENT-031']);
    if (second !== undefined) expect(await broken(second, moved(0, 'initiated', { id: two }))).toEqual([]);
  });

  test('announce its checks once to an endpoint', async () => {
    const signed = (delivery: ObservedDelivery): ObservedDelivery => ({
      ...delivery,
      headers: {
        ...delivery.headers,
        'hook-signature': createHmac('sha256', secret).update(delivery.body).digest('hex'),
      },
    });
    const twice = [signed(moved(0, 'processing')), signed(moved(60, 'processing'))];
    expect(await broken(...twice)).toEqual(['transactions.events/TXN-004']);
    const [first] = twice;
    if (first !== undefined) expect(await broken(first, first)).toEqual([]);
    // Not of the endpoint whose secret is known.
    if (first !== undefined) expect(await broken(first, moved(60, 'processing'))).toEqual([]);
    const elsewhere = signed(moved(60, 'processing', { tenantKey: 'other' }));
    if (first !== undefined) expect(await broken(first, elsewhere)).toEqual([]);
  });
});

describe('an idempotency key', () => {
  const make = (seconds: number, key: string, businessId: string, change: object = {}, token = 'a') =>
    exchange(
      seconds,
      'POST /v1/platform/businesses',
      { businessId, tenantKey: 'first' },
      {
        headers: { authorization: `Bearer ${token}` },
        body: { businessName: 'Obi', idempotencyKey: key, ...change },
      },
      { status: 201 },
    );

  test('stands for one business', async () => {
    expect(await broken(make(0, 'k', one), make(9, 'k', one))).toEqual([]);
    expect(await broken(make(0, 'k', one), make(9, 'k', two))).toEqual(['businesses.keys/PLATFORM-002']);
    expect(await broken(make(0, 'k', one), make(0, 'k', two))).toEqual(['businesses.keys/PLATFORM-003']);
    expect(await broken(make(0, 'k', one), make(9, 'l', one))).toEqual(['businesses.keys/PLATFORM-004']);
  });

  test.each([
    ['of another platform is another', make(9, 'k', two, {}, 'b')],
    ['may be forgotten later', make(3_600, 'k', two)],
    ['of another body is not shown', make(9, 'k', two, { businessName: 'Eze' })],
  ])('%s', async (_, again) => {
    expect(await broken(make(0, 'k', one), again)).toEqual([]);
  });
});

test('only invoices that contractors have submitted are announced', async () => {
  const read = (source: string) => exchange(0, `GET /v1/invoices/${one}`, { id: one, source });
  const announced = event(9, 'invoice.contractor.approved', { id: one });
  expect(await broken(read('CONTRACTOR_SUBMITTED'), announced)).toEqual([]);
  expect(await broken(read('SYSTEM'), announced)).toEqual(['invoices.events/INVOICE-023']);
  const other = event(9, 'invoice.contractor.approved', { id: two });
  expect(await broken(read('SYSTEM'), other)).toEqual([]);
});

test('a contract is listed under the person it was created for', async () => {
  const made = exchange(0, 'POST /v1/contracts', { id: one, personId: one }, {}, { status: 201 });
  const listed = (personId: string) => exchange(9, 'GET /v1/contracts', { data: [{ id: one, personId }] });
  expect(await broken(made, listed(one.toUpperCase()))).toEqual([]);
  expect(await broken(made, listed(two))).toEqual(['contracts.lists/CONTRACT-016']);
});

test('a deposit and its disbursements have the same description', async () => {
  const deposit = event(0, 'transaction.succeeded', { id: one, type: 'DEPOSIT', description: 'March' });
  const listed = (id: string, description: string) =>
    exchange(9, 'GET /v1/disbursements', { data: [{ id, description }] });
  for (const [id, text] of [
    [one, 'March'],
    [two, 'April'],
    [one, ''],
  ] as const)
    expect(await broken(deposit, listed(id, text))).toEqual([]);
  expect(await broken(listed(one, 'April'), deposit)).toEqual(['disbursements.lists/EVENT-039']);
});

describe('a verification that was announced', () => {
  const announced = event(0, 'user.kyc.updated', { userId: one, type: 'identity', status: 'processing' });
  const read = (seconds: number, json: object) => exchange(seconds, `GET /v1/users/${one}/kyc`, json);
  test.each([
    [read(60, { identity: 'APPROVED' }), []],
    [read(60, { identity: { status: 'pending' } }), []],
    [read(60, { identity: { state: 'reviewing' } }), []],
    [read(60, { identity: 'approved', address: 'none' }), []],
    [read(60, { identity: { status: 'reviewing' } }), ['verifications.reads/KYC-002']],
    [read(60, { address: 'pending' }), ['verifications.reads/KYC-034']],
    [read(3, { identity: 'none' }), []],
  ])('is read with its status: %#', async (seen, found) => {
    expect(await broken(seen)).toEqual([]);
    const deliveries = [announced];
    const ids = await foundIn({ exchanges: [seen], deliveries });
    expect(ids.filter((id) => about.test(id))).toEqual(found);
  });
});
