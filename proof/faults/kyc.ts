import type { FaultOverrides } from '../../reference-server/fault.ts';
import { kycDecisions } from '../../reference-server/resources/kyc/decisions.ts';
import { kycRules } from '../../reference-server/resources/kyc/rules.ts';
import { outcomeOf, recordOf } from '../../reference-server/resources/kyc/verification.ts';
import { findRecord, type Outcome, withRecord } from '../../reference-server/state/business-state.ts';
import { secondsPerDay } from '../../reference-server/state/dates.ts';
import type {
  KycComponentName,
  KycComponentState,
  KycRecord,
} from '../../reference-server/state/records/people.ts';
import type { DomainEvent } from '../../reference-server/state/records/webhooks.ts';
import type { Records } from '../../reference-server/state/records.ts';
import { invalidBody, notFound } from '../../reference-server/state/refusal.ts';
import { announcedAnyway, inEvents, oneBehind, renamedIn, silentAbout } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { announcing, asksForApproval, decide, other, quietly, silentWhen, submitting } from './kyc-tools.ts';
import { asSeen, lookingBefore } from './race-tools.ts';
import { failsOn, refusedAt, unexpected } from './request-tools.ts';
import {
  changing,
  inAnswers,
  inEnvelopes,
  inObjects,
  instead,
  inTransactions,
  onStatus,
  remove,
  replacing,
  rewrite,
  upperCase,
} from './tools.ts';

const kycAnswers = ['readKyc', 'submitKyc', 'resubmitKyc', 'renewKyc'] as const;

/** Refuses with 404 what names a certain file, uploaded or not. */
const refusedWith = (file: 'backFileId' | 'selfieFileId') =>
  submitting(['submit', 'resubmit'], (input) => {
    if (input.idDetails?.[file] !== undefined) throw notFound();
    return input;
  });

/** Announces verifications for the first business in which there was one. */
function firstVerifications(): FaultOverrides {
  let first: string | undefined;
  return {
    wrapStore: inTransactions((transaction) => ({
      async put(collection, record) {
        if (collection === 'deliveries') {
          // The compiler does not narrow the record with its collection.
          const { eventType, businessId } = record as Records['deliveries'];
          if (eventType === 'user.kyc.updated') {
            first ??= businessId;
            if (businessId !== first) return;
          }
        }
        await transaction.put(collection, record);
      },
    })),
  };
}

/** Announces resubmissions that are refused, of users whose identity has a certain status. */
const announcingRefused = (isAnnounced: (status: string | undefined) => boolean) =>
  announcedAnyway('resubmitKyc', 'userId', (orAnnounced) => ({
    kyc: {
      resubmit(state, command, context) {
        const { userId } = command;
        const resubmit = () => kycRules.resubmit(state, command, context);
        if (!isAnnounced(recordOf(state, userId).identity?.status)) return resubmit();
        const data = { userId, type: 'identity', status: 'processing' } as const;
        return orAnnounced(userId, state, { eventType: 'user.kyc.updated', data }, resubmit);
      },
    },
  }));

/** The end of an identity that nobody has reviewed. */
const approved = (component: KycComponentName): KycComponentState => ({
  status: component === 'identity' ? 'approved' : 'pending',
});

/** Decides an address that was never submitted with the identity, and does not announce it. */
const decidingTheUnsubmitted = (meant: 'approve' | 'reject') =>
  replacing('kyc', {
    review: changing(kycRules.review, ({ state, events }, _, { userId, input: { action, type } }) => {
      const record = recordOf(state, userId);
      const isMeant = action === meant && type === 'identity' && record.address === undefined;
      const status = meant === 'approve' ? 'approved' : 'rejected';
      return {
        state: isMeant ? withRecord(state, 'kycRecords', { ...record, address: { status } }) : state,
        events,
      };
    }),
  });

/** A verification that keeps when its address was decided. */
type Dated = KycRecord & { readonly addressDecidedAt?: number };

/** Puts addresses that were decided in a certain way back to pending after a day. */
const forgettingDecisions = (forgotten: 'approved' | 'rejected') =>
  replacing('kyc', {
    review(before, command, context) {
      const { state, events } = kycRules.review(before, command, context);
      if (command.input.type !== 'address') return { state, events };
      const record: Dated = { ...recordOf(state, command.userId), addressDecidedAt: context.now };
      return outcomeOf(state, { record, events });
    },
    progress: changing(kycRules.progress, ({ state, events }, _, { now }) => {
      const isDue = ({ address, addressDecidedAt: at }: Dated) =>
        address?.status === forgotten && at !== undefined && at + secondsPerDay <= now;
      const reopened = state.kycRecords
        .filter(isDue)
        .reduce(
          (after, each) => withRecord(after, 'kycRecords', { ...each, address: { status: 'pending' } }),
          state,
        );
      return { state: reopened, events };
    }),
  });

/** Announces the decision of a review as the one before it about the same component of the same user. */
function verdictBefore(): FaultOverrides {
  const behind = oneBehind();
  return inEnvelopes('data', (data, { delivery: { event, eventId } }) => {
    if (event.eventType !== 'user.kyc.updated' || event.data.status === 'processing') return data;
    const { userId, type, status } = event.data;
    return { ...(data ?? {}), status: behind(`${userId}/${type}`, eventId, status) };
  });
}

const withoutType = ({ state, events }: Outcome): Outcome => ({
  state,
  events: events.map((event) => rewrite(event, 'data.type', () => '') as DomainEvent),
});

export const kycFaults = faultsOf('verification', {
  'kyc-identity-under-another-name': {
    title: 'A verification has the identity under another name.',
    breaks: ['KYC-001', 'KYC-034'],
    overrides: inObjects(kycAnswers, '', ({ identity, ...rest }) => ({
      ...rest,
      identityDocument: identity,
    })),
  },
  'submission-without-address-announced-without-type': {
    title: 'An event about a verification does not say whether it is that of the identity or the address.',
    breaks: ['EVENT-018'],
    overrides: replacing('kyc', {
      submit(state, command, context) {
        const { address, addressProofFileId } = command.input;
        const isOfIdentity = address === undefined && addressProofFileId === undefined;
        const came = kycRules.submit(state, command, context);
        return isOfIdentity ? withoutType(came) : came;
      },
    }),
  },
  'review-without-type-accepted': {
    title: 'An event about a review does not say of which component it is.',
    breaks: ['EVENT-018'],
    overrides: replacing('kyc', {
      review(state, { userId, input }, context) {
        const came = kycRules.review(state, { userId, input: { type: 'identity', ...input } }, context);
        return input.type === undefined ? withoutType(came) : came;
      },
    }),
  },
  'kyc-address-under-another-name': {
    title: 'A verification has the address under another name.',
    breaks: ['KYC-035'],
    overrides: inObjects(kycAnswers, '', ({ address, ...rest }) => ({
      ...rest,
      ...(address !== undefined && { residence: address }),
    })),
  },
  'kyc-status-of-another-vocabulary': {
    title: 'A client that waits for approved gets verified instead.',
    breaks: ['KYC-002'],
    overrides: inAnswers('readKyc', 'identity.status', (status) => `is_${status}`),
  },
  'kyc-status-in-capitals': {
    title: 'A client that compares with approved gets APPROVED.',
    breaks: ['KYC-037'],
    overrides: inAnswers('readKyc', 'identity.status', upperCase),
  },
  'kyc-status-of-a-fifth-kind': {
    title: 'A verification has an undocumented status.',
    breaks: ['KYC-002', 'KYC-010', 'KYC-021'],
    overrides: inAnswers('readKyc', 'identity.status', instead('processing', 'in_review')),
  },
  'kyc-real-values-approved': {
    title: 'Every submission with real values is approved at once.',
    breaks: ['KYC-010', 'KYC-011', 'KYC-021'],
    overrides: decide({
      sentinel: (component, submission, context) =>
        kycDecisions.sentinel(component, submission, context) ?? 'approved',
    }),
  },
  'kyc-submitted-address-left-out': {
    title: 'The address that was submitted with the identity stays none.',
    breaks: ['KYC-010', 'KYC-011'],
    overrides: decide({ submitted: ({ identity }) => (identity ? [] : ['identity']) }),
  },
  'kyc-processing-not-announced': {
    title: 'A consumer is not notified that a verification has begun.',
    breaks: ['KYC-011', 'KYC-025', 'EVENT-019'],
    overrides: silentWhen(({ status }) => status === 'processing'),
  },
  'kyc-address-processing-not-announced': {
    title: 'When identity and address are submitted, a consumer is notified only of the identity.',
    breaks: ['KYC-011', 'EVENT-019'],
    subtle: ['event-missing'],
    overrides: silentAbout(
      'user.kyc.updated',
      ({ type, status }) => type === 'address' && status === 'processing',
    ),
  },
  'kyc-sentinel-decides-the-address-too': {
    title: 'The sentinel that approves the identity also approves the address.',
    breaks: ['KYC-012', 'KYC-010'],
    subtle: ['coincidence'],
    overrides: decide({
      sentinel: (component, submission, context) =>
        kycDecisions.sentinel(component, submission, context) ??
        kycDecisions.sentinel('identity', submission, context),
    }),
  },
  'kyc-approved-when-nobody-reviews': {
    title: 'A component is approved after a while although nobody has reviewed it.',
    breaks: ['KYC-014'],
    overrides: decide({ unreviewed: approved }),
  },
  'kyc-approved-in-silence-when-nobody-reviews': {
    title: 'A user whom nobody has reviewed reads as approved after a while, and a consumer is not notified.',
    breaks: ['KYC-014', 'EVENT-019'],
    subtle: ['event-missing'],
    overrides: decide({ unreviewed: approved, announced: quietly('time') }),
  },
  'rejected-address-forgotten-after-a-day': {
    title: 'An address that was rejected waits for a review again after a day.',
    breaks: ['KYC-018'],
    overrides: forgettingDecisions('rejected'),
  },
  'approved-address-forgotten-after-a-day': {
    title: 'An address that was approved waits for a review again after a day.',
    breaks: ['KYC-017'],
    overrides: forgettingDecisions('approved'),
  },
  'kyc-resubmission-accepted-and-dropped': {
    title: 'A resubmission succeeds, and the user stays rejected.',
    breaks: ['KYC-021', 'KYC-025', 'SANDBOX-018'],
    subtle: ['half-applied'],
    overrides: decide({ resubmitted: () => [] }),
  },
  'kyc-resubmission-while-processing': {
    title: 'A user can resubmit while the verification is under way.',
    breaks: ['KYC-022'],
    overrides: decide({ mayResubmit: ({ identity }) => identity?.status !== 'approved' }),
  },
  'kyc-resubmission-when-approved': {
    title: 'A verified user can replace the identity by a resubmission.',
    breaks: ['KYC-022'],
    overrides: decide({
      mayResubmit: ({ identity }) => identity?.status === 'approved' || identity?.status === 'rejected',
    }),
  },
  'kyc-refused-resubmission-says-nothing': {
    title: 'The error of a rejected resubmission lacks its message.',
    breaks: ['KYC-023'],
    overrides: onStatus(
      400,
      (answer) => ({ ...answer, body: { ...(answer.body ?? {}), message: 'The request failed' } }),
      ['resubmitKyc'],
    ),
  },
  'kyc-resubmission-not-announced': {
    title: 'A consumer is not notified of a resubmission.',
    breaks: ['KYC-025', 'EVENT-019'],
    overrides: decide({ announced: quietly('resubmission') }),
  },
  'kyc-event-calls-the-user-id': {
    title: 'The event of a verification has the user id in another field.',
    breaks: ['EVENT-018'],
    overrides: renamedIn('user.kyc.updated', 'userId', 'id'),
  },
  'kyc-event-status-in-capitals': {
    title: 'The event of a verification has its status in capitals.',
    breaks: ['EVENT-018'],
    overrides: inEvents('user.kyc.updated', 'status', upperCase),
  },
  'kyc-sentinel-decision-not-announced': {
    title: 'A consumer is not notified of decisions by sentinels.',
    breaks: ['EVENT-019'],
    subtle: ['event-missing'],
    overrides: silentWhen(({ by, status }) => by === 'submission' && status !== 'processing'),
  },
  'kyc-with-back-file-refused': {
    title: 'A user whose document has two sides cannot submit it.',
    breaks: ['KYC-030'],
    overrides: refusedWith('backFileId'),
  },
  'kyc-with-selfie-refused': {
    title: 'A user cannot submit a photograph of the face.',
    breaks: ['KYC-030'],
    overrides: refusedWith('selfieFileId'),
  },
  'kyc-with-back-file-refused-and-selfie-required': {
    title: 'A user has to submit a photograph of the face, and cannot submit a document with two sides.',
    breaks: ['KYC-030'],
    subtle: ['coincidence'],
    overrides: submitting(['submit', 'resubmit'], (input) => {
      const { backFileId, selfieFileId } = input.idDetails ?? {};
      if (!asksForApproval(input) && (backFileId !== undefined || selfieFileId === undefined))
        throw notFound();
      return input;
    }),
  },
  'kyc-unknown-front-file-accepted': {
    title: 'A submission with an unknown id of the front file is accepted.',
    breaks: ['KYC-031', 'KYC-032'],
    overrides: submitting(['submit', 'resubmit'], ({ idDetails, ...input }) => {
      const { frontFileId: _, ...details } = idDetails ?? {};
      return { ...input, ...(idDetails && { idDetails: details }) };
    }),
  },
  'kyc-unknown-file-answers-400': {
    title: 'An unknown file id is rejected with 400 instead of 404.',
    breaks: ['KYC-031'],
    overrides: refusedAt(404, invalidBody({ fileId: 'is unknown' }), 'submitKyc'),
  },
  'kyc-unknown-file-resubmitted': {
    title: 'A resubmission with an unknown file id is accepted.',
    breaks: ['KYC-032'],
    overrides: submitting('resubmit', ({ idDetails, addressProofFileId: _, ...input }) => {
      const { frontFileId: _front, backFileId: _back, selfieFileId: _selfie, ...details } = idDetails ?? {};
      return { ...input, ...(idDetails && { idDetails: details }) };
    }),
  },
  'kyc-sentinel-resubmitted-in-small-letters-only': {
    title: 'In PATCH, the sentinel works only in lower case.',
    breaks: ['KYC-033', 'SANDBOX-017'],
    overrides: replacing('kyc', {
      resubmit(state, command, context) {
        const isOther = asksForApproval(command.input) && command.input.idDetails?.number !== 'auto-approve';
        return kycRules.resubmit(
          state,
          command,
          isOther ? { ...context, environment: 'production' } : context,
        );
      },
    }),
  },
  'kyc-read-without-identity': {
    title: 'Reading a verification returns no identity.',
    breaks: ['KYC-034'],
    overrides: inAnswers('readKyc', 'identity', remove),
  },
  'kyc-of-a-rejected-user-answers-500': {
    title: 'Reading the verification of a rejected user fails with 500.',
    breaks: ['KYC-034', 'ERR-007'],
    overrides: onStatus(
      200,
      (answer) =>
        JSON.stringify(answer.body).includes('"rejected"')
          ? { status: unexpected.status, body: unexpected.body }
          : answer,
      ['readKyc'],
    ),
  },
  'kyc-read-swaps-the-components': {
    title: 'Reading a verification returns the statuses of identity and address swapped.',
    breaks: ['KYC-034', 'KYC-017', 'KYC-018', 'KYC-019', 'SANDBOX-005'],
    overrides: inObjects('readKyc', '', (body) => {
      const { identity = {}, address } = body;
      return address === undefined ? body : { identity: address, address: identity };
    }),
  },
  'kyc-renewal-answers-500': {
    title: 'A user repeats a renewal forever, because the renewal is carried out but the response is 500.',
    breaks: ['KYC-036', 'EXPIRY-007', 'EXPIRY-008', 'EXPIRY-009'],
    overrides: refusedAt(200, unexpected, 'renewKyc'),
  },
  'kyc-renewal-refused': {
    title: 'Every renewal is rejected.',
    breaks: ['KYC-036', 'EXPIRY-007', 'EXPIRY-008', 'EXPIRY-009'],
    overrides: decide({ mayRenew: () => false }),
  },
  'rejected-component-cannot-be-approved': {
    title: 'Approving a rejected component has no effect.',
    breaks: ['KYC-017', 'KYC-020', 'SANDBOX-006'],
    subtle: ['half-applied'],
    overrides: decide({
      reviewed: (record, { component, verdict }) =>
        record[component]?.status === 'rejected' && verdict === 'approved' ? [] : [component],
    }),
  },
  'approved-component-cannot-be-rejected': {
    title: 'A tester who rejects a verified user gets 204, but nothing happens.',
    breaks: ['KYC-018', 'KYC-020', 'SANDBOX-006'],
    subtle: ['half-applied'],
    overrides: decide({
      reviewed: (record, { component, verdict }) =>
        record[component]?.status === 'approved' && verdict === 'rejected' ? [] : [component],
    }),
  },
  'rejection-announced-and-not-stored': {
    title: 'A rejection is announced but not stored.',
    breaks: ['KYC-018', 'SANDBOX-006'],
    subtle: ['event-before-its-commit'],
    overrides: replacing('kyc', {
      review: changing(kycRules.review, ({ state, events }, before, { input }) => ({
        state: input.action === 'reject' ? before : state,
        events,
      })),
    }),
  },
  'approval-decides-the-submitted-rest': {
    title: 'Approving the identity also approves a submitted address.',
    breaks: ['KYC-019', 'SANDBOX-005'],
    overrides: decide({
      reviewed: (record, { component, verdict }) =>
        verdict === 'approved' && record[other(component)] ? [component, other(component)] : [component],
    }),
  },
  'approval-decides-what-was-never-submitted': {
    title: 'After a review has approved the identity, an address that was never submitted reads as approved.',
    breaks: ['KYC-019', 'SANDBOX-005'],
    subtle: ['event-missing'],
    overrides: decidingTheUnsubmitted('approve'),
  },
  'rejection-decides-what-was-never-submitted': {
    title: 'After a review has rejected the identity, an address that was never submitted reads as rejected.',
    breaks: ['KYC-019', 'SANDBOX-005'],
    subtle: ['event-missing'],
    overrides: decidingTheUnsubmitted('reject'),
  },
  'review-reopens-the-other-component': {
    title: 'A review of one component sets the other back to processing when that is decided already.',
    breaks: ['KYC-019'],
    subtle: ['coincidence'],
    overrides: replacing('kyc', {
      review: changing(kycRules.review, ({ state, events }, _, { userId, input }) => {
        const record = recordOf(state, userId);
        const name = other(input.type);
        const isDecided = record[name]?.status === 'approved' || record[name]?.status === 'rejected';
        const reopened = { ...record, [name]: { status: 'processing' } };
        return { state: isDecided ? withRecord(state, 'kycRecords', reopened) : state, events };
      }),
    }),
  },
  'unreviewed-component-stays-processing': {
    title: 'A component that nobody reviews stays in processing forever.',
    breaks: ['KYC-013'],
    overrides: decide({ pendingAt: () => undefined }),
  },
  'review-loses-the-details-of-the-document': {
    title: 'A review loses the type of the document, so that a later expiry event does not name it.',
    breaks: ['SANDBOX-007'],
    subtle: ['coincidence'],
    overrides: replacing('kyc', {
      review: changing(kycRules.review, ({ state, events }, _, { userId }) => {
        const record = findRecord(state.kycRecords, userId);
        if (record.document === undefined) return { state, events };
        const { type: _type, ...details } = record.document.details;
        const document = { ...record.document, details: { ...details, type: 'document' } };
        return { state: withRecord(state, 'kycRecords', { ...record, document }), events };
      }),
    }),
  },
  'review-event-names-the-other-component': {
    title: 'The event of a review names the other component.',
    breaks: ['KYC-020', 'EVENT-019'],
    overrides: announcing((move) =>
      move.by === 'review' ? { ...move, component: other(move.component) } : move,
    ),
  },
  'review-not-announced': {
    title: 'A consumer is not notified of the result of a review.',
    breaks: ['KYC-020', 'EVENT-019'],
    overrides: decide({ announced: quietly('review') }),
  },
  'address-decision-not-announced': {
    title: 'A consumer is notified only of decisions about the identity.',
    breaks: ['KYC-020', 'EVENT-019'],
    subtle: ['event-missing'],
    overrides: silentAbout(
      'user.kyc.updated',
      ({ type, status }) => type === 'address' && status !== 'processing',
    ),
  },
  'kyc-event-of-a-third-component': {
    title: 'The event of a verification names an undocumented component.',
    breaks: ['EVENT-018', 'KYC-020'],
    overrides: inEvents('user.kyc.updated', 'type', instead('address', 'residence')),
  },
  'null-answers-500': {
    title: 'A submission with null fails with 500.',
    breaks: ['ERR-002'],
    overrides: failsOn('submitKyc', (_, body) => body.includes(':null')),
  },
  'review-with-null-answers-500': {
    title: 'A review with null as the reason fails with 500.',
    breaks: ['SANDBOX-008', 'ERR-007'],
    overrides: failsOn('reviewKyc', (_, body) => body.includes(':null')),
  },
  'simultaneous-reviews-announced-twice': {
    title: 'A consumer is notified twice of two simultaneous reviews.',
    breaks: ['HOOK-013', 'KYC-020'],
    subtle: ['concurrency', 'event-doubled'],
    overrides: lookingBefore('reviewKyc', (looks) => ({
      kyc: {
        review(before, command, context) {
          const { state, events } = kycRules.review(before, command, context);
          const isAlone = looks(command.userId).length < 2;
          return { state, events: isAlone ? events : [...events, ...events] };
        },
      },
    })),
  },
  'simultaneous-resubmissions-both-carried-out': {
    title: 'Two simultaneous resubmissions are both carried out.',
    breaks: ['KYC-022', 'HOOK-013'],
    subtle: ['concurrency'],
    overrides: lookingBefore('resubmitKyc', (looks) => ({
      kyc: {
        resubmit: (state, command, context) =>
          kycRules.resubmit(asSeen(state, 'kycRecords', command.userId, looks), command, context),
      },
    })),
  },
  'verifications-of-the-second-business-not-announced': {
    title: 'A platform is notified of verifications only in its first business.',
    breaks: ['EVENT-019', 'KYC-011', 'KYC-020', 'KYC-025'],
    subtle: ['second-business'],
    overrides: firstVerifications,
  },
  'refused-resubmission-announced': {
    title: 'A rejected resubmission is announced as if it had been accepted.',
    breaks: ['KYC-022', 'EVENT-019'],
    subtle: ['event-before-its-commit'],
    overrides: announcingRefused(() => true),
  },
  'refused-resubmission-of-a-verified-user-announced': {
    title: 'A rejected resubmission of a verified user is announced as if it had been accepted.',
    breaks: ['KYC-022', 'EVENT-019'],
    subtle: ['coincidence', 'event-before-its-commit'],
    overrides: announcingRefused((status) => status === 'approved'),
  },
  'review-announces-both-components': {
    title: 'A consumer is notified that a review has decided both components, although it has decided one.',
    breaks: ['KYC-019', 'EVENT-019'],
    overrides: announcing((move) =>
      move.by === 'review' ? [move, { ...move, component: other(move.component) }] : move,
    ),
  },
  'approval-that-nobody-gave-announced': {
    title:
      'A consumer is notified of the approval of a user whom nobody has reviewed, and who stays pending.',
    breaks: ['KYC-014', 'EVENT-019'],
    subtle: ['event-before-its-commit'],
    overrides: announcing((move) =>
      move.by === 'time' && move.component === 'identity' ? { ...move, status: 'approved' } : move,
    ),
  },
  'review-announced-for-the-person-too': {
    title: 'A consumer gets the event of a review a second time, with the id of the person as the userId.',
    breaks: ['EVENT-018'],
    subtle: ['wrong-id', 'event-doubled'],
    overrides: replacing('kyc', {
      review: changing(kycRules.review, ({ state, events }, _, { userId }) => {
        const { personId = '' } = findRecord(state.users, userId).user;
        const repeated = events.map((event) => rewrite(event, 'data.userId', () => personId) as DomainEvent);
        return { state, events: [...events, ...repeated] };
      }),
    }),
  },
  'verdict-event-shows-the-one-before': {
    title: 'The event of a review shows the status before it.',
    breaks: ['KYC-020', 'EVENT-019'],
    subtle: ['stale-data'],
    overrides: verdictBefore,
  },
  'verifications-announced-for-the-wrong-tenant': {
    title: 'The event of a verification has the tenant key of another business of the platform.',
    breaks: ['HOOK-007'],
    subtle: ['event-of-another-tenant'],
    overrides: inEvents('user.kyc.updated', 'tenantKey', (key) => [...String(key)].reverse().join('')),
  },
});
