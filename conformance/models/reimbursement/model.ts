/** What the suite believes of the reimbursements of one business. Section "Invoices, reimbursements, tax". */
import type { Money } from '../../actions/payouts.ts';
import { currency as sourceCurrency } from '../../actions/payroll.ts';
import type { Move } from '../../provider/machine.ts';
import { pickFrom } from '../about.ts';
import { type Common, type Ground, leaveBalanceOpen } from '../ground.ts';
import type { HearingAbout } from '../hearing-about.ts';

/** The currency of the destination, where it is another one than that of the wallet that pays. */
export const otherCurrency = 'NGN';

export interface ReimbursementBelief {
  readonly name: string;
  /** What the person receives. */
  readonly amount: Money;
  /** `contested`: it was approved and rejected, and both were accepted. */
  phase: 'submitted' | 'approved' | 'rejected' | 'contested';
  /** Whether the wallet held enough when it was approved: what becomes of one without funds is not shown. */
  isCovered: boolean;
  /** Whether its payment has been made to arrive. */
  isSettled: boolean;
  /** Whether its payment was announced. */
  isAnnounced: boolean;
  /** Whether an approval without enough money was refused; whether it can be reviewed again is not shown. */
  isUnclear: boolean;
}

/** What a step did that may move money; a step of another machine does nothing. */
export type Flow = 'none' | 'nothing is due' | 'payment';

export interface ReimbursementState {
  readonly common: Common;
  readonly reimbursements: ReimbursementBelief[];
  /** Taken from the wallet of the source currency since the beginning. */
  taken: number;
  /** Balance in the other currency. */
  otherBalance: number;
  /** Another machine has moved an amount that is not shown, so what was taken is not known from then on. */
  isUntold?: true;
  flow: Flow;
  readonly hearing: HearingAbout;
}

export interface ReimbursementWorld {
  readonly ground: Ground;
  readonly personId: string;
  /** By name. */
  readonly ids: Map<string, string>;
  /** Transactions of each, by name, where all of them are known. */
  readonly payments: Map<string, Set<string>>;
}

export type ReimbursementMove = Move<ReimbursementWorld, ReimbursementState>;

export const { about: aboutReimbursement, sameIn } = pickFrom<
  ReimbursementWorld,
  ReimbursementState,
  ReimbursementBelief
>('reimbursement', ({ reimbursements }) => reimbursements);

/**
 * What the wallet should hold for an approval to be sure of its funds. Fees and rates are not shown; a unit of the other
 * currency is worth less.
 */
export const needed = ({ amount }: Pick<ReimbursementBelief, 'amount'>) => 4 * amount.amount;

/** Whether the wallet covers one more, beside those that it may still have to pay. */
export function covers({ common, reimbursements }: Readonly<ReimbursementState>, one: ReimbursementBelief) {
  const open = reimbursements.filter(({ phase, isSettled }) => phase !== 'rejected' && !isSettled);
  const sum = [one, ...open.filter(({ name, phase }) => name !== one.name && phase !== 'submitted')];
  return common.balance >= sum.reduce((total, each) => total + needed(each), 0);
}

/** Whether a payment may still be under way, or wait for money. */
export const isUnderWay = ({ phase, isSettled }: ReimbursementBelief) =>
  (phase === 'approved' || phase === 'contested') && !isSettled;

const isPaid = ({ phase, isCovered, isSettled }: ReimbursementBelief) =>
  phase === 'approved' && isCovered && isSettled;

/** What must have left the wallet: at least the amount, or any amount if the currencies differ. */
export function leastTaken({ reimbursements }: Readonly<ReimbursementState>): number {
  const each = ({ amount }: ReimbursementBelief) => (amount.currency === sourceCurrency ? amount.amount : 1);
  return reimbursements.filter(isPaid).reduce((sum, one) => sum + each(one), 0);
}

/** What can have left it when each was disbursed once: a fee is less than what it is for, or held until the review. */
export function mostTaken({ reimbursements }: Readonly<ReimbursementState>): number {
  const each = ({ amount }: ReimbursementBelief) =>
    amount.currency === sourceCurrency ? 2 * amount.amount - 1 : Number.POSITIVE_INFINITY;
  const some = reimbursements.filter(({ phase }) => phase !== 'rejected');
  return some.reduce((sum, one) => sum + each(one), 0);
}

/** How this machine tells the others that it moves money. */
export const machineName = 'reimbursement';

/** Notes that a step may pay, or hold what it may have to pay; how much is not shown. */
export function mayPay(state: ReimbursementState): void {
  state.flow = 'payment';
  leaveBalanceOpen(state.common, machineName);
}

/** How events and findings name a reimbursement. */
export const titleOf = ({ name }: Pick<ReimbursementBelief, 'name'>) => `reimbursement ${name}`;

export const showReimbursements = ({ reimbursements }: Readonly<ReimbursementState>) =>
  reimbursements
    .map((one) => `${titleOf(one)} of ${one.amount.amount} ${one.amount.currency} ${one.phase}`)
    .join('; ');
