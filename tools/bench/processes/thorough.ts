/** A whole run in a process of its own, which looks at its memory while it runs. */
import { allChecks } from '../../../conformance/all-checks.ts';
import type { ProfileName } from '../../../conformance/engine/events.ts';
import { runConformance } from '../../../conformance/provider/run.ts';
import { keepMemoryModest } from '../../../src/cli/modest-memory.ts';
import { collectResults } from '../../../src/collect-results.ts';
import { openEmbeddedThread } from '../../../src/targets/embedded-target.ts';
import { tool } from '../../../src/tool.ts';
import { megabytes } from '../measurement.ts';
import { referenceTarget } from '../reference-target.ts';
import { concurrency } from '../suite-run.ts';
import { reportTo } from './parent.ts';

const sampleMillis = 500;

export interface WholeRun {
  readonly requests: number;
  readonly millis: number;
  /** Megabytes of the process from time to time. */
  readonly samples: readonly number[];
}

/** The address of a server, where it is another process. */
const [profile = 'thorough', server] = process.argv.slice(2);

async function run(): Promise<WholeRun> {
  // As `conformance run` does.
  keepMemoryModest();
  const opened =
    server === undefined
      ? await openEmbeddedThread({ control: true })
      : { target: await referenceTarget(server), close: async () => {} };
  const samples: number[] = [];
  const sampling = setInterval(() => samples.push(megabytes(process.memoryUsage.rss())), sampleMillis);
  const begun = performance.now();
  const { target } = opened;
  const options = { target, checks: allChecks, seed: 1, concurrency, tool } as const;
  const results = await collectResults(runConformance({ ...options, profile: profile as ProfileName }));
  clearInterval(sampling);
  await opened.close();
  if (results.verdict !== 'conformant') {
    throw new Error(`The verdict is ${results.verdict}: ${results.reason ?? 'see the findings'}`);
  }
  return { requests: results.run.requests, millis: performance.now() - begun, samples };
}

reportTo(undefined, { run, close: () => undefined });
