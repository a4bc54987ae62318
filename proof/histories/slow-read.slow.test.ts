import { expect, test } from 'vitest';
import { example } from '../../conformance/provider/check.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { sharePayrollFunds } from '../../conformance/resources/histories/money.ts';
import { type PlanStep, play } from '../../conformance/resources/histories/play.ts';
import { collectResults } from '../../src/collect-results.ts';
import { tool } from '../../src/tool.ts';
import type { BlindFault } from '../blind/fault.ts';
import { stageFault } from '../blind/stage.ts';
import { hold, mapOf, underWay } from './races.ts';

/** Of reads at the same time, all but the first wait until approvals that come after them are carried out. */
const slowReads: NonNullable<BlindFault['answer']> = async (call, hands) => {
  const { next } = hands;
  if (call.method === 'POST' && /\/approve$/.test(call.path)) {
    const answer = await next(call);
    mapOf<true>(hands, 'approved').set(call.path, true);
    return answer;
  }
  if (call.method !== 'GET' || !/^\/v1\/payrolls\/[^/]+$/.test(call.path)) return next(call);
  return underWay(hands, 'reads', 'all', call, async (others) => {
    const before = mapOf<true>(hands, 'approved').size;
    for (let waits = 0; others.length > 0 && waits < 20; waits += 1) {
      if (mapOf<true>(hands, 'approved').size >= before + 2) break;
      await hold();
    }
    return next(call);
  });
};

const plan: readonly PlanStep[] = [
  { client: 2, verb: 'read', object: 0, fate: 'answered' },
  { client: 1, verb: 'approve', object: 0, fate: 'answered' },
  { client: 1, verb: 'approve', object: 1, fate: 'answered' },
];

test('payrolls that are read at several moments break no rule', async () => {
  const check = example({
    id: 'histories.payroll-funds',
    title: 'Approvals beside a slow read',
    covers: ['PAYROLL-024', 'PAYROLL-026', 'PAYROLL-042'],
    needs: ['platform-token'],
    run: async (scenario) => play(scenario, await sharePayrollFunds(scenario), plan),
  });
  await using staged = await stageFault({
    id: 'slow-reads',
    title: 'Reads of payrolls come late.',
    breaks: 'No rule.',
    answer: slowReads,
  });
  const { findings, checks } = await collectResults(
    runConformance({
      ...{ target: staged.target, checks: [check], seed: 1, profile: 'thorough', concurrency: 1, tool },
    }),
  );
  expect(findings).toEqual([]);
  expect(checks.map(({ status }) => status)).toEqual(['passed']);
});
