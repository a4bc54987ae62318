import { deposit } from '../../../actions/payroll.ts';
import { type PayrollBelief, type PayrollMove, type PayrollState, serve, waiting } from '../model.ts';
import { aboutPayroll } from './about-payroll.ts';

/** `for all`: what every payroll that waits for funds needs, together. */
export type DepositKind = 'one short' | 'exact' | 'more' | 'for all';

/** Adds what a payroll needs, one unit less, or more. */
export function fund(index: number, kind: DepositKind, extra = 1): PayrollMove {
  const amountFor = (payroll: PayrollBelief, state: Readonly<PayrollState>): number => {
    const queue = waiting(state);
    const wanted = kind === 'for all' && queue.length > 1 ? queue : [payroll];
    const missing = wanted.reduce((sum, { debit }) => sum + debit, -state.common.balance);
    const surplus = { 'one short': -1, exact: 0, more: extra, 'for all': 0 };
    return missing + surplus[kind];
  };
  return aboutPayroll(index, {
    verb: `fund ${kind}`,
    possible: (payroll, { common: { balance } }) =>
      (payroll.phase === 'saved' || payroll.phase === 'awaiting-funds') && payroll.debit > balance + 1,
    describe: (payroll, state) => `deposit ${amountFor(payroll, state)}, ${kind} for payroll ${payroll.name}`,
    act: async (scenario, { id: _, ...payroll }, state, { ground }) => {
      const amount = amountFor(payroll, state);
      await deposit(scenario, ground.tenant.caller, amount);
      return (reading, after) => {
        after.common.balance += amount;
        after.common.owedTo = 'SANDBOX-001';
        serve(reading, after);
      };
    },
  });
}
