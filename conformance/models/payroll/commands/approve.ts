import { CaseEnded } from '../../../engine/outcome.ts';
import type { Scenario } from '../../../engine/scenario.ts';
import { past } from '../calendar.ts';
import { applyTime, type PayrollBelief, type PayrollModel, schedule } from '../model.ts';
import { mustHold, observe } from '../observe.ts';
import { AboutPayroll } from './about-payroll.ts';

/** Approves a saved payroll whose date is surely over, or surely not. */
export class Approve extends AboutPayroll {
  protected eligible({ phase, payrollDate }: PayrollBelief, { now, sandbox }: PayrollModel): boolean {
    const over = past(payrollDate, now);
    return phase === 'saved' && (over === 'no' || (over === 'yes' && sandbox));
  }

  protected async act(payroll: PayrollBelief, model: PayrollModel, scenario: Scenario): Promise<void> {
    const { name, debit, id, payrollDate } = payroll;
    const before = model.balance;
    scenario.step(`approve payroll ${name}, which debits ${debit}, with a balance of ${before}`);
    const { status } = await scenario.send('approvePayroll', model.tenant.caller, {
      path: { payrollId: id },
    });
    // A path that is not there is a matter of configuration; one that is there has to approve.
    const absent = status === 404 || status === 405 || status === 501;
    if (absent) throw new CaseEnded(`approvePayroll was answered with ${status}.`);
    mustHold(
      scenario,
      'PAYROLL-022',
      status >= 200 && status < 300,
      `payroll ${name} to be approved`,
      String(status),
    );
    if (past(payrollDate, model.now) === 'yes') {
      payroll.phase = 'completed';
      payroll.route = 'past-date';
      scenario.took('payroll/approve-past');
    } else {
      scenario.took('payroll/approve');
      if (before >= debit) {
        schedule(payroll, 'funded');
        scenario.took('payroll/collect-funds');
      } else {
        payroll.phase = 'awaiting-funds';
        scenario.took('payroll/await-funds');
      }
    }
    applyTime(model);
    await observe(scenario, model);
    if (payroll.route === 'funded') {
      scenario.require('PAYROLL-042', model.balance === before - debit, {
        expected: `a balance of ${before} - ${debit} = ${before - debit}`,
        actual: String(model.balance),
      });
    }
  }

  toString(): string {
    return `approve(${this.index})`;
  }
}
