/** The single questions that the payroll rules ask, each with the document's answer. */

import { endOf, startOf } from '../../state/dates.ts';
import type { TransactionRecord } from '../../state/records/money.ts';
import type { PayrollStatus, PayrollTotals, SavedPayroll } from '../../state/records/payrolls.ts';
import type { Schemas } from '../../state/schemas.ts';

type StatusWord = Schemas['PayrollStatusUpdatedEvent']['data']['status'];

export const payrollDecisions = {
  /** Whether a balance covers a payroll; an equal amount does. */
  covers: (balance: number, { debit }: PayrollTotals): boolean => balance >= debit.amount,

  /** Whether the payrollDate is a day before the one of `now`. */
  isPast: (payrollDate: string, now: number): boolean => endOf(payrollDate) <= now,

  /** When a scheduled payroll is processed, in Unix seconds. */
  processedAt: (payrollDate: string): number => startOf(payrollDate),

  /** "All disbursements confirmed": each of them succeeded. One that failed keeps the payroll processing. */
  areConfirmed: (disbursements: readonly TransactionRecord[]): boolean =>
    disbursements.every(({ transaction }) => transaction.status === 'succeeded'),

  /** The payrolls waiting for funds that are checked again, in the order of their approval. */
  rechecked: (waiting: readonly SavedPayroll[]): readonly SavedPayroll[] => waiting,

  /** Word of `payroll.status.updated`; none for Awaiting Funds, which is detected by polling. */
  announced: (status: SavedPayroll['status']): StatusWord | undefined =>
    status === 'awaiting-funds' ? undefined : status,

  /** Word of a read. The mapping is only shown for completed; elsewhere the webhook word is our interpretation. */
  shown: (status: PayrollStatus): string => {
    if (status === 'awaiting-funds') return 'Awaiting Funds';
    return status === 'completed' ? 'Completed' : status;
  },

  /** "Payslips exist only for payrolls in Completed status." */
  hasPayslips: (status: PayrollStatus): boolean => status === 'completed',
};

export type PayrollDecisions = typeof payrollDecisions;
