/** The expected state of the payrolls of one business, as plain data. Section "States and transitions, Payroll". */

import { type Common, type Fixture, moveMoney } from '../../provider/fixture.ts';
import { enter, type Ledger, oweOnce, pass } from '../../provider/ledger.ts';
import type { Alternative, Move } from '../../provider/model.ts';

/**
 * `approved`: until the funds check, which follows at once. `due`: its date has begun in some time zones only, so it may be
 * scheduled, processing or completed.
 */
export type PayrollPhase =
  | 'saved'
  | 'approved'
  | 'awaiting-funds'
  | 'scheduled'
  | 'due'
  | 'processing'
  | 'completed';

export interface ExpectedPayroll {
  /** How counterexamples name it: payroll A, payroll B. */
  readonly name: string;
  readonly id: string;
  payrollDate: string;
  /** What it takes from the business, as the list shows it. */
  debit: number;
  /** A balance below this does not cover it: not even what the workers get. */
  least: number;
  /** How many workers it pays. */
  entries: number;
  phase: PayrollPhase;
  /** How it left saved; decides which events are owed. */
  route: 'none' | 'past-date' | 'funded' | 'waited';
  /** The status that a read showed when it was scheduled, to notice that it has moved on. */
  scheduledStatus?: string;
}

export interface PayrollState {
  readonly common: Common;
  readonly payrolls: ExpectedPayroll[];
  readonly events: Ledger;
  /** The balance when it was last seen what it covers. */
  served: number;
  /** What the balance shows beyond what it should: funds of scheduled payrolls that have not left it. */
  unclaimed: number;
  /** Debits of the payrolls that became scheduled since the balance was last seen: they may not have left it yet. */
  leaving?: number;
  /** Set when a payroll is scheduled that only these debits cover, which then have to be in the balance still. */
  stayed?: true;
}

export interface PayrollContext {
  readonly fixture: Fixture;
  /** Persons that payrolls pay. */
  readonly personIds: string[];
  /** Ids of everything that was saved. */
  readonly ids: string[];
}

export type PayrollMove = Move<PayrollContext, PayrollState>;

/** The funds of a payroll leave the balance when it becomes scheduled. */
export function schedule(
  alternative: Alternative,
  state: PayrollState,
  payroll: ExpectedPayroll,
  transition: 'payroll/collect-funds' | 'payroll/funds-arrive',
): void {
  enter(alternative, state.events, transition, payroll);
  payroll.route = transition === 'payroll/collect-funds' ? 'funded' : 'waited';
  moveMoney(state.common, -payroll.debit, 'PAYROLL-042');
  state.leaving = (state.leaving ?? 0) + payroll.debit;
  state.served = state.common.balance;
}

/** Every disbursement of a payroll is confirmed. Only then it is certain that it was processing, and has said so. */
export function complete(alternative: Alternative, { events }: PayrollState, payroll: ExpectedPayroll): void {
  pass(alternative, 'payroll/complete', payroll);
  oweOnce(events, 'payroll/start-processing', payroll);
  oweOnce(events, 'payroll/complete', payroll);
}

/** Such as `payroll A saved, date 2027-03-01, debit 500`. */
export function showPayrolls({ payrolls }: Pick<PayrollState, 'payrolls'>): string {
  return payrolls
    .map(({ name, phase, payrollDate, debit }) => `${name} ${phase}, date ${payrollDate}, debit ${debit}`)
    .join('; ');
}
