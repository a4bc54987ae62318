import { CaseEnded } from '../../../engine/outcome.ts';
import { past } from '../../calendar.ts';
import { type PayrollMove, schedule } from '../model.ts';
import { aboutPayroll, sameIn } from './about-payroll.ts';

/** Approves a saved payroll whose date is surely over, or surely not. */
export const approve = (index: number): PayrollMove =>
  aboutPayroll(index, {
    verb: 'approve',
    possible: ({ phase, payrollDate }, { common }, { ground }) => {
      const over = past(payrollDate, common.now);
      return phase === 'saved' && (over === 'no' || (over === 'yes' && ground.sandbox));
    },
    describe: ({ name, debit }, { common }) =>
      `approve payroll ${name}, which debits ${debit}, with a balance of ${common.balance}`,
    act: async (scenario, approved, _, { ground }) => {
      const { status } = await scenario.send('approvePayroll', ground.tenant.caller, {
        path: { payrollId: approved.id },
      });
      // A path that is not there is a matter of configuration; one that is there has to approve.
      if (status === 404 || status === 405 || status === 501) {
        throw new CaseEnded(`approvePayroll was answered with ${status}.`);
      }
      const { name, payrollDate } = approved;
      return (reading, state) => {
        const payroll = sameIn(state, approved);
        // What another approval of a payroll that has been approved is answered with is not shown; it changes nothing.
        if (payroll.phase !== 'saved') return;
        const succeeded = status >= 200 && status < 300;
        reading.mustHold('PAYROLL-022', succeeded, `payroll ${name} to be approved`, String(status));
        if (past(payrollDate, state.common.now) === 'yes') {
          payroll.phase = 'completed';
          payroll.route = 'past-date';
          reading.took('payroll/approve-past', name);
          return;
        }
        reading.took('payroll/approve', name);
        if (state.common.balance >= payroll.debit) {
          schedule(state, payroll, 'funded');
          reading.took('payroll/collect-funds', name);
          reading.heldBack('payroll/await-funds');
        } else {
          payroll.phase = 'awaiting-funds';
          reading.took('payroll/await-funds', name);
          reading.heldBack('payroll/collect-funds');
        }
      };
    },
  });
