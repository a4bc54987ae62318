import { expect, test } from 'vitest';
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { explore } from '../../engine/explore.ts';
import { Violation } from '../../engine/outcome.ts';
import type { EventData } from '../../provider/event-log.ts';
import { emptyLedger } from '../../provider/ledger.ts';
import { concludeFrom } from '../../testing/conclude.ts';
import {
  addTransaction,
  type ExpectedTransaction,
  type Fact,
  judgeMoney,
  type TransactionContext,
  type TransactionPlan,
  type TransactionState,
} from './model.ts';
import type { Observation, Observations, TransactionWord } from './observations.ts';
import {
  type Basis,
  isOfAnother,
  judgeDescription,
  judgeFee,
  judgePayload,
  judgeReferences,
} from './payloads.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const transfer = {
  amount: usd(70),
  reference: 'of the bank',
  sender: { accountName: 'Harbour' },
} as unknown as Extract<TransactionPlan, { kind: 'bank transfer' }>['transfer'];

const plans = {
  payout: { kind: 'payout', reference: 'bonus' },
  transfer: { kind: 'bank transfer', transfer },
  deposit: { kind: 'sandbox deposit', amount: 70, description: 'Funds' },
  payment: { kind: 'worker payment', payrollId: 'payroll', personId: 'person' },
  fee: { kind: 'fee', payrollId: 'payroll', amount: 3 },
} as const satisfies Record<string, TransactionPlan>;

const rightful: Record<keyof typeof plans, EventData> = {
  payout: { type: 'PAYOUT', reference: 'bonus', recipientId: 'beneficiary', recipientType: 'BUSINESS' },
  transfer: { type: 'DEPOSIT', reference: 'dep', recipientId: 'business', recipientType: 'BUSINESS' },
  deposit: { type: 'DEPOSIT', reference: 'dep', recipientId: 'business', recipientType: 'BUSINESS' },
  payment: { type: 'PAYROLL', reference: 'payroll', recipientId: 'person', recipientType: 'CONTRACTOR' },
  fee: { type: 'PAYROLL_FEE', reference: 'any', recipientId: 'business', recipientType: 'BUSINESS' },
};

const context = { fixture: { tenant: { tenantKey: 'ours', businessId: 'business' } } } as TransactionContext;

const stateOf = (...facts: readonly Fact[]): TransactionState => {
  const state: TransactionState = {
    common: { now: 0, balance: 100 },
    transactions: [],
    events: emptyLedger(),
    moved: [],
  };
  for (const fact of facts) addTransaction(state, fact);
  return state;
};

const broken = (found: ReturnType<typeof explore<TransactionState>>): string | undefined => {
  if ('states' in found) return undefined;
  if (found.refusal instanceof Violation) return found.refusal.requirement;
  throw found.refusal;
};

interface Given {
  readonly word?: TransactionWord;
  /** The wrong value in the event; undefined leaves the field out. */
  readonly data?: EventData;
  readonly initiated?: EventData;
  readonly expectedOf?: Partial<ExpectedTransaction>;
  readonly basis?: Partial<Basis>;
}

function brokenBy(
  plan: keyof typeof plans,
  { word = 'initiated', data, initiated, expectedOf, basis }: Given,
) {
  const fact: Fact = { ...plans[plan], name: 'A', index: 0, since: 0 };
  const state = stateOf(fact);
  Object.assign(state.transactions[0] ?? {}, expectedOf);
  const own = { ...rightful[plan], amount: usd(7_000), tenantKey: 'ours' };
  const all = { ...own, ...data };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const known: Basis = {
    context,
    userIds: undefined,
    initiated: { ...own, ...initiated },
    otherAmounts: [],
    ...basis,
  };
  return broken(
    concludeFrom(state, (alternative, { transactions: [entry] }) => {
      if (entry) judgePayload(alternative, entry, fact, { word, data: sent }, known);
    }),
  );
}

test.each<[plan: keyof typeof plans, given: Given, broken: RequirementId | undefined]>([
  ['payout', {}, undefined],
  ['payout', { data: { type: 'DEPOSIT' } }, 'EVENT-032'],
  ['payout', { data: { reference: 'other' } }, 'EVENT-032'],
  ['payout', { data: { reference: undefined } }, undefined],
  ['payout', { data: { recipientId: 'anybody' } }, undefined],
  ['payout', { data: { tenantKey: 'theirs' } }, 'HOOK-007'],
  ['transfer', {}, undefined],
  ['transfer', { data: { type: 'PAYOUT' } }, 'EVENT-031'],
  ['transfer', { data: { reference: 'any' } }, undefined],
  ['transfer', { data: { recipientId: 'stranger' } }, 'EVENT-035'],
  ['transfer', { data: { recipientId: undefined } }, undefined],
  ['transfer', { data: { recipientId: 'user', recipientType: 'USER' } }, undefined],
  ['deposit', { data: { type: 'ANY', recipientId: 'anybody' } }, undefined],
  ['payment', {}, undefined],
  ['payment', { data: { type: 'PAYOUT' } }, 'EVENT-030'],
  ['payment', { data: { reference: 'other' } }, 'EVENT-030'],
  ['payment', { data: { recipientId: 'stranger' } }, 'EVENT-035'],
  ['payment', { data: { recipientType: 'EMPLOYEE' } }, 'EVENT-035'],
  ['payment', { data: { recipientType: 'USER', recipientId: 'user' } }, undefined],
  [
    'payment',
    { data: { recipientType: 'USER', recipientId: 'user' }, basis: { userIds: ['user'] } },
    undefined,
  ],
  [
    'payment',
    { data: { recipientType: 'USER', recipientId: 'person' }, basis: { userIds: ['user'] } },
    'EVENT-035',
  ],
  ['fee', {}, undefined],
  ['fee', { data: { type: 'PAYOUT' } }, 'EVENT-033'],
])('transaction.initiated of a %s with %o', (plan, given, rule) => {
  expect(brokenBy(plan, given)).toBe(rule);
});

const named = { description: 'of the bank', paymentInfo: undefined };

test.each<[plan: keyof typeof plans, given: Given, broken: RequirementId | undefined]>([
  ['payout', {}, undefined],
  ['payout', { data: { type: 'DEPOSIT' } }, 'EVENT-026'],
  ['payout', { data: { reference: 'other' } }, 'EVENT-026'],
  ['payout', { data: { recipientId: 'other' } }, 'EVENT-026'],
  ['payout', { data: { recipientType: 'USER' } }, 'EVENT-026'],
  ['payout', { data: { reference: 'bonus' }, initiated: { reference: 'wrong' } }, undefined],
  ['payout', { data: { amount: usd(900) }, basis: { otherAmounts: [usd(900)] } }, 'EVENT-026'],
  ['transfer', { data: { ...named, reference: 'other' } }, 'EVENT-031'],
  ['transfer', { data: { ...named, recipientId: 'other' } }, 'EVENT-026'],
  ['transfer', {}, 'EVENT-036'],
  ['transfer', { data: { description: 'other' } }, 'EVENT-037'],
  ['deposit', { data: { description: 'Funds' } }, undefined],
  ['deposit', { data: { description: 'other' } }, 'EVENT-038'],
  ['deposit', {}, 'EVENT-053'],
  ['deposit', { data: { description: '' } }, 'EVENT-053'],
  ['deposit', { data: { type: 'PAYOUT' }, initiated: { type: 'PAYOUT' } }, 'EVENT-038'],
])('transaction.succeeded of a %s with %o', (plan, given, rule) => {
  expect(brokenBy(plan, { word: 'succeeded', ...given })).toBe(rule);
});

test.each<[what: string, given: Given, broken: RequirementId | undefined]>([
  ['a failure', { word: 'failed' }, undefined],
  ['a failure that is no return', { word: 'failed', data: { isReturned: false } }, undefined],
  ['a failure that says that it is a return', { word: 'failed', data: { isReturned: true } }, 'EVENT-028'],
  ['a return', { word: 'failed', data: { isReturned: true }, expectedOf: { hasSucceeded: true } }, undefined],
  ['a return that does not say so', { word: 'failed', expectedOf: { hasSucceeded: true } }, 'TXN-015'],
  ['a request', { word: 'RFI_REQUESTED', data: { actionRequired: 'Explain' } }, undefined],
  ['a request that asks for nothing', { word: 'RFI_REQUESTED' }, 'EVENT-025'],
  ['a request that asks for null', { word: 'RFI_REQUESTED', data: { actionRequired: null } }, 'EVENT-025'],
  ['an answer', { word: 'RFI_PROVIDED' }, undefined],
  ['processing', { word: 'processing' }, undefined],
  ['processing of another business', { word: 'processing', data: { tenantKey: 'theirs' } }, 'HOOK-007'],
])('%s', (_, given, rule) => {
  expect(brokenBy('payout', given)).toBe(rule);
});

test.each<[string, string, RequirementId | undefined]>([
  ['of the bank', 'dep', undefined],
  ['another of the bank', 'another', undefined],
  ['another of the bank', 'dep', 'EVENT-031'],
])('a second deposit under "%s" with the reference %s', (reference, shown, rule) => {
  const facts: Fact[] = [
    { ...plans.transfer, name: 'A', index: 0, since: 0 },
    { kind: 'bank transfer', transfer: { ...transfer, reference }, name: 'B', index: 1, since: 0 },
  ];
  const seen = (each: string): Observation => ({
    id: each,
    status: undefined,
    events: [{ word: 'initiated', data: { reference: each } }],
  });
  const observations = {
    of: new Map([
      ['A', seen('dep')],
      ['B', seen(shown)],
    ]),
  } as unknown as Observations;
  const found = concludeFrom(stateOf(...facts), (alternative, state) =>
    judgeReferences(alternative, state, { ...context, facts }, observations),
  );
  expect(broken(found)).toBe(rule);
});

const described = (id: string, description: string) => ({ data: [{ id, description }] });

test.each<[what: string, disbursements: unknown, isAlone: boolean, broken: RequirementId | undefined]>([
  ['the same', described('T', 'Funds'), false, undefined],
  ['another of its own', described('T', 'Other'), false, 'EVENT-039'],
  ['something of others', described('other', 'Other'), false, undefined],
  ['nothing that fits', described('other', 'Other'), true, 'EVENT-039'],
  ['the same, without the id', { rows: [{ description: 'Funds' }] }, true, undefined],
  ['nothing', undefined, true, undefined],
])('the disbursements show of a deposit %s', (_, disbursements, isAlone, rule) => {
  const fact: Fact = { ...plans.deposit, name: 'A', index: 0, since: 0 };
  const observation: Observation = {
    id: 'T',
    status: 'succeeded',
    events: [{ word: 'succeeded', data: { description: 'Funds' } }],
  };
  const tenant = isAlone ? context.fixture.tenant : {};
  const own = { ...context, fixture: { ...context.fixture, tenant } } as TransactionContext;
  const observations = { of: new Map(), disbursements } as unknown as Observations;
  const found = concludeFrom(stateOf(fact), (alternative, { transactions: [entry] }) => {
    if (entry) judgeDescription(alternative, entry, observation, observations, own);
  });
  expect(broken(found)).toBe(rule);
});

test.each<
  [what: string, expectedOf: Partial<ExpectedTransaction>, balance: number, broken: RequirementId | undefined]
>([
  ['brings nothing back', { taken: 30, wasTriedAgain: true }, 100, undefined],
  ['brings back what it took', { taken: 30, wasTriedAgain: true }, 130, undefined],
  ['brings back more than it took', { taken: 30, wasTriedAgain: true }, 131, 'TXN-016'],
  ['brings back more, with the first control', { taken: 30 }, 131, undefined],
  ['took something that nobody saw', { wasTriedAgain: true }, 131, undefined],
])('a payout that has failed %s', (_, expectedOf, balance, rule) => {
  const state = stateOf({ ...plans.payout, name: 'A', index: 0, since: 0 });
  Object.assign(state.transactions[0] ?? {}, { phase: 'failed', ...expectedOf });
  const has = () => true;
  const found = concludeFrom(state, (alternative, after) =>
    judgeMoney(alternative, after, { ...context, has }, balance),
  );
  expect(broken(found)).toBe(rule);
  if ('states' in found)
    expect(found.states[0]).toMatchObject({ moved: [], transactions: [{ wasTriedAgain: false }] });
});

test('the amount taken by a payout is concluded from the balance after it', () => {
  const state = stateOf({ ...plans.payout, name: 'A', index: 0, since: 0 });
  const has = () => true;
  const found = concludeFrom(state, (alternative, after) =>
    judgeMoney(alternative, after, { ...context, has }, 70),
  );
  expect(found).toMatchObject({
    states: [{ transactions: [{ taken: 30 }], common: { unknown: ['transaction'] } }],
  });
});

const money = (amount: number, currency = 'USD') => ({ amount, currency });
const others = [money(1_000), money(60), money(2_100)];

test.each<[why: string, shown: unknown, initiated: unknown, isOfAnother: boolean]>([
  ['it is what it was', money(2_000), money(2_000), false],
  ['it is that of another', money(1_000), money(2_000), true],
  ['it is more, and that of another', money(1_000), money(500), true],
  ['something was deducted', money(1_985), money(2_000), false],
  ['something was deducted, which makes it that of another by chance', money(1_000), money(1_025), false],
  ['something was added, which makes it that of another by chance', money(2_100), money(2_000), false],
  ['it is nobody’s', money(900), money(2_000), false],
  ['a fee takes most of it', money(60), money(120), false],
  ['it is in another currency', money(1_000), money(2_000, 'EUR'), false],
  ['it is no money', 1_000, money(2_000), false],
  ['nothing is known of how it began', money(1_000), undefined, false],
])('an amount is that of another transaction or not: %s', (_, shown, initiated, wanted) => {
  expect(isOfAnother(shown, initiated, others)).toBe(wanted);
});

const fee = { kind: 'fee', data: { type: 'PAYROLL_FEE', amount: money(7) } } as const;
const worker = { kind: 'worker payment', data: {} } as const;

test.each<
  [what: string, paid: readonly { kind: Fact['kind']; data: EventData }[], taken: number, rule: unknown]
>([
  ['took the fee and the payment', [worker, fee], 30, undefined],
  ['took less than the fee', [worker, fee], 6, 'EVENT-051'],
  ['took nothing, without a fee', [worker], 0, undefined],
  ['moved money of others, too', [fee, { kind: 'payout', data: {} }], 0, undefined],
])('a payroll that %s', (_, paid, amount, rule) => {
  const made = paid.map(({ kind, data }) => ({
    transaction: { kind, phase: 'succeeded' as const },
    observation: { events: [{ word: 'succeeded' as const, data }] },
  }));
  const found = concludeFrom(stateOf(), (alternative) => judgeFee(alternative, made, money(amount)));
  expect(broken(found)).toBe(rule);
});
