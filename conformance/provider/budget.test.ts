import { describe, expect, it } from 'vitest';
import { profiles } from '../engine/check.ts';
import { Budget, limitsFor, withinLimits } from './budget.ts';

const answer = { status: 200, headers: {}, text: '', durationMillis: 1 };
const request = { method: 'GET', path: '/v1/persons', headers: {} };

const budgetOf = (most: number, sent: number) => new Budget({ sent }, most);

describe('the budget of a run', () => {
  it('ends a case whose request does not fit', async () => {
    expect(await budgetOf(10, 9).layer(async () => answer)(request)).toBe(answer);
    await expect(budgetOf(10, 10).layer(async () => answer)(request)).rejects.toThrow(
      'no more than 10 requests',
    );
  });

  it('leaves room for a second look at a violation', async () => {
    const budget = budgetOf(10, 10);
    const look = () => budget.layer(async () => answer)(request);
    expect(await budget.suspend(look)).toBe(answer);
    await expect(look()).rejects.toThrow('no more than 10 requests');
  });

  const noControls = { kind: 'live', hasControls: false } as const;
  const drained = { kind: 'live', hasControls: true } as const;
  it.each([
    ['a live target without controls', noControls, 'standard', {}, { maxRequests: 4_000, maxBusinesses: 25 }],
    [
      'what the user says',
      noControls,
      'standard',
      { maxRequests: 9_000 },
      { maxRequests: 9_000, maxBusinesses: 25 },
    ],
    ['a thorough run', noControls, 'thorough', {}, {}],
    ['a connected target', drained, 'standard', {}, {}],
  ] as const)('is that of %s', (_, target, profile, given, limits) => {
    expect(limitsFor(target, profile, given)).toEqual(limits);
  });

  it('takes fewer values where the whole profile does not fit', () => {
    expect(withinLimits(profiles.standard, { maxRequests: 4_000 }).modelRuns).toBeLessThan(5);
    expect(withinLimits(profiles.standard, { maxRequests: 9_000 })).toBe(profiles.standard);
    expect(withinLimits(profiles.smoke, { maxRequests: 4_000 })).toBe(profiles.smoke);
  });
});
