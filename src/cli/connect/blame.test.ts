import { describe, expect, it } from 'vitest';
import { findCulprits, type Tested } from './blame.ts';

/** A line that makes a requirement fail, and whether the requirement passes without it. */
type Effects = Readonly<Record<string, { readonly breaks: string; readonly isSeenWithout: boolean }>>;

/** A target on which some lines break requirements, and some requirements fail always. */
function targetWith(effects: Effects, always: readonly string[] = []) {
  const runs: (readonly string[])[] = [];
  const test = async (lines: readonly string[], requirements: readonly string[]): Promise<Tested> => {
    runs.push(lines);
    const broken = lines.flatMap((line) => effects[line]?.breaks ?? []);
    const seen = Object.values(effects).flatMap(({ breaks, isSeenWithout }) =>
      isSeenWithout ? [breaks] : [],
    );
    const failed = requirements.filter((id) => broken.includes(id) || always.includes(id));
    return { failed, passed: requirements.filter((id) => seen.includes(id) && !failed.includes(id)) };
  };
  return { test, runs };
}

const sure = ['s1', 's2', 's3', 's4'];
const guesses = ['g1', 'g2', 'g3', 'g4'];

describe('a line is blamed', () => {
  it.each<[string, Effects, readonly string[], Readonly<Record<string, readonly string[]>>]>([
    ['a guess', { g3: { breaks: 'A', isSeenWithout: true } }, ['A'], { g3: ['A'] }],
    ['a sure line', { s2: { breaks: 'A', isSeenWithout: true } }, ['A'], { s2: ['A'] }],
    [
      'two lines',
      { s4: { breaks: 'A', isSeenWithout: true }, g1: { breaks: 'B', isSeenWithout: true } },
      ['A', 'B'],
      { s4: ['A'], g1: ['B'] },
    ],
    [
      'a guess without which nothing is seen',
      { g4: { breaks: 'A', isSeenWithout: false } },
      ['A'],
      { g4: ['A'] },
    ],
  ])('%s', async (_, effects, failing, blamed) => {
    const { test, runs } = targetWith(effects);
    const { culprits, own } = await findCulprits({ sure, guesses }, failing, new Set(), test);
    expect(Object.fromEntries(culprits)).toEqual(blamed);
    expect(own).toEqual([]);
    expect(runs.length).toBeLessThan(12);
  });
});

describe('no line is blamed', () => {
  it.each<[string, Effects, readonly string[], readonly string[]]>([
    ['for what fails without the lines too', {}, ['A'], ['A']],
    ['if only a sure line shows the failure', { s1: { breaks: 'A', isSeenWithout: false } }, [], []],
  ])('%s', async (_, effects, always, fails) => {
    const { test } = targetWith(effects, always);
    const { culprits, own } = await findCulprits({ sure, guesses }, ['A'], new Set(), test);
    expect([...culprits]).toEqual([]);
    expect(own).toEqual(fails);
  });
});

it('needs few runs if the findings name the line', async () => {
  const { test, runs } = targetWith({ g2: { breaks: 'A', isSeenWithout: true } });
  await findCulprits({ sure, guesses }, ['A'], new Set(['operations.createPerson', 'g2']), test);
  expect(runs).toEqual([[], [...sure, 'g1', 'g3', 'g4']]);
});
