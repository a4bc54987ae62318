import { expect, test } from 'vitest';
import { type Fate, fateOf, type Judged } from './fate.ts';
import { notNeeded, notSampled, trialPrefix, trouble } from './trials.ts';

const rows: readonly [Judged, Fate][] = [
  [{ status: 'Killed', killedBy: [`${trialPrefix}payroll.model`] }, 'trial'],
  [{ status: 'Killed', killedBy: [trialPrefix + trouble] }, 'trouble'],
  [{ status: 'Timeout' }, 'hang'],
  [{ status: 'Survived' }, 'survived'],
  [{ status: 'NoCoverage' }, 'survived'],
  [{ status: 'Ignored', statusReason: 'Static mutant (and "ignoreStatic" was enabled)' }, 'static'],
  [{ status: 'Ignored', statusReason: 'The words of a refusal are for people' }, 'words'],
  [{ status: 'RuntimeError', statusReason: notSampled }, 'not-sampled'],
  [{ status: 'RuntimeError', statusReason: notNeeded }, 'classified'],
];

test.each(rows)('%j is told as %s', (given, want) => {
  expect(fateOf(given)).toBe(want);
});

test('a mutant that could not be tried is not counted as anything', () => {
  expect(() => fateOf({ status: 'RuntimeError', statusReason: 'Cannot find module' })).toThrow(
    'A mutant could not be tried: RuntimeError, Cannot find module',
  );
});
