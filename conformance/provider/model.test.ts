import { describe, expect, test } from 'vitest';
import { walk } from '../engine/model.ts';
import { runAgainst, startFakeTarget } from '../testing/fake-target.ts';
import { example } from './check.ts';
import type { Conclude } from './model.ts';
import { type Model, type Move, together } from './model.ts';

interface Word {
  text: string;
}
type WordMove = Move<null, Word>;

/** Appends a letter to the expected text. */
const write = (letter: string, act: () => Promise<void> = async () => {}): WordMove => ({
  name: `write(${letter})`,
  possible: ({ text }) => !text.includes('!'),
  describe: ({ text }) => `write ${letter} after "${text}"`,
  act: async () => {
    await act();
    return (_, state) => {
      state.text += letter;
    };
  },
});

const model = (look: () => Conclude<Word>): Model<null, Word> => ({
  start: async () => ({ context: null, state: { text: '' } }),
  look: async () => look(),
  show: ({ text }) => `"${text}"`,
});

/** Judges the text. */
const seen =
  (...wanted: readonly string[]) =>
  (): Conclude<Word> =>
  (alternative, { text }) =>
    alternative.require('AUTH-001', wanted.includes(text), wanted.join(' or '), text, 'first');

const pauseMillis = 5;
/** For what never comes. */
const short = 0.06;

async function walkThrough(moves: readonly WordMove[], look: () => Conclude<Word>, seconds = short) {
  await using fake = await startFakeTarget();
  const check = example({
    id: 'test.walk',
    title: 'A walk',
    covers: ['AUTH-001'],
    needs: [],
    run: async (scenario) => {
      await scenario.send('listWallets', { token: 'any' });
      await walk(scenario, model(look), moves);
    },
  });
  const { results, status } = await runAgainst(
    { ...fake.target, patience: { seconds, pauseMillis } },
    { checks: [check] },
  );
  const [finding] = results.findings;
  return {
    status: status('AUTH-001'),
    actual: finding?.actual,
    reason: results.requirements.find(({ id }) => id === 'AUTH-001')?.reason,
    error: results.checks[0]?.error,
  };
}

test('an impossible move is skipped', async () => {
  expect(await walkThrough([write('!'), write('a')], seen('!'))).toMatchObject({ status: 'passed' });
});

describe('simultaneous moves', () => {
  const race = together(write('a'), write('b'));

  test.each(['ab', 'ba'])('may have taken effect in either order: %s', async (order) => {
    expect(await walkThrough([race], seen(order))).toMatchObject({ status: 'passed' });
  });

  test('are a violation if no order explains the result; the finding describes the order of sending', async () => {
    expect(await walkThrough([race], seen('a', 'b', 'abb'))).toMatchObject({
      status: 'failed',
      actual: 'ab',
    });
  });

  test('continue from every order that explains the result', async () => {
    let looks = 0;
    const look = () => (looks++ === 0 ? seen('ab', 'ba')() : seen('bac')());
    expect(await walkThrough([race, write('c')], look)).toMatchObject({ status: 'passed' });
  });

  test('are all awaited even if one of them fails', async () => {
    let ended = false;
    const slow = write('a', async () => {
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
      ended = true;
    });
    const broken = write('b', async () => {
      throw new TypeError('a slip');
    });
    expect(await walkThrough([together(broken, slow)], seen('ab'))).toMatchObject({
      error: expect.stringContaining('(a slip)'),
    });
    expect(ended).toBe(true);
  });
});

describe('a target without drain', () => {
  /** An effect that is visible from this look on. */
  const doneAt = (time: number, when: 'in time' | 'at once') => {
    let looks = 0;
    return (): Conclude<Word> => {
      looks += 1;
      const isDone = looks >= time;
      return (alternative) =>
        alternative.require('AUTH-001', isDone, 'it to be done', `not at look ${looks}`, when);
    };
  };

  test.each(['in time', 'at once'] as const)('is observed again: %s', async (when) => {
    expect(await walkThrough([write('a')], doneAt(3, when), 60)).toMatchObject({ status: 'passed' });
  });

  test('has no finding for an effect that is missing at the end of the patience', async () => {
    const { status, reason } = await walkThrough([write('a')], doneAt(Infinity, 'in time'));
    expect(status).toBe('not-exercised');
    expect(reason).toContain('no control shows when the target has finished');
  });

  test('has a finding for a missing effect that the document requires at once', async () => {
    expect(await walkThrough([write('a')], doneAt(Infinity, 'at once'))).toMatchObject({ status: 'failed' });
  });
});
