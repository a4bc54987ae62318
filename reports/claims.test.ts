import { expect, test } from 'vitest';
import type { ClaimResult } from '../conformance/engine/basis.ts';
import type { Results } from '../conformance/engine/results.ts';
import { renderShieldsEndpoint } from './badge.ts';
import { renderJunit } from './junit.ts';
import { conformantResults } from './testing/sample-results.ts';
import { claimsLine, explanation, headlineOf } from './wording.ts';

const made = (scope: string): ClaimResult => ({
  scope,
  status: 'made',
  passed: 41,
  testable: 41,
  failed: [],
  missing: [],
});
const broken: ClaimResult = { ...made('tax'), status: 'broken', passed: 40, failed: ['TAX-001'] };
const open: ClaimResult = { ...made('payroll'), status: 'open', passed: 40, missing: ['PAYROLL-001'] };

test.each<[claims: ClaimResult[], line: string]>([
  [[made('payouts')], 'Conformant for payouts (41 of 41)'],
  [[made('payouts'), made('tax')], 'Conformant for payouts (41 of 41) and tax (41 of 41)'],
  [[made('payouts'), broken], 'Not conformant for tax (1 of 41 failed); conformant for payouts (41 of 41)'],
  [[open], 'No claim for payroll (1 of 41 not exercised)'],
])('claims in one line, the worst first', (claims, line) => {
  expect(claimsLine(claims)).toBe(line);
});

const claiming = (...claims: ClaimResult[]): Results => ({ ...conformantResults, claims });

test('the headline, the badge and JUnit say what is claimed', () => {
  const results = claiming(made('payouts'));
  expect(headlineOf(results)).toBe('Conformant for payouts (41 of 41)');
  expect(explanation(results)).toMatch(/^Every claimed requirement that can be tested passed/);
  expect(JSON.parse(renderShieldsEndpoint(results))).toMatchObject({ label: 'conformance: payouts' });
  expect(renderJunit(results)).toContain('name="Conformant for payouts (41 of 41)"');
});

test('a claim that cannot be made names a requirement that is missing, and why', () => {
  const results = claiming(open);
  const requirements = results.requirements.map((entry) =>
    entry.id === 'PAYROLL-001' ? { ...entry, reason: 'Missing on the target: drain.' } : entry,
  );
  expect(requirements.some(({ id }) => id === 'PAYROLL-001')).toBe(true);
  expect(explanation({ ...results, requirements })).toMatch(
    'PAYROLL-001 was not exercised: Missing on the target: drain.',
  );
});
