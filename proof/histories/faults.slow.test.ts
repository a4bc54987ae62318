import { expect, test } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import { webhookLane } from '../../conformance/engine/history.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { collectResults } from '../../src/collect-results.ts';
import { tool } from '../../src/tool.ts';
import { stageFault } from '../blind/stage.ts';
import { type HistoryFault, historyFaults } from './faults.ts';
import { webhookFaults } from './webhook-faults.ts';

/** Whether requests meet is a matter of chance. */
const retry = 2;

/** The timelines of what is found. */
async function timelinesOf(fault: HistoryFault) {
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
  return findings.map(({ timeline = [] }) => timeline);
}

const faults = [...historyFaults, ...webhookFaults];

test.for(faults)('$id is found, with a timeline', { retry }, async (fault) => {
  const timelines = await timelinesOf(fault);
  expect(timelines.map((timeline) => timeline.filter(({ isUnexplained }) => isUnexplained))).toEqual([
    [expect.anything()],
  ]);
  if (webhookFaults.includes(fault))
    expect(timelines.flat().some(({ client }) => client === webhookLane)).toBe(true);
});
