import type { PayrollDecisions } from '../resources/payrolls/decisions.ts';
import { createPayrollRules } from '../resources/payrolls/rules.ts';
import { balanceOf, move } from '../resources/wallets/ledger.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { webhooks } from './tools.ts';

const sound = createPayrollRules();

/** Decides by another rule whether the balance covers payrolls that wait already. */
const releasing = (covers: PayrollDecisions['covers']): FaultOverrides => ({
  rules: {
    payrolls: {
      progress(state, context, now) {
        const waiting = new Set(
          state.payrolls.filter(({ status }) => status === 'awaiting-funds').map(({ id }) => id),
        );
        const strict = createPayrollRules({
          rechecked: (runs) =>
            runs.filter(({ id, terms: { totals } }) => {
              const balance = balanceOf(state, totals.debit.currency);
              return !waiting.has(id) || covers(balance, totals);
            }),
        });
        return strict.progress(state, context, now);
      },
    },
  },
});

/** Values that are one off the documented ones. */
export const valueBoundFaults: readonly Fault[] = [
  {
    id: 'exact-deposit-does-not-release',
    title: 'A business that deposits exactly what is missing waits for its payroll for ever.',
    area: 'payroll',
    breaks: ['PAYROLL-026', 'PAYROLL-027'],
    overrides: releasing((balance, { debit }) => balance > debit.amount),
  },
  {
    id: 'waiting-payroll-released-one-short',
    title: 'A payroll that waits is scheduled by a deposit that leaves it one unit short.',
    area: 'payroll',
    breaks: ['PAYROLL-024', 'PAYROLL-040'],
    overrides: {
      rules: {
        payrolls: {
          progress(before, context, now) {
            let state = before;
            for (const payroll of before.payrolls) {
              if (payroll.status !== 'awaiting-funds') continue;
              const { amount, currency } = payroll.terms.totals.debit;
              if (balanceOf(state, currency) !== amount - 1) continue;
              // A balance is never negative, so what is missing is lent.
              const money = { amount: 1, currency };
              const cause = `payroll/${payroll.id}`;
              state = move(state, { from: 'outside', to: 'wallet', money, cause }, now);
            }
            return sound.progress(state, context, now);
          },
        },
      },
    },
  },
  {
    id: 'status-above-204-not-acknowledged',
    title: 'A receiver that answers 206 or 299 gets every event eight times.',
    area: 'webhook',
    breaks: ['HOOK-011'],
    overrides: webhooks({ acknowledges: (status) => status >= 200 && status <= 204 }),
  },
  {
    id: 'status-300-acknowledges',
    title: 'An event is lost when a receiver answers 300 Multiple Choices.',
    area: 'webhook',
    breaks: ['HOOK-012'],
    overrides: webhooks({ acknowledges: (status) => status >= 200 && status <= 300 }),
  },
];
