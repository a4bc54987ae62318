/** The payments of a payroll: it pays the workers and the fee, and sets aside the money for the authorities. */

import { type BusinessState, inTurn, type Outcome } from '../../state/business-state.ts';
import type { Account, TransactionRecord } from '../../state/records/money.ts';
import type { PayLine, SavedPayroll } from '../../state/records/payrolls.ts';
import type { RuleContext } from '../../state/rule.ts';
import { derivedId } from '../../state/values.ts';
import { complianceRules, type Obligation } from '../compliance/rules.ts';
import { transactionRules } from '../transactions/rules.ts';
import { remittedOf } from './terms.ts';

/** The account that holds the money of a payroll from the collection of its funds to its processing. */
export const accountOf = ({ id }: Pick<SavedPayroll, 'id'>): Account => `payroll/${id}`;

/** The amounts owed in each country, in the order in which the entries name the countries. */
function obligationsOf(lines: readonly PayLine[]): Obligation[] {
  const byCountry = new Map<string | undefined, Obligation>();
  for (const { countryCode, salary, amounts } of lines) {
    const { amount } = byCountry.get(countryCode)?.amount ?? { amount: 0 };
    byCountry.set(countryCode, {
      ...(countryCode !== undefined && { countryCode }),
      amount: { amount: amount + remittedOf(amounts), currency: salary.currency },
    });
  }
  return [...byCountry.values()];
}

/**
 * Pays each entry by a PAYROLL transaction and the fee, where there is one, by PAYROLL_FEE; the rest of the collected
 * funds goes into the remittances.
 */
export function disburse(
  before: BusinessState,
  { id, workerType, terms }: SavedPayroll,
  context: RuleContext,
): Outcome {
  const { lines, fee, totals, payPeriod } = terms;
  const { currency } = totals.debit;
  const fromPayroll = { reference: id, source: accountOf({ id }) };
  const payments = lines.map(({ personId, amounts }, index) => (state: BusinessState) => {
    const payment = {
      ...fromPayroll,
      transactionId: derivedId(`${id}/disbursement/${index}`),
      type: 'PAYROLL',
      amount: { amount: amounts.net, currency },
      recipientId: personId,
      recipientType: workerType,
      settlement: 'delayed',
    } as const;
    return transactionRules.open(state, payment, context);
  });
  const payFee = (state: BusinessState) => {
    const payment = {
      ...fromPayroll,
      transactionId: derivedId(`${id}/fee`),
      type: 'PAYROLL_FEE',
      amount: { amount: fee, currency },
      recipientId: state.business.id,
      recipientType: 'BUSINESS',
      settlement: 'instant',
    } as const;
    return transactionRules.open(state, payment, context);
  };
  const obligations = obligationsOf(lines);
  const setAside = (state: BusinessState) =>
    complianceRules.openForPayroll(state, { payrollId: id, period: payPeriod, obligations }, context);
  return inTurn(before, [...payments, ...(fee > 0 ? [payFee] : []), setAside]);
}

/** The payments of a payroll to its workers. */
export const disbursementsOf = (
  { transactions }: Pick<BusinessState, 'transactions'>,
  payrollId: string,
): TransactionRecord[] =>
  transactions.filter(
    ({ transaction: { type, reference } }) => type === 'PAYROLL' && reference === payrollId,
  );

/**
 * Settles every payment that is under way at once.
 *
 * @throws Refusal when one of them awaits information.
 */
export function settleOutstanding(before: BusinessState, payrollId: string, context: RuleContext): Outcome {
  const steps = disbursementsOf(before, payrollId).flatMap(({ id: transactionId, transaction }) => {
    const check = (state: BusinessState) => transactionRules.passChecks(state, { transactionId }, context);
    const settle = (state: BusinessState) => transactionRules.settle(state, { transactionId }, context);
    if (transaction.status === 'initiated') return [check, settle];
    return transaction.status === 'processing' ? [settle] : [];
  });
  return inTurn(before, steps);
}
