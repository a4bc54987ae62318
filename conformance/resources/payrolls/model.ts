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
  /** What it takes from the business, as the list shows it. */
  readonly debit: number;
  /** A balance below this does not cover it: not even what the workers get. */
  readonly least: number;
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

/**
 * A balance that surely covers a payroll. Which of its amounts is to be covered, whether a balance that is equal to it
 * does, and which fees are kept beside it is not shown.
 */
export const ampleFor = ({ debit }: Pick<ExpectedPayroll, 'debit'>): number => 2 * debit + 100_000;

const total = (payrolls: readonly ExpectedPayroll[], amountOf: (payroll: ExpectedPayroll) => number) =>
  payrolls.reduce((sum, payroll) => sum + amountOf(payroll), 0);
const debitOf = ({ debit }: ExpectedPayroll) => debit;
const leastOf = ({ least }: ExpectedPayroll) => least;

/** What the balance pays for, surely and at most: funds may be in it that should have left, or another model moves some. */
function means({ common, unclaimed }: PayrollState): { readonly least: number; readonly most: number } {
  const { balance, unknown = false } = common;
  return unknown
    ? { least: 0, most: Number.POSITIVE_INFINITY }
    : { least: balance - unclaimed, most: balance };
}

/** Whether the balance covers a payroll. */
export function covers(alternative: Alternative, state: PayrollState, payroll: ExpectedPayroll): boolean {
  const { least, most } = means(state);
  if (most < payroll.least) return coversLate(alternative, state, payroll);
  if (least >= ampleFor(payroll)) return true;
  const usually = payroll.debit <= most;
  return alternative.choose([usually, !usually]);
}

/** Whether funds cover a payroll that another one has claimed and not taken yet: when they leave is not shown. */
function coversLate(alternative: Alternative, state: PayrollState, payroll: ExpectedPayroll): boolean {
  const { leaving = 0 } = state;
  if (leaving === 0 || means(state).most + leaving < payroll.least) return false;
  const isCovered = alternative.choose([false, true]);
  if (isCovered) state.stayed = true;
  return isCovered;
}

type Selections = readonly (readonly ExpectedPayroll[])[];

/** The selections that a balance may cover, the likeliest first: the largest of those whose debits it covers. */
function affordable(
  queue: readonly ExpectedPayroll[],
  state: PayrollState,
  hasGrown: boolean,
): [readonly ExpectedPayroll[], ...Selections] {
  const { least, most } = means(state);
  if (hasGrown && total(queue, ampleFor) <= least) return [queue];
  const selections = queue.reduce<readonly (readonly ExpectedPayroll[])[]>(
    (before, payroll) => before.flatMap((selection) => [[...selection, payroll], selection]),
    [[]],
  );
  const isCovered = (selection: readonly ExpectedPayroll[]) => total(selection, leastOf) <= most;
  const some = selections.filter(({ length }) => length > 0).toSorted((a, b) => b.length - a.length);
  const covered = some.filter(isCovered);
  const inTheEnd = most + (state.leaving ?? 0);
  const late = some.filter(
    (selection) => !isCovered(selection) && selection.every(({ least }) => least <= inTheEnd),
  );
  const isUsual = (selection: readonly ExpectedPayroll[]) => total(selection, debitOf) <= most;
  const [largest, ...others] = hasGrown ? covered.filter(isUsual) : [];
  if (largest === undefined) return [[], ...covered, ...late];
  return [largest, ...others, ...covered.filter((selection) => !isUsual(selection)), [], ...late];
}

/**
 * Lets the balance act on what waits for funds, when it has grown and where it may have covered it before. Which of several
 * payrolls is served first, when the balance covers some of them only, is not shown.
 */
export function serve(alternative: Alternative, state: PayrollState): void {
  const { balance, unknown } = state.common;
  const queue = waiting(state);
  const hasGrown = unknown !== undefined || balance > state.served;
  state.served = balance;
  if (queue.length === 0) return;
  const chosen = alternative.choose(affordable(queue, state, hasGrown));
  if (total(chosen, leastOf) > means(state).most) state.stayed = true;
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
  state.leaving = (state.leaving ?? 0) + payroll.debit;
  state.served = state.common.balance;
}

/** Every disbursement of a payroll is confirmed. */
export function complete(alternative: Alternative, payroll: ExpectedPayroll): void {
  payroll.phase = 'completed';
  alternative.took('payroll/complete', payroll.name);
}

/** Such as `payroll A saved, date 2027-03-01, debit 500`. */
export function showPayrolls({ payrolls }: Pick<PayrollState, 'payrolls'>): string {
  return payrolls
    .map(
      ({ name, phase, payrollDate, debit }) =>
        `payroll ${name} ${phase}, date ${payrollDate}, debit ${debit}`,
    )
    .join('; ');
}
