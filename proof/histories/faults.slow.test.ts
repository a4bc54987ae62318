import { expect, test } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { collectResults } from '../../src/collect-results.ts';
import { tool } from '../../src/tool.ts';
import { stageFault } from '../blind/stage.ts';
import { historyFaults } from './faults.ts';

/** Whether requests meet is a matter of chance. */
const retry = 2;

test.for(historyFaults)('$id is found, with a timeline', { retry }, async (fault) => {
  await using staged = await stageFault(fault);
  const { findings } = await collectResults(
    runConformance({
      target: staged.target,
      checks: allChecks.filter(({ id }) => id === fault.shownBy),
      ...{ seed: 1, profile: 'thorough', concurrency: 1, tool },
      endAt: () => true,
    }),
  );
  expect(staged.deeds.mistakes).toEqual([]);
  expect(findings.map(({ timeline = [] }) => timeline.filter(({ isUnexplained }) => isUnexplained))).toEqual([
    [expect.anything()],
  ]);
});
