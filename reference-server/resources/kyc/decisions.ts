/** The single questions that the KYC rules ask, each with the document's answer. */
import { secondsPerDay, startOf } from '../../state/dates.ts';
import {
  type DocumentStage,
  documentStages,
  type KycComponentName,
  type KycComponentState,
  type KycDocument,
  type KycRecord,
} from '../../state/records/people.ts';
import type { DomainEvent } from '../../state/records/webhooks.ts';
import type { RuleContext } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';

export const componentNames: readonly KycComponentName[] = ['identity', 'address'];

/** Seconds after which an unreviewed component in the sandbox is pending. The document shows no time. */
const pendingAfterSeconds = 60;

/**
 * Days from the expiry date to the first day of each stage. A document is valid through its expiry date; the 60 days of
 * grace are the 60 days after it.
 */
const firstDayOf = { 'about-to-expire': -30, 'in-grace-period': 1, expired: 61 } as const;

type Announcement = Extract<DomainEvent, { eventType: 'user.kyc.updated' }>['data'];

/** What moves a component. */
export type KycCause = 'submission' | 'resubmission' | 'renewal' | 'review' | 'result' | 'expiry' | 'time';

/** A component that enters a status. */
export interface KycMove {
  readonly before: KycRecord;
  readonly component: KycComponentName;
  readonly status: Schemas['KycStatus'];
  readonly by: KycCause;
}

/** A review that names what it decides, and how. */
export interface KycReviewed {
  readonly component: KycComponentName;
  readonly verdict: Verdict;
}

export const kycDecisions = {
  /** Interpretation 78: a further POST starts the components that are still none. */
  submitted: (record: KycRecord, submission: Schemas['KycSubmission']): readonly KycComponentName[] =>
    componentsOf(submission).filter((component) => record[component] === undefined),

  /** Interpretation 78: a PATCH starts the identity, and an address that is rejected or none. */
  resubmitted: ({ address }: KycRecord, submission: Schemas['KycSubmission']): readonly KycComponentName[] =>
    componentsOf(submission).filter(
      (component) => component === 'identity' || address === undefined || address.status === 'rejected',
    ),

  /** The verdict that the submission itself decides for a component. Sentinels work in the sandbox only. */
  sentinel: (
    component: KycComponentName,
    submission: Schemas['KycSubmission'],
    { environment }: RuleContext,
  ): Verdict | undefined => (environment === 'sandbox' ? sentinelVerdict(component, submission) : undefined),

  /** When a component that starts processing now becomes pending, in Unix seconds; never in production. */
  pendingAt: ({ now, environment }: RuleContext): number | undefined =>
    environment === 'sandbox' ? now + pendingAfterSeconds : undefined,

  /** "Sandbox without review: pending; no result ever arrives." */
  unreviewed: (_component: KycComponentName): KycComponentState => ({ status: 'pending' }),

  /** "Decides one check per call; works in any user state." */
  reviewed: (_record: KycRecord, { component }: KycReviewed): readonly KycComponentName[] => [component],

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

  /**
   * The stage up to which nothing is announced of a document that is approved now. Interpretation 83: one that is
   * approved inside a window announces only that stage.
   *
   * @param begun stages after that of the document that have begun, in their order
   */
  announcedBefore: ({ stage }: KycDocument, begun: readonly DocumentStage[]): DocumentStage =>
    begun.at(-2) ?? stage,

  /** "User KYC status is already rejected": only the identity is (interpretation 175). */
  rejectedAtExpiry: (_record: KycRecord): readonly KycComponentName[] => ['identity'],

  /** "Fires on every KYC status change", but there is no word for pending, which is detected by polling. */
  announced: ({ before, component, status }: KycMove): readonly Announcement[] =>
    status === 'pending' ? [] : [{ userId: before.id, type: component, status }],
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

/** Every submission is about the identity; it is about the address when it says something about it. */
function componentsOf({
  address,
  addressProofFileId,
}: Schemas['KycSubmission']): readonly KycComponentName[] {
  return address === undefined && addressProofFileId === undefined ? ['identity'] : componentNames;
}

/** The verdict of the sentinel for a component, if the submission contains one. */
function sentinelVerdict(
  component: KycComponentName,
  { idDetails, address }: Schemas['KycSubmission'],
): Verdict | undefined {
  const given = (component === 'identity' ? idDetails?.number : address?.line2)?.toLowerCase();
  return sentinels.find((sentinel) => sentinel.component === component && sentinel.value === given)?.verdict;
}
