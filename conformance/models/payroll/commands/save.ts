import { createPayroll, dateAfter, listPayrolls, payrollBody } from '../../../actions/payroll.ts';
import { drain } from '../../../actions/tenant.ts';
import type { ModelCommand } from '../../../engine/check.ts';
import { CaseEnded } from '../../../engine/outcome.ts';
import { type Scenario, show } from '../../../engine/scenario.ts';
import type { PayrollModel } from '../model.ts';
import { mustHold, observe } from '../observe.ts';

export const mostPayrolls = 3;
const letters = 'ABC';

/** Creates a payroll and saves it. */
export class Save implements ModelCommand<PayrollModel> {
  readonly #date: { readonly offset: number } | { readonly day: string };
  readonly #salaries: readonly number[];

  constructor(date: { readonly offset: number } | { readonly day: string }, salaries: readonly number[]) {
    this.#date = date;
    this.#salaries = salaries;
  }

  check({ payrolls }: PayrollModel): boolean {
    return payrolls.length < mostPayrolls;
  }

  async run(model: PayrollModel, scenario: Scenario): Promise<void> {
    const { caller } = model.tenant;
    const payrollDate = 'day' in this.#date ? this.#date.day : dateAfter(model.now, this.#date.offset);
    const name = letters[model.payrolls.length] ?? '?';
    scenario.step(`save payroll ${name} for ${payrollDate} with the salaries ${this.#salaries.join(', ')}`);
    const id = await createPayroll(scenario, caller);
    const entries = this.#salaries.map((salary) => ({ personId: model.personId, salary }));
    await scenario.succeed('savePayroll', caller, {
      path: { payrollId: id },
      body: payrollBody(payrollDate, entries),
    });
    await drain(scenario, model.tenant);
    const listed = (await listPayrolls(scenario, caller)).find(({ payrollId }) => payrollId === id);
    mustHold(
      scenario,
      'PAYROLL-020',
      listed !== undefined,
      `payroll ${name} in the list`,
      'other payrolls only',
    );
    const debit: unknown = listed?.debit?.amount;
    if (!Number.isInteger(debit)) throw new CaseEnded(`Payroll ${name} shows no debit: ${show(listed)}`);
    model.payrolls.push({ name, id, payrollDate, debit: Number(debit), phase: 'saved', route: 'none' });
    scenario.took('payroll/save');
    await observe(scenario, model);
  }

  toString(): string {
    return `save(${show(this.#date)}, ${this.#salaries.join('+')})`;
  }
}
