/** What the suite believes of the payrolls of one business, as plain data. Section "States and transitions, Payroll". */
import type { Tenant } from '../../actions/tenant.ts';
import type { Endpoint } from '../../engine/scenario.ts';
import { reached } from './calendar.ts';

/** `due`: its date has begun in some time zones only, so it may be scheduled, processing or completed. */
export type Phase = 'saved' | 'awaiting-funds' | 'scheduled' | 'due' | 'processing' | 'completed';

export interface PayrollBelief {
  /** How counterexamples name it: payroll A, payroll B. */
  readonly name: string;
  readonly id: string;
  readonly payrollDate: string;
  /** What the balance has to cover, as the list shows it. */
  readonly debit: number;
  phase: Phase;
  /** How it left saved; decides which events are owed. */
  route: 'none' | 'past-date' | 'funded' | 'waited';
  /** The status that a read showed when it was scheduled, to notice that it has moved on. */
  scheduledStatus?: string;
}

export interface PayrollModel {
  readonly tenant: Tenant;
  readonly endpoint: Endpoint | undefined;
  readonly personId: string;
  /** Only there does a payroll with a past date have a way of its own. */
  readonly sandbox: boolean;
  readonly payrolls: PayrollBelief[];
  /** Time of the business in Unix seconds. */
  now: number;
  /** Balance as last read. */
  balance: number;
  /** Deliveries that have been looked at. */
  inspected: number;
}

export const waiting = ({ payrolls }: PayrollModel) =>
  payrolls.filter(({ phase }) => phase === 'awaiting-funds');

/** Lets time and dates act on what is scheduled. */
export function applyTime(model: PayrollModel): void {
  for (const payroll of model.payrolls) {
    if (payroll.phase !== 'scheduled' && payroll.phase !== 'due') continue;
    const certainty = reached(payroll.payrollDate, model.now);
    if (certainty !== 'no') payroll.phase = certainty === 'yes' ? 'processing' : 'due';
  }
}

/**
 * Lets the balance act on what waits for funds, as far as the document decides it: which of several payrolls is served
 * first, when the balance covers some of them only, is not shown.
 *
 * @returns whether the outcome is decided; when not, the model has to learn it by looking.
 */
export function applyFunds(model: PayrollModel, available: number): boolean {
  const queue = waiting(model);
  const total = queue.reduce((sum, { debit }) => sum + debit, 0);
  if (total <= available) {
    for (const payroll of queue) schedule(payroll, 'waited');
    return true;
  }
  return queue.every(({ debit }) => debit > available);
}

export function schedule(payroll: PayrollBelief, route: 'funded' | 'waited'): void {
  payroll.phase = 'scheduled';
  payroll.route = route;
}
