/** Generates the moves of the KYB model, and names the ways to each transition. */
import fc from 'fast-check';
import type { CasePlan } from '../../provider/check.ts';
import { together } from '../../provider/machine.ts';
import { needing, tour, type Ways } from '../ways.ts';
import { complete, review } from './commands/review.ts';
import { submit, submitSentinel } from './commands/submit.ts';
import type { KybMove } from './model.ts';

const decision = fc.constantFrom('ask', 'approve', 'reject', 'ask').map(review);

export function kybMoves(has: CasePlan['has']): fc.Arbitrary<KybMove> {
  const racing = fc.oneof(
    fc.tuple(decision, decision).map(([first, second]) => together(first, second)),
    decision.map((each) => together(submit, each)),
  );
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(submit) },
    ...(has('sandbox') ? [{ weight: 1, arbitrary: fc.constant(submitSentinel) }] : []),
    ...(has('review-kyb')
      ? [
          { weight: 5, arbitrary: decision },
          { weight: 2, arbitrary: racing },
          { weight: 1, arbitrary: fc.constant(complete) },
        ]
      : []),
  );
}

export function kybWays(has: CasePlan['has']): Ways<'kyb', KybMove> {
  const [approve, ask, reject] = [review('approve'), review('ask'), review('reject')];
  const reviewed = (...tours: readonly (readonly KybMove[])[]) =>
    needing(has('review-kyb'), 'review-kyb', { tours });
  return {
    'kyb/submit': tour(submit, submit),
    'kyb/approve': reviewed(
      [submit, approve, complete],
      [submit, ask, submit, approve],
      [submit, together(approve, reject)],
      [submit, together(submit, approve)],
      ...(has('sandbox') ? [[submitSentinel]] : []),
    ),
    'kyb/ask': reviewed([submit, ask, submit, ask, submit, reject]),
    'kyb/reject': reviewed([submit, reject, submit, submit], [submit, together(submit, reject), submit]),
  };
}
