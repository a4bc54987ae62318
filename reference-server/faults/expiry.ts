import { secondsPerDay } from '../dates.ts';
import { type KycDecisions, kycDecisions } from '../resources/kyc/decisions.ts';
import { kycRules } from '../resources/kyc/rules.ts';
import { inEvents, payloadOf, silentAbout, twice } from './event-tools.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { decide, kyc, quietly } from './kyc-tools.ts';
import { remove } from './tools.ts';

type Stage = Parameters<KycDecisions['stageBeginsAt']>[0];

/** Lets a stage begin some days late, or early. */
const shifted = (shiftedStage: Stage, days: number) =>
  decide({
    stageBeginsAt: (stage, date) =>
      kycDecisions.stageBeginsAt(stage, date) + (stage === shiftedStage ? days * secondsPerDay : 0),
  });

const unannounced = (silent: Stage) => silentAbout('user.kyc.expiry', ({ stage }) => stage === silent);

/** Refuses renewals in one stage. */
const notRenewableWhen = (stage: Stage) =>
  decide({ mayRenew: (record) => record.document?.stage !== stage && kycDecisions.mayRenew(record) });

/** Does not announce the review of the identity of users who have renewed a document. */
function renewingQuietly(): FaultOverrides {
  const renewing = new Set<string>();
  return kyc({
    renew(state, command, now) {
      const outcome = kycRules.renew(state, command, now);
      renewing.add(command.userId);
      return outcome;
    },
    review(state, command, now) {
      const outcome = kycRules.review(state, command, now);
      const isAwaited = command.input.type === 'identity' && renewing.delete(command.userId);
      return isAwaited ? { ...outcome, events: [] } : outcome;
    },
  });
}

/** Whom the expiry of documents has just rejected. */
const expiredIn = (events: ReturnType<typeof kycRules.progress>['events']) =>
  new Set(
    events
      .filter(({ eventType }) => eventType === 'user.kyc.expiry')
      .map(payloadOf)
      .filter(({ stage }) => stage === 'expired')
      .map(({ userId }) => userId),
  );

export const expiryFaults: readonly Fault[] = [
  {
    id: 'expiry-warning-28-days-before',
    title: 'A user is warned two days late that a document expires.',
    area: 'verification',
    breaks: ['EXPIRY-001'],
    overrides: shifted('about-to-expire', 2),
  },
  {
    id: 'expiry-warning-33-days-before',
    title: 'A user is told that a document is about to expire when it is not.',
    area: 'verification',
    breaks: ['LIMIT-002'],
    overrides: shifted('about-to-expire', -3),
  },
  {
    id: 'expiry-warning-missing',
    title: 'A user is not warned that a document expires.',
    area: 'verification',
    breaks: ['EXPIRY-001'],
    overrides: unannounced('about-to-expire'),
  },
  {
    id: 'grace-period-begins-3-days-late',
    title: 'A consumer takes a document for valid that has expired days ago.',
    area: 'verification',
    breaks: ['EXPIRY-002'],
    overrides: shifted('in-grace-period', 2),
  },
  {
    id: 'grace-period-not-announced',
    title: 'A consumer does not hear that the grace period of a document has begun.',
    area: 'verification',
    breaks: ['EXPIRY-002'],
    overrides: unannounced('in-grace-period'),
  },
  {
    id: 'grace-period-of-58-days',
    title: 'A user is locked out two days before the grace period ends.',
    area: 'verification',
    breaks: ['LIMIT-003'],
    overrides: shifted('expired', -2),
  },
  {
    id: 'grace-period-of-62-days',
    title: 'A user goes on working with a document whose grace period has passed.',
    area: 'verification',
    breaks: ['EXPIRY-003'],
    overrides: shifted('expired', 2),
  },
  {
    id: 'expired-document-not-announced',
    title: 'A consumer sees a user rejected and does not hear that the document has expired.',
    area: 'verification',
    breaks: ['EXPIRY-003'],
    overrides: unannounced('expired'),
  },
  {
    id: 'expired-document-leaves-identity-approved',
    title: 'A user is told that the document has expired and stays verified.',
    area: 'verification',
    breaks: ['EXPIRY-004', 'EXPIRY-010'],
    overrides: kyc({
      progress(before, context, now) {
        const { state, events } = kycRules.progress(before, context, now);
        const expired = expiredIn(events);
        if (expired.size === 0) return { state, events };
        const kycRecords = state.kycRecords.map((record) =>
          expired.has(record.id) ? { ...record, identity: { status: 'approved' as const } } : record,
        );
        const rest = events.filter(({ eventType }) => eventType !== 'user.kyc.updated');
        return { state: { ...state, kycRecords }, events: rest };
      },
    }),
  },
  {
    id: 'expiry-stages-announced-twice',
    title: 'A user gets every reminder of an expiring document twice.',
    area: 'verification',
    breaks: ['EXPIRY-005', 'HOOK-013'],
    overrides: twice('user.kyc.expiry'),
  },
  {
    id: 'approval-repeats-the-expiry-stage',
    title: 'A user gets a reminder again after every review of the same document.',
    area: 'verification',
    breaks: ['EXPIRY-005'],
    overrides: kyc({
      review(before, command, now) {
        const { state, events } = kycRules.review(before, command, now);
        const kycRecords = state.kycRecords.map((record) =>
          record.id === command.userId && record.document && record.document.stage !== 'expired'
            ? { ...record, document: { ...record.document, stage: 'valid' as const } }
            : record,
        );
        return { state: { ...state, kycRecords }, events };
      },
    }),
  },
  {
    id: 'no-renewal-before-expiry',
    title: 'A user who is warned that a document expires cannot hand in the new one.',
    area: 'verification',
    breaks: ['EXPIRY-007'],
    overrides: notRenewableWhen('about-to-expire'),
  },
  {
    id: 'no-renewal-in-grace-period',
    title: 'A user cannot hand in a new document in the time that is meant for it.',
    area: 'verification',
    breaks: ['EXPIRY-008'],
    overrides: notRenewableWhen('in-grace-period'),
  },
  {
    id: 'no-renewal-after-expiry',
    title: 'A user who is late cannot hand in a new document any more.',
    area: 'verification',
    breaks: ['EXPIRY-009'],
    overrides: notRenewableWhen('expired'),
  },
  {
    id: 'no-resubmission-after-expiry',
    title: 'A user whose document has expired is rejected and cannot submit again.',
    area: 'verification',
    breaks: ['EXPIRY-010', 'KYC-021'],
    overrides: decide({
      mayResubmit: (record) => record.document?.stage !== 'expired' && kycDecisions.mayResubmit(record),
    }),
  },
  {
    id: 'renewal-not-announced',
    title: 'A consumer does not hear of a new document, nor of what the sandbox decides of it at once.',
    area: 'verification',
    breaks: ['EXPIRY-011', 'EVENT-019'],
    overrides: quietly('renew'),
  },
  {
    id: 'review-of-a-renewal-not-announced',
    title: 'A consumer never hears whether the new document of a user was good.',
    area: 'verification',
    breaks: ['EXPIRY-011', 'KYC-020'],
    overrides: renewingQuietly,
  },
  {
    id: 'expiry-event-without-document-type',
    title: 'A user is told that a document expires and not which one.',
    area: 'verification',
    breaks: ['EVENT-020'],
    overrides: inEvents('user.kyc.expiry', 'documentType', remove),
  },
  {
    id: 'expiry-event-stage-with-underscores',
    title: 'A consumer does not know the stage that an expiring document is in.',
    area: 'verification',
    breaks: ['EVENT-020', 'EXPIRY-001', 'EXPIRY-002'],
    overrides: inEvents('user.kyc.expiry', 'stage', (stage) => String(stage).replaceAll('-', '_')),
  },
  {
    id: 'expiry-event-date-is-a-timestamp',
    title: 'A consumer that reads a calendar date cannot read when a document expires.',
    area: 'verification',
    breaks: ['EVENT-020', 'CONV-002'],
    overrides: inEvents('user.kyc.expiry', 'expiryDate', (date) => Date.parse(String(date)) / 1000),
  },
];
