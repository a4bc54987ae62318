import { expect, test } from 'vitest';
import { brokenRule, concludeFrom } from '../testing/conclude.ts';
import { type EventData, newEvents } from './event-log.ts';
import type { Envelope } from './inspect.ts';
import {
  type Arrivals,
  allow,
  type ExpectedEvent,
  emptyLedger,
  enter,
  judgeEvents,
  type Ledger,
  type Listening,
  owe,
  oweOnce,
} from './ledger.ts';

const types = ['left'];
const event = (id: string, of: string) => ({ eventType: 'left', id, data: { of } });

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

const type = 'invoice.contractor.rejected';

const rejected = (about: string, reason: string): ExpectedEvent => ({
  type,
  about,
  sent: 'INVOICE-020',
  shows: { anyOf: [{ reason }], requirement: 'INVOICE-021' },
});

const rejection = (id: string, data: EventData): Envelope => ({ eventType: type, id, data });

const listening: Listening = {
  uncaused: { [type]: 'INVOICE-019' },
  nameOf: ({ id }) => (id === 'a' || id === 'b' ? `invoice ${id.toUpperCase()}` : undefined),
};

interface Given extends Partial<Omit<Arrivals, 'events'>>, Partial<Listening> {
  /** Optional events that may come now or later. */
  readonly may?: readonly ExpectedEvent[];
}

/** The violated rule; without one, the ledger after the look: what came, and what is still expected. */
function judged(
  expected: readonly ExpectedEvent[],
  events: readonly Envelope[],
  { conclusive = true, alone = true, deaf = false, may, ...given }: Given = {},
): string | Ledger {
  const before: Ledger = { judged: [], expected: [...expected] };
  const found = concludeFrom(before, (alternative, state: Ledger) => {
    judgeEvents(alternative, state, { events, conclusive, alone, deaf }, { ...listening, ...given }, may);
  });
  const [after] = 'states' in found ? found.states : [];
  return brokenRule(found) ?? after ?? '';
}

function judgedOf(...given: Parameters<typeof judged>): string {
  const after = judged(...given);
  if (typeof after === 'string') return after;
  const came = after.expected.filter((each) => each.came).length;
  return `${came} came, ${after.expected.length - came} to come`;
}

const a = rejected('invoice A', 'late');
const b = rejected('invoice B', 'wrong');
const optional: ExpectedEvent = { type, about: 'invoice A' };
const late = { id: 'a', reason: 'late' };

test.each<[string, readonly ExpectedEvent[], readonly Envelope[], Given, string]>([
  ['an expected event that arrives', [a], [rejection('1', late)], {}, '1 came, 0 to come'],
  ['one that does not name its resource', [a], [rejection('1', { reason: 'late' })], {}, '1 came, 0 to come'],
  ['an optional event that does not arrive', [optional], [], {}, '0 came, 0 to come'],
  ['an optional event that arrives', [optional], [rejection('1', { id: 'a' })], {}, '1 came, 0 to come'],
  ['one that may come', [], [rejection('1', { id: 'a' })], { may: [optional] }, '1 came, 0 to come'],
  ['one that may come, and does not', [], [], { may: [optional], conclusive: false }, '0 came, 0 to come'],
  ['a required event before an optional one', [optional, a], [rejection('1', late)], {}, '1 came, 0 to come'],
  [
    'a repetition with the same id',
    [a],
    [rejection('1', late), rejection('1', late)],
    {},
    '1 came, 0 to come',
  ],
  [
    'two events that differ in their values',
    [a, b],
    [rejection('1', { reason: 'wrong' }), rejection('2', { reason: 'late' })],
    {},
    '2 came, 0 to come',
  ],
  ['one object that is expected twice', [a, a], [rejection('1', late)], {}, 'INVOICE-020'],
  ['an expected event that does not arrive', [a], [], {}, 'INVOICE-020'],
  ['an expected event that may still arrive', [a], [], { conclusive: false }, '0 came, 1 to come'],
  ['an expected event where none ever arrives', [a], [], { deaf: true }, '0 came, 0 to come'],
  ['an event with other values', [a], [rejection('1', { ...late, reason: 'wrong' })], {}, 'INVOICE-021'],
  ['an event about another resource', [a], [rejection('1', { ...late, id: 'b' })], {}, 'INVOICE-020'],
  ['an event without a cause', [], [rejection('1', { id: 'b' })], {}, 'INVOICE-019'],
  [
    'one that a model judges by itself',
    [],
    [rejection('1', {})],
    { broken: () => undefined },
    '0 came, 0 to come',
  ],
  ['a repetition with another id', [a], [rejection('1', late), rejection('2', late)], {}, 'HOOK-013'],
  [
    'an event that another actor may have caused',
    [],
    [rejection('1', {})],
    { alone: false },
    '0 came, 0 to come',
  ],
])('%s', (_, expected, events, given, want) => {
  expect(judgedOf(expected, events, given)).toBe(want);
});

test.each<[string, readonly ExpectedEvent[], readonly Envelope[], string]>([
  ['alone', [a], [], `expected ${type} for invoice A, got no such event`],
  [
    'beside another',
    [a, b],
    [rejection('1', { id: 'b', reason: 'wrong' })],
    `expected ${type} for invoice A, got only ${type} for invoice B`,
  ],
  [
    'of which an equal one came',
    [a, a],
    [rejection('1', late)],
    `expected 2 events ${type} for invoice A, got only 1 of them`,
  ],
  [
    'of which an equal one came as an optional event',
    [a, b, { ...optional, came: true }],
    [rejection('1', { id: 'b', reason: 'wrong' })],
    `expected 2 events ${type} for invoice A, got only 1 of them, and ${type} for invoice B`,
  ],
])('a missing event %s: the finding never names what came as missing', (_, expected, events, want) => {
  const found = concludeFrom({ judged: [], expected: [...expected] }, (alternative, state: Ledger) => {
    judgeEvents(alternative, state, { events, conclusive: true, alone: true, deaf: false }, listening);
  });
  expect('refusal' in found && found.refusal.message).toBe(`INVOICE-020: ${want}`);
});

test('what came once is counted at each look, and is not expected again', () => {
  const after = judged([a], [rejection('1', late)]);
  expect(after).toEqual({ judged: ['1'], expected: [{ ...a, came: true }] });
  if (typeof after !== 'string') expect(judgedOf(after.expected, [])).toBe('1 came, 0 to come');
});

const payroll = () => ({ name: 'payroll A', phase: 'saved' as 'saved' | 'approved' | 'awaiting-funds' });
const announced = { type: 'payroll.status.updated', about: 'payroll A', status: 'approved' };

test('a transition moves the resource, and owes the event that the catalogue says, by its rule', () => {
  const one = payroll();
  const ledger: Ledger = emptyLedger();
  concludeFrom(ledger, (alternative, after: Ledger) => {
    enter(alternative, after, 'payroll/approve', one);
    expect(after.expected).toEqual([{ ...announced, sent: 'PAYROLL-023' }]);
    enter(alternative, after, 'payroll/await-funds', one);
    expect(after.expected).toHaveLength(1);
  });
  expect(one).toEqual({ name: 'payroll A', phase: 'awaiting-funds', restsOn: ['PAYROLL-024'] });
  // @ts-expect-error: no transition to a state that the resource does not have.
  const other = () => concludeFrom(ledger, (alternative, after) => enter(alternative, after, 'kyb/ask', one));
  expect(other).toBeTypeOf('function');
});

test('an event that came before its transition was known is not owed again', () => {
  const ledger: Ledger = { judged: ['1'], expected: [{ ...announced, came: true }] };
  oweOnce(ledger, 'payroll/approve', payroll());
  expect(ledger.expected).toEqual([{ ...announced, sent: 'PAYROLL-023', came: true }]);
  owe(ledger, 'payroll/approve', payroll());
  allow(ledger, 'payroll/approve', payroll());
  expect(ledger.expected.map(({ sent, came }) => [sent, came])).toEqual([
    ['PAYROLL-023', true],
    ['PAYROLL-023', undefined],
    [undefined, undefined],
  ]);
});
