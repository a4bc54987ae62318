import { readStatus } from '../../../actions/payroll.ts';
import { ConformanceError } from '../../../engine/errors.ts';
import { CaseEnded } from '../../../engine/outcome.ts';
import type { Scenario } from '../../../engine/scenario.ts';
import type { PayrollMove } from '../model.ts';
import { aboutPayroll, sameIn } from './about-payroll.ts';

/** @returns why there was nothing to confirm, if the target says so. */
async function confirm(scenario: Scenario, payrollId: string): Promise<string | undefined> {
  try {
    await scenario.control('settlePayroll')(scenario.controlSend, payrollId);
  } catch (error) {
    if (error instanceof ConformanceError && error.code === 'CONTROL_FAILED') return error.message;
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
      const isCompleted = async () =>
        (await readStatus(scenario, ground.tenant.caller, settled.id)) === 'Completed';
      // The target, or somebody else, may have had them confirmed.
      if (!(await isCompleted())) {
        const refusal = await confirm(scenario, settled.id);
        // A payroll that is not being processed has nothing to confirm; whether it should be is for PAYROLL-031 to say.
        if (refusal !== undefined && !(await isCompleted())) throw new CaseEnded(refusal);
      }
      return (reading, state) => {
        const payroll = sameIn(state, settled);
        if (payroll.phase === 'completed') return;
        payroll.phase = 'completed';
        reading.took('payroll/complete', settled.name);
      };
    },
  });

/** Confirms the disbursements of a payroll that has been completed: it may be refused, and changes nothing. */
export const settleAgain = (index: number): PayrollMove =>
  aboutPayroll(index, {
    verb: 'settle again',
    possible: ({ phase }) => phase === 'completed',
    describe: ({ name }) => `confirm every disbursement of payroll ${name} again`,
    act: async (scenario, settled) => {
      await confirm(scenario, settled.id);
      return (_, { common }) => {
        common.owedTo ??= 'PAYROLL-046';
      };
    },
  });
