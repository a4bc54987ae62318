/** Generates the moves of the model of verification, and the tours that take each transition. */

import fc from 'fast-check';
import { ifOffered, type Kind, type TransitionTours, tours } from '../../engine/tours.ts';
import { stages } from '../../judgements/expiry-stages.ts';
import { together } from '../../provider/model.ts';
import type { ToursByTransition } from '../../provider/state-machines.ts';
import type { Action, ComponentName } from './actions.ts';
import type { Expiry } from './document.ts';
import type { KycMove } from './model.ts';
import { addUser, decide, type ExpiryMoment, renew, wait, waitUntil } from './moves.ts';
import { applicantCount, approval, real, resubmit, sentinel, submit, type Values } from './submissions.ts';

const index = fc.nat({ max: 2 });

const expiry = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Expiry>({ days: 3_650 }) },
  { weight: 2, arbitrary: fc.integer({ min: 2, max: 28 }).map((days): Expiry => ({ days })) },
  { weight: 2, arbitrary: fc.integer({ min: 32, max: 500 }).map((days): Expiry => ({ days })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        'a leap day' as const,
        'the end of a month' as const,
        '30 days after a leap day' as const,
        '60 days before a leap day' as const,
      )
      .map((on): Expiry => ({ on })),
  },
);

/** The sentinel with any of its letters in capitals. */
const written = fc
  .array(fc.boolean(), { minLength: sentinel.length, maxLength: sentinel.length })
  .map((upper) => [...sentinel].map((letter, at) => (upper[at] ? letter.toUpperCase() : letter)).join(''));

const files = fc.nat({ max: 3 }).map((choice) => choice < 3);

const values: fc.Arbitrary<Values> = fc.oneof(
  fc.record({ files, expiry, who: fc.nat({ max: applicantCount - 1 }) }),
  fc.record({ sentinel: fc.oneof(fc.constant(sentinel), written), files, expiry, who: fc.constant(0) }),
);

const submitting = fc.tuple(index, values).map(([at, what]) => submit(at, what));
const resubmitting = fc.tuple(index, values).map(([at, what]) => resubmit(at, what));
const deciding = fc
  .tuple(
    index,
    fc.constantFrom<Action>('approve', 'reject'),
    fc.constantFrom<ComponentName>('identity', 'identity', 'address'),
  )
  .map(([at, action, type]) => decide(at, action, type));
const renewing = index.map((at) => renew(at));
const waiting = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom<ExpiryMoment>('after', 'eve', 'day'), fc.constantFrom(...stages), index)
      .map(([moment, stage, at]) => waitUntil(moment, stage, at)),
  },
  { weight: 1, arbitrary: fc.constantFrom(2, 45, 400).map(wait) },
);

/** Two moves about one user at the same time. */
const racing = fc
  .tuple(index, values, fc.constantFrom<ComponentName>('identity', 'address'), fc.nat({ max: 4 }))
  .map(([at, what, type, pair]) => {
    const approving = decide(at, 'approve', type);
    if (pair === 0) return together(approving, decide(at, 'reject', type));
    if (pair === 1) return together(resubmit(at, what), approving);
    if (pair === 2) return together(resubmit(at, what), decide(at, 'reject', type));
    if (pair === 3) return together(submit(at, what), submit(at, what));
    return together(resubmit(at, what), resubmit(at, what));
  });

export const kycMoves: readonly Kind<KycMove>[] = [
  { weight: 5, moves: submitting },
  { weight: 5, moves: deciding },
  { weight: 4, moves: resubmitting },
  { weight: 2, moves: racing },
  { weight: 1, moves: fc.constant(addUser) },
  { weight: 5, moves: waiting },
  { weight: 4, moves: renewing },
];

const in10Days: Expiry = { days: 10 };
const in40Days: Expiry = { days: 40 };
const soon = { expiry: in10Days };
const submitted = submit(0, real());
const plain = submit(0, approval());
const resubmitted = resubmit(0, real());
const approve = decide(0, 'approve', 'identity');
const reject = decide(0, 'reject', 'identity');
const approveAddress = decide(0, 'approve', 'address');
const rejectAddress = decide(0, 'reject', 'address');
const inProduction: TransitionTours<KycMove> = {
  outOfReach:
    'Only production decides a verification without a test value, and the suite sends only reads there by default.',
};

const componentTours: ToursByTransition<'kyc', KycMove> = {
  'kyc/submit': {
    tours: [
      [
        submitted,
        ...ifOffered(addUser),
        submit(1, real({ who: 1 })),
        approve,
        decide(1, 'reject', 'address'),
      ],
      [submit(0, real({ who: 2, files: false }))],
      [together(submitted, submitted)],
      [together(submitted, approve)],
    ],
  },
  'kyc/submit-approved': {
    tours: [
      [plain, approve, rejectAddress, resubmit(0, real(soon))],
      [submit(0, approval(undefined, { files: false })), reject],
      [submit(0, approval('AUTO-APPROVE'))],
      [together(plain, plain), approveAddress],
    ],
  },
  'kyc/submit-rejected': {
    outOfReach: 'The interface document shows no test value with which a submission is rejected.',
  },
  'kyc/stay-undecided': {
    tours: [
      [submitted, wait(2), wait(400)],
      [submitted, ...ifOffered(addUser), submit(1, approval('Auto-Approve')), rejectAddress, wait(2)],
    ],
  },
  'kyc/verify-approved': inProduction,
  'kyc/verify-rejected': inProduction,
  'kyc/review-approve-none': tours([approve, approveAddress]),
  'kyc/review-approve-processing': tours([submitted, approveAddress, approve]),
  'kyc/review-approve-pending': tours([submitted, wait(2), approve, approveAddress]),
  'kyc/review-approve-approved': tours([approveAddress, approveAddress, approve, approve]),
  'kyc/review-approve-rejected': {
    tours: [
      [reject, approve, rejectAddress, approveAddress],
      [submitted, together(approve, reject)],
      [submitted, together(approveAddress, rejectAddress)],
      [submitted, together(approve, rejectAddress)],
    ],
  },
  'kyc/review-reject-none': tours([rejectAddress, reject]),
  'kyc/review-reject-processing': tours([submitted, reject, rejectAddress]),
  'kyc/review-reject-pending': tours([submitted, wait(2), reject, rejectAddress, approve]),
  'kyc/review-reject-approved': tours([approve, reject, approveAddress, rejectAddress]),
  'kyc/review-reject-rejected': tours([reject, reject, rejectAddress, rejectAddress]),
  'kyc/resubmit': {
    tours: [
      [submitted, reject, resubmitted, resubmitted, approve, resubmitted],
      [submitted, rejectAddress, resubmitted, approve, rejectAddress, resubmitted],
      [resubmitted, reject, resubmit(0, real({ files: false })), reject, rejectAddress, resubmitted],
      [submitted, reject, together(resubmitted, resubmitted)],
      [submitted, reject, together(resubmitted, approve)],
      [submitted, reject, together(resubmitted, reject)],
      [submitted, together(resubmitted, reject)],
    ],
  },
  'kyc/resubmit-approved': {
    tours: [
      [submitted, resubmit(0, approval()), reject, resubmit(0, approval()), resubmit(0, approval())],
      [
        reject,
        resubmit(0, approval('Auto-Approve')),
        reject,
        resubmit(0, approval(undefined, { files: false })),
      ],
    ],
  },
  'kyc/expire': {
    tours: [
      [
        submit(0, approval(undefined, soon)),
        approveAddress,
        waitUntil('after', 'expired', 0),
        approve,
        wait(45),
      ],
      [submit(0, approval(undefined, soon)), ...ifOffered(addUser), submit(1, approval()), wait(400)],
    ],
  },
};

/** Every boundary of the stages of a document: just before it, and as soon as it is beyond doubt. */
const boundaries = (['about-to-expire', 'in-grace-period', 'expired'] as const).flatMap((stage) => [
  waitUntil('eve', stage, 0),
  waitUntil('after', stage, 0),
]);

const approved = (expiry: Expiry) => submit(0, approval(undefined, { expiry }));
const inGrace = [approved(in10Days), waitUntil('after', 'in-grace-period', 0)];
const expired = [approved(in10Days), waitUntil('after', 'expired', 0)];
const outlived = [approve, waitUntil('after', 'about-to-expire', 0)];

const documentTours: ToursByTransition<'document-expiry', KycMove> = {
  'document-expiry/near-expiry': {
    tours: [
      [submit(0, real(soon)), approve, reject, approve],
      [approved(in40Days), resubmitted, waitUntil('day', 'about-to-expire', 0), wait(2), reject, approve],
      [approved({ on: '30 days after a leap day' }), ...boundaries.slice(0, 2)],
    ],
  },
  'document-expiry/enter-grace': {
    tours: [
      [approved(in40Days), waitUntil('day', 'in-grace-period', 0), wait(2), reject, approve],
      [approved({ on: 'a leap day' }), ...boundaries.slice(0, 4)],
      // The document starts in its grace period.
      [approved({ days: -45 }), wait(400), ...boundaries.slice(4)],
    ],
  },
  'document-expiry/expire': {
    tours: [
      [approved(in40Days), ...boundaries, wait(400)],
      [submit(0, real(soon)), approve, waitUntil('day', 'expired', 0), wait(2)],
      [approved({ on: '60 days before a leap day' }), ...boundaries.slice(4)],
      [approved({ on: 'the end of a month' }), ...boundaries.slice(4)],
    ],
  },
  'document-expiry/renew-early': {
    tours: [
      [approved(in10Days), renew(0), reject],
      [submit(0, real(soon)), approve, renew(0), approve],
      [approved(in10Days), renew(0), ...outlived],
      [approved(in10Days), waitUntil('eve', 'in-grace-period', 0), renew(0), wait(400)],
    ],
  },
  'document-expiry/renew-in-grace': {
    tours: [
      [...inGrace, renew(0), rejectAddress, ...outlived],
      [...inGrace, waitUntil('eve', 'expired', 0), renew(0), reject],
    ],
  },
  'document-expiry/renew-late': {
    tours: [
      [...expired, renew(0), approve, reject, ...outlived],
      [...expired, renew(0), together(approve, reject)],
    ],
  },
  'document-expiry/resubmit': {
    tours: [
      [...expired, resubmitted, resubmitted, wait(2)],
      [...expired, approve, resubmitted, reject, resubmit(0, approval())],
    ],
  },
};

const { 'kyc/submit': submission, ...otherComponentTours } = componentTours;
const { 'document-expiry/expire': toTheEnd, ...otherDocumentTours } = documentTours;

/** A document on its way to its end shows the most, so that comes early. */
export const kycTours: ToursByTransition<'kyc' | 'document-expiry', KycMove> = {
  'kyc/submit': submission,
  'document-expiry/expire': toTheEnd,
  ...otherComponentTours,
  ...otherDocumentTours,
};
