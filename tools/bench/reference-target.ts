import type { Target } from '../../conformance/target/target.ts';
import { openTarget } from '../../src/targets/open-target.ts';

/** A reference server of another process as `conformance run` sees it. */
export async function referenceTarget(baseUrl: string): Promise<Target> {
  const settings = {
    kind: 'reference',
    baseUrl,
    credentials: {},
    controls: 'auto',
    absentOperations: [],
  } as const;
  const { target } = await openTarget(settings, AbortSignal.timeout(10_000));
  return target;
}
