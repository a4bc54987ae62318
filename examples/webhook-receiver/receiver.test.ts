import { expect, it } from 'vitest';
import { consumerChecks } from '../../src/index.ts';
import { createByHand, soundHabits } from './habits.ts';
import { mistakes } from './mistakes.ts';
import { createReceiver } from './receiver.ts';
import { foundBy, secret, tryReceiver } from './testing.ts';

it('finds nothing at a receiver that is as it should be', async () => {
  const results = await tryReceiver(createReceiver(secret), { profile: 'smoke', quickMillis: 5_000 });
  expect(foundBy(results)).toEqual([]);
  expect(results.verdict).toBe('conformant');
  expect(Object.keys(results.coverage.events).length).toBeGreaterThan(57);
});

it.concurrent.each(Object.entries(mistakes))(
  'finds a receiver that has the mistake %s',
  async (_name, { habits, breaks, check }) => {
    const checks = consumerChecks.filter(({ id }) => id === check);
    const receiver = createByHand(secret, { ...soundHabits, ...habits });
    const { findings } = await tryReceiver(receiver, { checks, profile: 'smoke', patienceSeconds: 0.1 });
    expect(findings.map(({ requirement }) => requirement)).toContain(breaks);
  },
);
