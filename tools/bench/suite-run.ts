/** One run of all checks but the models on a fresh embedded server. */
import { allChecks } from '../../conformance/all-checks.ts';
import { runConformance } from '../../conformance/provider/run.ts';
import type { Target } from '../../conformance/target/target.ts';
import { collectResults } from '../../src/collect-results.ts';
import { openEmbeddedThread } from '../../src/targets/embedded-target.ts';
import { tool } from '../../src/tool.ts';
import { cpuMillisSince } from './measurement.ts';

/** As many checks at a time as `conformance run` has by itself. */
export const concurrency = 4;

export interface SuiteRun {
  readonly requests: number;
  readonly millis: number;
  /** Processor time of the whole process. Other work on the machine changes it less. */
  readonly cpuMillis: number;
}

/** Those of webhook deliveries wait for a receiver that hangs. */
const contractChecks = allChecks.filter(
  ({ id, kind }) => kind !== 'model' && !id.startsWith('webhook-delivery.'),
);

/**
 * @param around wraps the run on its server.
 * @param open starts the server. @defaultValue in a thread of its own, as `conformance run` does
 */
export async function runSuite(
  around: (target: Target, run: () => Promise<void>) => Promise<void> = (_, run) => run(),
  open = openEmbeddedThread,
): Promise<SuiteRun> {
  const { target, close } = await open({ control: true });
  let measured = { requests: 0, millis: 0, cpuMillis: 0 };
  await around(target, async () => {
    const [begun, before] = [performance.now(), process.cpuUsage()];
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
    measured = {
      requests: run.requests,
      millis: performance.now() - begun,
      cpuMillis: cpuMillisSince(before),
    };
  });
  await close();
  return measured;
}
