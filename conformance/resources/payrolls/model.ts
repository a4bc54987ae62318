/** The expected state of the payrolls of one business, as plain data. Section "States and transitions, Payroll". */

import { reached } from '../../provider/calendar.ts';
import { type Common, type Fixture, moveMoney } from '../../provider/fixture.ts';
import type { Alternative, Move } from '../../provider/model.ts';

/** `due`: its date has begun in some time zones only, so it may be scheduled, processing or completed. */
export type Phase = 'saved' | 'awaiting-funds' | 'scheduled' | 'due' | 'processing' | 'completed';

export interface ExpectedPayroll {
  /** How counterexamples name it: payroll A, payroll B. */
  readonly name: string;
  readonly id: string;
  readonly payrollDate: string;
  /** What the balance has to cover, as the list shows it. */
  readonly debit: number;
  /** How many workers it pays. */
  readonly entries: number;
  /** How often it was saved; each time may be announced. */
  readonly saves: number;
  phase: Phase;
  /** How it left saved; decides which events are owed. */
  route: 'none' | 'past-date' | 'funded' | 'waited';
  /** The status that a read showed when it was scheduled, to notice that it has moved on. */
  scheduledStatus?: string;
}

export interface PayrollState {
  readonly common: Common;
  readonly payrolls: ExpectedPayroll[];
  /** The balance when it was last seen what it covers. */
  served: number;
  /** What the balance shows beyond what it should: funds of scheduled payrolls that have not left it. */
  unclaimed: number;
}

export interface PayrollContext {
  readonly fixture: Fixture;
  /** Persons that payrolls pay. */
  readonly personIds: string[];
  /** Ids of everything that was saved. */
  readonly ids: string[];
}

export type PayrollMove = Move<PayrollContext, PayrollState>;

/** Lets dates act on what is scheduled, and the balance on what waits for it. */
export function elapse(alternative: Alternative, state: PayrollState): void {
  serve(alternative, state);
  const { payrolls, common } = state;
  for (const payroll of payrolls) {
    if (payroll.phase !== 'scheduled' && payroll.phase !== 'due') continue;
    const certainty = reached(payroll.payrollDate, common.now);
    if (certainty === 'maybe') payroll.phase = 'due';
    if (certainty !== 'yes') continue;
    payroll.phase = 'processing';
    alternative.took('payroll/start-processing', payroll.name);
  }
}

export const waiting = ({ payrolls }: PayrollState) =>
  payrolls.filter(({ phase }) => phase === 'awaiting-funds');

const total = (payrolls: readonly ExpectedPayroll[]) => payrolls.reduce((sum, { debit }) => sum + debit, 0);

/** What the balance pays for, surely and at most: funds may be in it that should have left, or another model moves some. */
function means({ common, unclaimed }: PayrollState): { readonly least: number; readonly most: number } {
  const { balance, unknown = false } = common;
  return unknown
    ? { least: 0, most: Number.POSITIVE_INFINITY }
    : { least: balance - unclaimed, most: balance };
}

/** Whether the balance covers an amount. */
export function covers(alternative: Alternative, state: PayrollState, amount: number): boolean {
  const { least, most } = means(state);
  if (amount > most) return false;
  return amount <= least || alternative.choose([true, false]);
}

/** The selections that a balance covers, the largest first. */
function affordable(
  queue: readonly ExpectedPayroll[],
  state: PayrollState,
): [readonly ExpectedPayroll[], ...(readonly ExpectedPayroll[])[]] {
  const { least, most } = means(state);
  if (total(queue) <= least) return [queue];
  const selections = queue.reduce<readonly (readonly ExpectedPayroll[])[]>(
    (some, payroll) => some.flatMap((selection) => [[...selection, payroll], selection]),
    [[]],
  );
  const covered = selections.filter((selection) => selection.length > 0 && total(selection) <= most);
  const [largest = [], ...others] = covered.toSorted((a, b) => b.length - a.length);
  return largest.length === 0 ? [[]] : [largest, ...others, []];
}

/**
 * Lets a balance that has grown act on what waits for funds. Which of several payrolls is served first, when the balance
 * covers some of them only, is not shown.
 */
export function serve(alternative: Alternative, state: PayrollState): void {
  const { balance, unknown = false } = state.common;
  const queue = waiting(state);
  const hasGrown = unknown || balance > state.served;
  state.served = balance;
  if (queue.length === 0 || !hasGrown) return;
  const chosen = alternative.choose(affordable(queue, state));
  for (const payroll of queue) {
    if (!chosen.includes(payroll)) {
      alternative.heldBack('payroll/funds-arrive');
      continue;
    }
    alternative.took('payroll/funds-arrive', payroll.name);
    schedule(state, payroll, 'waited');
  }
}

/** The funds of a payroll leave the balance when it becomes scheduled. */
export function schedule(state: PayrollState, payroll: ExpectedPayroll, route: 'funded' | 'waited'): void {
  payroll.phase = 'scheduled';
  payroll.route = route;
  moveMoney(state.common, -payroll.debit, 'PAYROLL-042');
  state.served = state.common.balance;
}

/** Every disbursement of a payroll is confirmed. */
export function complete(alternative: Alternative, payroll: ExpectedPayroll): void {
  payroll.phase = 'completed';
  alternative.took('payroll/complete', payroll.name);
}

/** Such as `payroll A saved, 2027-03-01, debits 500`. */
export function showPayrolls({ payrolls }: Pick<PayrollState, 'payrolls'>): string {
  return payrolls
    .map(({ name, phase, payrollDate, debit }) => `payroll ${name} ${phase}, ${payrollDate}, debits ${debit}`)
    .join('; ');
}
