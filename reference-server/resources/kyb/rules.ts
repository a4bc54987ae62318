import type { BusinessState, Outcome } from '../../state/business-state.ts';
import type { KybRecord, KybStatus } from '../../state/records/businesses.ts';
import type { DomainEvent } from '../../state/records/webhooks.ts';
import { invalidState, notFound, Refusal } from '../../state/refusal.ts';
import type { RuleContext } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';
import { derivedId } from '../../state/values.ts';

/** The reason that the business gets if a review gives none. */
const defaultMessages = {
  'additional-information-needed': 'Additional information is needed.',
  rejected: 'The business could not be verified.',
};

const statusAfter: Readonly<Record<KybDecision['outcome'], KybStatus>> = {
  approved: 'approved',
  'additional-information-needed': 'reviewed',
  rejected: 'rejected',
  completed: 'completed',
};

function withStatus(
  state: BusinessState,
  status: KybStatus,
  feedback: readonly string[] = [],
): BusinessState {
  const businessId = state.business.id;
  const record: KybRecord = { id: derivedId(`kyb ${businessId}`), businessId, status, feedback };
  return { ...state, kybRecords: [record] };
}

/** The events of a decision. A business that is completed without an approval is approved by it. */
function eventsOf(businessId: string, { outcome, message }: KybDecision, before: KybStatus): DomainEvent[] {
  const said = message !== undefined && { message };
  const approved: DomainEvent = {
    eventType: 'business.kyb.reviewed',
    data: { businessId, outcome: 'approved', ...said },
  };
  switch (outcome) {
    case 'approved':
      return [approved];
    case 'additional-information-needed':
      return [{ eventType: 'business.kyb.reviewed', data: { businessId, outcome, ...said } }];
    case 'rejected':
      return [
        {
          eventType: 'business.kyb.rejected',
          data: { businessId, ...(message !== undefined && { reason: message }) },
        },
      ];
    case 'completed':
      return [
        ...(before === 'approved' ? [] : [approved]),
        { eventType: 'business.kyb.completed', data: { businessId } },
      ];
  }
}

/** The verification as it is read; `none` before the first submission. */
export function kybOf({ business, kybRecords: [record] }: BusinessState): Schemas['KybRecord'] {
  return {
    businessId: business.id,
    status: record?.status ?? 'none',
    feedback: [...(record?.feedback ?? [])],
  };
}

// Values of a submission with which the sandbox decides at once (section "Sandbox-only behaviour"). Like the sentinels
// of KYC they are case-insensitive.

/** How a review ends. */
export interface KybDecision {
  readonly outcome: 'approved' | 'additional-information-needed' | 'rejected' | 'completed';
  readonly message?: string;
}

const autoApproveTaxId = '000-xxx-auto-approve';

/**
 * SSNs of a principal, the gravest first. The document does not show the values; no SSN that was ever issued begins
 * with 000.
 */
const principalPresets: readonly { readonly ssn: string; readonly decision: KybDecision }[] = [
  {
    ssn: '000-00-0002',
    decision: { outcome: 'rejected', message: 'The identity of a principal could not be confirmed.' },
  },
  {
    ssn: '000-00-0001',
    decision: {
      outcome: 'additional-information-needed',
      message: 'A proof of the address of a principal is needed.',
    },
  },
];

/**
 * The decision that a submission requests.
 *
 * @throws Refusal when the tax identification number and the SSN of a principal request different ones.
 */
function decisionIn({ taxId, principals = [] }: Schemas['KybSubmission']): KybDecision | undefined {
  const approves = taxId?.toLowerCase() === autoApproveTaxId;
  const preset = principalPresets.find((one) => principals.some(({ ssn }) => ssn === one.ssn));
  if (approves && preset)
    throw new Refusal(
      400,
      'invalid_request_body',
      'The auto-approve tax ID cannot be combined with auto-feedback principal presets',
    );
  return approves ? { outcome: 'completed' } : preset?.decision;
}

export const kybRules = {
  /**
   * Section "KYB": a rejected business cannot submit again; one that needs to add information can.
   *
   * @throws Refusal when the business cannot submit now, a file was not uploaded, or two sentinels exclude each other.
   */
  submit(state: BusinessState, submission: Schemas['KybSubmission'], { environment }: RuleContext): Outcome {
    const decision = environment === 'sandbox' ? decisionIn(submission) : undefined;
    const { registrationFileId } = submission;
    if (registrationFileId !== undefined && !state.files.some(({ id }) => id === registrationFileId))
      throw notFound();
    kybRules.admit(state.kybRecords[0]?.status);
    const submitted = withStatus(state, 'processing');
    return decision ? kybRules.decide(submitted, decision) : { state: submitted, events: [] };
  },

  /** @throws Refusal when a business with this status cannot submit. */
  admit(status: KybStatus | undefined): void {
    if (status === undefined || status === 'reviewed') return;
    throw invalidState(
      status === 'rejected'
        ? 'A business whose verification was rejected cannot submit it again'
        : `The verification of the business is ${status} and cannot be submitted again`,
    );
  },

  /**
   * Ends a review, or completes an approved one.
   *
   * @throws Refusal when the status does not allow it.
   */
  decide(state: BusinessState, decision: KybDecision): Outcome {
    const before = state.kybRecords[0]?.status;
    const { outcome } = decision;
    if (before !== 'processing' && !(before === 'approved' && outcome === 'completed'))
      throw invalidState(
        `The verification of the business is ${before ?? 'not submitted'} and cannot become ${outcome}`,
      );
    const isBad = outcome === 'additional-information-needed' || outcome === 'rejected';
    const message = decision.message ?? (isBad ? defaultMessages[outcome] : undefined);
    const said: KybDecision = { outcome, ...(message !== undefined && { message }) };
    return {
      state: withStatus(state, statusAfter[outcome], isBad && message !== undefined ? [message] : []),
      events: eventsOf(state.business.id, said, before),
    };
  },
};
