import { describe, expect, test } from 'vitest';
import { emptyLedger } from '../../provider/ledger.ts';
import type { Conclude } from '../../provider/model.ts';
import type { AccountKind } from '../../target/sentinels.ts';
import { statesAfter } from '../../testing/conclude.ts';
import { type AccountState, elapse, lift, link, remove, restrict, verify } from './model.ts';

/** Every state that the document allows of the accounts of a business after some moves. */
function outcomes(...moves: readonly Conclude<AccountState>[]): readonly AccountState[] {
  const state: AccountState = {
    common: { now: 0, balance: 0 },
    accounts: [],
    removed: [],
    isRestricted: false,
    events: emptyLedger(),
  };
  return statesAfter(state, moves);
}

const linked =
  (name: string, kind: AccountKind = 'verified'): Conclude<AccountState> =>
  (alternative, state) =>
    link(alternative, state, { name, id: `id-${name}`, kind });

const about =
  (act: (...given: [...Parameters<Conclude<AccountState>>, AccountState['accounts'][number]]) => void) =>
  (name: string): Conclude<AccountState> =>
  (alternative, state) => {
    for (const account of state.accounts.filter((each) => each.name === name))
      act(alternative, state, account);
  };
const verified = about(verify);
const removed = about((_, state, account) => remove(state, account));

const statuses = (states: readonly AccountState[]) =>
  states.map(({ accounts }) => accounts.map(({ name, phase }) => `${name} ${phase}`).join(', '));

test.each<[why: string, moves: readonly Conclude<AccountState>[], want: readonly string[]]>([
  ['is active or awaits its verification', [linked('A')], ['A active', 'A needs_confirmation']],
  ['is restricted during a restriction', [restrict, linked('A')], ['A restricted', 'A needs_confirmation']],
  [
    'may await its verification during a restriction, too',
    [restrict, linked('A', 'by code')],
    ['A needs_confirmation', 'A restricted'],
  ],
])('an account that is linked %s', (_, moves, want) => {
  expect(statuses(outcomes(...moves))).toEqual(want);
});

/** The likeliest state, which is the one that the kind of the account requests. */
const likeliest = (...moves: readonly Conclude<AccountState>[]) => outcomes(...moves)[0];

test.each<[why: string, moves: readonly Conclude<AccountState>[], want: string]>([
  ['a verification makes it active', [linked('A', 'by code'), verified('A')], 'A active'],
  ['a restriction restricts it', [linked('A'), restrict], 'A restricted'],
  ['a lifted restriction makes it active', [linked('A'), restrict, lift], 'A active'],
  ['a removed one is gone', [linked('A'), linked('B'), removed('A')], 'B active'],
  [
    'one that awaits its verification stays as it is',
    [linked('A', 'by code'), restrict, lift],
    'A needs_confirmation',
  ],
])('%s', (_, moves, want) => {
  const state = likeliest(...moves);
  expect(statuses(state === undefined ? [] : [state])).toEqual([want]);
});

describe('expected restrictions and verifications', () => {
  const owedOf = (type: string, ...moves: readonly Conclude<AccountState>[]) =>
    likeliest(...moves)
      ?.events.expected.filter((each) => each.type === type)
      .map(({ sent }) => sent !== undefined);
  const restricted = 'external-account.restricted';

  test.each<[why: string, moves: readonly Conclude<AccountState>[], want: readonly boolean[]]>([
    ['one event of a restriction', [linked('A'), restrict], [true]],
    [
      'one more for each further account, if the target likes',
      [linked('A'), linked('B'), restrict],
      [true, false],
    ],
    ['none where no account was active', [restrict], [false]],
    ['an optional one for a restriction that is repeated', [linked('A'), restrict, restrict], [true, false]],
  ])('%s', (_, moves, want) => {
    expect(owedOf(restricted, ...moves)).toEqual(want);
  });

  test('a restriction names every linked account, and none that was removed', () => {
    const state = likeliest(linked('A'), linked('B', 'by code'), linked('C'), removed('A'), restrict);
    expect(state?.events.expected.find(({ type }) => type === restricted)?.linked).toEqual(['id-B', 'id-C']);
  });
});

test('no account is verified while the clock stands still', () => {
  const pass: Conclude<AccountState> = (_, state) => {
    state.common.now += 1;
  };
  const act: Conclude<AccountState> = (alternative, state) => elapse(alternative, state, true);
  expect(outcomes(linked('A', 'by code'), act).length).toBe(2);
  expect(statuses(outcomes(linked('A', 'by code'), pass, act))).toEqual([
    'A needs_confirmation',
    'A active',
    'A active',
  ]);
});
