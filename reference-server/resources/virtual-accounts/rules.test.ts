import { describe, expect, test } from 'vitest';
import { type BusinessState, emptyState, type Outcome } from '../../state/business-state.ts';
import { at } from '../../testing/rule-context.ts';
import { paymentInfoOf, virtualAccountRules as rules, type Sender } from './rules.ts';

const now = 1_774_915_200;
const empty = emptyState({ id: 'business', tenantKey: 'tk', kind: 'created' });
const virtualAccountId = 'account';
type Input = Parameters<typeof rules.create>[1]['input'];

const create = (input: Input = {}, before = empty, environment: 'sandbox' | 'production' = 'sandbox') =>
  rules.create(before, { virtualAccountId, input }, at(now, { environment }));
const move = (state: BusinessState, status: 'submitted' | 'created') =>
  rules.move(state, { virtualAccountId, status }, at(now));
const statusOf = ({ state }: Pick<Outcome, 'state'>) => state.virtualAccounts[0]?.account.status;
const wordsOf = ({ events }: Outcome) => events.map(({ eventType }) => eventType.split('.').at(-1));

test('a request is submitted by itself and created by the bank', () => {
  const requested = create({ currency: 'NGN', countryCode: 'NG' });
  expect([statusOf(requested), wordsOf(requested)]).toEqual(['requested', ['requested']]);
  expect(rules.nextProgressAt(requested.state, at(now))).toBe(now + 5);
  expect(rules.progress(requested.state, at(now + 4)).state).toBe(requested.state);
  const submitted = rules.progress(requested.state, at(now + 5));
  expect([statusOf(submitted), wordsOf(submitted)]).toEqual(['submitted', ['submitted']]);
  expect(rules.nextProgressAt(submitted.state, at(now + 5))).toBeUndefined();
  expect(rules.progress(submitted.state, at(now + 9_999_999)).state).toBe(submitted.state);
  const created = move(submitted.state, 'created');
  expect([statusOf(created), wordsOf(created)]).toEqual(['created', ['created']]);
  expect(created.state.virtualAccounts[0]?.account.accountName).toBe('Virtual account');
  expect(created.events[0]?.data).toEqual({
    id: virtualAccountId,
    businessId: 'business',
    currency: 'NGN',
    accountName: expect.any(String),
    accountNumber: expect.stringMatching(/^\d{10}$/),
    bankName: expect.any(String),
  });
});

describe('forbidden moves', () => {
  const requested = create().state;
  const submitted = move(requested, 'submitted').state;
  const created = move(submitted, 'created').state;
  test.each([
    ['requested', requested, 'created'],
    ['submitted', submitted, 'submitted'],
    ['created', created, 'submitted'],
    ['created', created, 'created'],
  ] as const)('from %s', (_name, state, status) => {
    expect(() => move(state, status)).toThrow(
      expect.objectContaining({ status: 400, code: 'invalid_state' }),
    );
  });

  test('moving an account that does not exist', () => {
    expect(() => move(empty, 'submitted')).toThrow(expect.objectContaining({ status: 404 }));
  });
});

test('an account has a number when it is created, and others stay as they are', () => {
  const { state: before } = rules.create(
    empty,
    { virtualAccountId: 'another', input: { currency: 'EUR' } },
    at(now),
  );
  const submitted = move(create({}, before).state, 'submitted').state;
  const numbersIn = ({ virtualAccounts }: BusinessState) =>
    virtualAccounts.map(({ account }) => [account.id, account.status, typeof account.accountNumber]);
  const another = ['another', 'requested', 'undefined'];
  expect(numbersIn(submitted)).toEqual([another, [virtualAccountId, 'submitted', 'undefined']]);
  const created = move(submitted, 'created').state;
  expect(numbersIn(created)).toEqual([another, [virtualAccountId, 'created', 'string']]);
});

test('each account has a number of its own, of ten digits', () => {
  const numbers = Array.from({ length: 50 }, (_, index) => {
    const input = { customIdentification: { number: '99999900' } };
    const { state } = rules.create(empty, { virtualAccountId: `account ${index}`, input }, at(now));
    return state.virtualAccounts[0]?.account.accountNumber;
  });
  expect(new Set(numbers).size).toBe(50);
  for (const number of numbers) expect(number).toMatch(/^\d{10}$/);
});

test('an account of a business that has a name carries it', () => {
  const business = { ...empty.business, details: { businessName: 'Marina' } };
  const { state } = create({ customIdentification: { number: '99999900' } }, { ...empty, business });
  expect(state.virtualAccounts[0]?.account.accountName).toBe('Marina');
});

test.each([
  ['SSN', 'sandbox', 'created'],
  ['BVN', 'sandbox', 'created'],
  [undefined, 'sandbox', 'created'],
  ['BVN', 'production', 'requested'],
] as const)('99999900 of type %s in %s', (type, environment, status) => {
  const customIdentification = { number: '99999900', ...(type !== undefined && { type }) };
  const outcome = create({ customIdentification }, empty, environment);
  expect(statusOf(outcome)).toBe(status);
  if (status !== 'created') return;
  expect(wordsOf(outcome)).toEqual(['requested', 'submitted', 'created']);
  expect(rules.nextProgressAt(outcome.state, at(now))).toBeUndefined();
  expect(outcome.state.virtualAccounts[0]?.account.accountNumber).toMatch(/^\d{10}$/);
});

test.each(['99999901', '9999990', ' 99999900', ''])('%j is not approved automatically', (number) => {
  expect(statusOf(create({ customIdentification: { type: 'BVN', number } }))).toBe('requested');
});

test('an account has exactly one owner, and events name it', () => {
  const before = { ...empty, users: [{ id: 'user', businessId: 'business', user: { id: 'user' } }] };
  const customIdentification = { number: '99999900' };
  const { state, events } = create({ userId: 'user', customIdentification }, before);
  expect(state.virtualAccounts[0]?.account).toMatchObject({ userId: 'user' });
  expect(state.virtualAccounts[0]?.account).not.toHaveProperty('businessId');
  for (const { data } of events) {
    expect(data).toMatchObject({ userId: 'user' });
    expect(data).not.toHaveProperty('businessId');
  }
  for (const { data } of create({ customIdentification }, before).events) {
    expect(data).toMatchObject({ businessId: 'business' });
    expect(data).not.toHaveProperty('userId');
  }
  expect(() => create({ userId: 'other' }, before)).toThrow(
    expect.objectContaining({ status: 400, params: { userId: expect.any(String) } }),
  );
  const transfer = { virtualAccountId, transactionId: 't', amount: { amount: 1, currency: 'USD' } };
  expect(() => rules.receive(state, transfer, at(now))).toThrow('account of the business');
});

describe('a bank transfer', () => {
  const { state } = create({ currency: 'USD', customIdentification: { number: '99999900' } });
  const amount = { amount: 500, currency: 'USD' };
  const transfer = { virtualAccountId, transactionId: 'transaction', amount };
  const receive = (more: object, before = state) =>
    rules.receive(before, { ...transfer, ...more }, at(now)).state.transactions[0]?.transaction;

  test.each([
    [{}, { reference: 'transaction' }, undefined],
    [{ description: 'Funds' }, { reference: 'transaction' }, 'Funds'],
    [{ reference: 'DEP-1' }, { reference: 'DEP-1' }, 'DEP-1'],
    [{ reference: 'DEP-1', description: 'Funds' }, { reference: 'DEP-1' }, 'DEP-1'],
  ])('%j', (given, want, description) => {
    const transaction = receive(given);
    expect(transaction).toMatchObject({
      ...want,
      amount,
      type: 'DEPOSIT',
      status: 'initiated',
      recipientId: 'business',
      recipientType: 'BUSINESS',
    });
    expect(transaction?.description).toBe(description);
    expect(transaction).not.toHaveProperty('paymentInfo');
  });

  test('with a sender name shows the sender', () => {
    expect(receive({ sender: { accountName: 'Harbour', network: 'ach' } })?.paymentInfo).toEqual({
      preferredMethod: 'ach',
      bank: {},
      ach: { accountName: 'Harbour' },
      wire: {},
      swift: {},
    });
  });

  test('is refused in another currency, and before the account is created', () => {
    expect(() => receive({ amount: { amount: 1, currency: 'EUR' } })).toThrow(
      expect.objectContaining({ params: { 'amount.currency': expect.any(String) } }),
    );
    expect(() => receive({ amount: { amount: 2 ** 53, currency: 'USD' } })).toThrow('not valid');
    const requested = create().state;
    expect(() => receive({}, requested)).toThrow(expect.objectContaining({ code: 'invalid_state' }));
    expect(() => receive({}, move(requested, 'submitted').state)).toThrow('that is created');
    expect(() => receive({}, empty)).toThrow(expect.objectContaining({ status: 404 }));
  });
});

const accountName = 'Harbour Analytics Ltd';
const noBank = { accountName, sortCode: '', accountNumber: '', bankCode: '', iban: '' };
const nothing = { bank: {}, ach: {}, wire: {}, swift: {} };
const gbp = { accountName, accountNumber: '31244417', bankCode: '204418' };
const eur = { accountName, accountNumber: 'DE89370400440532013000', bankCode: 'LAGODEFFXXX' };

test.each<[name: string, sender: Sender, currency: string, want: object]>([
  [
    'GBP carries sort code and masked account number',
    gbp,
    'GBP',
    { preferredMethod: 'bank', bank: { ...noBank, sortCode: '204418', accountNumber: '****4417' } },
  ],
  [
    'EUR carries BIC and masked IBAN',
    eur,
    'EUR',
    { preferredMethod: 'bank', bank: { ...noBank, bankCode: 'LAGODEFFXXX', iban: 'DE89**************3000' } },
  ],
  ['what was not supplied is empty', { accountName }, 'GBP', { preferredMethod: 'bank', bank: noBank }],
  ['USD by ach', { ...gbp, network: 'ach' }, 'USD', { preferredMethod: 'ach', ach: { accountName } }],
  [
    'USD by wire',
    { accountName, network: 'wire' },
    'USD',
    { preferredMethod: 'wire', wire: { accountName } },
  ],
  [
    'USD by swift',
    { accountName, network: 'swift' },
    'USD',
    { preferredMethod: 'swift', swift: { accountName } },
  ],
  ['USD without a network', gbp, 'USD', { preferredMethod: 'bank', bank: noBank }],
  [
    'a network is one of USD only',
    { ...gbp, network: 'swift' },
    'GBP',
    { preferredMethod: 'bank', bank: { ...noBank, sortCode: '204418', accountNumber: '****4417' } },
  ],
  ['any other currency', gbp, 'NGN', { preferredMethod: 'bank', bank: noBank }],
])('%s', (_name, sender, currency, want) => {
  expect(paymentInfoOf(sender, currency)).toEqual({ ...nothing, ...want });
});

test('without a sender name it shows no sender', () => {
  expect(paymentInfoOf(undefined, 'USD')).toBeUndefined();
  expect(paymentInfoOf({ ...gbp, accountName: '' }, 'GBP')).toBeUndefined();
});
