/** Every receiver of the example against every check: `npm run task -- receivers`. */
import { describe, expect, it } from 'vitest';
import { createByHand, soundHabits } from './habits.ts';
import { mistakes } from './mistakes.ts';
import { foundBy, secret, tryReceiver } from './testing.ts';
import { variants } from './variants.ts';

const otherSecret = 'whsec_AAECAwQFBgcICQoLDA0ODw==';

describe.concurrent('receivers that are as they should be', () => {
  it.each([1, 2, 3, 4, 5])('the example conforms, and nothing is found, with seed %i', async (seed) => {
    const results = await tryReceiver(variants['the example'](secret), { seed, quickMillis: 5_000 });
    expect(foundBy(results)).toEqual([]);
    expect(results.verdict).toBe('conformant');
  });

  it.each(Object.entries(variants))('nothing is found where it is like this: %s', async (_name, create) => {
    const results = await tryReceiver(create(secret), { seed: 6, profile: 'smoke', quickMillis: 5_000 });
    expect(foundBy(results)).toEqual([]);
    expect(results.verdict).toBe('conformant');
  });

  it('takes two secrets while one is rotated', async () => {
    const { createReceiver } = await import('./receiver.ts');
    const results = await tryReceiver(createReceiver([otherSecret, secret]), {
      secrets: [secret, otherSecret],
      profile: 'smoke',
      quickMillis: 5_000,
    });
    expect(results.requirements.filter(({ status }) => status !== 'passed')).toEqual([]);
  });
});

describe.concurrent('receivers with a mistake', () => {
  it.each(Object.entries(mistakes))('%s is found', async (_name, { habits, breaks }) => {
    const results = await tryReceiver(createByHand(secret, { ...soundHabits, ...habits }), {
      profile: 'smoke',
    });
    expect(results.findings.map(({ requirement }) => requirement)).toContain(breaks);
  });
});
