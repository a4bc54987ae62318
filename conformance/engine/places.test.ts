import { expect, it } from 'vitest';
import { Places } from './places.ts';

it('a check that waits makes room for another, and goes on when a place is free again', async () => {
  const places = new Places(() => 1);
  const log: string[] = [];
  const first = await places.take();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const waited = first.whileAway(() => over).then(() => log.push('the first goes on'));
  const second = await places.take();
  end();
  await over;
  log.push('the second ends');
  second.leave();
  await waited;
  expect(log).toEqual(['the second ends', 'the first goes on']);
});

it('a check leaves one place, however many of its parts wait', async () => {
  const places = new Places(() => 1);
  const first = await places.take();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const waited = [first.whileAway(() => over), first.whileAway(() => over)];
  const log: string[] = [];
  const second = await places.take();
  const third = places.take().then(() => log.push('the third begins'));
  end();
  await over;
  expect(log).toEqual([]);
  second.leave();
  first.leave();
  await Promise.all([...waited, third]);
});
