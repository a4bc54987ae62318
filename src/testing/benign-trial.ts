/** Tries variants that differ only where the document is silent: nothing may be held against them. */
import { expect, test } from 'vitest';
import { allChecks } from '../../conformance/checks/index.ts';
import type { Check } from '../../conformance/engine/check.ts';
import { runConformance } from '../../conformance/engine/run.ts';
import { collectResults } from '../collect-results.ts';
import { openEmbeddedTarget } from '../embedded-target.ts';
import { tool } from '../tool.ts';
import { benignVariants } from './benign-variants.ts';

/** What a variant does otherwise, it does in the first cases already; more of them would only take time. */
const mostCases = { example: 1, property: 2, model: 9 };

const checks = allChecks.map(
  (check): Check => ({
    ...check,
    cases(...given) {
      const cases = check.cases(...given);
      return { ...cases, runs: Math.min(cases.runs, mostCases[check.kind]) };
    },
  }),
);

type Variant = [id: string, overrides: (typeof benignVariants)[keyof typeof benignVariants]];

/** Every second variant from one on: the two halves are files of their own, so that they are tried side by side. */
export const variantsFrom = (first: 0 | 1): Variant[] =>
  Object.entries(benignVariants).filter((_, index) => index % 2 === first);

export function tryVariants(variants: Variant[]): void {
  test.each(variants)('nothing documented is held against %s', async (id, overrides) => {
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
}
