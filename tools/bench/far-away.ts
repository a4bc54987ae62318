/** What running cases side by side gains on a server that is far away. */
import { setTimeout as pass } from 'node:timers/promises';
import { allChecks } from '../../conformance/all-checks.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { startRelay } from '../../proof/traits/relay.ts';
import type { Hooks, Trait } from '../../proof/traits/trait.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedThread } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';
import { type Measurement, rounded } from './measurement.ts';

const millisAway = 50;

const later: NonNullable<Hooks['http']> = async (request, next) => {
  const answer = await next(request);
  await pass(millisAway);
  return answer;
};

const distance: Trait = {
  legal: 'The document names no time for an answer.',
  hooks: () => ({ http: later, control: later }),
};

const checks = allChecks.filter(({ id }) => /^(person|invoice|payroll)\.model$/.test(id));

/** Cases of a run that may not open as many businesses as it likes come in turn. */
const inTurn = { maxBusinesses: 100_000 };

async function run(limits: { readonly maxBusinesses?: number } = {}) {
  const { target, close } = await openEmbeddedThread({ control: true });
  const relay = await startRelay(target.baseUrl, new Map([['distance', distance]]));
  const begun = performance.now();
  const far = { ...target, kind: 'live', baseUrl: relay.url } as const;
  const options = { target: far, checks, seed: 1, profile: 'standard', tool, ...limits } as const;
  const { run: ran, findings } = await collectResults(runConformance(options));
  const millis = performance.now() - begun;
  await relay.close();
  await close();
  if (findings.length > 0) throw new Error(`There is a finding: ${findings[0]?.id}`);
  return { millis, requests: ran.requests };
}

export async function measureFarAway(): Promise<readonly Measurement[]> {
  const before = await run(inTurn);
  const beside = await run();
  const gain = before.millis / beside.millis;
  return [
    {
      what: `three models on a server ${millisAway} ms away, ${rounded(beside.requests)} requests`,
      figure: `${(beside.millis / 1_000).toFixed(1)} s`,
    },
    {
      what: 'the same, against their cases one after the other',
      figure: `${gain.toFixed(1)} times as quick`,
      target: 'at least 2',
      met: gain >= 2,
    },
  ];
}
