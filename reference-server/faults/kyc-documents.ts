import { kycDecisions } from '../resources/kyc/decisions.ts';
import { kycRules } from '../resources/kyc/rules.ts';
import { enter, filed, outcomeOf, recordOf } from '../resources/kyc/verification.ts';
import type { BusinessState, Outcome } from '../state/business-state.ts';
import { secondsPerDay } from '../state/dates.ts';
import { nextOf } from '../state/progress.ts';
import type { KycRecord } from '../state/records/people.ts';
import { invalidState } from '../state/refusal.ts';
import { payloadOf } from './event-tools.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { decide, kyc } from './kyc-tools.ts';

/** A verification that has not forgotten when the document expires that was replaced. */
type Remembering = KycRecord & { readonly replacedExpiry?: string };

const reject = (record: KycRecord) =>
  enter(kycDecisions, record, 'identity', { status: 'rejected', reason: 'The document has expired.' });

/** When a document that was replaced would have expired for good, if the identity is approved. */
const replacedExpiresAt = (record: Remembering): number | undefined =>
  record.identity?.status === 'approved' && record.replacedExpiry !== undefined
    ? kycDecisions.stageBeginsAt('expired', record.replacedExpiry)
    : undefined;

/** Rejects the identity of some users. */
function rejecting(before: Outcome, isRejected: (record: KycRecord) => boolean): Outcome {
  const rejected = before.state.kycRecords.filter(isRejected);
  return rejected.reduce<Outcome>(({ state, events }, current) => {
    const { replacedExpiry: _, ...record }: Remembering = current;
    const change = reject(record);
    return { state: outcomeOf(state, change).state, events: [...events, ...change.events] };
  }, before);
}

/** Files the document of a resubmission that it goes on to refuse. */
function filingBeforeRefusal(): FaultOverrides {
  const refused = new Set<string>();
  const refusal = invalidState('Identity can only be resubmitted when status is Rejected');
  return {
    ...kyc({
      resubmit(state, command, now) {
        const record = recordOf(state, command.userId);
        if (kycDecisions.mayResubmit(record)) return kycRules.resubmit(state, command, now);
        refused.add(command.userId);
        return outcomeOf(state, { record: filed(record, 'identity', command.input), events: [] });
      },
    }),
    answer: (answer, { id }, request) =>
      id === 'resubmitKyc' && refused.delete(String(request?.path.userId))
        ? { status: refusal.status, body: refusal.body }
        : answer,
  };
}

/** The day after two months that follow the expiry date. */
function twoMonthsAfter(expirationDate: string): number {
  const date = new Date(`${expirationDate}T00:00:00Z`);
  return date.setUTCMonth(date.getUTCMonth() + 2) / 1000 + secondsPerDay;
}

const expiredIn = ({ events }: Outcome) =>
  events.some((event) => event.eventType === 'user.kyc.expiry' && payloadOf(event).stage === 'expired');

const isApproved = ({ identity }: KycRecord) => identity?.status === 'approved';

export const kycDocumentFaults: readonly Fault[] = [
  {
    id: 'refused-resubmission-replaces-the-document',
    title: 'A verified user is never warned, because a refused resubmission has replaced the document.',
    area: 'verification',
    breaks: ['EXPIRY-001', 'EXPIRY-002', 'EXPIRY-003', 'KYC-022'],
    overrides: filingBeforeRefusal(),
  },
  {
    id: 'replaced-document-stays-in-force',
    title: 'A user with a new document is locked out when the old one expires.',
    area: 'verification',
    breaks: ['EXPIRY-006', 'EXPIRY-011'],
    overrides: kyc({
      renew(before, command, now) {
        const replacedExpiry = recordOf(before, command.userId).document?.details.expirationDate;
        const { state, events } = kycRules.renew(before, command, now);
        const record: Remembering = {
          ...recordOf(state, command.userId),
          ...(replacedExpiry !== undefined && { replacedExpiry }),
        };
        return outcomeOf(state, { record, events });
      },
      progress: (before, context, now) =>
        rejecting(
          kycRules.progress(before, context, now),
          (record) => (replacedExpiresAt(record) ?? Number.POSITIVE_INFINITY) <= now,
        ),
      nextProgressAt(state: BusinessState, now) {
        const ahead = state.kycRecords.flatMap((record) => replacedExpiresAt(record) ?? []);
        return nextOf([kycRules.nextProgressAt(state, now) ?? [], ahead].flat(), now);
      },
    }),
  },
  {
    id: 'replacement-document-never-expires',
    title: 'A user who has renewed a document once is never warned again.',
    area: 'verification',
    breaks: ['EXPIRY-001', 'EXPIRY-002', 'EXPIRY-003'],
    overrides: kyc({
      renew(state, command, now) {
        const { expirationDate: _, ...idDetails } = command.input.idDetails ?? {};
        const input = command.input.idDetails ? { ...command.input, idDetails } : command.input;
        return kycRules.renew(state, { ...command, input }, now);
      },
    }),
  },
  {
    id: 'expired-document-rejects-the-whole-business',
    title: 'All users of a business are locked out when the document of one of them has expired.',
    area: 'verification',
    breaks: ['EXPIRY-006'],
    overrides: kyc({
      progress(before, context, now) {
        const outcome = kycRules.progress(before, context, now);
        return expiredIn(outcome) ? rejecting(outcome, isApproved) : outcome;
      },
    }),
  },
  {
    id: 'grace-period-of-two-months',
    title: 'A user is locked out earlier or later, depending on the months that follow the expiry.',
    area: 'verification',
    breaks: ['EXPIRY-003', 'LIMIT-003'],
    overrides: decide({
      stageBeginsAt: (stage, date) =>
        stage === 'expired' ? twoMonthsAfter(date) : kycDecisions.stageBeginsAt(stage, date),
    }),
  },
];
