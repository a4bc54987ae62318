import { describe, expect, test } from 'vitest';
import { type BusinessState, emptyState, type Outcome } from '../../state/business-state.ts';
import type { Refusal } from '../../state/refusal.ts';
import { moneyProblems } from '../../testing/money.ts';
import { at } from '../../testing/rule-context.ts';
import { balanceOf, heldIn, move } from '../wallets/ledger.ts';
import { type OpenTransaction, transactionRules as rules } from './rules.ts';

const now = 1_774_915_200;
const transactionId = '58d2f6a0-4c7e-4193-b8e5-0a6d9c3f7b21';
const account = `transaction/${transactionId}` as const;
const usd = (amount: number) => ({ amount, currency: 'USD' });

const payout: OpenTransaction = {
  transactionId,
  type: 'PAYOUT',
  amount: usd(60),
  recipientId: 'business',
  recipientType: 'BUSINESS',
  reference: 'bonus',
  source: 'wallet',
  settlement: 'delayed',
};
const deposit: OpenTransaction = { ...payout, type: 'DEPOSIT', source: 'outside', description: 'Funds' };
const facts = {
  id: transactionId,
  amount: usd(60),
  type: 'PAYOUT',
  reference: 'bonus',
  recipientId: 'business',
  recipientType: 'BUSINESS',
};

const empty = emptyState({ id: 'business', tenantKey: 'tk', kind: 'created' });
const funded = move(empty, { from: 'outside', to: 'wallet', money: usd(100), cause: 'test' }, now);

type Step = (state: BusinessState) => Outcome;
const open =
  (command: OpenTransaction): Step =>
  (state) =>
    rules.open(state, command, at(now));
const passChecks: Step = (state) => rules.passChecks(state, { transactionId }, at(now));
const settle: Step = (state) => rules.settle(state, { transactionId }, at(now));
const fail: Step = (state) => rules.fail(state, { transactionId, message: 'no' }, at(now));
const giveBack: Step = (state) => rules.returnToSender(state, { transactionId, message: 'closed' }, at(now));
const ask: Step = (state) =>
  rules.requestInformation(state, { transactionId, actionRequired: 'invoice' }, at(now));
const provide: Step = (state) =>
  rules.provideInformation(state, { transactionId, input: { message: 'see' } }, at(now));
const wait =
  (until: number): Step =>
  (state) =>
    rules.progress(state, at(until));

/** Applies steps one after the other; the events are those of the last one. */
function through(before: BusinessState, ...steps: Step[]): Outcome {
  let outcome: Outcome = { state: before, events: [] };
  for (const step of steps) {
    outcome = step(outcome.state);
    expect(problemsOf(outcome.state)).toEqual([]);
  }
  return outcome;
}

const problemsOf = ({ ledger, wallets }: BusinessState) =>
  moneyProblems(
    ledger.map(({ money, ...entry }) => ({ ...entry, ...money })),
    wallets.map(({ balance }) => balance),
  );
const statusOf = ({ transactions }: BusinessState) => transactions[0]?.transaction.status;

const arrows: [
  name: string,
  command: OpenTransaction,
  steps: Step[],
  status: string,
  wallet: number,
  held: number,
  events: object[],
][] = [
  [
    'creation takes the money',
    payout,
    [],
    'initiated',
    40,
    60,
    [{ eventType: 'transaction.initiated', data: facts }],
  ],
  [
    'creation of a deposit moves nothing',
    deposit,
    [],
    'initiated',
    100,
    0,
    [{ eventType: 'transaction.initiated', data: { ...facts, type: 'DEPOSIT' } }],
  ],
  [
    'an instant settlement has no event of processing',
    { ...payout, type: 'PAYROLL_FEE', settlement: 'instant' },
    [],
    'succeeded',
    40,
    0,
    [
      { eventType: 'transaction.initiated', data: { ...facts, type: 'PAYROLL_FEE' } },
      { eventType: 'transaction.succeeded', data: { ...facts, type: 'PAYROLL_FEE' } },
    ],
  ],
  [
    'the checks pass',
    payout,
    [passChecks],
    'processing',
    40,
    60,
    [{ eventType: 'transaction.processing', data: facts }],
  ],
  [
    'it settles',
    payout,
    [passChecks, settle],
    'succeeded',
    40,
    0,
    [{ eventType: 'transaction.succeeded', data: facts }],
  ],
  [
    'a deposit settles and shows its description',
    deposit,
    [passChecks, settle],
    'succeeded',
    160,
    0,
    [{ eventType: 'transaction.succeeded', data: { ...facts, type: 'DEPOSIT', description: 'Funds' } }],
  ],
  [
    'it fails before the checks and gives the money back',
    payout,
    [fail],
    'failed',
    100,
    0,
    [{ eventType: 'transaction.failed', data: { ...facts, message: 'no' } }],
  ],
  [
    'it fails while it is processing and gives the money back',
    payout,
    [passChecks, fail],
    'failed',
    100,
    0,
    [{ eventType: 'transaction.failed', data: { ...facts, message: 'no' } }],
  ],
  [
    'a deposit fails and never came',
    deposit,
    [passChecks, fail],
    'failed',
    100,
    0,
    [{ eventType: 'transaction.failed', data: { ...facts, type: 'DEPOSIT', message: 'no' } }],
  ],
  [
    'it fails during a review',
    payout,
    [ask, fail],
    'failed',
    100,
    0,
    [{ eventType: 'transaction.failed', data: { ...facts, message: 'no' } }],
  ],
  [
    'the bank of the recipient returns it',
    payout,
    [passChecks, settle, giveBack],
    'failed',
    100,
    0,
    [{ eventType: 'transaction.failed', data: { ...facts, message: 'closed', isReturned: true } }],
  ],
  [
    'a deposit is returned',
    deposit,
    [passChecks, settle, giveBack],
    'failed',
    100,
    0,
    [
      {
        eventType: 'transaction.failed',
        data: { ...facts, type: 'DEPOSIT', message: 'closed', isReturned: true },
      },
    ],
  ],
  [
    'information is requested',
    payout,
    [ask],
    'initiated',
    40,
    60,
    [
      {
        eventType: 'transaction.rfi.updated',
        data: {
          id: transactionId,
          type: 'PAYOUT',
          reference: 'bonus',
          status: 'RFI_REQUESTED',
          actionRequired: 'invoice',
        },
      },
    ],
  ],
  [
    'information is provided',
    payout,
    [ask, provide],
    'initiated',
    40,
    60,
    [
      {
        eventType: 'transaction.rfi.updated',
        data: { id: transactionId, type: 'PAYOUT', reference: 'bonus', status: 'RFI_PROVIDED' },
      },
    ],
  ],
  [
    'information is requested once more',
    payout,
    [ask, provide, ask],
    'initiated',
    40,
    60,
    [expect.objectContaining({ eventType: 'transaction.rfi.updated' })],
  ],
];

test.each(arrows)('%s', (_name, command, steps, status, wallet, held, events) => {
  const outcome = through(funded, open(command), ...steps);
  expect(statusOf(outcome.state)).toBe(status);
  expect([balanceOf(outcome.state, 'USD'), heldIn(outcome.state, account, 'USD')]).toEqual([wallet, held]);
  expect(outcome.events).toEqual(events);
});

describe('forbidden moves', () => {
  const moves = { passChecks, settle, fail, giveBack, ask, provide };
  const states: [name: string, steps: Step[], possible: (keyof typeof moves)[]][] = [
    ['initiated', [], ['passChecks', 'fail', 'ask']],
    ['awaiting information', [ask], ['fail', 'provide']],
    ['provided with information', [ask, provide], ['passChecks', 'fail', 'ask']],
    ['processing', [passChecks], ['settle', 'fail']],
    ['succeeded', [passChecks, settle], ['giveBack']],
    ['failed', [fail], []],
    ['returned', [passChecks, settle, giveBack], []],
  ];
  test.each(states)('%s', (_name, steps, possible) => {
    const { state } = through(funded, open(payout), ...steps);
    for (const [name, step] of Object.entries(moves)) {
      const attempt = () => step(state);
      if ((possible as string[]).includes(name)) expect(attempt, name).not.toThrow();
      else expect(attempt, name).toThrow(expect.objectContaining({ status: 400, code: 'invalid_state' }));
    }
  });

  test.each(Object.entries(moves))('%s of a transaction that is not there', (_name, step) => {
    expect(() => step(funded)).toThrow(expect.objectContaining({ status: 404 }));
  });

  test('spending more than the wallet holds', () => {
    expect(() => through(funded, open({ ...payout, amount: usd(101) }))).toThrow('does not hold');
    expect(through(funded, open({ ...payout, amount: usd(100) })).state.wallets[0]?.balance.amount).toBe(0);
  });

  test('a deposit of more than can be counted, which hinders no payout', () => {
    const most = Number.MAX_SAFE_INTEGER - 100;
    const rich = through(funded, open({ ...deposit, amount: usd(most) }), passChecks, settle).state;
    const other = { transactionId: 'other' };
    expect(() => through(rich, open({ ...deposit, ...other, amount: usd(1) }))).toThrow(
      expect.objectContaining({ status: 400 }),
    );
    expect(through(rich, open({ ...payout, ...other })).state.transactions).toHaveLength(2);
  });

  test('returning a deposit whose funds are spent', () => {
    const spend = open({ ...payout, transactionId: 'other', amount: usd(101) });
    const { state } = through(funded, open(deposit), passChecks, settle, spend);
    expect(() => giveBack(state)).toThrow('does not hold');
  });
});

describe('an answer to a request for information', () => {
  const file = { id: 'file', businessId: 'business', file: { id: 'file' } };
  const answer = (input: { message?: string; fileIds?: string[] }) => {
    const { state } = through(funded, open(payout), ask);
    return rules.provideInformation({ ...state, files: [file] }, { transactionId, input }, at(now));
  };

  test.each([[{ message: 'see' }], [{ fileIds: ['file'] }], [{ message: 'see', fileIds: ['file'] }]])(
    '%j is one',
    (input) => {
      const [record] = answer(input).state.transactions;
      expect(record?.transaction.rfi).toEqual({ status: 'RFI_PROVIDED' });
      expect(record?.information).toEqual({ fileIds: [], ...input });
    },
  );

  test.each([
    [{}, 'message'],
    [{ fileIds: [] }, 'message'],
    [{ message: 'see', fileIds: ['file', 'other'] }, 'fileIds.1'],
  ])('%j is none', (input, field) => {
    expect(() => answer(input)).toThrow(
      expect.objectContaining<Partial<Refusal>>({ status: 400, params: { [field]: expect.any(String) } }),
    );
  });
});

describe('asynchronous effects', () => {
  const wordsOf = ({ events }: Outcome) => events.map(({ eventType }) => eventType.split('.').at(-1));

  test.each([
    ['a second early', 4, [], 'initiated'],
    ['after the checks', 5, ['processing'], 'processing'],
    ['a second before it settles', 3599, ['processing'], 'processing'],
    ['when it settles', 3600, ['processing', 'succeeded'], 'succeeded'],
  ])('%s', (_name, seconds, words, status) => {
    const outcome = through(funded, open(payout), wait(now + seconds));
    expect(wordsOf(outcome)).toEqual(words);
    expect(statusOf(outcome.state)).toBe(status);
  });

  test('it is processing at most once, and nothing happens after its end', () => {
    const { state } = through(funded, open(payout), wait(now + 5));
    const settled = through(state, wait(now + 4000));
    expect(wordsOf(settled)).toEqual(['succeeded']);
    expect(through(settled.state, wait(now + 9_000_000)).state).toBe(settled.state);
  });

  test('a simulated failure comes in place of the settlement and gives the money back', () => {
    const outcome = through(
      funded,
      open({ ...payout, failsWith: 'Rejected' }),
      wait(now + 5),
      wait(now + 3600),
    );
    expect(outcome.events).toEqual([
      { eventType: 'transaction.failed', data: { ...facts, message: 'Rejected' } },
    ]);
    expect(balanceOf(outcome.state, 'USD')).toBe(100);
  });

  test('a review holds the checks up until the information is there', () => {
    const { state } = through(funded, open(payout), ask);
    expect(rules.nextProgressAt(state, at(now))).toBeUndefined();
    expect(through(state, wait(now + 9_000_000)).state).toBe(state);
    const provided = through(state, (before) =>
      rules.provideInformation(before, { transactionId, input: { message: 'see' } }, at(now + 100)),
    );
    expect(rules.nextProgressAt(provided.state, at(now))).toBe(now + 105);
    expect(statusOf(through(provided.state, wait(now + 105)).state)).toBe('processing');
  });

  test('the next due time is that of the checks, then of the settlement, then none', () => {
    const { state } = through(funded, open(payout));
    expect(rules.nextProgressAt(state, at(now))).toBe(now + 5);
    const checked = through(state, wait(now + 5)).state;
    expect(rules.nextProgressAt(checked, at(now + 5))).toBe(now + 3600);
    expect(rules.nextProgressAt(through(checked, wait(now + 3600)).state, at(now + 3600))).toBeUndefined();
  });
});

describe('amounts beyond the largest number', () => {
  const most = usd(Number.MAX_SAFE_INTEGER);
  const big = { ...deposit, transactionId: 'big', amount: most };
  const refused = expect.objectContaining({ status: 400, code: 'invalid_request_body' });

  test('are rejected, both at once and while in progress', () => {
    expect(() => through(funded, open(big))).toThrow(refused);
    const { state } = through(empty, open(big));
    expect(() => through(state, open({ ...deposit, amount: usd(1) }))).toThrow(refused);
    expect(through(state, wait(now + 9999)).state.wallets[0]?.balance).toEqual(most);
  });

  test('cannot arise from refunds', () => {
    const refill = { ...deposit, transactionId: 'refill', amount: usd(most.amount - 60) };
    const { state } = through(funded, open(payout), passChecks, settle);
    const filled = through(state, open({ ...refill, amount: usd(most.amount - 40) })).state;
    expect(() => giveBack(filled)).toThrow(refused);
    expect(() => through(funded, open(payout), open(refill))).toThrow(refused);
  });

  test('are counted by currency', () => {
    const { state } = through(
      funded,
      open({ ...big, amount: { ...most, currency: 'EUR' } }),
      wait(now + 9999),
    );
    expect(state.wallets.map(({ balance }) => balance)).toEqual([usd(100), { ...most, currency: 'EUR' }]);
  });
});

test('lists are filtered and paged in the order of creation', () => {
  const second = { ...deposit, transactionId: 'second' };
  const { state } = through(funded, open(payout), open(second), passChecks);
  const ids = (query: object) => rules.page(state, query).data?.map(({ id }) => id);
  expect(ids({})).toEqual([transactionId, 'second']);
  expect(ids({ type: 'DEPOSIT' })).toEqual(['second']);
  expect(ids({ status: 'processing' })).toEqual([transactionId]);
  expect(ids({ status: 'failed' })).toEqual([]);
  expect(rules.disbursements(state, { limit: 1 })).toMatchObject({
    data: [{ id: transactionId }],
    node: { next: expect.any(String) },
  });
  expect(rules.disbursements(state, {}).data?.[1]).toEqual({
    ...facts,
    id: 'second',
    type: 'DEPOSIT',
    status: 'initiated',
    description: 'Funds',
    createdTimestamp: now,
  });
});
