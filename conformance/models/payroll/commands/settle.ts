import { readStatus } from '../../../actions/payroll.ts';
import { ConformanceError } from '../../../engine/errors.ts';
import { CaseEnded } from '../../../engine/outcome.ts';
import type { Scenario } from '../../../engine/scenario.ts';
import type { PayrollBelief, PayrollModel } from '../model.ts';
import { observe } from '../observe.ts';
import { AboutPayroll } from './about-payroll.ts';

/** Confirms every disbursement of a payroll that is processing. */
export class Settle extends AboutPayroll {
  protected eligible({ phase }: PayrollBelief): boolean {
    return phase === 'processing';
  }

  protected async act(payroll: PayrollBelief, model: PayrollModel, scenario: Scenario): Promise<void> {
    scenario.step(`confirm every disbursement of payroll ${payroll.name}`);
    // The target may have had them confirmed by itself.
    if ((await readStatus(scenario, model.tenant.caller, payroll.id)) !== 'Completed') {
      await this.#confirm(scenario, payroll);
    }
    payroll.phase = 'completed';
    scenario.took('payroll/complete');
    await observe(scenario, model);
  }

  async #confirm(scenario: Scenario, payroll: PayrollBelief): Promise<void> {
    try {
      await scenario.control('settlePayroll')(scenario.controlSend, payroll.id);
    } catch (error) {
      // A payroll that is not being processed has nothing to confirm; whether it should be is for PAYROLL-031 to say.
      if (error instanceof ConformanceError && error.code === 'CONTROL_FAILED')
        throw new CaseEnded(error.message);
      throw error;
    }
  }

  toString(): string {
    return `settle(${this.index})`;
  }
}
