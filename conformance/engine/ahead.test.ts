import { expect, it } from 'vitest';
import { Ahead } from './ahead.ts';
import { type Place, Places } from './places.ts';

/** Cases that end when the test says so. */
function steered(count: number) {
  const log: string[] = [];
  const ends = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const cases = ends.map(({ promise }, index) => async (_: Place) => {
    log.push(`${index} begins`);
    await promise;
    return index;
  });
  return { log, cases, end: (index: number) => ends[index]?.resolve() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('cases run in the places that are left, and their results come in turn', async () => {
  const places = new Places(() => 3);
  const own = await places.take();
  const { log, cases, end } = steered(4);
  const ahead = new Ahead(cases, { own, spare: places });
  const first = ahead.next();
  await settled();
  expect(log).toEqual(['0 begins', '1 begins', '2 begins']);
  for (const index of [2, 3, 0, 1]) end(index);
  expect(await first).toBe(0);
  expect([await ahead.next(), await ahead.next(), await ahead.next()]).toEqual([1, 2, 3]);
  expect(log).toHaveLength(4);
});

it('a check that waits for a place goes first', async () => {
  const places = new Places(() => 1);
  const own = await places.take();
  const { log, cases, end } = steered(2);
  const ahead = new Ahead(cases, { own, spare: places });
  const other = places.take();
  own.leave();
  const place = await other;
  await settled();
  expect(log).toEqual([]);
  place.leave();
  await settled();
  expect(log).toEqual(['0 begins']);
  end(0);
  end(1);
  await ahead.end();
});

it('after the end no other case begins, and those that run are waited for', async () => {
  const places = new Places(() => 2);
  const own = await places.take();
  const { log, cases, end } = steered(4);
  const ahead = new Ahead(cases, { own, spare: places });
  const first = ahead.next();
  await settled();
  end(0);
  await first;
  let isOver = false;
  const over = ahead.end().then(() => {
    isOver = true;
  });
  await settled();
  expect(isOver).toBe(false);
  end(1);
  await over;
  expect(log).toEqual(['0 begins', '1 begins']);
});
