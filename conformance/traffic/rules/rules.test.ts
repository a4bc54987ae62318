/** Each rule with a response that satisfies it and one that violates it, and with cases that the document leaves open. */
import { describe, expect, test } from 'vitest';
import type { ObservedDelivery, ObservedExchange } from '../observation.ts';
import { event, exchange, foundIn } from '../testing/observed.ts';

const [one, two] = ['7f7c6f1e-1d0a-4a51-9f0e-3b1a51a0c001', '7f7c6f1e-1d0a-4a51-9f0e-3b1a51a0c002'];

const rulesBroken = async (...seen: readonly (ObservedExchange | ObservedDelivery)[]) => {
  const exchanges = seen.filter((each) => 'request' in each);
  const deliveries = seen.filter((each) => 'answered' in each);
  const found = await foundIn({ exchanges, deliveries }, { environment: 'production' });
  return found.filter((id) => id.startsWith('rules.')).map((id) => id.replace('rules.', ''));
};

const person = (id: string, email = 'ada@example.com') => ({ id, firstName: 'Ada', lastName: 'Obi', email });
const metaOf = (limit: number, currentPage = 1) => ({
  ...{ limit, currentPage, skipped: 0, pages: 1, itemCount: 2 },
});
const page = (line: string, data: readonly unknown[], meta = metaOf(10)) => exchange(0, line, { data, meta });

describe('a page of a list', () => {
  const both = [person(one), person(two)];
  test.each([
    ['GET /v1/persons?limit=2', both, metaOf(2), []],
    ['GET /v1/persons?limit=1', both, metaOf(1), ['lists/PERSON-005']],
    ['GET /v1/persons?limit=5', both, metaOf(10), ['lists/PERSON-005']],
    ['GET /v1/users?limit=1', both, metaOf(1), ['lists/USER-008']],
    ['GET /v1/persons?limit=1&limit=10', both, metaOf(10), []],
    ['GET /v1/persons?limit=101', both, metaOf(101), ['lists/PERSON-004']],
    ['GET /v1/persons?limit=101', both, metaOf(100), []],
    ['GET /v1/users?limit=0', both, metaOf(0), ['lists/USER-007']],
    ['GET /v1/persons?page=0', both, metaOf(10, 0), ['lists/PERSON-003']],
    ['GET /v1/persons?page=0', both, metaOf(10, 1), []],
    ['GET /v1/users?page=-1', both, metaOf(10, -1), ['lists/USER-006']],
    ['GET /v1/persons', [person(one), person(one)], metaOf(10), ['lists/PERSON-006']],
    ['GET /v1/users', [{ id: one }, { id: one.toUpperCase() }], metaOf(10), ['lists/USER-009']],
    ['GET /v1/users?email=ada@example.com', [{ id: one, status: 'active' }], metaOf(10), ['lists/USER-003']],
    ['GET /v1/users?includeStatus=true', [{ id: one, status: 'active' }], metaOf(10), []],
  ])('%s', async (line, data, meta, found) => {
    expect(await rulesBroken(page(line, data, meta))).toEqual(found);
  });
});

describe('a filter', () => {
  test.each([
    ['GET /v1/persons?email=ada@example.com', person(one), []],
    ['GET /v1/persons?email=ADA%40example.com', person(one), []],
    ['GET /v1/persons?email=a+b@example.com', person(one, 'a+b@example.com'), []],
    ['GET /v1/persons?email=ada', person(one), []],
    ['GET /v1/persons?email=ada@example.com', person(one, 'ada@example.com.ng'), []],
    ['GET /v1/persons?email=ada@example.com', person(one, 'bob@example.com'), ['lists/PERSON-007']],
    ['GET /v1/users?email=ada@example.com', person(one, 'bob@example.com'), ['lists/USER-011']],
    [`GET /v1/users?personId=${one}`, { id: two, personId: two }, ['lists/USER-010']],
    [`GET /v1/users?personId=${one}`, { id: two, personId: one.toUpperCase() }, []],
    [`GET /v1/users?personId=${one}`, { id: two }, []],
    [`GET /v1/contracts?personId=${one}`, { id: two, personId: two }, ['lists/CONTRACT-017']],
  ])('%s', async (line, item, found) => {
    expect(await rulesBroken(page(line, [item]))).toEqual(found);
  });
});

describe('payouts', () => {
  const created = (date: string) => ({ id: one, createdTimestamp: Date.parse(date) / 1_000 });
  test.each([
    ['startDate=2026-03-01', '2026-02-28T15:00:00Z', []],
    ['startDate=2026-03-01', '2026-02-28T09:00:00Z', ['payouts/PAYOUT-008']],
    ['startDate=2026-03-01T12:00:00Z', '2026-02-28T15:00:00Z', []],
    ['startDate=2026-03-01T12:00:00Z', '2026-02-27T09:00:00Z', ['payouts/PAYOUT-008']],
    ['endDate=2026-03-01', '2026-03-02T11:00:00Z', []],
    ['endDate=2026-03-01', '2026-03-02T13:00:00Z', ['payouts/PAYOUT-009']],
    ['endDate=yesterday', '2026-03-02T13:00:00Z', []],
  ])('%s', async (query, date, found) => {
    const listed = exchange(0, `GET /v1/payouts?${query}`, { data: [created(date)], node: {} });
    expect(await rulesBroken(listed)).toEqual(found);
  });

  test.each([
    ['startDate=2026-03-01&endDate=2026-03-02', `id,amount\n${one},5\n`, []],
    ['startDate=2026-03-01&endDate=2026-03-02', `id,amount\n${one}\n`, ['payouts/PAYOUT-015']],
    ['startDate=2026-03-01&kind=csv', `id\n${one}\n`, ['payouts/LIMIT-004']],
  ])('an export with %s', async (query, text, found) => {
    const headers = { 'content-type': 'text/csv; charset=utf-8' };
    expect(await rulesBroken(exchange(0, `GET /v1/payouts?${query}`, text, {}, { headers }))).toEqual(found);
  });
});

test.each([
  [`GET /v1/persons/${one}`, ['resources/PERSON-015']],
  [`GET /v1/payouts/${one}`, ['resources/PAYOUT-017']],
  [`GET /v1/invoices/${one}`, ['resources/INVOICE-014']],
])('%s returns what has the id', async (line, found) => {
  expect(await rulesBroken(exchange(0, line, { id: two }))).toEqual(found);
  expect(await rulesBroken(exchange(0, line, { id: one.toUpperCase() }))).toEqual([]);
});

describe('a new contract', () => {
  const signature = (order: number) => ({
    ...{ id: one, emailAddress: 'ada@example.com', name: 'Ada', order },
    ...{ status: 'unsigned', signedAt: 0, lastViewedAt: 0 },
  });
  const contract = {
    ...{ id: one, templateId: two, personId: two, status: 'awaiting business signature' },
    signatures: [signature(1), signature(0)],
  };
  const signed = (change: object) => ({ signatures: [signature(0), { ...signature(1), ...change }] });
  test.each([
    [{}, []],
    [{ status: 'completed' }, ['resources/CONTRACT-010']],
    [{ personId: one }, ['resources/CONTRACT-013']],
    [{ signatures: [signature(1)] }, ['resources/CONTRACT-004']],
    [signed({ status: 'signed' }), ['resources/CONTRACT-011']],
    [signed({ signedAt: 7 }), ['resources/CONTRACT-005']],
    [signed({ lastViewedAt: 7 }), ['resources/CONTRACT-006']],
  ])('%j', async (change, found) => {
    const body = { templateId: two, personId: two };
    const made = { ...contract, ...change };
    expect(await rulesBroken(exchange(0, 'POST /v1/contracts', made, { body }))).toEqual(found);
  });

  test('is unsigned at the time 0 in the list, too', async () => {
    const listed = page('GET /v1/contracts', [{ ...contract, ...signed({ signedAt: 7 }) }]);
    expect(await rulesBroken(listed)).toEqual(['resources/CONTRACT-005']);
  });
});

describe('a listed beneficiary', () => {
  const line = 'GET /v1/beneficiaries';
  const bank = {
    ...{ accountName: '', accountNumber: '', accountType: '', bankCode: '', bankName: '', branchName: '' },
    email: '',
  };
  const listed = (change: object) =>
    exchange(0, line, { data: [{ id: one, paymentDetails: { bank: { ...bank, ...change } } }], node: {} });
  test('has empty strings for what is absent', async () => {
    expect(await rulesBroken(listed({}))).toEqual([]);
    expect(await rulesBroken(listed({ bankCode: null }))).toEqual(['resources/BENEFICIARY-007']);
    expect(await rulesBroken(listed({ address: { line1: 'a' } }))).toContain('resources/BENEFICIARY-003');
    const kyc = exchange(0, line, { data: [{ id: one, kyc: { firstName: 'Ada' } }], node: {} });
    expect(await rulesBroken(kyc)).toContain('resources/BENEFICIARY-004');
  });

  test('may show values that a client has sent', async () => {
    const sent = exchange(0, 'POST /v1/beneficiaries', {}, { body: { bankCode: null } }, { status: 400 });
    expect(await rulesBroken(sent, listed({ bankCode: null }))).toEqual([]);
  });
});

test('a review is answered with 204', async () => {
  const line = `POST /v1/sandbox/users/${one}/kyc/review`;
  const body = { action: 'approve', type: 'identity' };
  const review = (status: number) => exchange(0, line, '', { body }, { status });
  expect(await rulesBroken(review(204))).toEqual([]);
  expect(await rulesBroken(review(403))).toEqual([]);
  expect(await rulesBroken(review(200))).toEqual(['resources/SANDBOX-004']);
});

describe('a body of another type', () => {
  const deposit = 'POST /v1/sandbox/business-deposits';
  const refusal = { code: 'invalid_request_body', message: 'The request body provided is not valid' };
  test.each([
    [deposit, { value: { amount: 'ten', currency: 'USD' } }, 201, {}, ['bodies/SANDBOX-002']],
    [deposit, { value: { amount: '10', currency: 'USD' } }, 201, {}, []],
    [deposit, { value: 'ten' }, 201, {}, ['bodies/SANDBOX-002']],
    [deposit, { value: 'ten' }, 202, {}, []],
    [deposit, { value: 'ten' }, 400, refusal, []],
    [deposit, { value: 'ten' }, 400, { ...refusal, code: 'bad' }, []],
    [deposit, { value: 'ten' }, 403, {}, []],
    ['POST /v1/beneficiaries', { name: { first: 'Ada' } }, 201, { id: one }, ['bodies/BENEFICIARY-011']],
    ['POST /v1/auth/login/jwt', { jwt: { a: 1 } }, 200, { redirectToken: 't' }, ['bodies/TOKEN-002']],
    [`PUT /v1/businesses/${one}/customFields/${two}`, { name: {} }, 200, {}, ['bodies/FIELD-003']],
    ['POST /v1/contracts', { sender: 'Ada' }, 201, { id: one }, ['bodies/ERR-002']],
    [
      `POST /v1/sandbox/users/${one}/kyc/review`,
      { action: 'postpone', type: 'identity' },
      204,
      '',
      ['bodies/SANDBOX-008'],
    ],
    [`POST /v1/sandbox/users/${one}/kyc/review`, { action: 'Approve', type: 'identity' }, 204, '', []],
  ])('%s with %j and %i', async (line, body, status, answer, found) => {
    const broken = await rulesBroken(exchange(0, line, answer, { body }, { status }));
    expect(broken.filter((id) => id.startsWith('bodies'))).toEqual(found);
  });
});

describe('an event', () => {
  const expiry = (stage: string, expiryDate: string) => event(0, 'user.kyc.expiry', { stage, expiryDate });
  const deposit = (currency: string, paymentInfo: object) =>
    event(0, 'transaction.succeeded', {
      id: one,
      type: 'DEPOSIT',
      amount: { amount: 5, currency },
      paymentInfo,
    });
  // All of them are sent on 2026-03-02.
  test.each([
    ['about-to-expire', '2026-03-20', []],
    ['about-to-expire', '2026-04-01', []],
    ['about-to-expire', '2026-05-20', ['events/LIMIT-002']],
    ['in-grace-period', '2026-03-02', []],
    ['in-grace-period', '2026-03-20', ['events/EXPIRY-002']],
    ['expired', '2026-01-01', []],
    ['expired', '2026-02-20', ['events/LIMIT-003']],
  ])('%s of a document that expires on %s', async (stage, date, found) => {
    expect(await rulesBroken(expiry(stage, date))).toEqual(found);
  });

  test('of an expiry is not judged if the clock can be moved', async () => {
    const found = await foundIn({ deliveries: [expiry('expired', '2026-02-20')] });
    expect(found.filter((id) => id.startsWith('rules.'))).toEqual([]);
  });

  const gbp = { sortCode: '', accountNumber: '****1234' };
  const eur = { bankCode: 'COBADEFF', iban: 'DE89 **** 3000' };
  test.each([
    ['GBP', { preferredMethod: 'bank', bank: gbp }, []],
    ['GBP', { preferredMethod: 'wire', bank: gbp }, ['events/EVENT-041']],
    ['GBP', { preferredMethod: 'bank', bank: { ...gbp, sortCode: undefined } }, ['events/EVENT-042']],
    ['EUR', { preferredMethod: 'bank', bank: eur }, []],
    ['EUR', { preferredMethod: 'bank', bank: { ...eur, bankCode: null } }, ['events/EVENT-043']],
    [
      'EUR',
      { preferredMethod: 'bank', bank: { ...eur, iban: 'DE89 3704 0044 0532 0130 00' } },
      ['events/EVENT-043'],
    ],
    ['EUR', { preferredMethod: 'bank', bank: { ...eur, iban: '' } }, []],
    [
      'EUR',
      { preferredMethod: 'bank', bank: { ...eur, iban: '', accountNumber: eur.iban } },
      ['events/EVENT-043'],
    ],
    ['USD', { preferredMethod: 'wire', wire: {} }, []],
    ['USD', {}, []],
  ])('of a deposit in %s with %j', async (currency, paymentInfo, found) => {
    expect(await rulesBroken(deposit(currency, paymentInfo))).toEqual(found);
  });

  test.each([
    [{ type: 'PAYROLL', reference: one }, []],
    [{ type: 'PAYROLL', reference: 'march' }, ['events/EVENT-030']],
    [{ type: 'PAYOUT', reference: 'march', recipientId: one, recipientType: 'BUSINESS' }, []],
    [{ type: 'PAYOUT', recipientId: 'acme', recipientType: 'BUSINESS' }, ['events/EVENT-035']],
    [{ type: 'PAYOUT', recipientId: 'acme', recipientType: 'BENEFICIARY' }, []],
  ])('of a transaction names what has a UUID: %j', async (data, found) => {
    for (const eventType of ['transaction.initiated', 'transaction.succeeded'])
      expect(await rulesBroken(event(0, eventType, { id: one, ...data }))).toEqual(found);
  });

  test('that requests information names the action, and has a timestamp in Unix seconds', async () => {
    const asked = event(0, 'transaction.rfi.updated', { id: one, status: 'RFI_REQUESTED' });
    expect(await rulesBroken(asked)).toEqual(['events/EVENT-025']);
    const given = event(0, 'transaction.rfi.updated', { id: one, status: 'RFI_PROVIDED' });
    expect(await rulesBroken(given)).toEqual([]);
    const headers = { ...given.headers, 'hook-timestamp': '1772438400000' };
    expect(await rulesBroken({ ...given, headers })).toEqual(['events/HOOK-009']);
  });
});
