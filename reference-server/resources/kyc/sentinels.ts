/**
 * Values that decide a component at once in the sandbox, in any case of letters (section "Sandbox-only behaviour"). The
 * document shows one of them, `auto-approve` as the number of the identity document; the others are ours.
 */

import type { KycComponentName } from '../../state/records/people.ts';
import type { Schemas } from '../../state/schemas.ts';

export type Verdict = 'approved' | 'rejected';

export interface Sentinel {
  readonly component: KycComponentName;
  /** In small letters. For the identity it is idDetails.number, for the address it is line2. */
  readonly value: string;
  readonly verdict: Verdict;
}

export const sentinels: readonly Sentinel[] = [
  { component: 'identity', value: 'auto-approve', verdict: 'approved' },
  { component: 'identity', value: 'auto-reject', verdict: 'rejected' },
  { component: 'address', value: 'auto-approve', verdict: 'approved' },
  { component: 'address', value: 'auto-reject', verdict: 'rejected' },
];

/** What the sentinel for a component says, if there is one in the submission. */
export function sentinelVerdict(
  component: KycComponentName,
  { idDetails, address }: Schemas['KycSubmission'],
): Verdict | undefined {
  const given = (component === 'identity' ? idDetails?.number : address?.line2)?.toLowerCase();
  return sentinels.find((sentinel) => sentinel.component === component && sentinel.value === given)?.verdict;
}
