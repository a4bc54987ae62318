import { expect, test } from 'vitest';
import { runConformance } from '../../conformance/provider/run.ts';
import { historyChecks } from '../../conformance/resources/histories/checks.ts';
import { collectResults } from '../../src/collect-results.ts';
import { tool } from '../../src/tool.ts';
import { limited, runVariants, variants } from '../benign/run-variant.ts';
import { stageFault } from '../blind/stage.ts';
import { webhookVariants } from './webhook-variants.ts';

/** The two that are the same in each run, and some that are made up. */
const mostHistories = 6;
const checks = historyChecks.map((check) => limited(check, (runs) => Math.min(runs, mostHistories)));

test.for(variants)('$id breaks no documented rule', async ({ id }) => {
  const results = await runVariants([id], { seed: 1, profile: 'thorough', checks });
  expect(results.findings.filter(({ level }) => level === 'documented')).toEqual([]);
  expect(results.checks.flatMap(({ error }) => error ?? [])).toEqual([]);
});

const rulesOfWebhooks = ['PAYROLL-040', 'EVENT-008', 'KYC-020', 'HOOK-013'];

test.for(webhookVariants)('$id: nothing is found', async (variant) => {
  await using staged = await stageFault(variant);
  const { drain, ...others } = staged.target.controls;
  const controls = variant.canDrain ? { ...others, ...(drain && { drain }) } : others;
  const { findings, requirements } = await collectResults(
    runConformance({
      target: { ...staged.target, controls },
      checks,
      ...{ seed: 1, profile: 'thorough', concurrency: 4, tool },
    }),
  );
  expect(staged.deeds.mistakes).toEqual([]);
  expect(staged.deeds.changes).toBeGreaterThan(0);
  expect(findings).toEqual([]);
  const evaluated = requirements.filter(({ evaluations }) => evaluations > 0).map(({ id }) => id);
  expect(evaluated).toEqual(expect.arrayContaining(rulesOfWebhooks));
});
