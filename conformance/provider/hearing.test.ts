import { expect, test } from 'vitest';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { explore } from '../engine/explore.ts';
import { Judge } from '../engine/judge.ts';
import { Tally } from '../engine/tally.ts';
import { type Expected, freshEvents, type Hearing, hear, type Outcome } from './hearing.ts';

interface ExpectedOf extends Expected {
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

/** What becomes of what was expected, and what is still to come. */
function listen(
  expected: readonly ExpectedOf[],
  events: readonly ReturnType<typeof event>[],
  conclusive = true,
  heard: readonly string[] = [],
  may: readonly ExpectedOf[] = [],
): Outcome<ExpectedOf> & { readonly after: Hearing<ExpectedOf> } {
  let outcome: Outcome<ExpectedOf> = { came: [], missing: [], unexpected: [] };
  const before: Hearing<ExpectedOf> = { heard: [...heard], expected: [...expected] };
  const found = explore(new Judge(new Tally()), true, [before], (reading, hearing) => {
    outcome = hear(
      reading,
      hearing,
      { events, types, conclusive },
      {
        isAbout: ({ of }, data) => data.of === of,
        says: ({ says }, data) => says === undefined || data.says === says,
      },
      may,
    );
  });
  const [after] = 'refusal' in found ? [] : found.states;
  if (after === undefined) throw new Error('Hearing alone refuses nothing.');
  return { ...outcome, after };
}

test('an event is heard once, however often it is repeated and whatever comes before it', () => {
  const events = [event('1', 'A'), event('1', 'A'), event('2', 'A')];
  const idsOf = (...given: Parameters<typeof freshEvents>) => freshEvents(...given).map(({ id }) => id);
  expect(idsOf({ events, types }, [])).toEqual(['1', '2']);
  expect(idsOf({ events, types }, ['1'])).toEqual(['2']);
  expect(idsOf({ events: events.toReversed(), types }, ['1'])).toEqual(['2']);
  expect(idsOf({ events, types: ['came'] }, [])).toEqual([]);
});

test('an event whose payload says nothing is one all the same', () => {
  const events = [{ eventType: 'left', id: '1', data: JSON.parse('null') }];
  expect(freshEvents({ events, types }, [])).toEqual([{ id: '1', type: 'left', data: {} }]);
});

test('what came is taken for what was expected, in whatever order', () => {
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
  expect(after).toEqual({ heard: ['1', '2', '3'], expected: [] });
});

test('an event that says what is expected is not lost to one before it that does not', () => {
  const { came } = listen(
    [owed('A', 'first'), owed('A', 'second')],
    [event('1', 'A', 'stale'), event('2', 'A', 'first')],
  );
  expect(came.map((each) => [each.expected.says, each.data.says])).toEqual([
    ['first', 'first'],
    ['second', 'stale'],
  ]);
});

test('an event that says something else is still the one that is expected', () => {
  const { came, missing } = listen([owed('A', 'first')], [event('1', 'A', 'stale')]);
  expect(came).toHaveLength(1);
  expect(missing).toEqual([]);
});

test('what has to come is served before what may come', () => {
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

test('an event that may still be on its way stays expected, and one that may come does not', () => {
  const may: readonly ExpectedOf[] = [{ type: 'left', of: 'A' }];
  const first = listen([owed('A')], [], false, [], may);
  expect(first.missing).toEqual([]);
  expect(first.after.expected).toEqual([owed('A')]);
  const second = listen(first.after.expected, [event('1', 'A')], false);
  expect(second.came).toHaveLength(1);
  expect(second.after.expected).toEqual([]);
});
