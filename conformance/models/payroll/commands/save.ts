import { createPayroll, dateAfter, listPayrolls, payrollBody } from '../../../actions/payroll.ts';
import { drain } from '../../../actions/tenant.ts';
import { CaseEnded } from '../../../engine/outcome.ts';
import { show } from '../../../engine/scenario.ts';
import { nameOf } from '../../ground.ts';
import type { PayrollMove } from '../model.ts';

const mostPayrolls = 3;

/** Days from now, or a date. */
export type PayrollDay = { readonly offset: number } | { readonly day: string };

/** Creates a payroll and saves it. */
export function save(day: PayrollDay, salaries: readonly number[]): PayrollMove {
  const dateOf = (now: number) => ('day' in day ? day.day : dateAfter(now, day.offset));
  return {
    name: `save(${show(day)}, ${salaries.join('+')})`,
    possible: ({ payrolls }) => payrolls.length < mostPayrolls,
    describe: ({ payrolls, common }) =>
      `save payroll ${nameOf(payrolls.length)} for ${dateOf(common.now)} with the salaries ${salaries.join(', ')}`,
    act: async (scenario, { payrolls, common }, { ground, personId, ids }) => {
      const { tenant } = ground;
      const payrollDate = dateOf(common.now);
      const name = nameOf(payrolls.length);
      const id = await createPayroll(scenario, tenant.caller);
      ids.push(id);
      const entries = salaries.map((salary) => ({ personId, salary }));
      await scenario.succeed('savePayroll', tenant.caller, {
        path: { payrollId: id },
        body: payrollBody(payrollDate, entries),
      });
      await drain(scenario, tenant);
      const listed = (await listPayrolls(scenario, tenant.caller)).find(({ payrollId }) => payrollId === id);
      return (reading, state) => {
        const seen = 'other payrolls only';
        reading.mustHold('PAYROLL-020', listed !== undefined, `payroll ${name} in the list`, seen);
        const debit: unknown = listed?.debit?.amount;
        if (!Number.isInteger(debit)) throw new CaseEnded(`Payroll ${name} shows no debit: ${show(listed)}`);
        state.payrolls.push({ name, payrollDate, debit: Number(debit), phase: 'saved', route: 'none' });
        reading.took('payroll/save', name);
      };
    },
  };
}
