/** Traffic of a sound server leads to no finding, even if messages are lost, repeated, late or out of order. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { allChecks } from '../../conformance/all-checks.ts';
import { withCases } from '../../conformance/engine/check.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import type { ObservedDelivery, ObservedExchange, Traffic } from '../../conformance/traffic/observation.ts';
import { judgeTraffic } from '../../conformance/traffic/run.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedTarget } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';
import { startObserver } from '../benign/testing/observer.ts';

type Observation = ObservedExchange | ObservedDelivery;

const history: Observation[] = [];

/** One case of each shows enough. */
const briefly = allChecks
  .filter(({ id }) =>
    /^(persons|users|contracts|payouts|beneficiaries|businesses|payroll|transaction|external-account|webhook-delivery)\./.test(
      id,
    ),
  )
  .map((check) =>
    withCases(check, (cases) =>
      cases.type === 'generated' ? { ...cases, runs: Math.min(cases.runs, 6) } : cases,
    ),
  );

/** Seconds of the history for each second of the run: observations within moments cannot contradict each other. */
const stretch = 1_000;

beforeAll(async () => {
  const { target, close } = await openEmbeddedTarget({ control: true });
  const note = (each: Observation) => history.push(each);
  await using observer = await startObserver(target.baseUrl, {
    request: () => {},
    exchange: note,
    delivery: note,
  });
  const observed = { ...target, baseUrl: observer.url };
  const run = { checks: briefly, seed: 5, profile: 'smoke', concurrency: 4, tool } as const;
  const { findings } = await collectResults(runConformance({ target: observed, ...run }));
  await close();
  expect(findings.filter(({ level }) => level === 'documented')).toEqual([]);
  const begin = Math.min(...history.map(({ startedAt }) => startedAt));
  const stretched = (time: number) => begin + (time - begin) * stretch;
  for (const [place, { startedAt, endedAt = startedAt, ...each }] of history.entries())
    history[place] = {
      ...each,
      startedAt: stretched(startedAt),
      endedAt: stretched(startedAt) + (endedAt - startedAt),
    };
});

const judge = (observations: readonly Observation[]) => {
  const traffic: Traffic = {
    baseUrl: 'http://127.0.0.1:1',
    exchanges: observations.filter((each) => 'request' in each),
    deliveries: observations.filter((each) => 'answered' in each),
  };
  return collectResults(judgeTraffic('observed', { traffic, tool }));
};

const foundIn = async (observations: readonly Observation[]) =>
  (await judge(observations)).findings.map(({ id, expected, actual }) => [id, expected, actual]);

test('the whole history is sound, and evaluates the rules about several messages', async () => {
  expect(await foundIn(history)).toEqual([]);
  const { checks } = await judge(history);
  const passed = checks.filter(({ status }) => status === 'passed').map(({ id }) => id);
  for (const id of ['rules.lists', 'rules.resources', 'states.payroll', 'transactions.events'])
    expect(passed).toContain(id);
});

const day = 86_400_000;
/** A copy may be behind for so long. */
const longestLag = 4_000;

interface Fate {
  /** How often it is seen: from zero to two times. */
  readonly times: number;
  /** Its delay, as a part of the longest delay. */
  readonly late: number;
  /** Its position among the others. */
  readonly place: number;
}

const fates: fc.Arbitrary<readonly Fate[]> = fc
  .infiniteStream(
    fc.record({
      times: fc.constantFrom(0, 1, 1, 2),
      late: fc.double({ min: 0, max: 1, noNaN: true }),
      place: fc.nat({ max: 1_000_000 }),
    }),
  )
  .map((stream) => [...stream.take(history.length)]);

/** A webhook may come at any time; a read may show the state of a moment ago. */
function meet(each: Observation, { late }: Fate): Observation {
  const isRead = 'request' in each && each.request.method === 'GET';
  const millis = 'answered' in each ? late * day : isRead ? late * longestLag : 0;
  const { startedAt, endedAt = startedAt, ...rest } = each;
  return { ...rest, startedAt: startedAt + millis, endedAt: endedAt + millis };
}

test('any part of it is sound in any order, with repeated and late messages', async () => {
  const seen = fates.map((each) =>
    history
      .flatMap((observation, index) => {
        const fate = each[index];
        if (fate === undefined) return [];
        const copies = Array.from({ length: fate.times }, () => meet(observation, fate));
        return copies.map((copy) => ({ copy, place: fate.place }));
      })
      .toSorted((a, b) => a.place - b.place)
      .map(({ copy }) => copy),
  );
  await fc.assert(
    fc.asyncProperty(seen, async (observations) => {
      expect(await foundIn(observations)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});
