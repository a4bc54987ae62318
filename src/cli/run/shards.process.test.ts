import { describe, expect, it } from 'vitest';
import { allChecks } from '../../../conformance/all-checks.ts';
import type { RunEvent } from '../../../conformance/engine/events.ts';
import type { Results } from '../../../conformance/engine/results.ts';
import { type RunOptions, runConformance } from '../../../conformance/provider/run.ts';
import { faultById } from '../../../proof/faults/index.ts';
import { mergeShards } from '../../../reports/merge.ts';
import { eventLine, readEvents } from '../../../reports/ndjson.ts';
import { selectById } from '../../config/select-by-id.ts';
import { openEmbeddedTarget } from '../../targets/embedded-target.ts';
import { tool } from '../../tool.ts';
import { planShard } from './scale-options.ts';

/** Quick checks: those that begin a run, those of one area, and a model. */
const first = ['authentication.*', 'operations.parameters', 'custom-fields.*', 'deposits.*'];
const cases = [
  ['limit-above-100-honoured', selectById(allChecks, first, 'check')],
  ['saved-not-announced', selectById(allChecks, ['payroll.model', 'payrolls.list', 'deposits.*'], 'check')],
] as const;

/** A run against a server of its own, as it is read from its file. */
async function record(fault: string, options: Pick<RunOptions, 'checks' | 'shard'>) {
  const opened = await openEmbeddedTarget({ control: true, fault: faultById(fault) });
  const events: RunEvent[] = [];
  try {
    const { target } = opened;
    const settings = { target, seed: 11, profile: 'smoke', concurrency: 4, tool } as const;
    for await (const event of runConformance({ ...settings, ...options })) events.push(event);
  } finally {
    await opened.close();
  }
  return readEvents(events.map(eventLine).join(''));
}

/** The parts of the results that the seed decides. */
function said({ requirements, findings, checks: done, verdict }: Results) {
  return {
    verdict,
    requirements: requirements.map(({ id, status, reason, checks: by }) => ({ id, status, reason, by })),
    findings: findings.map(({ id, level }) => `${id} ${level}`).toSorted(),
    checks: done.map(({ id, status }) => `${id} ${status}`).toSorted(),
  };
}

/** Five runs, on a machine that is busy with other tests. */
const unhurried = 120_000;

describe('four shards of a run with the same seed', () => {
  it.each(cases)(
    'say of a server with %s what one run says',
    async (fault, checks) => {
      const whole = await record(fault, { checks });
      const names = [3, 1, 4, 2];
      const shards = [];
      for (const index of names) {
        const shard = planShard({ index, count: 4 }, checks, 4);
        shards.push({ name: `shard-${index}`, record: await record(fault, { checks, shard }) });
      }
      const { results } = mergeShards(shards);
      expect(said(results)).toEqual(said(whole.results));
      expect(results.verdict).toBe('non-conformant');
      // Each of them found something to do.
      for (const { record: each } of shards) expect(each.results.checks.length).toBeGreaterThan(0);
    },
    unhurried,
  );
});

it('refuses more shards than checks', () => {
  expect(() => planShard({ index: 1, count: 4 }, allChecks.slice(0, 2), 4)).toThrow(
    'There are 4 shards for 2 checks: use at most 2',
  );
});
