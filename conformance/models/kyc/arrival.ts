/** Looks at a user in the moment in which its document is announced as expired, while the target waits for an answer. */
import { readVerification } from '../../actions/kyc.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { envelopeOf } from '../../webhooks/inspect.ts';
import type { Attempt } from '../../webhooks/receiver.ts';
import type { KycWorld } from './model.ts';

export async function onArrival(
  scenario: Scenario,
  { ground, ids, whenExpired }: KycWorld,
  delivery: Attempt,
): Promise<void> {
  const { eventType, data } = envelopeOf(delivery);
  const id = ids.find((each) => each === data?.userId);
  if (eventType !== 'user.kyc.expiry' || data?.stage !== 'expired' || id === undefined) return;
  try {
    const { statuses } = await readVerification(scenario, ground.tenant.caller, id);
    if (statuses.identity !== undefined && !whenExpired.has(id)) whenExpired.set(id, statuses.identity);
  } catch {
    // What is wrong with the answer is for the next look to say, which reads the same.
  }
}
