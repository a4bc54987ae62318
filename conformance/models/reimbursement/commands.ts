/** Generates the moves of the reimbursement model, and names the sequences that every run tries. */
import fc from 'fast-check';
import type { CasePlan } from '../../provider/check.ts';
import { together } from '../../provider/machine.ts';
import type { Way } from '../ways.ts';
import { create } from './commands/create.ts';
import { fund, fundOther } from './commands/fund.ts';
import { approve, reject } from './commands/review.ts';
import { settle } from './commands/settle.ts';
import type { ReimbursementMove } from './model.ts';

const index = fc.nat({ max: 2 });
const reason = fc.constantFrom('Not ordered', 'The receipt is not readable', 'Beleg fehlt', '領収書なし');

const reviewing = fc.oneof(
  index.map(approve),
  fc.tuple(index, reason).map(([at, text]) => reject(at, text)),
);

const settles = (has: CasePlan['has']) =>
  has('list-transactions') && has('settle-transaction') && has('drain');

export function reimbursementMoves(has: CasePlan['has']): fc.Arbitrary<ReimbursementMove> {
  const racing = fc.tuple(reviewing, reviewing).map(([first, second]) => together(first, second));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(create('same'), create('other')) },
    ...(has('sandbox')
      ? [
          { weight: 4, arbitrary: index.map(fund) },
          { weight: 1, arbitrary: fc.constant(fundOther) },
        ]
      : []),
    ...(has('review-reimbursement')
      ? [
          { weight: 4, arbitrary: reviewing },
          { weight: 2, arbitrary: racing },
        ]
      : []),
    ...(settles(has) ? [{ weight: 3, arbitrary: index.map(settle) }] : []),
  );
}

/** The states of a reimbursement are not shown, so these are named after its events. */
export function reimbursementWays(
  has: CasePlan['has'],
): Readonly<Record<'submitted' | 'rejected' | 'approved' | 'paid', Way<ReimbursementMove>>> {
  const [same, other] = [create('same'), create('other')];
  const no = (at: number) => reject(at, 'Not ordered');
  const reviews = has('review-reimbursement');
  const pays = reviews && has('sandbox');
  const arrive = settles(has) ? [settle(0)] : [];
  const tours = (offered: boolean, ...all: readonly (readonly ReimbursementMove[])[]) => ({
    tours: offered ? all : [],
  });
  return {
    submitted: { tours: [[same, other]] },
    rejected: tours(reviews, [same, no(0), no(0)], [same, same, reject(1, '領収書なし'), no(0)]),
    approved: tours(
      pays,
      [same, fund(0), together(approve(0), no(0))],
      [same, fund(0), together(approve(0), approve(0)), ...arrive],
      [same, approve(0), fund(0), approve(0)],
    ),
    paid: tours(
      pays,
      [other, fund(0), fundOther, approve(0), ...arrive],
      [same, other, fund(1), approve(0), approve(1), ...arrive, no(0)],
    ),
  };
}
