import { expect, it } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import type { TargetSummary } from '../../conformance/engine/events.ts';
import { costs } from './costs.ts';
import { planFor } from './plan.ts';

const target: TargetSummary = {
  baseUrl: 'http://127.0.0.1:1',
  kind: 'live',
  environment: 'sandbox',
  access: 'read-write',
  capabilities: ['platform-token', 'org-token', 'create-person', 'sandbox'],
};
const planOf = (about: Partial<TargetSummary>, profile: 'standard' | 'thorough', limits = {}) =>
  planFor({ ...target, ...about }, 0, allChecks, profile, limits).total.requests;

it('has a cost for each check (npm run task -- costs)', () => {
  expect(Object.keys(costs)).toEqual(allChecks.map(({ id }) => id));
});

it('counts the checks that run on a target, at its profile', () => {
  const standard = planOf({}, 'standard');
  expect(standard).toBeGreaterThan(1_000);
  expect(planOf({ capabilities: [] }, 'standard')).toBeLessThan(standard);
  expect(planOf({ access: 'read-only' }, 'standard')).toBeLessThan(standard);
  expect(planOf({ capabilities: [...target.capabilities, 'clock'] }, 'standard')).toBeGreaterThan(standard);
  expect(planOf({}, 'thorough')).toBeGreaterThan(5 * standard);
});

it('has a line for the survey, whose requests are known', () => {
  const { parts } = planFor(target, 40, allChecks, 'standard', {});
  expect(parts.find(({ id }) => id === 'survey')?.cost).toMatchObject({ requests: 40, writes: 0 });
});

it('is never above the limits of the run', () => {
  const { total } = planFor(target, 40, allChecks, 'standard', { maxRequests: 700, maxBusinesses: 9 });
  expect(total.requests).toBe(700);
  expect(total.businesses).toBe(9);
});
