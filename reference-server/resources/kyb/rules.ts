import type { BusinessState, Outcome } from '../../state/business-state.ts';
import type { KybRecord, KybStatus } from '../../state/records/businesses.ts';
import type { DomainEvent } from '../../state/records/webhooks.ts';
import { invalidState, notFound } from '../../state/refusal.ts';
import type { RuleContext } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';
import { derivedId } from '../../state/values.ts';
import { type KybDecision, type KybDecisions, kybDecisions } from './decisions.ts';

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

/** @param decisions single answers of the document; the faults of the self-test replace some. */
export function createKybRules(decisions: KybDecisions = kybDecisions) {
  /** The decision that a submission requests. */
  function decisionIn(submission: Schemas['KybSubmission']): KybDecision | undefined {
    const approval = decisions.byTaxId(submission);
    const preset = decisions.byPrincipal(submission);
    return approval && preset ? decisions.byBoth(submission) : (approval ?? preset);
  }

  const rules = {
    /**
     * Section "KYB": a rejected business cannot submit again; one that needs to add information can.
     *
     * @throws Refusal when the business cannot submit now, a file was not uploaded, or two sentinels exclude each other.
     */
    submit(
      state: BusinessState,
      submission: Schemas['KybSubmission'],
      { environment }: RuleContext,
    ): Outcome {
      const decision = environment === 'sandbox' ? decisionIn(submission) : undefined;
      const { registrationFileId } = submission;
      if (registrationFileId !== undefined && !state.files.some(({ id }) => id === registrationFileId))
        throw notFound();
      rules.admit(state.kybRecords[0]?.status);
      const submitted = withStatus(state, 'processing');
      return decision ? rules.decide(submitted, decision) : { state: submitted, events: [] };
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
  return rules;
}

export const kybRules = createKybRules();
