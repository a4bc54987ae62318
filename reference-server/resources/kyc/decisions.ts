/** The single questions that the KYC rules ask, each with the document's answer. */
import { secondsPerDay, startOf } from '../../state/dates.ts';
import {
  type DocumentStage,
  documentStages,
  type KycComponentName,
  type KycRecord,
} from '../../state/records/people.ts';
import type { RuleContext } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';

/** Seconds after which an unreviewed component in the sandbox is pending. The document shows no time. */
const pendingAfterSeconds = 60;

/**
 * Days from the expiry date to the first day of each stage. A document is valid through its expiry date; the 60 days of
 * grace are the 60 days after it.
 */
const firstDayOf = { 'about-to-expire': -30, 'in-grace-period': 1, expired: 61 } as const;

export const kycDecisions = {
  /** The verdict that the submission itself decides for a component. Sentinels work in the sandbox only. */
  sentinel: (
    component: KycComponentName,
    submission: Schemas['KycSubmission'],
    { environment }: RuleContext,
  ): Verdict | undefined => (environment === 'sandbox' ? sentinelVerdict(component, submission) : undefined),

  /** When a component that starts processing now becomes pending, in Unix seconds; never in production. */
  pendingAt: ({ now, environment }: RuleContext): number | undefined =>
    environment === 'sandbox' ? now + pendingAfterSeconds : undefined,

  /** "Identity can only be resubmitted when status is Rejected." */
  mayResubmit: ({ identity }: KycRecord): boolean => identity?.status === 'rejected',

  /** "Renewal … is available at every stage": while the identity is approved and once its document has expired. */
  mayRenew: ({ identity, document }: KycRecord): boolean =>
    identity?.status === 'approved' || (identity?.status === 'rejected' && document?.stage === 'expired'),

  /** When a document enters a stage, in Unix seconds: at 00:00 UTC. */
  stageBeginsAt: (stage: Exclude<DocumentStage, 'valid'>, expirationDate: string): number =>
    startOf(expirationDate) + firstDayOf[stage] * secondsPerDay,

  /** Stages that a document has still to announce, in their order. */
  stagesAfter: (stage: DocumentStage): readonly Exclude<DocumentStage, 'valid'>[] =>
    documentStages.slice(documentStages.indexOf(stage) + 1).filter((later) => later !== 'valid'),

  /** Word of `user.kyc.updated`; none for pending, which is detected by polling. */
  announced: (status: Schemas['KycStatus']): Schemas['UserKycUpdatedData']['status'] | undefined =>
    status === 'pending' ? undefined : status,
};

export type KycDecisions = typeof kycDecisions;

// Values that decide a component at once in the sandbox, in any case of letters (section "Sandbox-only behaviour"). The
// document shows one of them, `auto-approve` as the number of the identity document; the others are ours.

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

/** The verdict of the sentinel for a component, if the submission contains one. */
function sentinelVerdict(
  component: KycComponentName,
  { idDetails, address }: Schemas['KycSubmission'],
): Verdict | undefined {
  const given = (component === 'identity' ? idDetails?.number : address?.line2)?.toLowerCase();
  return sentinels.find((sentinel) => sentinel.component === component && sentinel.value === given)?.verdict;
}
