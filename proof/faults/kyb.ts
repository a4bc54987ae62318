import type { FaultOverrides } from '../../reference-server/fault.ts';
import {
  type KybDecision,
  type KybDecisions,
  kybDecisions,
} from '../../reference-server/resources/kyb/decisions.ts';
import { createKybRules, kybRules } from '../../reference-server/resources/kyb/rules.ts';
import type { Outcome } from '../../reference-server/state/business-state.ts';
import type { DomainEvent } from '../../reference-server/state/records/webhooks.ts';
import { silentAbout } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { changing, instead, replacing, rewrite, webhooks } from './tools.ts';

const reviewed = 'business.kyb.reviewed';

const isApproval = (event: DomainEvent) => event.eventType === reviewed && event.data.outcome === 'approved';

/** Forgets to announce the approval of a business that had to submit a second time. */
function silentAfterMoreInformation(): FaultOverrides {
  const again = new Set<string>();
  const hushed = ({ state, events }: Outcome): Outcome => ({
    state,
    events: events.filter((event) => !isApproval(event) || !again.has(state.business.id)),
  });
  return replacing('kyb', {
    submit(state, command, context) {
      const outcome = kybRules.submit(state, command, context);
      if (state.kybRecords[0]?.status === 'reviewed') again.add(state.business.id);
      return hushed(outcome);
    },
    decide: changing(kybRules.decide, hushed),
  });
}

/** Verifications whose rules decide otherwise. */
export const decideKyb = (decisions: Partial<KybDecisions>): FaultOverrides =>
  replacing('kyb', createKybRules({ ...kybDecisions, ...decisions }));

/** Takes the sentinel for a request of something else. It still rejects what is combined. */
const overlooking = (decision: KybDecision | undefined) =>
  decideKyb({
    byTaxId: (submission) =>
      submission.taxId === '000-XXX-AUTO-APPROVE' && kybDecisions.byPrincipal(submission) === undefined
        ? decision
        : kybDecisions.byTaxId(submission),
  });

const isRejected = ({ kybRecords: [record] }: Outcome['state']) => record?.status === 'rejected';

/** Shows a verification as under way once a submission was rejected. */
function goingOn(): FaultOverrides {
  const refused = new Set<string>();
  return {
    answer(answer, { id }, request) {
      const business = String(request?.path.businessId);
      if (id === 'submitKyb' && answer.status >= 400) refused.add(business);
      return id === 'readKyb' && refused.has(business)
        ? { ...answer, body: rewrite(answer.body, 'status', instead('rejected', 'processing')) }
        : answer;
    },
  };
}

export const kybFaults = faultsOf('kyb', {
  'kyb-approval-not-announced': {
    title: 'A platform is not told that the verification of a business was approved.',
    breaks: ['KYB-002'],
    overrides: silentAbout(reviewed, ({ outcome }) => outcome === 'approved'),
  },
  'second-kyb-approval-not-announced': {
    title: 'A business that supplied the missing information is never notified of its approval.',
    breaks: ['KYB-002'],
    subtle: ['second-time', 'event-missing'],
    overrides: silentAfterMoreInformation,
  },
  'kyb-request-for-more-not-announced': {
    title: 'A business is not notified that its reviewer needs more information.',
    breaks: ['KYB-003'],
    overrides: silentAbout(reviewed, ({ outcome }) => outcome === 'additional-information-needed'),
  },
  'kyb-rejection-not-announced': {
    title: 'A platform is not told that the verification of a business was rejected.',
    breaks: ['KYB-004'],
    overrides: silentAbout('business.kyb.rejected'),
  },
  'kyb-rejection-announced-as-review': {
    title: 'The event of a rejected business looks like a request for more information.',
    breaks: ['KYB-004'],
    overrides: webhooks({
      announced: (events) =>
        events.map((event) =>
          event.eventType === 'business.kyb.rejected'
            ? {
                eventType: 'business.kyb.reviewed',
                data: { ...event.data, outcome: 'additional-information-needed' },
              }
            : event,
        ),
    }),
  },
  'rejected-business-submits-again': {
    title: 'A business that was finally rejected can submit again and be verified.',
    breaks: ['KYB-005'],
    overrides: replacing('kyb', {
      submit(state, command, context) {
        const kybRecords = state.kybRecords.filter(({ status }) => status !== 'rejected');
        return kybRules.submit({ ...state, kybRecords }, command, context);
      },
    }),
  },
  'auto-approve-tax-id-ignored': {
    title: 'A test that relies on the auto-approve tax ID waits for a reviewer.',
    breaks: ['KYB-007'],
    overrides: overlooking(undefined),
  },
  'auto-approve-tax-id-asks-for-more': {
    title: 'The tax ID sentinel for approval leads to a request for more information.',
    breaks: ['KYB-007'],
    overrides: overlooking({ outcome: 'additional-information-needed' }),
  },
  'rejected-business-submission-accepted': {
    title: 'A business that was finally rejected can submit again, and nothing comes of it.',
    breaks: ['KYB-005'],
    overrides: replacing('kyb', {
      submit: (state, submission, context) =>
        isRejected(state) ? { state, events: [] } : kybRules.submit(state, submission, context),
    }),
  },
  'rejected-verification-goes-on': {
    title: 'The verification of a rejected business is under way again after a submission that was rejected.',
    breaks: ['KYB-005'],
    subtle: ['half-applied'],
    overrides: goingOn,
  },
  'rejected-business-announced-as-completed': {
    title: 'The verification of a rejected business is announced as completed.',
    breaks: ['KYB-006'],
    overrides: webhooks({
      announced: (events) =>
        events.flatMap((event): DomainEvent[] =>
          event.eventType === 'business.kyb.rejected'
            ? [
                event,
                { eventType: 'business.kyb.completed', data: { businessId: event.data.businessId ?? '' } },
              ]
            : [event],
        ),
    }),
  },
  'auto-approved-business-announced-as-rejected': {
    title: 'A business that the tax ID sentinel approves is announced as rejected.',
    breaks: ['KYB-004'],
    overrides: replacing('kyb', {
      submit: changing(kybRules.submit, ({ state, events }, _, { taxId }) => {
        const data = { businessId: state.business.id };
        const isApproved = taxId === '000-XXX-AUTO-APPROVE';
        return { state, events: isApproved ? [{ eventType: 'business.kyb.rejected', data }] : events };
      }),
    }),
  },
});
