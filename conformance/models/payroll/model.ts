/** What the suite believes of the payrolls of one business, as plain data. Section "States and transitions, Payroll". */
import type { Move } from '../../engine/machine.ts';
import type { Reading } from '../../engine/reading.ts';
import { reached } from '../calendar.ts';
import { type Common, type Ground, moveMoney } from '../ground.ts';

/** `due`: its date has begun in some time zones only, so it may be scheduled, processing or completed. */
export type Phase = 'saved' | 'awaiting-funds' | 'scheduled' | 'due' | 'processing' | 'completed';

export interface PayrollBelief {
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
  readonly payrolls: PayrollBelief[];
  /** The balance when it was last seen what it covers. */
  served: number;
  /** What the balance shows beyond what it should: funds of scheduled payrolls that have not left it. */
  unclaimed: number;
}

export interface PayrollWorld {
  readonly ground: Ground;
  readonly personId: string;
  /** Ids of everything that was saved. */
  readonly ids: string[];
}

export type PayrollMove = Move<PayrollWorld, PayrollState>;

/** Lets dates act on what is scheduled, and the balance on what waits for it. */
export function elapse(reading: Reading, state: PayrollState): void {
  serve(reading, state);
  const { payrolls, common } = state;
  for (const payroll of payrolls) {
    if (payroll.phase !== 'scheduled' && payroll.phase !== 'due') continue;
    const certainty = reached(payroll.payrollDate, common.now);
    if (certainty === 'maybe') payroll.phase = 'due';
    if (certainty !== 'yes') continue;
    payroll.phase = 'processing';
    reading.took('payroll/start-processing', payroll.name);
  }
}

export const waiting = ({ payrolls }: PayrollState) =>
  payrolls.filter(({ phase }) => phase === 'awaiting-funds');

const total = (payrolls: readonly PayrollBelief[]) => payrolls.reduce((sum, { debit }) => sum + debit, 0);

/** Whether the balance covers an amount; where funds have not been claimed that should have been, either is possible. */
export function covers(reading: Reading, { common, unclaimed }: PayrollState, amount: number): boolean {
  if (amount > common.balance) return false;
  return amount <= common.balance - unclaimed || reading.choose([true, false]);
}

/** The selections that a balance covers, the largest first. */
function affordable(
  queue: readonly PayrollBelief[],
  { common: { balance }, unclaimed }: PayrollState,
): [readonly PayrollBelief[], ...(readonly PayrollBelief[])[]] {
  if (total(queue) <= balance - unclaimed) return [queue];
  const selections = queue.reduce<readonly (readonly PayrollBelief[])[]>(
    (some, payroll) => some.flatMap((selection) => [[...selection, payroll], selection]),
    [[]],
  );
  const covered = selections.filter((selection) => selection.length > 0 && total(selection) <= balance);
  const [largest = [], ...others] = covered.toSorted((a, b) => b.length - a.length);
  return largest.length === 0 ? [[]] : [largest, ...others, []];
}

/**
 * Lets a balance that has grown act on what waits for funds. Which of several payrolls is served first, when the balance
 * covers some of them only, is not shown.
 */
export function serve(reading: Reading, state: PayrollState): void {
  const { balance } = state.common;
  const queue = waiting(state);
  const hasGrown = balance > state.served;
  state.served = balance;
  if (queue.length === 0 || !hasGrown) return;
  const chosen = reading.choose(affordable(queue, state));
  for (const payroll of queue) {
    if (!chosen.includes(payroll)) {
      reading.heldBack('payroll/funds-arrive');
      continue;
    }
    reading.took('payroll/funds-arrive', payroll.name);
    schedule(state, payroll, 'waited');
  }
}

/** The funds of a payroll leave the balance when it becomes scheduled. */
export function schedule(state: PayrollState, payroll: PayrollBelief, route: 'funded' | 'waited'): void {
  payroll.phase = 'scheduled';
  payroll.route = route;
  moveMoney(state.common, -payroll.debit, 'PAYROLL-042');
  state.served = state.common.balance;
}

/** Such as `payroll A saved, 2027-03-01, debits 500`. */
export function showPayrolls({ payrolls }: Pick<PayrollState, 'payrolls'>): string {
  return payrolls
    .map(({ name, phase, payrollDate, debit }) => `payroll ${name} ${phase}, ${payrollDate}, debits ${debit}`)
    .join('; ');
}
