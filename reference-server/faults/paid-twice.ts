import { contractRules } from '../resources/contracts/rules.ts';
import { payrollDecisions } from '../resources/payrolls/decisions.ts';
import { createPayrollRules } from '../resources/payrolls/rules.ts';
import { transactionRules } from '../resources/transactions/rules.ts';
import { balanceOf, move } from '../resources/wallets/ledger.ts';
import { type BusinessState, findRecord, withRecord } from '../state/business-state.ts';
import { secondsPerDay } from '../state/dates.ts';
import type { Fault, FaultOverrides } from './fault.ts';

type Transactions = typeof transactionRules;

const sound = createPayrollRules();

const transactions = (rules: Partial<Transactions>): FaultOverrides => ({ rules: { transactions: rules } });

/** Lends what payrolls lack that the balance would cover if each of them were alone. */
function lendToEach(before: BusinessState, now: number): BusinessState {
  const due = new Map<string, number>();
  for (const payroll of before.payrolls) {
    if (payroll.status !== 'awaiting-funds') continue;
    const { amount, currency } = payroll.terms.totals.debit;
    if (amount <= balanceOf(before, currency)) due.set(currency, (due.get(currency) ?? 0) + amount);
  }
  return [...due].reduce((state, [currency, needed]) => {
    const amount = Math.max(0, needed - balanceOf(state, currency));
    const money = { amount, currency };
    return move(state, { from: 'outside', to: 'wallet', money, cause: 'payroll/lent' }, now);
  }, before);
}

/** Lets a transaction that was settled by hand keep its time of settlement. */
const settlingLater: Transactions['settle'] = (before, command, now) => {
  const { settlesAt } = findRecord(before.transactions, command.transactionId);
  const { state, events } = transactionRules.settle(before, command, now);
  const record = findRecord(state.transactions, command.transactionId);
  return {
    state: withRecord(state, 'transactions', { ...record, ...(settlesAt !== undefined && { settlesAt }) }),
    events,
  };
};

/** What goes wrong with the money of things that are over, or that wait together. */
export const paidTwiceFaults: readonly Fault[] = [
  {
    id: 'leap-day-payroll-paid-in-march',
    title: 'Workers whose pay is due on the 29th of February get it on the first of March.',
    area: 'payroll',
    breaks: ['PAYROLL-031'],
    overrides: {
      rules: {
        payrolls: createPayrollRules({
          processedAt: (date) =>
            payrollDecisions.processedAt(date) + (date.endsWith('-02-29') ? secondsPerDay : 0),
        }),
      },
    },
  },
  {
    id: 'same-funds-cover-each-waiting-payroll',
    title: 'Two payrolls that wait are both scheduled when the funds for one of them arrive.',
    area: 'payroll',
    breaks: ['PAYROLL-024', 'PAYROLL-040'],
    overrides: {
      rules: {
        payrolls: {
          progress: (state, context, now) => sound.progress(lendToEach(state, now), context, now),
        },
      },
    },
  },
  {
    id: 'settled-transaction-settles-again',
    title: 'A consumer hears a second time that a payment has arrived, and a deposit is credited twice.',
    area: 'transaction',
    breaks: ['HOOK-013', 'TXN-010'],
    overrides: transactions({ settle: settlingLater }),
  },
  {
    id: 'arrived-payment-fails-without-a-return',
    title:
      'A payout that has arrived is given back as if it had never been sent, and nobody is told that it was returned.',
    area: 'transaction',
    breaks: ['TXN-015', 'TXN-016'],
    overrides: transactions({
      fail(state, command, now) {
        const record = findRecord(state.transactions, command.transactionId);
        if (record.transaction.status !== 'succeeded') return transactionRules.fail(state, command, now);
        const transaction = { ...record.transaction, status: 'processing' as const };
        const underWay = withRecord(state, 'transactions', { ...record, transaction });
        return transactionRules.fail(underWay, command, now);
      },
    }),
  },
  {
    id: 'returned-transaction-returned-again',
    title: 'A payout that the bank returns twice is credited twice.',
    area: 'transaction',
    breaks: ['TXN-016', 'WALLET-001'],
    overrides: transactions({
      returnToSender(state, command, now) {
        const record = findRecord(state.transactions, command.transactionId);
        if (!record.transaction.isReturned) return transactionRules.returnToSender(state, command, now);
        const transaction = { ...record.transaction, status: 'succeeded' as const };
        const paid = withRecord(state, 'transactions', { ...record, transaction });
        return transactionRules.returnToSender(paid, command, now);
      },
    }),
  },
  {
    id: 'late-information-reopens-a-failed-transaction',
    title: 'A payout that has failed is sent after all when somebody answers an old question.',
    area: 'transaction',
    breaks: ['TXN-016', 'TXN-011'],
    overrides: transactions({
      provideInformation(state, command, context, now) {
        const record = findRecord(state.transactions, command.transactionId);
        const { message: _, ...transaction } = record.transaction;
        if (transaction.status !== 'failed' || transaction.rfi?.status !== 'RFI_REQUESTED')
          return transactionRules.provideInformation(state, command, context, now);
        const reopened = { ...record, transaction: { ...transaction, status: 'initiated' as const } };
        const before = withRecord(state, 'transactions', reopened);
        return transactionRules.provideInformation(before, command, context, now);
      },
    }),
  },
  {
    id: 'contract-completed-by-the-worker-alone',
    title: 'A business is bound by a contract that it has not signed.',
    area: 'contract',
    breaks: ['CONTRACT-018'],
    overrides: {
      rules: {
        contracts: {
          sign(before, command, now) {
            const { contract } = findRecord(before.contracts, command.contractId);
            const { signatureId } = command.input;
            const missing = contract.signatures.filter(
              ({ id, order, status }) => id !== signatureId && order === 0 && status === 'unsigned',
            );
            const pretend = contract.signatures.map((one) =>
              missing.includes(one) ? { ...one, status: 'signed' } : one,
            );
            const record = findRecord(before.contracts, command.contractId);
            const signed = { ...record, contract: { ...contract, signatures: pretend } };
            const outcome = contractRules.sign(withRecord(before, 'contracts', signed), command, now);
            const after = findRecord(outcome.state.contracts, command.contractId);
            const signatures = after.contract.signatures.map(
              (one) => missing.find(({ id }) => id === one.id) ?? one,
            );
            const shown = { ...after, contract: { ...after.contract, signatures } };
            return { ...outcome, state: withRecord(outcome.state, 'contracts', shown) };
          },
        },
      },
    },
  },
];
