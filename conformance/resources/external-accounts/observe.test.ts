import { expect, test } from 'vitest';
import { type Arrivals, emptyLedger } from '../../provider/ledger.ts';
import { brokenRule, concludeFrom } from '../../testing/conclude.ts';
import type { ExternalAccountStatus } from './actions.ts';
import { type AccountState, lift, link, restrict } from './model.ts';
import { judge } from './observe.ts';

const arrivals: Omit<Arrivals, 'events'> = { conclusive: true, alone: true, deaf: false };

const added = (status: ExternalAccountStatus, id = '1') => ({
  eventType: 'external-account.added',
  id,
  data: { id: 'id-A', status },
});
const restricted = (ids: readonly string[], id = '2') => ({
  eventType: 'external-account.restricted',
  id,
  data: { accounts: ids.map((each) => ({ id: each })) },
});
const lifted = { eventType: 'external-account.restriction_lifted', id: '3', data: {} };

type Seen = ReturnType<typeof added> | ReturnType<typeof restricted> | typeof lifted;

/** The requirement that is violated after concurrent moves, if any. */
function verdict(
  moves: readonly ('link' | 'restrict' | 'lift')[],
  status: ExternalAccountStatus,
  events: readonly Seen[],
): string | undefined {
  const state: AccountState = {
    common: { now: 0, balance: 0 },
    accounts: [],
    removed: [],
    isRestricted: moves.includes('lift'),
    events: emptyLedger(),
  };
  const found = concludeFrom(state, (alternative, after) => {
    for (const move of alternative.choose([moves, moves.toReversed()])) {
      if (move === 'link') link(alternative, after, { name: 'A', id: 'id-A', kind: 'verified' });
      else if (move === 'restrict') restrict(alternative, after);
      else lift(alternative, after);
    }
    judge(alternative, after, { clockStands: true, alone: true }, new Map([['id-A', status]]), {
      ...arrivals,
      events,
    });
  });
  return brokenRule(found);
}

const race = ['link', 'restrict'] as const;
const none = restricted([]);
const one = restricted(['id-A']);

test.each<[why: string, ...Parameters<typeof verdict>, broken?: string]>([
  ['linked first', race, 'restricted', [added('active'), one]],
  ['restricted first', race, 'restricted', [added('restricted'), none]],
  ['restricted first, with an event that is late', race, 'restricted', [added('restricted'), one]],
  [
    'restricted first, without an event, because no account was active',
    race,
    'restricted',
    [added('restricted')],
  ],
  [
    'linked as active, and missing in the restriction',
    race,
    'restricted',
    [added('active'), none],
    'EXTACC-015',
  ],
  ['active in the end', race, 'active', [added('active'), one], 'EXTACC-006'],
  [
    'another restriction of the same accounts',
    race,
    'restricted',
    [added('active'), one, restricted(['id-A'], '4')],
    'HOOK-013',
  ],
  [
    'linked as active, without an event of the restriction',
    race,
    'restricted',
    [added('active')],
    'EXTACC-007',
  ],
  ['lifted first', ['lift', 'link'], 'active', [added('active')]],
  ['linked while restricted, then lifted', ['lift', 'link'], 'active', [added('restricted'), lifted]],
  [
    'linked while restricted, never lifted',
    ['lift', 'link'],
    'restricted',
    [added('restricted'), lifted],
    'EXTACC-003',
  ],
  ['active without a restriction', ['link'], 'active', [added('active')]],
  ['restricted without a restriction', ['link'], 'active', [added('restricted')], 'EXTACC-003'],
])('%s', (_, moves, status, events, broken) => {
  expect(verdict(moves, status, events)).toBe(broken);
});
