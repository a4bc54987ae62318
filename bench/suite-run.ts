/** One run of all checks but the models on a fresh embedded server. */
import { allChecks } from '../conformance/checks/index.ts';
import { runConformance } from '../conformance/engine/run.ts';
import type { Target } from '../conformance/target/target.ts';
import { collectResults } from '../src/collect-results.ts';
import { openEmbeddedTarget } from '../src/embedded-target.ts';
import { tool } from '../src/tool.ts';

/** As many checks at a time as `conformance run` has by itself. */
export const concurrency = 4;

export interface SuiteRun {
  readonly millis: number;
  readonly requests: number;
}

const contractChecks = allChecks.filter(({ kind }) => kind !== 'model');

/** @param around what is done around the run, on the server that it meets. */
export async function runSuite(
  around: (target: Target, run: () => Promise<void>) => Promise<void> = (_, run) => run(),
): Promise<SuiteRun> {
  const { target, close } = await openEmbeddedTarget({ control: true });
  let measured = { millis: 0, requests: 0 };
  await around(target, async () => {
    const begun = performance.now();
    const options = {
      target,
      checks: contractChecks,
      seed: 1,
      profile: 'standard',
      concurrency,
      tool,
    } as const;
    const { verdict, run } = await collectResults(runConformance(options));
    if (verdict !== 'conformant' && verdict !== 'partial') throw new Error(`The verdict is ${verdict}`);
    measured = { millis: performance.now() - begun, requests: run.requests };
  });
  await close();
  return measured;
}
