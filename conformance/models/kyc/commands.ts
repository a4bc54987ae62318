/** Generates the moves of the model of verification, and names the ways to each transition. */
import fc from 'fast-check';
import type { Action, ComponentName } from '../../actions/kyc.ts';
import type { CasePlan } from '../../provider/check.ts';
import { together } from '../../provider/machine.ts';
import { addUser } from './commands/add-user.ts';
import { renew } from './commands/renew.ts';
import { resubmit } from './commands/resubmit.ts';
import { decide } from './commands/review.ts';
import { submit } from './commands/submit.ts';
import { applicantCount, sentinel, type Values } from './commands/values.ts';
import { type Moment, wait, waitUntil } from './commands/wait.ts';
import { type Expiry, stages } from './document.ts';
import type { KycMove } from './model.ts';

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
      .tuple(fc.constantFrom<Moment>('after', 'eve', 'day'), fc.constantFrom(...stages), index)
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

/** The moves that a target can be asked to make; those that are seldom possible are there more often. */
export function kycMoves(has: CasePlan['has']): fc.Arbitrary<KycMove> {
  return fc.oneof(
    { weight: 5, arbitrary: submitting },
    { weight: 5, arbitrary: deciding },
    { weight: 4, arbitrary: resubmitting },
    { weight: 2, arbitrary: racing },
    ...(has('create-person') ? [{ weight: 1, arbitrary: fc.constant(addUser) }] : []),
    ...(has('clock') ? [{ weight: 5, arbitrary: waiting }] : []),
    ...(has('renew-kyc') ? [{ weight: 4, arbitrary: renewing }] : []),
  );
}
