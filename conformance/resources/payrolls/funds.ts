/** Which payrolls a balance pays for: what waits for funds leaves when they have come, and what is due is processed. */

import { reached } from '../../provider/calendar.ts';
import { pass } from '../../provider/ledger.ts';
import type { Alternative } from '../../provider/model.ts';
import { type ExpectedPayroll, type PayrollState, schedule } from './model.ts';

/** Lets dates act on what is scheduled, and the balance on what waits for it. */
export function elapse(alternative: Alternative, state: PayrollState): void {
  serve(alternative, state);
  for (const payroll of state.payrolls) {
    if (payroll.phase !== 'scheduled' && payroll.phase !== 'due') continue;
    const certainty = reached(payroll.payrollDate, state.common.now);
    if (certainty === 'maybe') payroll.phase = 'due';
    if (certainty === 'yes') pass(alternative, 'payroll/start-processing', payroll);
  }
}

export const waiting = ({ payrolls }: PayrollState) =>
  payrolls.filter(({ phase }) => phase === 'awaiting-funds');

/**
 * A balance that surely covers a payroll. Which of its amounts is to be covered, whether a balance that is equal to it
 * does, and which fees are kept beside it is not shown.
 */
export const ampleFor = ({ debit }: Pick<ExpectedPayroll, 'debit'>): number => 2 * debit + 100_000;

type Selection = readonly ExpectedPayroll[];

const total = (payrolls: Selection, amountOf: (payroll: ExpectedPayroll) => number) =>
  payrolls.reduce((sum, payroll) => sum + amountOf(payroll), 0);
const debitOf = ({ debit }: ExpectedPayroll) => debit;
const leastOf = ({ least }: ExpectedPayroll) => least;

/** What the balance pays for. */
interface Means {
  /** Surely: funds may be in it that should have left, or another model moves some. */
  readonly least: number;
  readonly most: number;
  /** Until the funds leave that other payrolls have claimed: when they do is not shown. */
  readonly withClaimed: number;
}

function meansOf({ common, unclaimed, leaving = 0 }: PayrollState): Means {
  const { balance, unknown } = common;
  const least = unknown === undefined ? balance - unclaimed : 0;
  const most = unknown === undefined ? balance : Number.POSITIVE_INFINITY;
  return { least, most, withClaimed: most + leaving };
}

/** Whether the balance covers a payroll. Claimed funds that cover it have to be in the balance still. */
export function covers(alternative: Alternative, state: PayrollState, payroll: ExpectedPayroll): boolean {
  const { least, most, withClaimed } = meansOf(state);
  if (least >= ampleFor(payroll)) return true;
  if (withClaimed < payroll.least) return false;
  if (most < payroll.least) {
    const isCovered = alternative.choose([false, true]);
    if (isCovered) state.stayed = true;
    return isCovered;
  }
  const usually = payroll.debit <= most;
  return alternative.choose([usually, !usually]);
}

/** Every selection of a queue but the empty one, the largest first. */
const selectionsOf = (queue: Selection): readonly Selection[] =>
  queue
    .reduce<readonly Selection[]>(
      (before, payroll) => before.flatMap((selection) => [[...selection, payroll], selection]),
      [[]],
    )
    .filter(({ length }) => length > 0)
    .toSorted((a, b) => b.length - a.length);

/** The selections that may leave the queue, the likeliest first. A balance that has not grown has served already. */
function mayLeave(queue: Selection, state: PayrollState, hasGrown: boolean): [Selection, ...Selection[]] {
  const { least, most, withClaimed } = meansOf(state);
  if (hasGrown && total(queue, ampleFor) <= least) return [queue];
  const all = selectionsOf(queue);
  const usual = all.filter((selection) => total(selection, debitOf) <= most);
  const scarce = all.filter((selection) => !usual.includes(selection) && total(selection, leastOf) <= most);
  const late = all.filter(
    (selection) =>
      total(selection, leastOf) > most && selection.every((payroll) => payroll.least <= withClaimed),
  );
  const [largest, ...others] = usual;
  return hasGrown && largest !== undefined
    ? [largest, ...others, ...scarce, [], ...late]
    : [[], ...usual, ...scarce, ...late];
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
  const chosen = alternative.choose(mayLeave(queue, state, hasGrown));
  if (total(chosen, leastOf) > meansOf(state).most) state.stayed = true;
  for (const payroll of queue) {
    if (chosen.includes(payroll)) schedule(alternative, state, payroll, 'payroll/funds-arrive');
    else alternative.heldBack('payroll/funds-arrive');
  }
}
