/** What `init` and `doctor` do before they say anything: find out what is there, and create nothing. */

import { Transport } from '../../../conformance/http/transport.ts';
import { preflight } from '../../../conformance/provider/preflight.ts';
import { accessOf, type Target } from '../../../conformance/target/target.ts';
import type { OperationId } from '../../../openapi/description.ts';
import type { TargetSettings } from '../../config/settings.ts';
import { openTarget } from '../../targets/open-target.ts';
import { probeOperations } from './probe-operations.ts';

const requestTimeoutMillis = 10_000;

/**
 * Opens a target, asks it who it is and which assumed operations it lacks, and lets go of it when `say` is done.
 *
 * @param say gets the target and the operations that were not found; these are only asked for on a live target.
 * @throws ConformanceError as `openTarget` and `preflight` do
 */
export async function lookAtTarget(
  settings: TargetSettings,
  signal: AbortSignal,
  say: (target: Target, absent: readonly OperationId[]) => void,
): Promise<void> {
  const { target, close } = await openTarget(settings, signal);
  const transport = new Transport(target.baseUrl, {
    connections: 1,
    timeoutMillis: requestTimeoutMillis,
    access: accessOf(target),
  });
  try {
    await preflight(target, transport, signal);
    say(target, target.kind === 'live' ? await probeOperations(target, transport, signal) : []);
  } finally {
    await transport.close();
    await close();
  }
}
