/** One run of all checks but the models on a fresh embedded server. */
import { allChecks } from '../../conformance/all-checks.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedThread } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';

/** As many checks at a time as `conformance run` has by itself. */
export const concurrency = 4;

export interface SuiteRun {
  readonly requests: number;
  readonly millis: number;
}

/** Those of webhook deliveries wait for a receiver that hangs. */
const contractChecks = allChecks.filter(
  ({ id, kind }) => kind !== 'model' && !id.startsWith('webhook-delivery.'),
);

/** @param open starts the server. @defaultValue in a thread of its own, as `conformance run` does */
export async function runSuite(open = openEmbeddedThread): Promise<SuiteRun> {
  const { target, close } = await open({ control: true });
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
  const millis = performance.now() - begun;
  await close();
  return { requests: run.requests, millis };
}
