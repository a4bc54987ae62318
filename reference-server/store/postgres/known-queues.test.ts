import { expect, test } from 'vitest';
import type { DeliveryRecord } from '../../state/records/webhooks.ts';
import { firstOf } from './known-queues.ts';

const delivery = (id: string, nextAttemptAt: number, more: Partial<DeliveryRecord> = {}) =>
  ({ id, endpointId: 'one', status: 'pending', nextAttemptAt, ...more }) as DeliveryRecord;

const done = (id: string) => delivery(id, 0, { status: 'delivered' });
const elsewhere = (id: string, nextAttemptAt: number) => delivery(id, nextAttemptAt, { endpointId: 'other' });

test.each<{
  what: string;
  heads: DeliveryRecord[];
  put: DeliveryRecord[];
  deleted?: string[];
  want: string[] | undefined;
}>([
  { what: 'nothing at all', heads: [], put: [], want: [] },
  { what: 'one for each endpoint', heads: [delivery('a', 1), elsewhere('b', 1)], put: [], want: ['a', 'b'] },
  { what: 'what is new in an empty queue', heads: [], put: [delivery('a', 1)], want: ['a'] },
  {
    what: 'what is new behind what is due as early',
    heads: [delivery('a', 1)],
    put: [delivery('b', 1)],
    want: ['a'],
  },
  {
    what: 'what is new before a later attempt',
    heads: [delivery('a', 60)],
    put: [delivery('b', 1)],
    want: ['b'],
  },
  {
    what: 'the second after the first has ended',
    heads: [delivery('a', 1), delivery('b', 2)],
    put: [done('a')],
    want: ['b'],
  },
  {
    what: 'the first again when its retry is earlier',
    heads: [delivery('a', 1), delivery('b', 9)],
    put: [delivery('a', 5)],
    want: ['a'],
  },
  { what: 'none after the only one has ended', heads: [delivery('a', 1)], put: [done('a')], want: [] },
  {
    what: 'none after the only one was deleted',
    heads: [delivery('a', 1)],
    put: [],
    deleted: ['a'],
    want: [],
  },
  {
    what: 'nothing for sure when a whole head is gone',
    heads: [delivery('a', 1), delivery('b', 2)],
    put: [done('a'), done('b')],
    want: undefined,
  },
  {
    what: 'nothing for sure when a whole head is put off',
    heads: [delivery('a', 1), delivery('b', 2)],
    put: [delivery('a', 8), delivery('b', 9)],
    want: undefined,
  },
])('the first deliveries are known to be $what', ({ heads, put, deleted = [], want }) => {
  const changes = new Map<string, DeliveryRecord | undefined>(put.map((record) => [record.id, record]));
  for (const id of deleted) changes.set(id, undefined);
  expect(firstOf(heads, changes)?.map(({ id }) => id)).toEqual(want);
});
