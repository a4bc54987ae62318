import { readStatus } from '../../../actions/payroll.ts';
import { ConformanceError } from '../../../engine/errors.ts';
import type { Scenario } from '../../../provider/scenario.ts';
import { complete, type PayrollMove } from '../model.ts';
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
        // Whether it should be processed is for PAYROLL-031 to say, and whether there is nothing left to confirm for its payments.
        if (refusal !== undefined && !(await isCompleted())) {
          for (const rule of ['PAYROLL-033', 'PAYROLL-034'] as const) scenario.skip(rule, refusal);
          return () => {};
        }
      }
      return (reading, state) => {
        const payroll = sameIn(state, settled);
        if (payroll.phase !== 'completed') complete(reading, payroll);
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
