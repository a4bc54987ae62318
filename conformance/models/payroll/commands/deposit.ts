import { deposit } from '../../../actions/payroll.ts';
import { moveMoney } from '../../ground.ts';
import { type PayrollBelief, type PayrollMove, type PayrollState, waiting } from '../model.ts';
import { aboutPayroll } from './about-payroll.ts';

/**
 * `for all`: what every payroll that waits for funds needs, together; `any`: an amount that has nothing to do with what is
 * needed.
 */
export type DepositKind = 'one short' | 'exact' | 'more' | 'for all' | 'any';

/** Adds what a payroll needs, one unit less, or more. */
export function fund(index: number, kind: DepositKind, extra = 1): PayrollMove {
  const amountFor = (payroll: PayrollBelief, state: Readonly<PayrollState>): number => {
    if (kind === 'any') return extra;
    const queue = waiting(state);
    const wanted = kind === 'for all' && queue.length > 1 ? queue : [payroll];
    const missing = wanted.reduce((sum, { debit }) => sum + debit, -state.common.balance);
    const surplus = { 'one short': -1, exact: 0, more: extra, 'for all': 0 };
    return missing + surplus[kind];
  };
  return aboutPayroll(index, {
    verb: `fund ${kind}`,
    possible: ({ phase, debit }, { common: { balance } }) =>
      kind === 'any' || ((phase === 'saved' || phase === 'awaiting-funds') && debit > balance + 1),
    describe: (payroll, state) => {
      const amount = amountFor(payroll, state);
      return kind === 'any' ? `deposit ${amount}` : `deposit ${amount}, ${kind} for payroll ${payroll.name}`;
    },
    act: async (scenario, payroll, state, { ground }) => {
      const amount = amountFor(payroll, state);
      await deposit(scenario, ground.tenant.caller, amount);
      return (_, { common }) => moveMoney(common, amount, 'SANDBOX-001');
    },
  });
}
