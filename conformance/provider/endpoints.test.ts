import { expect, test } from 'vitest';
import type { Target } from '../target/target.ts';
import { fakeTargetAt } from '../testing/fake-target.ts';
import { inOurWords } from './endpoints.ts';

const type = 'virtual-account.created';
const event = (data: object) => ({ eventType: type, id: 'e-1', data });

test.each<[string, Pick<Target, 'events' | 'words'>, object, object]>([
  ['a name', { events: { [type]: { id: 'virtualAccountId' } } }, { virtualAccountId: 'v' }, { id: 'v' }],
  ['a nested name', { events: { [type]: { id: 'account.ref' } } }, { account: { ref: 'v' } }, { id: 'v' }],
  [
    'a word',
    { words: { [`${type}.bankName`]: { Lagoon: 'LGN' } } },
    { bankName: 'LGN' },
    { bankName: 'Lagoon' },
  ],
  ['nothing', { events: { 'kyb.approved': { id: 'x' } } }, { x: 1 }, { x: 1 }],
])('the data of an event in our names and words: %s', (_, own, data, expected) => {
  expect(inOurWords({ ...fakeTargetAt(1), ...own }, event(data))).toMatchObject({
    id: 'e-1',
    data: expected,
  });
});
