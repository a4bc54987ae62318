/** Generates the moves of the payroll model, and the tours that take each transition. */

import fc from 'fast-check';
import { anyOf, type Kind, tours } from '../../engine/tours.ts';
import { together } from '../../provider/model.ts';
import type { ToursByTransition } from '../../provider/state-machines.ts';
import type { PayrollMove } from './model.ts';
import {
  approve,
  approveAgain,
  type DepositKind,
  fund,
  type PayrollMoment,
  settle,
  settleAgain,
  waitUntil,
} from './moves.ts';
import type { PayrollDay } from './saves.ts';
import { save, saveAgain, saveInvalid, saveTwice } from './saves.ts';

const index = fc.nat({ max: 2 });

const payrollDay = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 45 }).map((days): PayrollDay => ({ days })) },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.integer({ min: 1, max: 14 }).map((monthEnd): PayrollDay => ({ monthEnd })),
      fc.constant<PayrollDay>('leap day'),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.constant<PayrollDay>({ days: -1 }),
      fc.integer({ min: 2, max: 400 }).map((days): PayrollDay => ({ days: -days })),
      fc.constant<PayrollDay>({ monthEnd: -1 }),
    ),
  },
);

const salary = fc.integer({ min: 1, max: 500_000 });
const saving = fc
  .tuple(payrollDay, fc.array(salary, { minLength: 1, maxLength: 2 }))
  .map(([day, salaries]) => save(day, salaries));
const savingTwice = fc
  .tuple(fc.integer({ min: 1, max: 14 }), salary)
  .map(([days, amount]) => saveTwice([{ days }, { monthEnd: 2 }], amount));
const approving = index.map(approve);
const approvingAgain = index.map(approveAgain);
const funding = fc
  .tuple(
    index,
    fc.constantFrom<DepositKind>('ample', 'one short', 'for all', 'exact', 'more', 'any'),
    fc.integer({ min: 1, max: 900_000 }),
  )
  .map(([at, kind, extra]) => fund(at, kind, extra));
const waitingUntil = fc
  .tuple(fc.constantFrom<PayrollMoment>('date', 'eve', 'midnight'), index)
  .map(([moment, at]) => waitUntil(moment, at));
const settling = index.map(settle);
const settlingAgain = index.map(settleAgain);

const both = ([first, second]: [PayrollMove, PayrollMove]) => together(first, second);
const racing = anyOf(
  index.map((at) => together(approve(at), approve(at))),
  fc.tuple(approving, approving).map(both),
  savingTwice,
  fc.tuple(approving, funding).map(both),
  fc.tuple(funding, funding).map(both),
  fc.tuple(funding, waitingUntil).map(both),
  index.map((at) => together(settle(at), settle(at))),
);

export const payrollMoves: readonly Kind<PayrollMove>[] = [
  { weight: 4, moves: saving },
  { weight: 6, moves: approving },
  { weight: 1, moves: approvingAgain },
  { weight: 1, moves: fc.constant(saveInvalid) },
  { weight: 2, moves: racing },
  { weight: 5, moves: funding },
  { weight: 3, moves: waitingUntil },
  { weight: 4, moves: settling },
  { weight: 1, moves: settlingAgain },
];

const saved = save({ days: 3 }, [700]);
const funded = [saved, fund(0, 'ample'), approve(0)];
const past = save({ days: -2 }, [300]);

export const payrollTours: ToursByTransition<'payroll', PayrollMove> = {
  'payroll/save': tours([saved], [saveInvalid], [saveTwice([{ days: 3 }, { monthEnd: 2 }], 700)]),
  // Early, because a payroll that completes exercises most rules.
  'payroll/complete': tours(
    [...funded, waitUntil('date', 0), settle(0), fund(0, 'any', 2_000), approveAgain(0), settleAgain(0)],
    // The date has already come, so its payments have had no time to settle automatically.
    [saved, approve(0), waitUntil('date', 0), fund(0, 'ample'), settle(0)],
    [saved, approve(0), waitUntil('date', 0), fund(0, 'ample'), together(settle(0), settle(0)), saved],
  ),
  'payroll/approve': tours([saved, approve(0), approveAgain(0)]),
  'payroll/approve-past': {
    needs: ['sandbox'],
    tours: [
      [past, approve(0), fund(0, 'any', 300), approveAgain(0)],
      [save({ days: -1 }, [300]), approve(0)],
      [save({ days: 3 }, [700, 500]), saveAgain(0, { days: -2 }, 300), approve(0)],
      [save({ monthEnd: -1 }, [300]), together(approve(0), approve(0))],
    ],
  },
  'payroll/await-funds': tours([saved, fund(0, 'one short'), approve(0), save({ days: 1 }, [1])]),
  'payroll/funds-arrive': tours(
    [saved, approve(0), fund(0, 'one short'), fund(0, 'ample')],
    [saved, saved, approve(0), approve(1), fund(0, 'exact'), fund(1, 'for all')],
    [saved, together(approve(0), fund(0, 'ample'))],
    [saved, saved, fund(0, 'exact'), together(approve(0), approve(1)), fund(1, 'for all')],
    [saved, approve(0), fund(0, 'one short'), together(fund(0, 'any', 1), fund(0, 'any', 1))],
  ),
  'payroll/collect-funds': tours(
    funded,
    [saved, fund(0, 'ample'), together(approve(0), approve(0))],
    // More than 32 bits hold; a target may refuse it.
    [save({ days: 3 }, [9_000_000_000]), fund(0, 'ample'), approve(0)],
  ),
  'payroll/start-processing': tours(
    [...funded, waitUntil('eve', 0), waitUntil('midnight', 0), waitUntil('date', 0)],
    [save('leap day', [300]), fund(0, 'ample'), approve(0), waitUntil('eve', 0), waitUntil('date', 0)],
    [saved, approve(0), waitUntil('date', 0), fund(0, 'ample')],
    [saved, approve(0), together(waitUntil('date', 0), fund(0, 'ample'))],
  ),
};
