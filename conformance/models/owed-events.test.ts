import { expect, test } from 'vitest';
import type { RequirementId } from '../../openapi/catalogue.ts';
import { freshEvents, type Hearing, hear, type Owed } from './owed-events.ts';

interface OwedOf extends Owed {
  readonly of: string;
  readonly says?: string;
}

const types = new Set(['left']);
const event = (id: string, of: string, says?: string) => ({ eventType: 'left', id, data: { of, says } });
const owed = (of: string, says?: string, sent: RequirementId | undefined = 'LIFECYCLE-005'): OwedOf => ({
  type: 'left',
  of,
  ...(says !== undefined && { says }),
  ...(sent !== undefined && { sent }),
});

function listen(hearing: Hearing<OwedOf>, events: readonly ReturnType<typeof event>[], conclusive = true) {
  return hear(
    hearing,
    events,
    types,
    conclusive,
    ({ of }, data) => data.of === of,
    ({ says }, data) => says === undefined || data.says === says,
  );
}

test('an event is heard once, however often it is repeated', () => {
  const events = [event('1', 'A'), event('1', 'A'), event('2', 'A')];
  expect(freshEvents(events, 0, types)).toHaveLength(2);
  expect(freshEvents(events, 1, types)).toEqual([{ type: 'left', data: { of: 'A', says: undefined } }]);
  expect(freshEvents(events, 0, new Set(['came']))).toEqual([]);
});

test('what came is taken for what is owed, in whatever order', () => {
  const hearing = { heard: 0, owed: [owed('A', 'first'), owed('A', 'second'), owed('B')] };
  const told = listen(hearing, [event('1', 'B'), event('2', 'A', 'second'), event('3', 'A', 'first')]);
  expect(told.announced.map((each) => [each.owed.of, each.owed.says, each.data.says])).toEqual([
    ['B', undefined, undefined],
    ['A', 'second', 'second'],
    ['A', 'first', 'first'],
  ]);
  expect(told).toMatchObject({ missing: [], superfluous: [] });
  expect(hearing).toEqual({ heard: 3, owed: [] });
});

test('an event that says something else is still the one that is owed', () => {
  const told = listen({ heard: 0, owed: [owed('A', 'first')] }, [event('1', 'A', 'stale')]);
  expect(told.announced).toHaveLength(1);
  expect(told.missing).toEqual([]);
});

test('what has to come is served before what may come', () => {
  const may: OwedOf = { type: 'left', of: 'A' };
  const told = listen({ heard: 0, owed: [may, owed('A')] }, [event('1', 'A')]);
  expect(told.announced[0]?.owed.sent).toBe('LIFECYCLE-005');
  expect(told.missing).toEqual([]);
});

test('one event too many is superfluous, and one too few is missing', () => {
  const told = listen({ heard: 0, owed: [owed('A'), owed('B')] }, [event('1', 'A'), event('2', 'A')]);
  expect(told.superfluous).toHaveLength(1);
  expect(told.missing.map(({ of }) => of)).toEqual(['B']);
});

test('an event that may still be on its way stays owed', () => {
  const hearing = { heard: 0, owed: [owed('A')] };
  expect(listen(hearing, [], false).missing).toEqual([]);
  expect(hearing.owed).toHaveLength(1);
  expect(listen(hearing, [event('1', 'A')], false).announced).toHaveLength(1);
  expect(hearing.owed).toEqual([]);
});
