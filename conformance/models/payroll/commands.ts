/** Generates the moves of the payroll model, and names the ways to each transition. */
import fc from 'fast-check';
import type { CasePlan } from '../../engine/check.ts';
import { together } from '../../engine/machine.ts';
import { needing, tour, type Ways } from '../ways.ts';
import { type Moment, waitUntil } from './commands/advance-to.ts';
import { approve } from './commands/approve.ts';
import { type DepositKind, fund } from './commands/deposit.ts';
import { type PayrollDay, save } from './commands/save.ts';
import { settle } from './commands/settle.ts';
import type { PayrollMove } from './model.ts';

const index = fc.nat({ max: 2 });

const payrollDay = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 45 }).map((offset): PayrollDay => ({ offset })) },
  { weight: 1, arbitrary: fc.constant<PayrollDay>({ offset: -1 }) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 2, max: 400 }).map((days): PayrollDay => ({ offset: -days })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('2028-02-29', '2027-02-28', '2027-12-31').map((day): PayrollDay => ({ day })),
  },
);

const saving = fc
  .tuple(payrollDay, fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 2 }))
  .map(([day, salaries]) => save(day, salaries));
const approving = index.map(approve);
const funding = fc
  .tuple(
    index,
    fc.constantFrom<DepositKind>('exact', 'one short', 'for all', 'more'),
    fc.integer({ min: 1, max: 900_000 }),
  )
  .map(([at, kind, extra]) => fund(at, kind, extra));
const waitingUntil = fc
  .tuple(fc.constantFrom<Moment>('date', 'eve', 'midnight'), index)
  .map(([moment, at]) => waitUntil(moment, at));
const settling = index.map(settle);

/** The moves that a target can be asked to make; those that are seldom possible are there more often. */
export function payrollMoves(has: CasePlan['has']): fc.Arbitrary<PayrollMove> {
  const money = has('sandbox');
  const clock = has('clock');
  const racing = fc.oneof(
    index.map((at) => together(approve(at), approve(at))),
    ...(money ? [fc.tuple(approving, funding).map(([first, second]) => together(first, second))] : []),
  );
  return fc.oneof(
    { weight: 4, arbitrary: saving },
    { weight: 6, arbitrary: approving },
    { weight: 1, arbitrary: racing },
    ...(money ? [{ weight: 4, arbitrary: funding }] : []),
    ...(clock ? [{ weight: 3, arbitrary: waitingUntil }] : []),
    ...(clock && has('settle-payroll') ? [{ weight: 4, arbitrary: settling }] : []),
  );
}

export function payrollWays(has: CasePlan['has']): Ways<'payroll', PayrollMove> {
  const saved = save({ offset: 3 }, [700]);
  const money = has('sandbox');
  const clock = has('clock');
  const funded = [saved, fund(0, 'exact'), approve(0)];
  const past = save({ offset: -2 }, [300]);
  return {
    'payroll/save': tour(saved),
    'payroll/approve': tour(saved, approve(0)),
    'payroll/approve-past': needing(money, 'sandbox', tour(past, approve(0))),
    'payroll/await-funds': needing(
      money,
      'sandbox',
      tour(saved, fund(0, 'one short'), approve(0), save({ offset: 1 }, [1])),
    ),
    'payroll/funds-arrive': needing(money, 'sandbox', {
      tours: [
        [saved, approve(0), fund(0, 'one short'), fund(0, 'exact')],
        [saved, saved, approve(0), approve(1), fund(0, 'exact'), fund(1, 'for all')],
        [saved, together(approve(0), fund(0, 'exact'))],
        [saved, saved, fund(0, 'exact'), together(approve(0), approve(1)), fund(1, 'for all')],
      ],
    }),
    'payroll/collect-funds': needing(money, 'sandbox', {
      tours: [funded, [saved, fund(0, 'more', 90), together(approve(0), approve(0))]],
    }),
    'payroll/start-processing': needing(
      money && clock,
      money ? 'clock' : 'sandbox',
      tour(...funded, waitUntil('eve', 0), waitUntil('midnight', 0), waitUntil('date', 0)),
    ),
    'payroll/complete': needing(
      money && clock && has('settle-payroll'),
      money ? 'clock and settle-payroll' : 'sandbox',
      tour(...funded, waitUntil('date', 0), settle(0), saved),
    ),
  };
}
