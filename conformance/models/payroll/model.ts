/** What the suite believes of the payrolls of one business, as plain data. Section "States and transitions, Payroll". */
import type { Move } from '../../engine/machine.ts';
import type { Reading } from '../../engine/reading.ts';
import { reached } from '../calendar.ts';
import type { Common, Ground } from '../ground.ts';

/** `due`: its date has begun in some time zones only, so it may be scheduled, processing or completed. */
export type Phase = 'saved' | 'awaiting-funds' | 'scheduled' | 'due' | 'processing' | 'completed';

export interface PayrollBelief {
  /** How counterexamples name it: payroll A, payroll B. */
  readonly name: string;
  readonly payrollDate: string;
  /** What the balance has to cover, as the list shows it. */
  readonly debit: number;
  phase: Phase;
  /** How it left saved; decides which events are owed. */
  route: 'none' | 'past-date' | 'funded' | 'waited';
  /** The status that a read showed when it was scheduled, to notice that it has moved on. */
  scheduledStatus?: string;
}

export interface PayrollState {
  readonly common: Common;
  readonly payrolls: PayrollBelief[];
}

export interface PayrollWorld {
  readonly ground: Ground;
  readonly personId: string;
  /** Ids of the payrolls, in the order of their names. */
  readonly ids: string[];
}

export type PayrollMove = Move<PayrollWorld, PayrollState>;

/** Lets time and dates act on what is scheduled. */
export function elapse(reading: Reading, { payrolls, common }: PayrollState): void {
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

/** The selections that a balance covers, the largest first. */
function affordable(
  queue: readonly PayrollBelief[],
  available: number,
): [readonly PayrollBelief[], ...(readonly PayrollBelief[])[]] {
  if (total(queue) <= available) return [queue];
  const selections = queue.reduce<readonly (readonly PayrollBelief[])[]>(
    (some, payroll) => some.flatMap((selection) => [[...selection, payroll], selection]),
    [[]],
  );
  const covered = selections.filter((selection) => selection.length > 0 && total(selection) <= available);
  const [largest = [], ...others] = covered.toSorted((a, b) => b.length - a.length);
  return [largest, ...others, []];
}

/**
 * Lets the balance act on what waits for funds. Which of several payrolls is served first, when the balance covers some
 * of them only, is not shown.
 */
export function serve(reading: Reading, state: PayrollState): void {
  const queue = waiting(state);
  if (queue.length === 0) return;
  const served = reading.choose(affordable(queue, state.common.balance));
  for (const payroll of queue) {
    if (!served.includes(payroll)) {
      reading.heldBack('payroll/funds-arrive');
      continue;
    }
    reading.took('payroll/funds-arrive', payroll.name);
    schedule(state, payroll, 'waited');
  }
}

/** The funds of a payroll leave the balance when it becomes scheduled. */
export function schedule({ common }: PayrollState, payroll: PayrollBelief, route: 'funded' | 'waited'): void {
  payroll.phase = 'scheduled';
  payroll.route = route;
  common.balance -= payroll.debit;
  common.owedTo = 'PAYROLL-042';
}

/** Such as `payroll A saved, 2027-03-01, debits 500`. */
export function showPayrolls({ payrolls }: PayrollState): string {
  return payrolls
    .map(({ name, phase, payrollDate, debit }) => `payroll ${name} ${phase}, ${payrollDate}, debits ${debit}`)
    .join('; ');
}
