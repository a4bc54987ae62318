import { readStatus } from '../../../actions/payroll.ts';
import { ConformanceError } from '../../../engine/errors.ts';
import { CaseEnded } from '../../../engine/outcome.ts';
import type { Scenario } from '../../../engine/scenario.ts';
import type { PayrollMove } from '../model.ts';
import { aboutPayroll, sameIn } from './about-payroll.ts';

async function confirm(scenario: Scenario, payrollId: string): Promise<void> {
  try {
    await scenario.control('settlePayroll')(scenario.controlSend, payrollId);
  } catch (error) {
    // A payroll that is not being processed has nothing to confirm; whether it should be is for PAYROLL-031 to say.
    if (error instanceof ConformanceError && error.code === 'CONTROL_FAILED')
      throw new CaseEnded(error.message);
    throw error;
  }
}

/** Confirms every disbursement of a payroll that is processing. */
export const settle = (index: number): PayrollMove =>
  aboutPayroll(index, {
    verb: 'settle',
    possible: ({ phase }) => phase === 'processing',
    describe: ({ name }) => `confirm every disbursement of payroll ${name}`,
    act: async (scenario, settled, _, { ground }) => {
      // The target may have had them confirmed by itself.
      const status = await readStatus(scenario, ground.tenant.caller, settled.id);
      if (status !== 'Completed') await confirm(scenario, settled.id);
      return (reading, state) => {
        sameIn(state, settled).phase = 'completed';
        reading.took('payroll/complete', settled.name);
      };
    },
  });
