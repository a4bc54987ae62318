/** Records the suite's requests to a sound server, case by case, so that they can be replayed against a faulty one. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { allChecks } from '../../../conformance/all-checks.ts';
import { aroundEach, type Cases, withCases } from '../../../conformance/engine/check.ts';
import type { Check } from '../../../conformance/provider/check.ts';
import { runConformance } from '../../../conformance/provider/run.ts';
import type { Scenario } from '../../../conformance/provider/scenario.ts';
import { collectResults } from '../../../src/collect-results.ts';
import { openEmbeddedTarget } from '../../../src/targets/embedded-target.ts';
import { tool } from '../../../src/tool.ts';
import { type Conversation, factsOf, record } from '../conversation.ts';

const [seed, profile] = [1, 'standard'] as const;

/** One at a time, so that the record has the order of the replay. */
const concurrency = 1;

/** Values of each property, beside its examples. A model has its tours, which take each transition. */
const generatedValues = 2;

/** It waits in real time for a receiver that hangs. */
const isSlow = ({ id }: Check) => id === 'webhook-delivery.hanging-receiver';

function shorten(cases: Cases<Scenario>, kind: Check['kind']): Cases<Scenario> {
  if (cases.type !== 'generated') return cases;
  const { runs, examples = [] } = cases;
  return { ...cases, runs: Math.min(runs, examples.length + (kind === 'model' ? 0 : generatedValues)) };
}

/** The same check, whose cases note in which of them a request is sent. */
function naming(check: Check, running: AsyncLocalStorage<string>): Check {
  let number = 0;
  return withCases(check, (cases) =>
    aroundEach(shorten(cases, check.kind), (body) => (scenario) => {
      number += 1;
      return running.run(`${check.id} ${number}`, () => body(scenario));
    }),
  );
}

/** @throws Error when the sound server does not conform: its traffic would be no measure */
export async function recordSuite(): Promise<Conversation> {
  const running = new AsyncLocalStorage<string>();
  const checks = allChecks.filter((check) => !isSlow(check)).map((check) => naming(check, running));
  const { target, close } = await openEmbeddedTarget({ control: true, seedData: true });
  const run = async () => {
    const options = { target, checks, seed, profile, concurrency, tool } as const;
    const { verdict } = await collectResults(runConformance(options));
    if (verdict !== 'conformant' && verdict !== 'partial') throw new Error(`The verdict is ${verdict}`);
  };
  try {
    return await record(factsOf(target), run, () => running.getStore() ?? 'rehearsal');
  } finally {
    await close();
  }
}
