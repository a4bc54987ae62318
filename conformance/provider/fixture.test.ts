import { describe, expect, test } from 'vitest';
import { brokenRule, concludeFrom } from '../testing/conclude.ts';
import type { Tenant } from './businesses.ts';
import { idsByWord } from './event-log.ts';
import { type Common, judgeBalance, leaveBalanceOpen, moveMoney } from './fixture.ts';

/** The state after a balance is read, or the rule that the balance violates. */
function judged(
  move: (common: Common) => void,
  seen: number | undefined,
  conserved?: 'WALLET-001',
  tenant: Tenant = { caller: {}, tenantKey: 'tk' },
) {
  const found = concludeFrom(
    { common: { now: 0, balance: 10 } },
    (alternative, { common }: { common: Common }) => {
      move(common);
      judgeBalance(alternative, { common, tenant }, seen, conserved);
    },
  );
  return 'states' in found ? found.states[0]?.common : brokenRule(found);
}

const nothing = () => {};
const gain = (common: Common) => moveMoney(common, 5, 'SANDBOX-001');
const pay = (common: Common) => moveMoney(common, -5, 'PAYROLL-042');

describe('a balance', () => {
  test.each<[why: string, move: (common: Common) => void, seen: number | undefined, said: unknown]>([
    ['is what was moved', gain, 15, { now: 0, balance: 15 }],
    ['that is not breaks the rule that moved it', gain, 20, 'SANDBOX-001'],
    ['that nothing moves is only read', nothing, 7, { now: 0, balance: 7 }],
    ['that cannot be read is believed', gain, undefined, { now: 0, balance: 15 }],
    [
      'moved by two rules breaks the one that is held least against a target',
      (common) => {
        pay(common);
        gain(common);
      },
      15,
      'PAYROLL-042',
    ],
    [
      'of which no sentence says how much moved is only read',
      (common) => {
        gain(common);
        leaveBalanceOpen(common, 'another');
      },
      1,
      { now: 0, balance: 1 },
    ],
  ])('%s', (_, move, seen, said) => {
    expect(judged(move, seen)).toEqual(said);
  });

  test('does not change without a move if every source of money movements is known', () => {
    expect(judged(nothing, 7, 'WALLET-001')).toBe('WALLET-001');
    expect(judged(gain, 15, 'WALLET-001')).toEqual({ now: 0, balance: 15 });
    expect(judged((common) => leaveBalanceOpen(common, 'another'), 7, 'WALLET-001')).toEqual({
      now: 0,
      balance: 7,
    });
  });
});

test('an announcement repeated with the same id counts once', () => {
  const words = idsByWord(
    [
      { id: '1', data: { status: 'saved' } },
      { id: '1', data: { status: 'saved' } },
      { id: '2', data: { status: 'saved' } },
      { id: '3', data: {} },
    ],
    ({ data }) => (typeof data?.status === 'string' ? data.status : undefined),
  );
  expect([...words].map(([word, ids]) => [word, ids.size])).toEqual([['saved', 2]]);
});

test('a balance that others may move is only read', () => {
  expect(judged(gain, 20, undefined, { caller: {} })).toEqual({ now: 0, balance: 20 });
});
