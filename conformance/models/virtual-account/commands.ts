/** Generates the moves of the virtual account model. Its machine shows no transition, only what is to be seen on the way. */
import fc from 'fast-check';
import type { CasePlan } from '../../provider/check.ts';
import { together } from '../../provider/machine.ts';
import type { Way } from '../ways.ts';
import { type AccountRequest, requestAccount } from './commands/request.ts';
import { waitAnHour } from './commands/wait.ts';
import type { AccountMove } from './model.ts';

const requesting = fc
  .record<AccountRequest>({
    type: fc.constantFrom('SSN', 'BVN'),
    number: fc.constantFrom('approved', 'ordinary'),
    owner: fc.constantFrom('business', 'user'),
  })
  .map(requestAccount);

export function accountMoves(has: CasePlan['has']): fc.Arbitrary<AccountMove> {
  const racing = fc.tuple(requesting, requesting).map((moves) => together(...moves));
  return fc.oneof(
    { weight: 3, arbitrary: requesting },
    { weight: 1, arbitrary: racing },
    ...(has('clock') ? [{ weight: 2, arbitrary: fc.constant(waitAnHour) }] : []),
  );
}

export function accountWays(has: CasePlan['has']): Readonly<Record<string, Way<AccountMove>>> {
  const waiting = has('clock') ? [waitAnHour] : [];
  const ordinary = requestAccount({ type: 'BVN', number: 'ordinary', owner: 'business' });
  const ofUser = requestAccount({ type: 'SSN', number: 'ordinary', owner: 'user' });
  const bvn = requestAccount({ type: 'BVN', number: 'approved', owner: 'business' });
  const ssn = requestAccount({ type: 'SSN', number: 'approved', owner: 'business' });
  const bvnOfUser = requestAccount({ type: 'BVN', number: 'approved', owner: 'user' });
  return {
    requested: { tours: [[ordinary], [ofUser], [together(ordinary, ordinary)]] },
    submitted: { tours: [[ordinary, ...waiting]] },
    created: {
      tours: [
        [ssn, ...waiting],
        [bvnOfUser, ...waiting, ...waiting],
        [ssn, bvn, ...waiting],
        [together(bvn, bvn), ...waiting],
      ],
    },
  };
}
