import { kycDecisions } from '../resources/kyc/decisions.ts';
import { kycRules } from '../resources/kyc/rules.ts';
import { recordOf } from '../resources/kyc/verification.ts';
import { validationRules } from '../resources/validation.ts';
import type { KycComponentName } from '../state/records/people.ts';
import { invalidState, notFound } from '../state/refusal.ts';
import { inEvents, silentAbout } from './event-tools.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { asksForApproval, decide, type KycRules, kyc, quietly, submitting } from './kyc-tools.ts';
import { onStatus } from './tools.ts';

type Review = KycRules['review'];

const other = (type: unknown): KycComponentName => (type === 'identity' ? 'address' : 'identity');

/** A review that knows the status of the component before it. */
const reviewing = (
  review: (
    status: string | undefined,
    sound: () => ReturnType<Review>,
    command: Parameters<Review>,
  ) => ReturnType<Review>,
): FaultOverrides =>
  kyc({
    review(...command) {
      const [state, { userId, input }] = command;
      const status = input.type && recordOf(state, userId)[input.type]?.status;
      return review(status, () => kycRules.review(...command), command);
    },
  });

/** Decides the other component as well, in some cases. */
const decidingBoth = (when: (action: unknown, hasOther: boolean) => boolean) =>
  kyc({
    review(state, command, now) {
      const one = kycRules.review(state, command, now);
      const { action, type } = command.input;
      const hasOther = recordOf(state, command.userId)[other(type)] !== undefined;
      if (!when(action, hasOther)) return one;
      const input = { ...command.input, type: other(type) };
      const both = kycRules.review(one.state, { ...command, input }, now);
      return { state: both.state, events: [...one.events, ...both.events] };
    },
  });

/** Finds nothing wrong with one field of a review. */
const overlooking = (field: string): Partial<typeof validationRules> => ({
  ofBody: (operation, body) =>
    validationRules
      .ofBody(operation, body)
      .filter(({ path }) => operation.id !== 'reviewKyc' || !path.includes(field)),
});

/** Sentinels that work only as some writings of auto-approve. */
const writtenAs = (...writings: readonly string[]) =>
  decide({
    sentinel: (component, submission, environment) =>
      component === 'identity' &&
      asksForApproval(submission) &&
      !writings.includes(submission.idDetails?.number ?? '')
        ? undefined
        : kycDecisions.sentinel(component, submission, environment),
  });

export const kycReviewFaults: readonly Fault[] = [
  {
    id: 'rejected-component-cannot-be-approved',
    title: 'A tester cannot correct a rejection, because nothing follows from the approval.',
    area: 'verification',
    breaks: ['KYC-017', 'KYC-020', 'SANDBOX-006'],
    overrides: reviewing((status, sound, [state, { input }]) =>
      status === 'rejected' && input.action === 'approve' ? { state, events: [] } : sound(),
    ),
  },
  {
    id: 'approved-component-cannot-be-rejected',
    title: 'A tester who rejects a verified user is answered 204 and nothing happens.',
    area: 'verification',
    breaks: ['KYC-018', 'KYC-020', 'SANDBOX-006'],
    overrides: reviewing((status, sound, [state, { input }]) =>
      status === 'approved' && input.action === 'reject' ? { state, events: [] } : sound(),
    ),
  },
  {
    id: 'rejection-announced-and-not-stored',
    title: 'A consumer hears of a rejection that reading the verification does not show.',
    area: 'verification',
    breaks: ['KYC-018', 'SANDBOX-006'],
    overrides: reviewing((_status, sound, [state, { input }]) =>
      input.action === 'reject' ? { state, events: sound().events } : sound(),
    ),
  },
  {
    id: 'approval-decides-the-submitted-rest',
    title: 'A tester who approves the identity approves an address that nobody has looked at.',
    area: 'verification',
    breaks: ['KYC-019', 'SANDBOX-005'],
    overrides: decidingBoth((action, hasOther) => action === 'approve' && hasOther),
  },
  {
    id: 'rejection-decides-both-components',
    title: 'A tester who rejects the address rejects the identity as well.',
    area: 'sandbox',
    breaks: ['SANDBOX-005', 'KYC-019'],
    overrides: decidingBoth((action) => action === 'reject'),
  },
  {
    id: 'review-event-names-the-other-component',
    title: 'A consumer takes the decision about the address for one about the identity.',
    area: 'verification',
    breaks: ['KYC-020', 'EVENT-019'],
    overrides: kyc({
      review(state, command, now) {
        const { state: after, events } = kycRules.review(state, command, now);
        const swapped = events.map((event) =>
          event.eventType === 'user.kyc.updated'
            ? { ...event, data: { ...event.data, type: other(event.data.type) } }
            : event,
        );
        return { state: after, events: swapped };
      },
    }),
  },
  {
    id: 'review-not-announced',
    title: 'A consumer never hears how a review has ended.',
    area: 'verification',
    breaks: ['KYC-020', 'EVENT-019'],
    overrides: quietly('review'),
  },
  {
    id: 'address-decision-not-announced',
    title: 'A consumer hears of decisions about the identity only.',
    area: 'verification',
    breaks: ['KYC-020', 'EVENT-019'],
    overrides: silentAbout(
      'user.kyc.updated',
      ({ type, status }) => type === 'address' && status !== 'processing',
    ),
  },
  {
    id: 'kyc-event-of-a-third-component',
    title: 'A consumer hears of a component of the verification that it does not know.',
    area: 'verification',
    breaks: ['EVENT-018', 'KYC-020'],
    overrides: inEvents('user.kyc.updated', 'type', (type) => (type === 'address' ? 'residence' : type)),
  },
  {
    id: 'review-answers-200',
    title: 'A client that expects no body after a review has to read one.',
    area: 'sandbox',
    breaks: ['SANDBOX-004'],
    overrides: onStatus(204, () => ({ status: 200, body: {} }), ['reviewKyc']),
  },
  {
    id: 'review-before-submission-refused',
    title: 'A tester has to submit documents before a user can be approved.',
    area: 'sandbox',
    breaks: ['SANDBOX-006'],
    overrides: reviewing((status, sound) => {
      if (status === undefined) throw notFound();
      return sound();
    }),
  },
  {
    id: 'review-of-a-decided-component-refused',
    title: 'A tester who has approved a user cannot go on to test a rejection.',
    area: 'sandbox',
    breaks: ['SANDBOX-006', 'KYC-017', 'KYC-018'],
    overrides: reviewing((status, sound) => {
      if (status === 'approved' || status === 'rejected') throw invalidState('The component is decided');
      return sound();
    }),
  },
  {
    id: 'review-takes-any-action-for-a-rejection',
    title: 'A tester who misspells approve rejects the user.',
    area: 'sandbox',
    breaks: ['SANDBOX-008', 'ERR-002'],
    overrides: {
      rules: {
        validation: overlooking('action'),
      },
    },
  },
  {
    id: 'review-of-an-unknown-component-answers-204',
    title: 'A tester who misspells identity is told that the user is approved.',
    area: 'sandbox',
    breaks: ['SANDBOX-008', 'ERR-002'],
    overrides: {
      rules: {
        validation: overlooking('type'),
        kyc: {
          review: (state, command, now) =>
            command.input.type === 'identity' || command.input.type === 'address'
              ? kycRules.review(state, command, now)
              : { state, events: [] },
        },
      },
    },
  },
  {
    id: 'invalid-review-answers-404',
    title: 'A tester who misspells an action looks for the user instead.',
    area: 'sandbox',
    breaks: ['SANDBOX-008', 'ERR-002'],
    overrides: onStatus(400, () => ({ status: 404, body: notFound().body }), ['reviewKyc']),
  },
  {
    id: 'auto-approve-ignored',
    title: 'A tester waits for an approval that never comes.',
    area: 'sandbox',
    breaks: ['SANDBOX-015', 'KYC-012', 'SANDBOX-016', 'SANDBOX-017', 'SANDBOX-018'],
    overrides: writtenAs(),
  },
  {
    id: 'auto-approve-needs-a-front-file',
    title: 'A tester has to upload a picture for a document that does not exist.',
    area: 'sandbox',
    breaks: ['SANDBOX-016', 'SANDBOX-015'],
    overrides: submitting(['submit', 'resubmit'], (input) => {
      if (asksForApproval(input) && input.idDetails?.frontFileId === undefined) throw notFound();
      return input;
    }),
  },
  {
    id: 'auto-approve-in-small-letters-only',
    title: 'A tester who writes AUTO-APPROVE waits for an approval that never comes.',
    area: 'sandbox',
    breaks: ['SANDBOX-017', 'KYC-012'],
    overrides: writtenAs('auto-approve'),
  },
  {
    id: 'auto-approve-in-one-case-only',
    title: 'A tester who writes Auto-Approve waits for an approval that never comes.',
    area: 'sandbox',
    breaks: ['SANDBOX-017', 'KYC-012'],
    overrides: writtenAs('auto-approve', 'AUTO-APPROVE'),
  },
  {
    id: 'auto-approve-ignored-when-resubmitted',
    title: 'A tester cannot lead a rejected user to an approval by a sentinel.',
    area: 'sandbox',
    breaks: ['SANDBOX-018', 'KYC-033'],
    overrides: kyc({
      resubmit: (state, command, now) =>
        kycRules.resubmit(state, { ...command, environment: 'production' }, now),
    }),
  },
];
