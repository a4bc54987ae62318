import { expect, test } from 'vitest';
import { allChecks } from '../conformance/checks/index.ts';
import type { Check } from '../conformance/engine/check.ts';
import { runConformance } from '../conformance/engine/run.ts';
import { collectResults } from './collect-results.ts';
import { openEmbeddedTarget } from './embedded-target.ts';
import { benignVariants } from './testing/benign-variants.ts';
import { tool } from './tool.ts';

/** What a variant does otherwise, it does in the first cases already; more of them would only take time. */
const mostCases = { example: 1, property: 2, model: 12 };

const checks = allChecks.map(
  (check): Check => ({
    ...check,
    cases(...given) {
      const cases = check.cases(...given);
      return { ...cases, runs: Math.min(cases.runs, mostCases[check.kind]) };
    },
  }),
);

test.each(Object.entries(benignVariants))('nothing documented is held against %s', async (id, overrides) => {
  const { target, close } = await openEmbeddedTarget({ control: true, fault: { id, overrides } });
  try {
    const options = { target, checks, seed: 11, profile: 'smoke', concurrency: 4, tool } as const;
    const results = await collectResults(runConformance(options));
    const held = results.findings.filter(({ level }) => level === 'documented');
    expect(held.map((finding) => [finding.requirement, finding.expected, finding.actual])).toEqual([]);
    expect(results.checks.filter(({ error }) => error !== undefined)).toEqual([]);
  } finally {
    await close();
  }
});
