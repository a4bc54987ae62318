import { CaseEnded } from '../../../engine/outcome.ts';
import type { Reading } from '../../../provider/reading.ts';
import type { Scenario } from '../../../provider/scenario.ts';
import { past } from '../../calendar.ts';
import {
  covers,
  type PayrollBelief,
  type PayrollMove,
  type PayrollState,
  type PayrollWorld,
  schedule,
  serve,
  waiting,
} from '../model.ts';
import { aboutPayroll, sameIn } from './about-payroll.ts';

async function send(scenario: Scenario, { id }: PayrollBelief, { ground }: PayrollWorld): Promise<number> {
  const { status } = await scenario.send('approvePayroll', ground.tenant.caller, { path: { payrollId: id } });
  // A path that is not there is a matter of configuration; one that is there has to approve.
  if (status === 404 || status === 405 || status === 501) {
    throw new CaseEnded(`approvePayroll was answered with ${status}.`);
  }
  return status;
}

/** What the funds check makes of a payroll that was just approved. */
function checkFunds(reading: Reading, state: PayrollState, payroll: PayrollBelief): void {
  const { balance } = state.common;
  // What has arrived at the same time may serve those who wait first.
  if (balance > state.served && waiting(state).length > 0 && reading.choose([true, false]))
    serve(reading, state);
  if (covers(reading, state, payroll.debit)) {
    schedule(state, payroll, 'funded');
    reading.took('payroll/collect-funds', payroll.name);
    reading.heldBack('payroll/await-funds');
  } else {
    payroll.phase = 'awaiting-funds';
    reading.took('payroll/await-funds', payroll.name);
    reading.heldBack('payroll/collect-funds');
  }
}

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
    act: async (scenario, approved, _, world) => {
      const status = await send(scenario, approved, world);
      return (reading, state) => {
        const payroll = sameIn(state, approved);
        // What another approval of a payroll that has been approved is answered with is not shown; it changes nothing.
        if (payroll.phase !== 'saved') return;
        const { name, payrollDate } = payroll;
        const succeeded = status >= 200 && status < 300;
        reading.mustHold('PAYROLL-022', succeeded, `payroll ${name} to be approved`, String(status));
        if (past(payrollDate, state.common.now) === 'yes') {
          payroll.phase = 'completed';
          payroll.route = 'past-date';
          reading.took('payroll/approve-past', name);
          return;
        }
        reading.took('payroll/approve', name);
        checkFunds(reading, state, payroll);
      };
    },
  });

/** Approves a payroll that has been approved: whatever that is answered with, it is not paid a second time. */
export const approveAgain = (index: number): PayrollMove =>
  aboutPayroll(index, {
    verb: 'approve again',
    possible: ({ phase }) => phase !== 'saved' && phase !== 'due',
    describe: ({ name, phase }) => `approve payroll ${name} again, which is ${phase}`,
    act: async (scenario, approved, _, world) => {
      await send(scenario, approved, world);
      return (_reading, { common }) => {
        common.owedTo ??= 'PAYROLL-046';
      };
    },
  });
