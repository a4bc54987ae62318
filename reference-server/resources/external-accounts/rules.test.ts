import { describe, expect, test } from 'vitest';
import { type BusinessState, emptyState, type Outcome } from '../../state/business-state.ts';
import { at } from '../../testing/rule-context.ts';
import { externalAccountRules as rules, shownAccount } from './rules.ts';

const now = 1_774_915_200;
const empty = emptyState({ id: 'business', tenantKey: 'tk', kind: 'created' });
const refused = (code: string) => expect.objectContaining({ status: 400, code });

const link = (before: BusinessState, accountNumber: string, id = accountNumber) =>
  rules.link(before, { externalAccountId: id, input: { accountNumber, currency: 'USD' } }, at(now));
const verify = (before: BusinessState, id: string, input: object) =>
  rules.verify(before, { externalAccountId: id, input });
const restrict = (before: BusinessState) => rules.restrict(before);
const lift = (before: BusinessState) => rules.lift(before);
const statusesOf = ({ externalAccounts, business }: BusinessState) =>
  externalAccounts.map((record) => shownAccount(record, business).status);
const wordsOf = ({ events }: Outcome) => events.map(({ eventType }) => eventType.split('.').at(-1));

const [plain, byCode, byAmounts] = ['000123454417', '000123459920', '000123459921'] as const;
const code = { descriptorCode: 'SM7A4C' };
const all = [plain, byCode, byAmounts].reduce((state, number) => link(state, number).state, empty);

describe('linking', () => {
  test.each([
    ['any account', empty, plain, 'active', undefined],
    ['one that is verified by a code', empty, byCode, 'needs_confirmation', 'descriptor_code'],
    ['one that is verified by amounts', empty, byAmounts, 'needs_confirmation', 'amounts'],
    ['any account during a restriction', restrict(empty).state, plain, 'restricted', undefined],
    [
      'one that is not verified during a restriction',
      restrict(empty).state,
      byCode,
      'needs_confirmation',
      'descriptor_code',
    ],
  ])('%s', (_name, before, accountNumber, status, type) => {
    const { state, events } = link(before, accountNumber);
    expect(statusesOf(state)).toEqual([status]);
    expect(events).toEqual([
      {
        eventType: 'external-account.added',
        data: {
          id: accountNumber,
          status,
          accountNumber: `********${accountNumber.slice(-4)}`,
          currency: 'USD',
          ...(type && { microdepositInfo: { type, arrivalDate: now + 2 * 86_400 } }),
        },
      },
    ]);
  });

  test.each([[{}], [{ accountNumber: '' }]])('%j is refused', (input) => {
    expect(() => rules.link(empty, { externalAccountId: 'id', input }, at(now))).toThrow('not valid');
  });
});

describe('verification', () => {
  test.each([
    ['by the code', byCode, code],
    ['by the amounts', byAmounts, { amounts: [32, 45] }],
    ['by the amounts in another order', byAmounts, { amounts: [45, 32] }],
  ])('%s', (_name, id, input) => {
    const { state, events } = verify(link(empty, id).state, id, input);
    expect(statusesOf(state)).toEqual(['active']);
    expect(events).toMatchObject([{ eventType: 'external-account.added', data: { status: 'active' } }]);
    expect(events[0]?.data).not.toHaveProperty('microdepositInfo');
    expect(events[0]?.data).not.toMatchObject({ id });
  });

  test('gives each account another id of its own', () => {
    const outcomes = [verify(all, byCode, code), verify(all, byAmounts, { amounts: [32, 45] })];
    const ids = outcomes.flatMap(({ events }) =>
      events.map(({ data }) => ('id' in data ? data.id : undefined)),
    );
    expect(new Set([...ids, byCode, byAmounts]).size).toBe(4);
  });

  test('during a restriction it arrives as restricted', () => {
    const { state, events } = verify(restrict(link(empty, byCode).state).state, byCode, code);
    expect(statusesOf(state)).toEqual(['restricted']);
    expect(events).toMatchObject([{ data: { status: 'restricted' } }]);
  });

  test.each([
    [byCode, {}, 'descriptorCode'],
    [byCode, { descriptorCode: '' }, 'descriptorCode'],
    [byCode, { descriptorCode: 'sm7a4c' }, 'descriptorCode'],
    [byCode, { amounts: [32, 45] }, 'descriptorCode'],
    [byAmounts, {}, 'amounts'],
    [byAmounts, { amounts: [] }, 'amounts'],
    [byAmounts, { amounts: [32, 46] }, 'amounts'],
    [byAmounts, { amounts: [32, 45, 45] }, 'amounts'],
    [byAmounts, code, 'amounts'],
  ])('of %s by %j is refused', (id, input, field) => {
    expect(() => verify(all, id, input)).toThrow(
      expect.objectContaining({ status: 400, params: { [field]: expect.any(String) } }),
    );
  });

  test('of an account that is verified already, or is not there, is refused', () => {
    expect(() => verify(all, plain, code)).toThrow(refused('invalid_state'));
    expect(() => verify(verify(all, byCode, code).state, byCode, code)).toThrow(refused('invalid_state'));
    expect(() => verify(all, 'other', code)).toThrow(expect.objectContaining({ status: 404 }));
  });
});

describe('a restriction', () => {
  test('restricts what is active and carries the full list of accounts', () => {
    const outcome = restrict(all);
    const statuses = ['restricted', 'needs_confirmation', 'needs_confirmation'];
    expect(statusesOf(outcome.state)).toEqual(statuses);
    expect(outcome.events).toMatchObject([
      {
        eventType: 'external-account.restricted',
        data: {
          externalAccounts: [plain, byCode, byAmounts].map((id, index) => ({ id, status: statuses[index] })),
        },
      },
    ]);
  });

  test('is lifted from every account', () => {
    const outcome = lift(restrict(all).state);
    expect(statusesOf(outcome.state)).toEqual(['active', 'needs_confirmation', 'needs_confirmation']);
    expect(wordsOf(outcome)).toEqual(['restriction_lifted']);
    expect(outcome.state.business).toEqual(empty.business);
    expect(statusesOf(link(outcome.state, '1').state).at(-1)).toBe('active');
  });

  test('that changes nothing sends no event', () => {
    const restricted = restrict(all).state;
    expect(restrict(restricted)).toEqual({ state: restricted, events: [] });
    expect(lift(all)).toEqual({ state: all, events: [] });
    expect(wordsOf(restrict(empty))).toEqual([]);
    expect(wordsOf(lift(restrict(empty).state))).toEqual([]);
    expect(wordsOf(restrict(link(empty, byCode).state))).toEqual([]);
  });
});

test('an account that is removed is gone', () => {
  const { state, events } = rules.remove(all, { externalAccountId: byCode });
  expect(state.externalAccounts.map(({ id }) => id)).toEqual([plain, byAmounts]);
  expect(events).toEqual([{ eventType: 'external-account.removed', data: { id: byCode } }]);
  expect(() => rules.remove(state, { externalAccountId: byCode })).toThrow(
    expect.objectContaining({ status: 404 }),
  );
});
