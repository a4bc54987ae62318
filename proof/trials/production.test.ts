/** A run against a production environment that is gone when the run is over. */
import { expect, test } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';

const ofProduction = allChecks.filter(({ needs }) => needs.includes('production'));

async function run(environment: 'sandbox' | 'production') {
  const { target, close } = await openEmbeddedTarget({ environment, control: true, seedData: true });
  try {
    const options = {
      target,
      checks: ofProduction,
      profile: 'standard',
      concurrency: 4,
      seed: 1,
      tool,
    } as const;
    const { findings, requirements } = await collectResults(runConformance(options));
    const statuses = requirements
      .filter(({ checks }) => checks.length > 0)
      .map(({ id, status }) => [id, status] as const);
    return { findings, statuses };
  } finally {
    await close();
  }
}

test('the rules of production are tested in production', async () => {
  const { findings, statuses } = await run('production');
  expect(findings).toEqual([]);
  expect(statuses.length).toBeGreaterThan(5);
  expect(statuses.filter(([, status]) => status !== 'passed')).toEqual([]);
});

test('in the sandbox, no capability is missing for a production rule', async () => {
  const { findings, statuses } = await run('sandbox');
  expect(findings).toEqual([]);
  expect(new Set(statuses.map(([, status]) => status))).toEqual(new Set(['untestable']));
});
