import { expect, test } from 'vitest';
import { fanOut, type Reporter } from './reporter.ts';
import { conformantEvents } from './testing/sample-results.ts';

function recorder(name: string) {
  const seen: string[] = [];
  return { name, seen, handle: ({ type }: { type: string }) => void seen.push(type) };
}

test.each([
  [
    'throws',
    () => {
      throw new Error('disk full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('disk full'))],
])('a reporter that %s is dropped and told of once; the others go on', async (_, fail) => {
  const [before, after] = [recorder('before'), recorder('after')];
  let calls = 0;
  const broken: Reporter = {
    name: 'broken',
    handle: () => {
      calls += 1;
      return fail();
    },
  };
  const failures: string[] = [];
  const all = fanOut([before, broken, after], ({ name }, error) => failures.push(`${name}: ${error}`));
  for (const event of conformantEvents) await all.handle(event);

  expect(failures).toEqual(['broken: Error: disk full']);
  expect(calls).toBe(1);
  expect(before.seen).toEqual(conformantEvents.map(({ type }) => type));
  expect(after.seen).toEqual(before.seen);
});

test('a failure is reported once even if the caller does not wait', async () => {
  const failures: string[] = [];
  const broken: Reporter = { name: 'broken', handle: () => Promise.reject(new Error('disk full')) };
  const all = fanOut([broken], ({ name }) => failures.push(name));
  await Promise.all(conformantEvents.map((event) => all.handle(event)));
  expect(failures).toEqual(['broken']);
});
