/** Generates the moves of the payroll model. */
import fc from 'fast-check';
import type { CasePlan, ModelCommand } from '../../engine/check.ts';
import { AdvanceTo, type Moment } from './commands/advance-to.ts';
import { Approve } from './commands/approve.ts';
import { Deposit, type DepositKind } from './commands/deposit.ts';
import { mostPayrolls, Save } from './commands/save.ts';
import { Settle } from './commands/settle.ts';
import type { PayrollModel } from './model.ts';

/** Which payroll a command is about; counts round, so that small numbers are simple. */
const index = fc.nat({ max: mostPayrolls - 1 });

const payrollDate = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 45 }).map((offset) => ({ offset })) },
  { weight: 1, arbitrary: fc.constant({ offset: -1 }) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 400 }).map((days) => ({ offset: -days })) },
  { weight: 1, arbitrary: fc.constantFrom('2028-02-29', '2027-02-28', '2027-12-31').map((day) => ({ day })) },
);

/** The moves that a target can be asked to make; those that are seldom possible are there more than once. */
export function payrollCommands(has: CasePlan['has']): fc.Arbitrary<ModelCommand<PayrollModel>>[] {
  const salaries = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 2 });
  const save = fc.tuple(payrollDate, salaries).map(([date, amounts]) => new Save(date, amounts));
  const approve = index.map((at) => new Approve(at));
  const fund = fc
    .tuple(
      index,
      fc.constantFrom<DepositKind>('exact', 'one short', 'for all', 'more'),
      fc.integer({ min: 1, max: 900_000 }),
    )
    .map(([at, kind, extra]) => new Deposit(at, kind, extra));
  const wait = fc
    .tuple(index, fc.constantFrom<Moment>('date', 'eve', 'midnight'))
    .map(([at, until]) => new AdvanceTo(at, until));
  const settle = index.map((at) => new Settle(at));
  return [
    save,
    save,
    approve,
    approve,
    ...(has('sandbox') ? [fund, fund] : []),
    ...(has('clock') ? [wait] : []),
    ...(has('clock') && has('settle-payroll') ? [settle] : []),
  ];
}
