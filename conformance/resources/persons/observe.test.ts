import { expect, test } from 'vitest';
import { type Arrivals, emptyLedger } from '../../provider/ledger.ts';
import type { Alternative } from '../../provider/model.ts';
import { brokenRule, concludeFrom } from '../../testing/conclude.ts';
import { cancel, complete, type ExpectedPerson, type PersonState, schedule } from './model.ts';
import { judge } from './observe.ts';

const exit = { exitDate: '2028-02-29', reason: 'Resignation' };
const ids = new Map([['person A', 'id-A']]);
const arrivals: Omit<Arrivals, 'events'> = { conclusive: true, alone: true, deaf: false };
const event = (id: string, word: string, data: object = {}) => ({
  eventType: `person.${word}`,
  id,
  data: { id: 'id-A', ...data },
});
const scheduled = event('1', 'offboarding.scheduled', exit);
const cancelled = event('2', 'offboarding.cancelled');
const completed = event('3', 'offboarding.completed', exit);

/** The requirement that the events of a person violate, if any; the exit was cancelled and completed at the same time. */
function verdict(
  moves: readonly ('schedule' | 'cancel' | 'complete')[],
  events: readonly ReturnType<typeof event>[],
): string | undefined {
  const state: PersonState = {
    common: { now: Date.parse('2028-02-01T13:00:00Z') / 1_000, balance: 0 },
    persons: [{ name: 'person A', phase: 'active', pastExits: [] }],
    refusesRepeats: false,
    seenAt: 0,
    events: emptyLedger(),
  };
  const act = (
    alternative: Alternative,
    after: PersonState,
    person: ExpectedPerson,
    move: (typeof moves)[number],
  ) => {
    if (move === 'schedule') schedule(alternative, after, person, exit);
    else if (person.phase !== 'pending-offboarding') return;
    else if (move === 'cancel') cancel(alternative, after, person);
    else complete(alternative, after, person, 'control');
  };
  const found = concludeFrom(state, (alternative, after) => {
    const [first, ...racing] = moves;
    const order = alternative.choose([racing, racing.toReversed()]);
    for (const move of [...(first === undefined ? [] : [first]), ...order]) {
      for (const person of after.persons) act(alternative, after, person, move);
    }
    judge(alternative, after, ids, { ...arrivals, events });
  });
  return brokenRule(found);
}

const race = ['schedule', 'cancel', 'complete'] as const;

test.each<
  [why: string, moves: Parameters<typeof verdict>[0], events: Parameters<typeof verdict>[1], broken?: string]
>([
  ['a cancellation that came first', race, [scheduled, cancelled]],
  ['a completion that came first, announced in disorder', race, [completed, scheduled]],
  ['both of two that exclude each other', race, [scheduled, cancelled, completed], 'LIFECYCLE-009'],
  ['neither of them', race, [scheduled], 'LIFECYCLE-003'],
  ['an exit completed as soon as it is scheduled', ['schedule'], [scheduled, completed], 'LIFECYCLE-002'],
  ['a change under two ids', ['schedule'], [scheduled, { ...scheduled, id: '9' }], 'HOOK-013'],
  ['a repetition under one id', ['schedule'], [scheduled, scheduled]],
  [
    'another date',
    ['schedule'],
    [event('1', 'offboarding.scheduled', { ...exit, exitDate: '2028-03-01' })],
    'EVENT-010',
  ],
  [
    'a stale reason',
    ['schedule', 'complete'],
    [scheduled, event('3', 'offboarding.completed', { ...exit, reason: 'Redundancy' })],
    'EVENT-012',
  ],
  [
    'another person',
    ['schedule'],
    [event('1', 'offboarding.scheduled', { ...exit, id: 'id-B' })],
    'EVENT-010',
  ],
  ['no event', ['schedule'], [], 'LIFECYCLE-001'],
])('%s', (_, moves, events, broken) => {
  expect(verdict(moves, events)).toBe(broken);
});
