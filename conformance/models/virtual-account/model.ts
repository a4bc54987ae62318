/**
 * What the suite believes of the virtual accounts of one business, as plain data. The document names their states and
 * shows no transition, so nothing is believed of the way from one to the next, but that 99999900 is approved automatically.
 */
import type { Move } from '../../provider/machine.ts';
import type { Common, Ground } from '../ground.ts';

/** In the sandbox it is approved without a review. */
export const approvedNumber = '99999900';
export const ordinaryNumber = '22144170893';

export type IdentificationType = 'SSN' | 'BVN';

/** The states, which their events are named after. */
export const words = ['requested', 'submitted', 'created'] as const;
export type Word = (typeof words)[number];

export interface AccountBelief {
  /** How counterexamples call the account: A, B. */
  readonly name: string;
  readonly id: string;
  readonly type: IdentificationType;
  readonly isApproved: boolean;
  /** Its owner, where it was asked for a user. */
  readonly userId?: string;
  /** When it was asked for. */
  readonly since: number;
  /** What was announced of it. */
  readonly announced: Word[];
}

export interface AccountState {
  readonly common: Common;
  /** By name. */
  readonly accounts: AccountBelief[];
  /** Ids of the events that have been judged. */
  readonly heard: string[];
}

export interface AccountWorld {
  readonly ground: Ground;
  /** A user of the business, where one could be invited. */
  readonly userId: string | undefined;
  readonly hasClock: boolean;
  /** Accounts that were asked for or are being asked for. */
  serial: number;
}

export type AccountMove = Move<AccountWorld, AccountState>;

export const hour = 3_600;

/** Whether what happens to an account by itself has had its time. */
export const hadTime = ({ since }: AccountBelief, { common }: AccountState, { hasClock }: AccountWorld) =>
  !hasClock || common.now >= since + hour;

/** Such as `account A of a user, BVN 99999900`. */
export function showAccounts({ accounts }: AccountState): string {
  return accounts
    .map(({ name, type, isApproved, userId }) => {
      const owner = userId === undefined ? 'the business' : 'a user';
      return `account ${name} of ${owner}, ${type} ${isApproved ? approvedNumber : ordinaryNumber}`;
    })
    .join('; ');
}
