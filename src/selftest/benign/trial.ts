/** Tries variants that differ only where the document is silent: nothing may be held against them. */
import { expect, test } from 'vitest';
import { allChecks } from '../../../conformance/all-checks.ts';
import type { Check } from '../../../conformance/provider/check.ts';
import { runConformance } from '../../../conformance/provider/run.ts';
import { collectResults } from '../../collect-results.ts';
import { openEmbeddedTarget } from '../../targets/embedded-target.ts';
import { tool } from '../../tool.ts';
import { startFront } from './front.ts';
import type { BenignVariant } from './variant.ts';
import { benignGroups } from './variants.ts';

/** What a variant does otherwise, it does in the first cases already; more of them would only take time. */
const mostCases = { example: 1, property: 2, model: 9 };

/** @param modelCases of a group whose differences the first cases of a model do not show. */
const briefly = (check: Check, modelCases?: number): Check => ({
  ...check,
  cases(...given) {
    const cases = check.cases(...given);
    if (cases.type !== 'generated') return cases;
    const runs =
      check.kind === 'model' && modelCases !== undefined
        ? modelCases
        : Math.min(cases.runs, mostCases[check.kind]);
    return { ...cases, runs };
  },
});

interface Trial extends BenignVariant {
  readonly id: string;
  readonly checks: readonly Check[];
}

const trials: readonly Trial[] = benignGroups.flatMap(({ checks, variants, modelCases }) => {
  const seeing = allChecks.filter(({ id }) => checks.test(id)).map((check) => briefly(check, modelCases));
  return Object.entries(variants).map(([id, variant]) => ({ ...variant, id, checks: seeing }));
});

/** Every second variant from one on: the two halves are files of their own, so that they are tried side by side. */
export const variantsFrom = (first: 0 | 1): readonly Trial[] =>
  trials.filter((_, index) => index % 2 === first);

async function findingsOn({ id, checks, overrides = {}, front, operations, target: setUp }: Trial) {
  const { target, close } = await openEmbeddedTarget({ control: true, fault: { id, overrides } });
  const before = front && (await startFront(target.baseUrl, front));
  try {
    const seen = { ...target, ...(before && { baseUrl: before.url }), ...(operations && { operations }) };
    const options = {
      target: setUp?.(seen) ?? seen,
      checks,
      seed: 11,
      profile: 'smoke',
      concurrency: 4,
      tool,
    } as const;
    return await collectResults(runConformance(options));
  } finally {
    await before?.close();
    await close();
  }
}

export function tryVariants(variants: readonly Trial[]): void {
  test.each(variants)('nothing documented is held against $id', async (trial) => {
    const results = await findingsOn(trial);
    const held = results.findings.filter(({ level }) => level === 'documented');
    expect(held.map((finding) => [finding.requirement, finding.expected, finding.actual])).toEqual([]);
    expect(results.checks.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(results.checks.filter(({ requests }) => requests > 0)).not.toEqual([]);
  });
}
