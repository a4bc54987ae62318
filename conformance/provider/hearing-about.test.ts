import { expect, test } from 'vitest';
import { explore } from '../engine/explore.ts';
import { Judge } from '../engine/judge.ts';
import { Tally } from '../engine/tally.ts';
import type { Envelope } from '../webhooks/inspect.ts';
import { type Ear, type ExpectedAbout, type HearingAbout, hearAbout } from './hearing-about.ts';

const type = 'invoice.contractor.rejected';

const rejected = (about: string, reason: string): ExpectedAbout => ({
  type,
  about,
  sent: 'INVOICE-020',
  shows: { fields: { reason }, requirement: 'INVOICE-021' },
});

const event = (id: string, data: Readonly<Record<string, unknown>>): Envelope => ({
  eventType: type,
  id,
  data,
});

const ear: Omit<Ear, 'events'> = {
  types: [type],
  conclusive: true,
  alone: true,
  nameOf: (id) => (id === 'a' || id === 'b' ? `invoice ${id.toUpperCase()}` : undefined),
  isRepeated: () => false,
};

/** What is said of the events, or how many of them nobody expected and how many are still to come. */
function heard(expected: readonly ExpectedAbout[], events: readonly Envelope[], options: Partial<Ear> = {}) {
  let left = '';
  const before: HearingAbout = { heard: [], expected: [...expected] };
  const found = explore(new Judge(new Tally()), true, [before], (reading, hearing: HearingAbout) => {
    const { unexpected } = hearAbout(reading, hearing, { ...ear, ...options, events });
    left = `${unexpected.length} unexpected, ${hearing.expected.length} to come`;
  });
  return 'refusal' in found ? found.refusal.message.split(':')[0] : left;
}

const a = rejected('invoice A', 'late');
const b = rejected('invoice B', 'wrong');
const optional: ExpectedAbout = { type, about: 'invoice A' };
const quiet = '0 unexpected, 0 to come';

test.each<[string, readonly ExpectedAbout[], readonly Envelope[], Partial<Ear>, string]>([
  ['an event that is owed and comes', [a], [event('1', { id: 'a', reason: 'late' })], {}, quiet],
  ['one that does not say what it is about', [a], [event('1', { reason: 'late' })], {}, quiet],
  ['one that is not owed and does not come', [optional], [], {}, quiet],
  ['one that is not owed and comes', [optional], [event('1', { id: 'a' })], {}, quiet],
  [
    'a repetition under the same id',
    [a],
    [event('1', { id: 'a', reason: 'late' }), event('1', { id: 'a', reason: 'late' })],
    {},
    quiet,
  ],
  [
    'two that are told apart by what they show',
    [a, b],
    [event('1', { reason: 'wrong' }), event('2', { reason: 'late' })],
    {},
    quiet,
  ],
  ['one that does not come', [a], [], {}, 'INVOICE-020'],
  ['one that may still come', [a], [], { conclusive: false }, '0 unexpected, 1 to come'],
  ['one that shows something else', [a], [event('1', { id: 'a', reason: 'wrong' })], {}, 'INVOICE-021'],
  ['one about another resource', [a], [event('1', { id: 'b', reason: 'late' })], {}, 'INVOICE-020'],
  ['one that nothing has caused', [], [event('1', { id: 'b' })], {}, '1 unexpected, 0 to come'],
  [
    'one that says again what was said',
    [a],
    [event('1', { id: 'a', reason: 'late' }), event('2', { id: 'a', reason: 'late' })],
    { isRepeated: ({ about }) => about === 'invoice A' },
    'HOOK-013',
  ],
  ['one that somebody else may have caused', [], [event('1', {})], { alone: false }, quiet],
])('%s', (_, expected, events, options, said) => {
  expect(heard(expected, events, options)).toBe(said);
});
