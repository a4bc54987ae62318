import { expect, test } from 'vitest';
import { cursorPageOf, pageOf } from './pages.ts';

const items = (...ids: string[]) => ids.map((id) => ({ id }));
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

test('the cursors of a list lead through every item once, in both directions', () => {
  const all = items('a', 'b', 'c', 'd', 'e');
  const first = cursorPageOf(all, { limit: 2 });
  expect([idsOf(first), first.node.previous]).toEqual([['a', 'b'], null]);
  const second = cursorPageOf(all, { limit: 2, cursor: first.node.next ?? '' });
  const third = cursorPageOf(all, { limit: 2, cursor: second.node.next ?? '' });
  expect([idsOf(second), idsOf(third), third.node.next]).toEqual([['c', 'd'], ['e'], null]);
  expect(idsOf(cursorPageOf(all, { limit: 2, cursor: third.node.previous ?? '' }))).toEqual(['c', 'd']);
  expect(cursorPageOf(all, { limit: 2, cursor: second.node.previous ?? '' })).toEqual(first);
});

test('items that are added before or after a cursor neither repeat nor hide others', () => {
  const { node } = cursorPageOf(items('b', 'c', 'd'), { limit: 2 });
  const grown = cursorPageOf(items('a', 'b', 'c', 'd', 'e'), { limit: 2, cursor: node.next ?? '' });
  expect(idsOf(grown)).toEqual(['d', 'e']);
});

test('a cursor stays good when its item no longer matches', () => {
  const all = items('a', 'b', 'c', 'd', 'e');
  const { node } = cursorPageOf(all, { limit: 2 }, ({ id }) => id !== 'c');
  const second = cursorPageOf(
    all,
    { limit: 2, cursor: node.next ?? '' },
    ({ id }) => id !== 'b' && id !== 'c',
  );
  expect([idsOf(second), second.node.next]).toEqual([['d', 'e'], null]);
  const first = cursorPageOf(all, { limit: 2, cursor: second.node.previous ?? '' }, ({ id }) => id !== 'b');
  expect([idsOf(first), first.node.previous]).toEqual([['a', 'c'], null]);
});

test('the page before a cursor ends at it, however few items there are', () => {
  const all = items('a', 'b', 'c');
  const { node } = cursorPageOf(all, { limit: 1 });
  const second = cursorPageOf(all, { limit: 1, cursor: node.next ?? '' });
  expect(idsOf(cursorPageOf(all, { limit: 3, cursor: second.node.previous ?? '' }))).toEqual(['a']);
});

test('an empty list has no cursors and no pages', () => {
  expect(cursorPageOf([], {})).toEqual({ data: [], node: { previous: null, next: null } });
  expect(pageOf([], {}).meta).toMatchObject({ pages: 0, itemCount: 0 });
});

test.each(['', 'null', 'e30', 'bnVsbA', 'W10', '{"after":"a"}'])('the cursor %j is refused', (cursor) => {
  expect(() => cursorPageOf(items('a', 'b'), { cursor })).toThrow('not valid');
});
