/** Generates the moves of the external account model, and names the ways to each transition. */
import fc from 'fast-check';
import type { AccountKind } from '../../actions/external-accounts.ts';
import type { CasePlan } from '../../provider/check.ts';
import { together } from '../../provider/machine.ts';
import { needing, type Ways } from '../ways.ts';
import { linkFurther } from './commands/link.ts';
import { removeAccount } from './commands/remove.ts';
import { liftRestriction, restrictDebits } from './commands/restriction.ts';
import { verifyAccount } from './commands/verify.ts';
import { waitForDeposits } from './commands/wait.ts';
import type { AccountMove } from './model.ts';

const index = fc.nat({ max: 2 });
const linking = fc.constantFrom<AccountKind>('verified', 'by code', 'by amounts').map(linkFurther);

/** The moves that a target can be asked to make. */
export function accountMoves(has: CasePlan['has']): fc.Arbitrary<AccountMove> {
  const verifying = has('verify-external-account') ? [index.map(verifyAccount)] : [];
  const removing = has('remove-external-account') ? [index.map(removeAccount)] : [];
  const restricting = [
    ...(has('restrict-external-account') ? [fc.constant(restrictDebits)] : []),
    ...(has('lift-external-account-restriction') ? [fc.constant(liftRestriction)] : []),
  ];
  const racing = fc
    .tuple(
      fc.oneof(linking, ...restricting, ...verifying),
      fc.oneof(linking, ...restricting, ...verifying, ...removing),
    )
    .map((moves) => together(...moves));
  return fc.oneof(
    { weight: 4, arbitrary: linking },
    { weight: 2, arbitrary: racing },
    ...verifying.map((arbitrary) => ({ weight: 3, arbitrary })),
    ...removing.map((arbitrary) => ({ weight: 2, arbitrary })),
    ...restricting.map((arbitrary) => ({ weight: 2, arbitrary })),
    ...(has('clock') ? [{ weight: 1, arbitrary: fc.constant(waitForDeposits) }] : []),
  );
}

/** A tour that a target may lack the means for. */
const where = (offered: boolean, ...tours: readonly (readonly AccountMove[])[]) => (offered ? tours : []);

/** What is made at the same time comes last: a fault that shows without is told without. */
export function accountWays(has: CasePlan['has']): Ways<'external-account', AccountMove> {
  const verified = linkFurther('verified');
  const unverified = linkFurther('by code');
  const restricts = has('restrict-external-account');
  const lifts = restricts && has('lift-external-account-restriction');
  const verifies = has('verify-external-account');
  const removes = has('remove-external-account');
  return {
    'external-account/link-verified': {
      tours: [
        [verified, verified],
        [together(verified, verified)],
        ...where(removes, [verified, removeAccount(0)]),
      ],
    },
    'external-account/link-unverified': { tours: [[unverified], [linkFurther('by amounts')]] },
    'external-account/link-restricted': needing(restricts, 'restrict-external-account', {
      tours: [
        [restrictDebits, verified],
        [restrictDebits, unverified],
      ],
    }),
    'external-account/verify': needing(verifies, 'verify-external-account', {
      tours: [
        [unverified, verifyAccount(0)],
        [unverified, linkFurther('by amounts'), verifyAccount(1)],
        [unverified, together(verifyAccount(0), verifyAccount(0))],
        ...where(
          restricts,
          [unverified, verifyAccount(0), restrictDebits],
          [unverified, restrictDebits, verifyAccount(0)],
          [unverified, together(verifyAccount(0), restrictDebits)],
        ),
      ],
    }),
    'external-account/restrict': needing(restricts, 'restrict-external-account', {
      tours: [
        [verified, unverified, verified, restrictDebits],
        ...where(removes, [verified, verified, removeAccount(0), restrictDebits]),
        [together(verified, restrictDebits)],
        [verified, together(restrictDebits, restrictDebits)],
        ...where(removes, [verified, verified, together(removeAccount(0), restrictDebits)]),
      ],
    }),
    'external-account/lift-restriction': needing(
      lifts,
      restricts ? 'lift-external-account-restriction' : 'restrict-external-account',
      {
        tours: [
          [verified, unverified, restrictDebits, liftRestriction],
          [restrictDebits, verified, liftRestriction, restrictDebits],
          ...where(has('clock'), [verified, restrictDebits, waitForDeposits, liftRestriction]),
          [restrictDebits, together(liftRestriction, verified)],
          [verified, restrictDebits, together(liftRestriction, liftRestriction)],
        ],
      },
    ),
  };
}
