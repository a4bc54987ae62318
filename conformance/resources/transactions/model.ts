/** The expected state of the transactions of one business. Section "States and transitions, Transaction". */
import type { Capability, RequirementId } from '../../../openapi/catalogue.ts';
import { type Common, type Fixture, leaveBalanceOpen, nameOf } from '../../provider/fixture.ts';
import { type Ledger, owe } from '../../provider/ledger.ts';
import type { Alternative, Move } from '../../provider/model.ts';
import type { BankTransfer } from '../../target/controls.ts';

/** `under way`: initiated or processing; a target that lets nobody read its transactions does not show which. */
export type TransactionPhase = 'initiated' | 'processing' | 'under way' | 'succeeded' | 'failed';

export interface ExpectedTransaction {
  /** How findings name it: payout A, fee B. */
  readonly name: string;
  /** Its place in the order in which they were made. */
  readonly index: number;
  readonly kind: Fact['kind'];
  phase: TransactionPhase;
  /** Nothing has been seen of it yet. */
  isNew: boolean;
  /** Whether it has succeeded once; a failure is a return then. */
  hasSucceeded: boolean;
  /** Its status when it was settled, until it is known how it got there. */
  settledFrom?: TransactionPhase;
  /** The rules that its phase rests on. */
  restsOn?: readonly RequirementId[];
  /** Whether it was seen to have failed, so that nothing happens to it any more. */
  isOver: boolean;
  rfi: 'none' | 'requested' | 'provided';
  /** Whether somebody has asked for information, and provided it, whatever that did. */
  wasAsked?: true;
  wasAnswered?: true;
  /** Events that have been looked into. */
  looked: number;
  /** What it took out of the wallet, if that could be seen. */
  taken?: number;
  /** Whether the last step has called a control when it had failed. */
  wasTriedAgain: boolean;
  /** Whether the list of disbursements has shown it. */
  isDisbursed: boolean;
}

export interface TransactionState {
  readonly common: Common;
  readonly transactions: ExpectedTransaction[];
  readonly events: Ledger;
  /** What the last step may have moved money for; how much is not shown. */
  readonly moved: string[];
}

/** What is to be known of a transaction before it is made. */
export type TransactionPlan =
  | { readonly kind: 'payout'; readonly reference: string }
  | { readonly kind: 'bank transfer'; readonly transfer: BankTransfer }
  | { readonly kind: 'sandbox deposit'; readonly amount: number; readonly description: string }
  | { readonly kind: 'worker payment'; readonly payrollId: string; readonly personId: string }
  | { readonly kind: 'fee'; readonly payrollId: string; readonly amount: number };

/** What is known for sure of a transaction; its id as soon as something has shown it. */
export type Fact = TransactionPlan & {
  readonly name: string;
  readonly index: number;
  id?: string;
  /** Number of events that had come before it was made. */
  readonly since: number;
};

export interface TransactionContext {
  readonly fixture: Fixture;
  readonly has: (capability: Capability) => boolean;
  readonly facts: Fact[];
  /** Number of events that had come before the last step. */
  eventCount: number;
  beneficiaryId?: string;
  /** Virtual accounts by their currency. */
  readonly accounts: Map<string, string>;
  readonly personIds: string[];
}

export type TransactionMove = Move<TransactionContext, TransactionState>;

const mostTransactions = 5;

export const isRoom = ({ transactions }: Readonly<TransactionState>) =>
  transactions.length < mostTransactions;

/** Gives the next name to a transaction that is about to be made. */
export function note(context: TransactionContext, plan: TransactionPlan): Fact {
  const index = context.facts.length;
  const name = `${plan.kind} ${nameOf(index)}`;
  const fact: Fact = { ...plan, name, index, since: context.eventCount };
  context.facts.push(fact);
  return fact;
}

/** A transaction that has just been made. */
export function addTransaction(state: TransactionState, { name, index, kind }: Fact): void {
  state.transactions.push({
    name,
    index,
    kind,
    phase: 'initiated',
    isNew: true,
    hasSucceeded: false,
    rfi: 'none',
    isOver: false,
    looked: 0,
    wasTriedAgain: false,
    isDisbursed: false,
  });
  // The effect of a sandbox deposit on the wallet is documented.
  if (kind !== 'sandbox deposit') state.moved.push(name);
  state.transactions.sort((a, b) => a.index - b.index);
}

export const isUnderWay = ({ phase }: Pick<ExpectedTransaction, 'phase'>) =>
  phase !== 'succeeded' && phase !== 'failed';

/** The rule by which a transaction that is under way can fail. */
export const failureRule = ({ phase }: Pick<ExpectedTransaction, 'phase'>): RequirementId =>
  phase === 'initiated' ? 'TXN-011' : 'TXN-012';

/** It has succeeded, by whatever way, and says so. */
export function succeed({ events }: TransactionState, transaction: ExpectedTransaction): void {
  transaction.phase = 'succeeded';
  transaction.hasSucceeded = true;
  transaction.restsOn = ['TXN-009'];
  owe(
    events,
    transaction.kind === 'fee' ? 'transaction/settle-instantly' : 'transaction/settle',
    transaction,
  );
}

/** The transition by which a transaction that is under way fails. */
export const failure = ({ phase }: Pick<ExpectedTransaction, 'phase'>) =>
  phase === 'initiated' ? 'transaction/fail-early' : 'transaction/fail';

/** Such as `payout A processing; bank transfer B initiated, asked for information`. */
export function showTransactions({ transactions }: Readonly<TransactionState>): string {
  return transactions
    .map((transaction) => {
      const { phase, hasSucceeded, rfi } = transaction;
      const returned = phase === 'failed' && hasSucceeded ? ' (returned)' : '';
      const asked = rfi === 'requested' ? ', asked for information' : '';
      return `${transaction.name} ${phase}${returned}${asked}`;
    })
    .join('; ');
}

/**
 * How much a payment takes out of the wallet, and brings back when it fails, is not shown; but what has failed brings
 * nothing back a second time.
 */
export function judgeMoney(
  alternative: Alternative,
  state: TransactionState,
  { has }: TransactionContext,
  balance: number | undefined,
): void {
  const { common, moved, transactions } = state;
  const names = new Set(moved);
  moved.length = 0;
  if (names.size > 0) leaveBalanceOpen(common, 'transaction');
  const [only] = transactions.filter(({ name }) => names.has(name));
  const tried = transactions.filter(({ wasTriedAgain }) => wasTriedAgain);
  for (const transaction of tried) transaction.wasTriedAgain = false;
  // Without drain, some events may be under way.
  if (only === undefined || names.size !== 1 || balance === undefined || !has('drain')) return;
  const change = balance - common.balance;
  if (only.phase !== 'failed') {
    if (only.kind === 'payout' && only.taken === undefined) only.taken = -change;
    return;
  }
  const { taken } = only;
  if (taken === undefined || !tried.includes(only)) return;
  const expected = `at most ${taken}, the amount of ${only.name}, returned to the wallet`;
  alternative.require('TXN-016', change <= taken, expected, `${change} returned to the wallet`);
}
