import { kycDecisions } from '../resources/kyc/decisions.ts';
import { kycRules } from '../resources/kyc/rules.ts';
import { invalidBody, notFound, Refusal } from '../state/refusal.ts';
import { inCapitals, inEvents, payloadOf, renamedIn, silentAbout } from './event-tools.ts';
import type { Fault } from './fault.ts';
import { asksForApproval, decide, kyc, quietly, submitting } from './kyc-tools.ts';
import { inAnswers, onStatus, remove } from './tools.ts';

const kycAnswers = ['readKyc', 'submitKyc', 'resubmitKyc', 'renewKyc'] as const;

/** Refuses with 404 what names a certain file, uploaded or not. */
const refusedWith = (file: 'backFileId' | 'selfieFileId') =>
  submitting(['submit', 'resubmit'], (input) => {
    if (input.idDetails?.[file] !== undefined) throw notFound();
    return input;
  });

export const kycFaults: readonly Fault[] = [
  {
    id: 'kyc-identity-under-another-name',
    title: 'A client does not find the identity in a verification.',
    area: 'verification',
    breaks: ['KYC-001', 'KYC-034'],
    overrides: inAnswers(kycAnswers, '', (body) => {
      const { identity, ...rest } = { identity: undefined, ...(body ?? {}) };
      return { ...rest, identityDocument: identity };
    }),
  },
  {
    id: 'kyc-address-under-another-name',
    title: 'A client does not find the address in a verification.',
    area: 'verification',
    breaks: ['KYC-035'],
    overrides: inAnswers(kycAnswers, '', (body) => {
      const { address, ...rest } = { address: undefined, ...(body ?? {}) };
      return { ...rest, ...(address !== undefined && { residence: address }) };
    }),
  },
  {
    id: 'kyc-status-in-capitals',
    title: 'A client that compares statuses takes an approved user for one who is not.',
    area: 'verification',
    breaks: ['KYC-002', 'KYC-010', 'KYC-017', 'KYC-018', 'KYC-034', 'SANDBOX-015'],
    overrides: inAnswers('readKyc', 'identity.status', inCapitals),
  },
  {
    id: 'kyc-status-of-a-fifth-kind',
    title: 'A client meets a status of a verification that it does not know.',
    area: 'verification',
    breaks: ['KYC-002', 'KYC-010', 'KYC-021'],
    overrides: inAnswers('readKyc', 'identity.status', (status) =>
      status === 'processing' ? 'in_review' : status,
    ),
  },
  {
    id: 'kyc-real-values-approved',
    title: 'Everybody who submits anything is verified at once.',
    area: 'verification',
    breaks: ['KYC-010', 'KYC-011', 'KYC-021'],
    overrides: decide({
      sentinel: (component, submission, environment) =>
        kycDecisions.sentinel(component, submission, environment) ?? 'approved',
    }),
  },
  {
    id: 'kyc-submitted-address-left-out',
    title: 'The address of a user is never verified, although it was submitted with the identity.',
    area: 'verification',
    breaks: ['KYC-010', 'KYC-011'],
    overrides: submitting('submit', ({ address: _, addressProofFileId: __, ...input }) => input),
  },
  {
    id: 'kyc-processing-not-announced',
    title: 'A consumer does not hear that a verification has begun.',
    area: 'verification',
    breaks: ['KYC-011', 'KYC-025', 'EVENT-019'],
    overrides: decide({
      announced: (status) => (status === 'processing' ? undefined : kycDecisions.announced(status)),
    }),
  },
  {
    id: 'kyc-address-processing-not-announced',
    title: 'A consumer hears of the identity alone when both are submitted.',
    area: 'verification',
    breaks: ['KYC-011', 'EVENT-019'],
    overrides: silentAbout(
      'user.kyc.updated',
      ({ type, status }) => type === 'address' && status === 'processing',
    ),
  },
  {
    id: 'kyc-sentinel-decides-the-address-too',
    title: 'A tester who approves an identity finds the address approved as well.',
    area: 'verification',
    breaks: ['KYC-012', 'KYC-010'],
    overrides: decide({
      sentinel: (component, submission, environment) =>
        kycDecisions.sentinel(component, submission, environment) ??
        kycDecisions.sentinel('identity', submission, environment),
    }),
  },
  {
    id: 'kyc-approved-when-nobody-reviews',
    title: 'A tester who waits finds users verified whom nobody has reviewed.',
    area: 'verification',
    breaks: ['KYC-014'],
    overrides: kyc({
      progress(state, context, now) {
        const { state: after, events } = kycRules.progress(state, context, now);
        const forgotten = after.kycRecords.find(({ identity }) => identity?.status === 'pending');
        if (forgotten === undefined) return { state: after, events };
        const input = { action: 'approve', type: 'identity' } as const;
        const approved = kycRules.review(after, { userId: forgotten.id, input }, now);
        return { state: approved.state, events: [...events, ...approved.events] };
      },
    }),
  },
  {
    id: 'kyc-resubmission-accepted-and-dropped',
    title: 'A user submits again, is told that all is well, and stays rejected.',
    area: 'verification',
    breaks: ['KYC-021', 'KYC-025', 'SANDBOX-018'],
    overrides: kyc({
      resubmit(state, command, now) {
        kycRules.resubmit(state, command, now);
        return { state, events: [] };
      },
    }),
  },
  {
    id: 'kyc-resubmission-while-processing',
    title: 'A user replaces the documents that somebody is looking at.',
    area: 'verification',
    breaks: ['KYC-022'],
    overrides: decide({ mayResubmit: ({ identity }) => identity?.status !== 'approved' }),
  },
  {
    id: 'kyc-resubmission-when-approved',
    title: 'A user who is verified swaps the identity for another one.',
    area: 'verification',
    breaks: ['KYC-022'],
    overrides: decide({
      mayResubmit: ({ identity }) => identity?.status === 'approved' || identity?.status === 'rejected',
    }),
  },
  {
    id: 'kyc-refused-resubmission-says-nothing',
    title: 'A user is not told why a resubmission was refused.',
    area: 'verification',
    breaks: ['KYC-023'],
    overrides: onStatus(
      400,
      (answer) => ({ ...answer, body: { ...(answer.body ?? {}), message: 'The request failed' } }),
      ['resubmitKyc'],
    ),
  },
  {
    id: 'kyc-resubmission-not-announced',
    title: 'A consumer goes on showing a user as rejected who has submitted again.',
    area: 'verification',
    breaks: ['KYC-025', 'EVENT-019'],
    overrides: quietly('resubmit'),
  },
  {
    id: 'kyc-event-calls-the-user-id',
    title: 'A consumer hears of a verification and not whose it is.',
    area: 'verification',
    breaks: ['EVENT-018'],
    overrides: renamedIn('user.kyc.updated', 'userId', 'id'),
  },
  {
    id: 'kyc-event-status-in-capitals',
    title: 'A consumer that waits for approved sees something else.',
    area: 'verification',
    breaks: ['EVENT-018'],
    overrides: inEvents('user.kyc.updated', 'status', inCapitals),
  },
  {
    id: 'kyc-sentinel-decision-not-announced',
    title: 'A consumer never hears of what the sandbox decides at once.',
    area: 'verification',
    breaks: ['EVENT-019'],
    overrides: kyc({
      submit(state, command, now) {
        const { state: after, events } = kycRules.submit(state, command, now);
        const begun = events.filter((event) => payloadOf(event).status === 'processing');
        return { state: after, events: begun };
      },
    }),
  },
  {
    id: 'kyc-with-back-file-refused',
    title: 'A user whose document has two sides cannot submit it.',
    area: 'verification',
    breaks: ['KYC-030'],
    overrides: refusedWith('backFileId'),
  },
  {
    id: 'kyc-with-selfie-refused',
    title: 'A user cannot submit a photograph of the face.',
    area: 'verification',
    breaks: ['KYC-030'],
    overrides: refusedWith('selfieFileId'),
  },
  {
    id: 'kyc-unknown-front-file-accepted',
    title: 'A verification waits for ever for a file that is not there.',
    area: 'verification',
    breaks: ['KYC-031', 'KYC-032'],
    overrides: submitting(['submit', 'resubmit'], ({ idDetails, ...input }) => {
      const { frontFileId: _, ...details } = idDetails ?? {};
      return { ...input, ...(idDetails && { idDetails: details }) };
    }),
  },
  {
    id: 'kyc-unknown-file-answers-400',
    title: 'A client that uploads a missing file after a 404 gives up instead.',
    area: 'verification',
    breaks: ['KYC-031'],
    overrides: onStatus(404, () => ({ status: 400, body: invalidBody({ fileId: 'is unknown' }).body }), [
      'submitKyc',
    ]),
  },
  {
    id: 'kyc-unknown-file-resubmitted',
    title: 'A verification that begins anew waits for a file that is not there.',
    area: 'verification',
    breaks: ['KYC-032'],
    overrides: submitting('resubmit', ({ idDetails, addressProofFileId: _, ...input }) => {
      const { frontFileId: _front, backFileId: _back, selfieFileId: _selfie, ...details } = idDetails ?? {};
      return { ...input, ...(idDetails && { idDetails: details }) };
    }),
  },
  {
    id: 'kyc-sentinel-resubmitted-in-small-letters-only',
    title: 'A tester whose sentinel worked in POST finds that it does not in PATCH.',
    area: 'verification',
    breaks: ['KYC-033', 'SANDBOX-017'],
    overrides: kyc({
      resubmit(state, command, now) {
        const isOther = asksForApproval(command.input) && command.input.idDetails?.number !== 'auto-approve';
        return kycRules.resubmit(state, isOther ? { ...command, environment: 'production' } : command, now);
      },
    }),
  },
  {
    id: 'kyc-read-without-identity',
    title: 'A client that reads a verification is not told of the identity.',
    area: 'verification',
    breaks: ['KYC-034'],
    overrides: inAnswers('readKyc', 'identity', remove),
  },
  {
    id: 'kyc-read-swaps-the-components',
    title: 'A client shows the status of the address as that of the identity.',
    area: 'verification',
    breaks: ['KYC-034', 'KYC-017', 'KYC-018', 'KYC-019', 'SANDBOX-005'],
    overrides: inAnswers('readKyc', '', (body) => {
      const { identity, address } = { identity: {}, address: undefined, ...(body ?? {}) };
      return address === undefined ? body : { identity: address, address: identity };
    }),
  },
  {
    id: 'kyc-renewal-answers-500',
    title: 'A user repeats a renewal for ever, because it is carried out and reported as failed.',
    area: 'verification',
    breaks: ['KYC-036', 'EXPIRY-007', 'EXPIRY-008', 'EXPIRY-009'],
    overrides: onStatus(
      200,
      () => ({ status: 500, body: new Refusal(500, 'internal_error', 'Unexpected error; retry later').body }),
      ['renewKyc'],
    ),
  },
  {
    id: 'kyc-renewal-refused',
    title: 'A user with a new document has nowhere to send it.',
    area: 'verification',
    breaks: ['KYC-036', 'EXPIRY-007', 'EXPIRY-008', 'EXPIRY-009'],
    overrides: decide({ mayRenew: () => false }),
  },
];
