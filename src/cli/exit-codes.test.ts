import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../conformance/engine/events.ts';
import { conformantResults } from '../../reports/testing/sample-results.ts';
import { documentedCoverage, exitCodeOf, whyInsufficient } from './exit-codes.ts';

const none = { passed: 0, failed: 0, warned: 0, notExercised: 0, errored: 0, untestable: 0 };

/** 6 of 8 testable requirements evaluated. */
const resultsWith = (verdict: Verdict, errored = 0) => ({
  ...conformantResults,
  verdict,
  totals: {
    documented: { ...none, passed: 6, notExercised: 2 - errored, errored, untestable: 5 },
    observed: none,
    assumed: none,
  },
});

describe('the exit status', () => {
  it.each([
    ['conformant', undefined, 0],
    ['partial', undefined, 0],
    ['partial', 75, 0],
    ['partial', 76, 4],
    ['non-conformant', 0, 1],
    ['incomplete', undefined, 4],
    ['error', undefined, 3],
  ] as const)('of %s with a wanted coverage of %s is %d', (verdict, minCoverage, code) => {
    expect(exitCodeOf(resultsWith(verdict), minCoverage)).toBe(code);
  });

  it('is not 0 if a requirement could not be judged, except for a shard', () => {
    const results = resultsWith('partial', 1);
    expect(exitCodeOf(results, undefined)).toBe(4);
    expect(whyInsufficient(results, undefined)).toMatch('1 of 8 documented requirements could not be judged');
    const shard = { ...results, run: { ...results.run, shard: { index: 1, count: 2 } } };
    expect(exitCodeOf(shard, undefined)).toBe(0);
  });

  it('is 4 if a claim could not be made', () => {
    const claim = { scope: 'tax', passed: 17, testable: 18, failed: [], missing: ['TAX-001'] } as const;
    const claiming = (status: 'made' | 'open') => ({
      ...resultsWith('partial'),
      claims: [{ ...claim, status }],
    });
    expect(exitCodeOf(claiming('made'), undefined)).toBe(0);
    expect(exitCodeOf(claiming('open'), undefined)).toBe(4);
    expect(whyInsufficient(claiming('open'), undefined)).toBe('No claim for tax (1 of 18 not exercised)');
  });

  it('counts the testable documented requirements that were evaluated', () => {
    expect(documentedCoverage(resultsWith('partial'))).toBe(75);
  });
});
