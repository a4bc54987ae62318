import { expect, test } from 'vitest';
import { historyChecks } from '../../conformance/resources/histories/checks.ts';
import { limited, runVariants, variants } from '../benign/run-variant.ts';

/** The two that are the same in each run, and some that are made up. */
const mostHistories = 6;
const checks = historyChecks.map((check) => limited(check, (runs) => Math.min(runs, mostHistories)));

test.for(variants)('$id breaks no documented rule', async ({ id }) => {
  const results = await runVariants([id], { seed: 1, profile: 'thorough', checks });
  expect(results.findings.filter(({ level }) => level === 'documented')).toEqual([]);
  expect(results.checks.flatMap(({ error }) => error ?? [])).toEqual([]);
});
