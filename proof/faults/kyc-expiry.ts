import type { FaultOverrides } from '../../reference-server/fault.ts';
import { type KycDecisions, kycDecisions } from '../../reference-server/resources/kyc/decisions.ts';
import { kycRules } from '../../reference-server/resources/kyc/rules.ts';
import { enter, filed, outcomeOf, recordOf } from '../../reference-server/resources/kyc/verification.ts';
import { type BusinessState, findRecord, type Outcome } from '../../reference-server/state/business-state.ts';
import { secondsPerDay } from '../../reference-server/state/dates.ts';
import type { KycComponentName, KycRecord } from '../../reference-server/state/records/people.ts';
import type { DomainEvent } from '../../reference-server/state/records/webhooks.ts';
import { invalidState } from '../../reference-server/state/refusal.ts';
import { nextOf } from '../../reference-server/state/rule.ts';
import { inEvents, payloadOf, silentAbout, twice } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { decide, quietly } from './kyc-tools.ts';
import { changing, remove, replacing } from './tools.ts';

type Stage = Parameters<KycDecisions['stageBeginsAt']>[0];

/** Lets a stage begin some days late, or early. */
const shifted = (shiftedStage: Stage, days: number) =>
  decide({
    stageBeginsAt: (stage, date) =>
      kycDecisions.stageBeginsAt(stage, date) + (stage === shiftedStage ? days * secondsPerDay : 0),
  });

const unannounced = (silent: Stage) => silentAbout('user.kyc.expiry', ({ stage }) => stage === silent);

type Events = ReturnType<typeof kycRules.progress>['events'];

/** Whose documents have just entered a stage. */
const enteringIn = (events: Events, stage: Stage) =>
  new Set(
    events
      .filter((event) => event.eventType === 'user.kyc.expiry' && payloadOf(event).stage === stage)
      .map((event) => payloadOf(event).userId),
  );

/** Whom the expiry of documents has just rejected. */
const expiredIn = (events: Events) => enteringIn(events, 'expired');

/** Refuses renewals in one stage. */
const notRenewableWhen = (stage: Stage) =>
  decide({ mayRenew: (record) => record.document?.stage !== stage && kycDecisions.mayRenew(record) });

/** Does not announce the review of the identity of users who have renewed a document. */
function renewingQuietly(): FaultOverrides {
  const renewing = new Set<string>();
  return replacing('kyc', {
    renew(state, command, context) {
      const outcome = kycRules.renew(state, command, context);
      renewing.add(command.userId);
      return outcome;
    },
    review(state, command, context) {
      const outcome = kycRules.review(state, command, context);
      const isAwaited = command.input.type === 'identity' && renewing.delete(command.userId);
      return isAwaited ? { ...outcome, events: [] } : outcome;
    },
  });
}

type Submission = Parameters<typeof kycRules.resubmit>[1]['input'];

/** Changes the verification in spite of a resubmission that it goes on to refuse. */
const changingBeforeRefusal = (change: (record: KycRecord, input: Submission) => KycRecord) => () => {
  const refused = new Set<string>();
  const refusal = invalidState('Identity can only be resubmitted when status is Rejected');
  return {
    ...replacing('kyc', {
      resubmit(state, command, context) {
        const record = recordOf(state, command.userId);
        if (kycDecisions.mayResubmit(record)) return kycRules.resubmit(state, command, context);
        refused.add(command.userId);
        return outcomeOf(state, { record: change(record, command.input), events: [] });
      },
    }),
    answer: (answer, { id }, request) =>
      id === 'resubmitKyc' && refused.delete(String(request?.path.userId))
        ? { status: refusal.status, body: refusal.body }
        : answer,
  } satisfies FaultOverrides;
};

/** A verification that has not forgotten when the document expires that was replaced. */
type Remembering = KycRecord & { readonly replacedExpiry?: string };

/** Rejects the identity of some users. */
function rejecting(before: Outcome, isRejected: (record: KycRecord) => boolean): Outcome {
  const rejected = before.state.kycRecords.filter(isRejected);
  return rejected.reduce<Outcome>(({ state, events }, current) => {
    const { replacedExpiry: _, ...record }: Remembering = current;
    const change = reject(record);
    return { state: outcomeOf(state, change).state, events: [...events, ...change.events] };
  }, before);
}

const reject = (record: KycRecord) =>
  enter(
    kycDecisions,
    record,
    'identity',
    { status: 'rejected', reason: 'The document has expired.' },
    'expiry',
  );

/** When a document that was replaced would have expired for good, if the identity is approved. */
const replacedExpiresAt = (record: Remembering): number | undefined =>
  record.identity?.status === 'approved' && record.replacedExpiry !== undefined
    ? kycDecisions.stageBeginsAt('expired', record.replacedExpiry)
    : undefined;

const isApproved = ({ identity }: KycRecord) => identity?.status === 'approved';

/** A renewal that leaves an approved identity as it is, and reviews that announce only another status. */
const announcingOnlyChanges = replacing('kyc', {
  renew(before, command, context) {
    const { identity } = recordOf(before, command.userId);
    const outcome = kycRules.renew(before, command, context);
    if (identity?.status !== 'approved') return outcome;
    const record = { ...recordOf(outcome.state, command.userId), identity };
    return outcomeOf(outcome.state, { record, events: [] });
  },
  review: changing(kycRules.review, ({ state, events }, before, { userId, input: { type } }) => {
    const statusIn = (each: BusinessState) => type && recordOf(each, userId)[type]?.status;
    return { state, events: statusIn(state) === statusIn(before) ? [] : events };
  }),
});

/** Sends the event of an expiring document for the person of the user, too. */
const announcedForThePersonToo = replacing('kyc', {
  progress: changing(kycRules.progress, ({ state, events }) => ({
    state,
    events: events.flatMap((event): readonly DomainEvent[] => {
      if (event.eventType !== 'user.kyc.expiry') return [event];
      const { personId = '' } = findRecord(state.users, event.data.userId).user;
      return [event, { ...event, data: { ...event.data, userId: personId } }];
    }),
  })),
});

/** A verification whose document has replaced another. */
type Renewed = KycRecord & { readonly isRenewed?: true };

/** Forgets when a replacement expires, at some of the rejections after its renewal. */
const forgettingReplacements = (isForgotten: (record: KycRecord, type: KycComponentName) => boolean) =>
  replacing('kyc', {
    renew(before, command, context) {
      const { state, events } = kycRules.renew(before, command, context);
      const record: Renewed = { ...recordOf(state, command.userId), isRenewed: true };
      return outcomeOf(state, { record, events });
    },
    review: changing(kycRules.review, ({ state, events }, before, { userId, input: { action, type } }) => {
      const known: Renewed = recordOf(before, userId);
      const record = recordOf(state, userId);
      const { document } = record;
      const isMeant =
        known.isRenewed && action === 'reject' && type !== undefined && isForgotten(known, type);
      if (!isMeant || document === undefined) return { state, events };
      const { expirationDate: _, ...details } = document.details;
      return outcomeOf(state, { record: { ...record, document: { ...document, details } }, events });
    }),
  });

/** The day after two months that follow the expiry date. */
function twoMonthsAfter(expirationDate: string): number {
  const date = new Date(`${expirationDate}T00:00:00Z`);
  return date.setUTCMonth(date.getUTCMonth() + 2) / 1000 + secondsPerDay;
}

/** Rejects the identity half a day after it was announced that its document has expired. */
const rejectingLater: FaultOverrides = replacing('kyc', {
  progress(before, context) {
    const { state, events } = kycRules.progress(before, context);
    const expired = expiredIn(events);
    const later: DomainEvent[] = [];
    const kycRecords = state.kycRecords.map((record): Lagging => {
      if (expired.has(record.id) && record.identity?.status === 'rejected') {
        const { expirationDate = '' } = record.document?.details ?? {};
        const at = kycDecisions.stageBeginsAt('expired', expirationDate) + half;
        if (at > context.now) return { ...record, identity: { status: 'approved' }, rejectedAt: at };
      }
      const due = rejectedAt(record);
      if (due === undefined || due > context.now) return record;
      const { rejectedAt: _, ...rest }: Lagging = record;
      if (record.identity?.status !== 'approved') return rest;
      later.push({
        eventType: 'user.kyc.updated',
        data: { userId: record.id, type: 'identity', status: 'rejected' },
      });
      return { ...rest, identity: { status: 'rejected' } };
    });
    const isChanged = kycRecords.some((record, index) => record !== state.kycRecords[index]);
    const held = new Set(kycRecords.filter((record) => rejectedAt(record)).map(({ id }) => id));
    const sent = events.filter(
      (event) =>
        event.eventType !== 'user.kyc.updated' ||
        !expired.has(event.data.userId) ||
        !held.has(event.data.userId),
    );
    return { state: isChanged ? { ...state, kycRecords } : state, events: [...sent, ...later] };
  },
  nextProgressAt(state, context) {
    const ahead = state.kycRecords.flatMap((record) => rejectedAt(record) ?? []);
    return nextOf([kycRules.nextProgressAt(state, context) ?? [], ahead].flat(), context.now);
  },
});

/** A verification whose document has expired, and which is still approved for half a day. */
type Lagging = KycRecord & { readonly rejectedAt?: number };

const rejectedAt = ({ rejectedAt: at }: Lagging) => at;

const half = secondsPerDay / 2;

export const kycExpiryFaults = faultsOf('verification', {
  'expiry-warning-28-days-before': {
    title: 'A user is warned two days late that a document expires.',
    breaks: ['EXPIRY-001'],
    within: 'document that expires within 30 days',
    overrides: shifted('about-to-expire', 2),
  },
  'expiry-warning-33-days-before': {
    title: 'A user is warned three days before the time.',
    breaks: ['LIMIT-002'],
    overrides: shifted('about-to-expire', -3),
  },
  'expiry-warning-missing': {
    title: 'A user is not warned that a document expires.',
    breaks: ['EXPIRY-001'],
    overrides: unannounced('about-to-expire'),
  },
  'expiry-warning-on-one-day-only': {
    title: 'A user whose document already expires within 30 days when it is approved is not warned.',
    breaks: ['EXPIRY-001'],
    subtle: ['coincidence', 'event-missing'],
    overrides: decide({
      announcedBefore: (document, begun) =>
        begun.at(-1) === 'about-to-expire'
          ? 'about-to-expire'
          : kycDecisions.announcedBefore(document, begun),
    }),
  },
  'grace-period-begins-3-days-late': {
    title: 'The grace period begins three days late, so a consumer takes an expired document for valid.',
    breaks: ['EXPIRY-002'],
    overrides: shifted('in-grace-period', 2),
  },
  'grace-period-not-announced': {
    title: 'A consumer is not notified that the grace period of a document has begun.',
    breaks: ['EXPIRY-002'],
    overrides: unannounced('in-grace-period'),
  },
  'grace-period-of-58-days': {
    title: 'A user is locked out two days before the grace period ends.',
    breaks: ['LIMIT-003'],
    within: 'grace period of 60 days',
    overrides: shifted('expired', -2),
  },
  'grace-period-of-62-days': {
    title: 'The grace period ends two days late.',
    breaks: ['EXPIRY-003'],
    overrides: shifted('expired', 2),
  },
  'expired-document-not-announced': {
    title: 'A user is rejected, but a consumer is not notified that the document has expired.',
    breaks: ['EXPIRY-003'],
    overrides: unannounced('expired'),
  },
  'expired-document-leaves-identity-approved': {
    title: 'The expiry of a document is announced, but the user stays approved.',
    breaks: ['EXPIRY-004', 'EXPIRY-010'],
    subtle: ['half-applied'],
    overrides: decide({ rejectedAtExpiry: () => [] }),
  },
  'rejection-by-expiry-not-announced': {
    title: 'A consumer is notified that a document has expired, but not that the identity is rejected.',
    breaks: ['EVENT-019'],
    subtle: ['event-missing'],
    overrides: decide({ announced: quietly('expiry') }),
  },
  'expiry-stages-announced-twice': {
    title: 'A user gets every reminder of an expiring document twice.',
    breaks: ['EXPIRY-005', 'HOOK-013'],
    subtle: ['event-doubled'],
    overrides: twice('user.kyc.expiry'),
  },
  'approval-repeats-the-expiry-stage': {
    title: 'A user gets a reminder again after every review of the same document.',
    breaks: ['EXPIRY-005'],
    subtle: ['second-time', 'event-doubled'],
    overrides: decide({
      announcedBefore: ({ stage }) => (stage === 'expired' ? stage : 'valid'),
    }),
  },
  'no-renewal-before-expiry': {
    title: 'A document cannot be renewed before it expires.',
    breaks: ['EXPIRY-007'],
    overrides: notRenewableWhen('about-to-expire'),
  },
  'no-renewal-in-grace-period': {
    title: 'A document cannot be renewed in the grace period.',
    breaks: ['EXPIRY-008'],
    overrides: notRenewableWhen('in-grace-period'),
  },
  'no-renewal-after-expiry': {
    title: 'A document cannot be renewed after the grace period.',
    breaks: ['EXPIRY-009'],
    overrides: notRenewableWhen('expired'),
  },
  'no-resubmission-after-expiry': {
    title: 'A user who was rejected because of an expired document cannot resubmit.',
    breaks: ['EXPIRY-010', 'KYC-021'],
    overrides: decide({
      mayResubmit: (record) => record.document?.stage !== 'expired' && kycDecisions.mayResubmit(record),
    }),
  },
  'renewal-not-announced': {
    title: 'A consumer is not notified of a renewal or of its result.',
    breaks: ['EXPIRY-011', 'EVENT-019'],
    overrides: decide({ announced: quietly('renewal') }),
  },
  'review-of-a-renewal-not-announced': {
    title: 'A consumer is not notified of the review of a renewal.',
    breaks: ['EXPIRY-011', 'KYC-020'],
    subtle: ['coincidence', 'event-missing'],
    overrides: renewingQuietly,
  },
  'approval-of-a-renewal-announced-only-as-a-change': {
    title: 'A renewal does not change the status of an approved user, so its approval is not announced.',
    breaks: ['EXPIRY-011'],
    subtle: ['coincidence', 'event-missing'],
    overrides: announcingOnlyChanges,
  },
  'expiry-event-for-the-person-too': {
    title: 'A consumer gets each expiry event a second time, with the id of the person as the userId.',
    breaks: ['EVENT-020'],
    subtle: ['wrong-id', 'event-doubled'],
    overrides: announcedForThePersonToo,
  },
  'expiry-event-without-document-type': {
    title: 'The expiry event does not name the type of the document.',
    breaks: ['EVENT-020'],
    overrides: inEvents('user.kyc.expiry', 'documentType', remove),
  },
  'expiry-event-stage-with-underscores': {
    title: 'The stage of an expiring document is written with underscores.',
    breaks: ['EVENT-020', 'EXPIRY-001', 'EXPIRY-002'],
    overrides: inEvents('user.kyc.expiry', 'stage', (stage) => String(stage).replaceAll('-', '_')),
  },
  'expiry-event-date-is-a-timestamp': {
    title: 'The expiry date in the event is a timestamp instead of a date.',
    breaks: ['EVENT-020', 'CONV-002'],
    overrides: inEvents('user.kyc.expiry', 'expiryDate', (date) => Date.parse(String(date)) / 1000),
  },
  'refused-resubmission-replaces-the-document': {
    title: 'A rejected resubmission replaces the document all the same.',
    breaks: ['EXPIRY-001', 'EXPIRY-002', 'EXPIRY-003', 'KYC-022'],
    subtle: ['half-applied'],
    overrides: changingBeforeRefusal((record, input) => filed(record, 'identity', input)),
  },
  'refused-resubmission-starts-the-verification': {
    title: 'A rejected resubmission of a verified user starts the verification all the same.',
    breaks: ['KYC-022'],
    subtle: ['half-applied'],
    overrides: changingBeforeRefusal((record) =>
      isApproved(record) ? { ...record, identity: { status: 'processing' } } : record,
    ),
  },
  'replaced-document-stays-in-force': {
    title: 'A user who has renewed a document is rejected when the old one expires.',
    breaks: ['EXPIRY-006', 'EXPIRY-011'],
    subtle: ['coincidence'],
    overrides: replacing('kyc', {
      renew(before, command, context) {
        const replacedExpiry = recordOf(before, command.userId).document?.details.expirationDate;
        const { state, events } = kycRules.renew(before, command, context);
        const record: Remembering = {
          ...recordOf(state, command.userId),
          ...(replacedExpiry !== undefined && { replacedExpiry }),
        };
        return outcomeOf(state, { record, events });
      },
      progress: (before, context) =>
        rejecting(
          kycRules.progress(before, context),
          (record) => (replacedExpiresAt(record) ?? Number.POSITIVE_INFINITY) <= context.now,
        ),
      nextProgressAt(state: BusinessState, context) {
        const ahead = state.kycRecords.flatMap((record) => replacedExpiresAt(record) ?? []);
        return nextOf([kycRules.nextProgressAt(state, context) ?? [], ahead].flat(), context.now);
      },
    }),
  },
  'expired-document-rejects-its-successor': {
    title: 'A user who has resubmitted after the expiry of a document is rejected because of it again.',
    breaks: ['KYC-014'],
    subtle: ['second-time'],
    overrides: replacing('kyc', {
      resubmit(before, command, context) {
        const { document } = recordOf(before, command.userId);
        const { state, events } = kycRules.resubmit(before, command, context);
        if (document?.stage !== 'expired') return { state, events };
        const replacedExpiry = document.details.expirationDate;
        const record: Remembering = {
          ...recordOf(state, command.userId),
          ...(replacedExpiry !== undefined && { replacedExpiry }),
        };
        return outcomeOf(state, { record, events });
      },
      progress: changing(kycRules.progress, (outcome) =>
        rejecting(
          outcome,
          ({ identity, replacedExpiry }: Remembering) =>
            identity?.status === 'pending' && replacedExpiry !== undefined,
        ),
      ),
    }),
  },
  'replacement-document-never-expires': {
    title: 'A renewed document never expires.',
    breaks: ['EXPIRY-001', 'EXPIRY-002', 'EXPIRY-003'],
    subtle: ['second-time'],
    overrides: replacing('kyc', {
      renew(state, command, context) {
        const { expirationDate: _, ...idDetails } = command.input.idDetails ?? {};
        const input = command.input.idDetails ? { ...command.input, idDetails } : command.input;
        return kycRules.renew(state, { ...command, input }, context);
      },
    }),
  },
  'document-rejected-when-about-to-expire': {
    title: 'A user is locked out a month before the document expires.',
    breaks: ['EXPIRY-012', 'EXPIRY-006'],
    overrides: replacing('kyc', {
      progress(before, context) {
        const outcome = kycRules.progress(before, context);
        const reminded = enteringIn(outcome.events, 'about-to-expire');
        return rejecting(outcome, (record) => reminded.has(record.id) && isApproved(record));
      },
    }),
  },
  'expired-document-rejects-the-whole-business': {
    title: 'All users of a business are locked out when the document of one of them has expired.',
    breaks: ['EXPIRY-012', 'EXPIRY-006'],
    subtle: ['coincidence'],
    overrides: replacing('kyc', {
      progress(before, context) {
        const outcome = kycRules.progress(before, context);
        return expiredIn(outcome.events).size > 0 ? rejecting(outcome, isApproved) : outcome;
      },
    }),
  },
  'replacement-rejected-after-its-approval-never-expires': {
    title: 'A renewed document that is rejected after its approval, and approved again, never expires.',
    breaks: ['EXPIRY-001', 'EXPIRY-002', 'EXPIRY-003'],
    subtle: ['second-time'],
    overrides: forgettingReplacements((record, type) => type === 'identity' && isApproved(record)),
  },
  'replacement-beside-a-rejected-address-never-expires': {
    title: 'A renewed document never expires if the address was rejected while it was verified.',
    breaks: ['EXPIRY-001', 'EXPIRY-002', 'EXPIRY-003'],
    subtle: ['coincidence'],
    overrides: forgettingReplacements((record, type) => type === 'address' && !isApproved(record)),
  },
  'grace-period-of-two-months': {
    title: 'The grace period lasts two calendar months instead of 60 days.',
    breaks: ['EXPIRY-003', 'LIMIT-003'],
    beyond: 'grace period of 60 days',
    overrides: decide({
      stageBeginsAt: (stage, date) =>
        stage === 'expired' ? twoMonthsAfter(date) : kycDecisions.stageBeginsAt(stage, date),
    }),
  },
  'expiry-warning-31-days-before': {
    title: 'A user is warned 31 days before the expiry, one day early.',
    breaks: ['LIMIT-002', 'EXPIRY-001'],
    beyond: 'document that expires within 30 days',
    overrides: shifted('about-to-expire', -1),
  },
  'grace-period-begins-2-days-late': {
    title: 'The grace period begins two days late.',
    breaks: ['EXPIRY-002'],
    beyond: 'document that has expired',
    overrides: shifted('in-grace-period', 1),
  },
  'grace-period-begins-before-the-expiry': {
    title: 'The grace period begins before the document has expired.',
    breaks: ['EXPIRY-002'],
    within: 'document that has expired',
    overrides: shifted('in-grace-period', -2),
  },
  'grace-period-of-61-days': {
    title: 'The grace period lasts 61 days.',
    breaks: ['EXPIRY-003'],
    beyond: 'grace period of 60 days',
    overrides: shifted('expired', 1),
  },
  'expiry-announced-before-the-rejection': {
    title: 'When a consumer is notified of an expired document, the user still reads as approved.',
    breaks: ['EXPIRY-004', 'EXPIRY-003'],
    subtle: ['event-before-its-commit'],
    overrides: rejectingLater,
  },
});
