import { expect, test } from 'vitest';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { brokenRule, concludeFrom } from '../testing/conclude.ts';
import { newEvents } from './event-log.ts';
import {
  type EventState,
  type ExpectedEvent,
  type ExpectedOfResource,
  judgeResourceEvents,
  type Listener,
  type Matched,
  matchEvents,
  type ResourceEvents,
} from './expected-events.ts';
import type { Envelope } from './inspect.ts';

interface ExpectedOf extends ExpectedEvent {
  readonly of: string;
  readonly says?: string;
}

const types = ['left'];
const event = (id: string, of: string, says?: string) => ({ eventType: 'left', id, data: { of, says } });
const owed = (of: string, says?: string, sent: RequirementId | undefined = 'LIFECYCLE-005'): ExpectedOf => ({
  type: 'left',
  of,
  ...(says !== undefined && { says }),
  ...(sent !== undefined && { sent }),
});

/** Matches events with the expected ones, and returns the result and the state after it. */
function listen(
  expected: readonly ExpectedOf[],
  events: readonly ReturnType<typeof event>[],
  conclusive = true,
  judged: readonly string[] = [],
  may: readonly ExpectedOf[] = [],
): Matched<ExpectedOf> & { readonly after: EventState<ExpectedOf> } {
  let outcome: Matched<ExpectedOf> = { came: [], missing: [], unexpected: [] };
  const before: EventState<ExpectedOf> = { judged: [...judged], expected: [...expected] };
  const found = concludeFrom(before, (alternative, state) => {
    outcome = matchEvents(
      alternative,
      state,
      { events, types, conclusive },
      {
        isAbout: ({ of }, data) => data.of === of,
        says: ({ says }, data) => says === undefined || data.says === says,
      },
      may,
    );
  });
  const [after] = 'refusal' in found ? [] : found.states;
  if (after === undefined) throw new Error('Matching alone rejects nothing.');
  return { ...outcome, after };
}

test('a repeated event counts once, whatever precedes it', () => {
  const events = [event('1', 'A'), event('1', 'A'), event('2', 'A')];
  const idsOf = (...given: Parameters<typeof newEvents>) => newEvents(...given).map(({ id }) => id);
  expect(idsOf({ events, types }, [])).toEqual(['1', '2']);
  expect(idsOf({ events, types }, ['1'])).toEqual(['2']);
  expect(idsOf({ events: events.toReversed(), types }, ['1'])).toEqual(['2']);
  expect(idsOf({ events, types: ['came'] }, [])).toEqual([]);
});

test('an event with an empty payload counts as an event', () => {
  const events = [{ eventType: 'left', id: '1', data: JSON.parse('null') }];
  expect(newEvents({ events, types }, [])).toEqual([{ id: '1', type: 'left', data: {} }]);
});

test('events match the expected events in any order', () => {
  const { came, missing, unexpected, after } = listen(
    [owed('A', 'first'), owed('A', 'second'), owed('B')],
    [event('1', 'B'), event('2', 'A', 'second'), event('3', 'A', 'first')],
  );
  expect(came.map((each) => [each.expected.of, each.expected.says, each.data.says])).toEqual([
    ['B', undefined, undefined],
    ['A', 'second', 'second'],
    ['A', 'first', 'first'],
  ]);
  expect([missing, unexpected]).toEqual([[], []]);
  expect(after).toEqual({ judged: ['1', '2', '3'], expected: [] });
});

test('an exact match is preferred to an earlier event that does not match', () => {
  const { came } = listen(
    [owed('A', 'first'), owed('A', 'second')],
    [event('1', 'A', 'stale'), event('2', 'A', 'first')],
  );
  expect(came.map((each) => [each.expected.says, each.data.says])).toEqual([
    ['first', 'first'],
    ['second', 'stale'],
  ]);
});

test('an event with other values still matches the expectation of its type', () => {
  const { came, missing } = listen([owed('A', 'first')], [event('1', 'A', 'stale')]);
  expect(came).toHaveLength(1);
  expect(missing).toEqual([]);
});

test('a required event is matched before an optional one', () => {
  const optional: ExpectedOf = { type: 'left', of: 'A' };
  const { came, missing } = listen([optional, owed('A')], [event('1', 'A')], true, [], [optional]);
  expect(came[0]?.expected.sent).toBe('LIFECYCLE-005');
  expect(missing).toEqual([]);
});

test('one event too many is unexpected, and one too few is missing', () => {
  const { missing, unexpected } = listen([owed('A'), owed('B')], [event('1', 'A'), event('2', 'A')]);
  expect(unexpected.map(({ id }) => id)).toEqual(['2']);
  expect(missing.map(({ of }) => of)).toEqual(['B']);
});

test('a late event stays expected, and an optional event does not', () => {
  const may: readonly ExpectedOf[] = [{ type: 'left', of: 'A' }];
  const first = listen([owed('A')], [], false, [], may);
  expect(first.missing).toEqual([]);
  expect(first.after.expected).toEqual([owed('A')]);
  const second = listen(first.after.expected, [event('1', 'A')], false);
  expect(second.came).toHaveLength(1);
  expect(second.after.expected).toEqual([]);
});

const type = 'invoice.contractor.rejected';

const rejected = (about: string, reason: string): ExpectedOfResource => ({
  type,
  about,
  sent: 'INVOICE-020',
  shows: { fields: { reason }, requirement: 'INVOICE-021' },
});

const rejection = (id: string, data: Readonly<Record<string, unknown>>): Envelope => ({
  eventType: type,
  id,
  data,
});

const listener: Omit<Listener, 'events'> = {
  types: [type],
  conclusive: true,
  alone: true,
  nameOf: (id) => (id === 'a' || id === 'b' ? `invoice ${id.toUpperCase()}` : undefined),
  isRepeated: () => false,
};

/** The violated rule; without one, how many events were unexpected and how many are still expected. */
function judgedOf(
  expected: readonly ExpectedOfResource[],
  events: readonly Envelope[],
  options: Partial<Listener> = {},
) {
  let left = '';
  const before: ResourceEvents = { judged: [], expected: [...expected] };
  const found = concludeFrom(before, (alternative, state: ResourceEvents) => {
    const { unexpected } = judgeResourceEvents(alternative, state, { ...listener, ...options, events });
    left = `${unexpected.length} unexpected, ${state.expected.length} to come`;
  });
  return brokenRule(found) ?? left;
}

const a = rejected('invoice A', 'late');
const b = rejected('invoice B', 'wrong');
const optional: ExpectedOfResource = { type, about: 'invoice A' };
const quiet = '0 unexpected, 0 to come';

test.each<[string, readonly ExpectedOfResource[], readonly Envelope[], Partial<Listener>, string]>([
  ['an expected event that arrives', [a], [rejection('1', { id: 'a', reason: 'late' })], {}, quiet],
  ['an expected event that does not name its resource', [a], [rejection('1', { reason: 'late' })], {}, quiet],
  ['an optional event that does not arrive', [optional], [], {}, quiet],
  ['an optional event that arrives', [optional], [rejection('1', { id: 'a' })], {}, quiet],
  [
    'a repetition with the same id',
    [a],
    [rejection('1', { id: 'a', reason: 'late' }), rejection('1', { id: 'a', reason: 'late' })],
    {},
    quiet,
  ],
  [
    'two events that differ in their values',
    [a, b],
    [rejection('1', { reason: 'wrong' }), rejection('2', { reason: 'late' })],
    {},
    quiet,
  ],
  ['an expected event that does not arrive', [a], [], {}, 'INVOICE-020'],
  ['an expected event that may still arrive', [a], [], { conclusive: false }, '0 unexpected, 1 to come'],
  ['an event with other values', [a], [rejection('1', { id: 'a', reason: 'wrong' })], {}, 'INVOICE-021'],
  ['an event about another resource', [a], [rejection('1', { id: 'b', reason: 'late' })], {}, 'INVOICE-020'],
  ['an event without a cause', [], [rejection('1', { id: 'b' })], {}, '1 unexpected, 0 to come'],
  [
    'a repetition with another id',
    [a],
    [rejection('1', { id: 'a', reason: 'late' }), rejection('2', { id: 'a', reason: 'late' })],
    { isRepeated: ({ about }) => about === 'invoice A' },
    'HOOK-013',
  ],
  ['an event that another actor may have caused', [], [rejection('1', {})], { alone: false }, quiet],
])('%s', (_, expected, events, options, want) => {
  expect(judgedOf(expected, events, options)).toBe(want);
});
