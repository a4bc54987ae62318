import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { model } from '../../provider/check.ts';
import { type Move, together } from '../../provider/model.ts';
import type { Part, PartContext, PartState } from '../../provider/part.ts';
import { runAgainst, startFakeTarget } from '../../testing/fake-target.ts';
import { addFunds, depositPart, interleave } from './checks.ts';
import { type CombinedContext, type CombinedState, combine, member } from './combine.ts';

const deposits = member(depositPart, { name: 'deposits', needs: [], lists: ['listTransactions'] });

/** Moves no money. */
const rest: Move<PartContext, PartState> = {
  name: 'rest',
  possible: () => true,
  describe: () => 'list the invoices',
  act: async (scenario, _, { fixture }) => {
    await scenario.send('listInvoices', fixture.tenant.caller);
    return () => {};
  },
};

const check = model({
  id: 'test.combined',
  title: 'Deposits of a business beside another',
  covers: ['AUTH-006', 'SANDBOX-001', 'SANDBOX-003', 'WALLET-001'],
  needs: [],
  model: combine([deposits]),
  moves: () => fc.constantFrom(addFunds(5), rest).map(deposits.lift),
  tours: () => [],
  outOfReach: () => ({}),
  runs: () => 3,
});

/** The test platform works synchronously, so short waits suffice. */
const patience = { seconds: 0.05, pauseMillis: 5 };

/** A platform of numbers: every second business is the one under test. */
interface Platform {
  readonly balances: Map<string, number>;
  readonly transactions: Map<string, readonly { readonly id: string }[]>;
  /** How many businesses there are. */
  businesses: number;
}

/** How the platform handles a deposit, and a read of invoices. */
type Credit = (platform: Platform, tenant: string, bystander: string) => unknown;
type Debit = (platform: Platform, tenant: string) => unknown;

async function found(
  credit: Credit,
  debit: Debit = () => {},
): Promise<readonly (readonly [string, number])[]> {
  const platform: Platform = { balances: new Map(), transactions: new Map(), businesses: 0 };
  await using fake = await startFakeTarget(({ method, url, headers }) => {
    const tenant = String(headers['x-multitenantkey']);
    const balance = platform.balances.get(tenant) ?? 0;
    if (url === '/v1/platform/businesses' && method === 'POST') {
      const number = platform.businesses;
      platform.businesses += 1;
      return { status: 201, body: { businessId: randomUUID(), tenantKey: `tenant-${number}` } };
    }
    if (url === '/v1/wallets') return { body: { data: [{ balance: { amount: balance, currency: 'USD' } }] } };
    if (url === '/v1/sandbox/business-deposits') {
      const number = Number(tenant.slice('tenant-'.length));
      const isBystander = number % 2 === 0;
      if (isBystander) platform.balances.set(tenant, balance + 1_000);
      else credit(platform, tenant, `tenant-${number + 1}`);
    }
    if (url === '/v1/invoices') debit(platform, tenant);
    if (url === '/v1/transactions') return { body: { data: platform.transactions.get(tenant) ?? [] } };
    return {};
  });
  const { results } = await runAgainst({ ...fake.target, patience }, { checks: [check], tries: 'values' });
  expect(results.checks.map(({ error }) => error)).toEqual([undefined]);
  return results.findings.map(({ requirement, steps }) => [
    requirement,
    steps.filter(({ phase }) => phase === 'step').length,
  ]);
}

const add = ({ balances }: Platform, tenant: string, amount: number) =>
  balances.set(tenant, (balances.get(tenant) ?? 0) + amount);

test('an isolated business has no finding', async () => {
  expect(await found((platform, tenant) => add(platform, tenant, 5))).toEqual([]);
});

test('a platform that debits money without a reason is found in one step', async () => {
  const charged = await found(
    (platform, tenant) => add(platform, tenant, 5),
    (platform, tenant) => add(platform, tenant, -1),
  );
  expect(charged).toContainEqual(['WALLET-001', 1]);
});

test.each<[what: string, requirement: string, credit: Credit]>([
  ['credits more than was deposited', 'SANDBOX-001', (platform, tenant) => add(platform, tenant, 6)],
  [
    'credits the other business as well',
    'SANDBOX-003',
    (platform, tenant, bystander) => {
      add(platform, tenant, 5);
      add(platform, bystander, 5);
    },
  ],
  [
    'debits the other business',
    'AUTH-006',
    (platform, tenant, bystander) => {
      add(platform, tenant, 5);
      add(platform, bystander, -5);
    },
  ],
  [
    'shows what was done in the lists of the other business',
    'AUTH-006',
    (platform, tenant, bystander) => {
      add(platform, tenant, 5);
      for (const business of [tenant, bystander])
        platform.transactions.set(business, [{ id: 'transaction-1' }]);
    },
  ],
])('a platform that %s is found in one step', async (_, requirement, credit) => {
  expect(await found(credit)).toEqual([[requirement, 1]]);
});

interface CountState extends PartState {
  count: number;
}

type CountMove = Move<PartContext, CountState>;
const count = (by: number): CountMove => ({
  name: `count(${by})`,
  possible: ({ count: counted }) => counted < 10,
  describe: ({ count: counted }) => `count ${by} on from ${counted}`,
  act: async () => (_, state) => {
    state.count += by;
    state.common.balance += by;
  },
});

const countPart: Part<PartContext, CountState> = {
  open: async (_, { fixture, common }) => ({ context: { fixture }, state: { common, count: 0 } }),
  moves: [fc.constant(1).map(count)],
  tours: {},
  look: async () => () => {},
  show: ({ count: counted }) => `counted ${counted}`,
};

const details = { needs: [], lists: [] };
const counter = member(countPart, { ...details, name: 'counter' });
const other = member(depositPart, { ...details, name: 'deposits' });

/** Two members that share a balance. */
function business(): CombinedState {
  const common = { now: 0, balance: 5 };
  const own: CountState = { common, count: 3 };
  return { common, members: { counter: own, deposits: { common } } };
}

const context = { members: { counter: {}, deposits: {} } } as unknown as CombinedContext;
const lift = (move: CountMove) => counter.lift(move);

test('a move of a part sees the state of that part, and changes the shared state', async () => {
  const move = lift(count(4));
  const state = structuredClone(business());
  expect(move.of).toEqual(['counter']);
  expect(move.possible(state, context)).toBe(true);
  expect(move.describe(state, context)).toBe('count 4 on from 3');
  // The move looks at neither of them.
  const nothing = undefined as never;
  (await move.act(nothing, state, context))(nothing, state);
  expect(counter.show(state)).toBe('counted 7');
  expect(state.common.balance).toBe(9);
  expect(state.members.deposits?.common).toBe(state.common);
  expect(other.show(state)).toBe('');
});

test('simultaneous moves of a part are lifted together', () => {
  const [first, second] = lift(together(count(1), count(2))).parts ?? [];
  expect([first?.name, second?.name]).toEqual(['count(1)', 'count(2)']);
});

test('a member that was not opened cannot be moved', () => {
  const state: CombinedState = { common: { now: 0, balance: 0 }, members: {} };
  expect(() => lift(count(1)).possible(state, context)).toThrow('counter has not been opened');
});

test.each<[sequences: readonly string[], one: string]>([
  [[], ''],
  [['abc'], 'abc'],
  [['abc', 'x', '12'], 'ax1b2c'],
])('%j are taken in turn as %s', (sequences, one) => {
  expect(interleave(sequences.map((sequence) => [...sequence])).join('')).toBe(one);
});
