/** How the shared objects behave if nothing happens at the same time, as far as the document says. */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { isRejected, mayBeDone, type SharedObject, sharedObject } from './play.ts';

export type Rules = readonly [RequirementId, ...RequirementId[]];

interface VisibleOnce {
  readonly object: number;
  readonly write: string;
  readonly read: string;
  /** Of the write, where each makes something else visible, and a read lists the values of all; absent: it shows yes or no. */
  readonly value?: number;
  readonly rules: Rules;
}

/** Something that a write makes visible, and that stays. */
export const visibleOnce = ({ object, write, read, value, rules }: VisibleOnce): SharedObject =>
  sharedObject<boolean>({
    start: false,
    rules,
    concerns: (call) =>
      call.object === object &&
      (call.verb === read || (call.verb === write && (value === undefined || call.value === value))),
    next: (isVisible, { verb }, outcome) => {
      if (verb === write) return [isVisible || mayBeDone(outcome)];
      const { seen } = outcome ?? {};
      if (seen === undefined) return [isVisible];
      const shows = value === undefined ? seen === 'yes' : ` ${seen} `.includes(` ${value} `);
      return shows === isVisible ? [isVisible] : [];
    },
  });

/** The value of the last write. A read shows it as a whole. */
export const register = (object: number, rules: Rules): SharedObject =>
  sharedObject<number | null>({
    start: null,
    rules,
    concerns: (call) => call.object === object,
    isUnseen: ({ verb, value }, others) =>
      verb === 'write' && others.every(({ outcome }) => outcome?.seen !== value),
    next: (before, { verb, value }, outcome) => {
      if (verb === 'write') return [mayBeDone(outcome) ? value : before];
      // Before the first write, a read may show anything.
      if (outcome?.seen === undefined || before === null) return [before];
      return outcome.seen === before ? [before] : [];
    },
  });

/** Deposits are as different as powers of two, so that a sum shows which of them it contains. */
export const amountOf = (value: number): number => 2 ** value;

interface Balance {
  readonly sum: number;
  /** The deposits that were added, by their values. */
  readonly added: readonly number[];
}

/** A balance to which deposits are added; one that a webhook calls succeeded is. */
export const balance = (start: number, rules: Rules): SharedObject =>
  sharedObject<Balance>({
    start: { sum: start, added: [] },
    rules,
    listensTo: ({ verb }) => verb === 'transaction.succeeded',
    ofWebhooks: rules[0],
    next: (before, { verb, value }, outcome) => {
      const { sum, added } = before;
      if (verb === 'transaction.succeeded') return added.includes(value) ? [before] : [];
      if (verb !== 'deposit') return outcome?.seen === undefined || outcome.seen === sum ? [before] : [];
      if (!mayBeDone(outcome)) return [before];
      return [{ sum: sum + amountOf(value), added: [...added, value].toSorted((a, b) => a - b) }];
    },
  });

/** What an idempotency key has created: nothing, a resource whose id no answer has shown yet, or the one with the id. */
type OfKey = string | 'nothing' | 'unknown';

export const idempotencyKey = (object: number, rules: Rules): SharedObject =>
  sharedObject<OfKey>({
    start: 'nothing',
    rules,
    concerns: (call) => call.object === object,
    next: (before, _, outcome) => {
      if (outcome === undefined) return [before === 'nothing' ? 'unknown' : before];
      // A repetition may be rejected, or show nothing.
      if (isRejected(outcome)) return [before];
      if (outcome.seen === undefined) return [before === 'nothing' ? 'unknown' : before];
      const id = String(outcome.seen);
      return before === 'nothing' || before === 'unknown' || before === id ? [id] : [];
    },
  });

export const components = ['identity', 'address'] as const;

const decided: Readonly<Record<string, string>> = { approve: 'approved', reject: 'rejected' };

interface Component {
  readonly status: string;
  /** Whether it has been since the beginning. */
  readonly wasApproved: boolean;
}

/** A component of a verification: what a reviewer decides, and an identity that can be resubmitted only if it is rejected. */
export const component = (name: (typeof components)[number]): SharedObject =>
  sharedObject<Component>({
    start: { status: 'rejected', wasApproved: false },
    rules: ['KYC-018', 'KYC-017', name === 'identity' ? 'KYC-022' : 'KYC-019'],
    concerns: ({ verb, object }) => verb === 'resubmit' || components[object] === name,
    listensTo: ({ verb, object }) => verb === 'user.kyc.updated' && components[object] === name,
    ofWebhooks: 'KYC-020',
    breaks: ({ call, outcome }) => {
      if (call.verb === 'resubmit') return 'KYC-022';
      return outcome?.seen === 'rejected' ? 'KYC-017' : 'KYC-018';
    },
    next: (before, { verb }, outcome) => {
      const { status, wasApproved } = before;
      const { seen } = outcome ?? {};
      // A webhook may also repeat an earlier status, or that of the other component may be announced with it.
      if (verb === 'user.kyc.updated') return seen !== 'approved' || wasApproved ? [before] : [];
      if (verb === 'read') {
        if (seen === undefined) return [before];
        return (seen === 'pending' ? 'processing' : seen) === status ? [before] : [];
      }
      if (!mayBeDone(outcome)) return [before];
      const decision = decided[verb];
      if (decision !== undefined)
        return [{ status: decision, wasApproved: wasApproved || decision === 'approved' }];
      const resubmitted = { status: 'processing', wasApproved };
      // Whether the address is resubmitted with the identity is not shown.
      if (name === 'address') return [before, resubmitted];
      if (status === 'rejected') return [resubmitted];
      // A 202 only says that the request was accepted for later.
      return outcome === undefined || outcome.status === 202 ? [before] : [];
    },
  });

/** A token that is accepted until it is revoked. */
export const token = sharedObject<boolean>({
  start: true,
  rules: ['AUTH-002', 'AUTH-005'],
  breaks: ({ outcome }) => (outcome?.seen === 'accepted' ? 'AUTH-002' : 'AUTH-005'),
  next: (isValid, { verb }, outcome) => {
    if (verb === 'revoke') return [mayBeDone(outcome) ? false : isValid];
    if (outcome?.seen === undefined) return [isValid];
    return (outcome.seen === 'accepted') === isValid ? [isValid] : [];
  },
});

/** The funds of a business, and what its payrolls have become by them. */
interface Funds {
  /** All that was deposited. */
  readonly total: number;
  /** The numbers of the approved payrolls, in order. */
  readonly approved: readonly number[];
  /** How many of them do not wait for funds; absent until a read shows it. */
  readonly scheduled?: number;
  /** Those that a webhook calls scheduled, in order. */
  readonly announced: readonly number[];
}

/** Of each payroll. */
export interface Amounts {
  readonly debit: number;
  /** A balance below this does not cover it. */
  readonly least: number;
  /** A balance of so much surely covers it. */
  readonly ample: number;
}

const waitingIn = (seen: string | number): readonly number[] =>
  String(seen).split(' ').filter(Boolean).map(Number);

const withNumber = (numbers: readonly number[], one: number): readonly number[] =>
  [...new Set([...numbers, one])].toSorted((a, b) => a - b);

/** What a webhook says of a payroll that is dated days ahead. */
function announcementExplains(
  { total, approved, announced }: Funds,
  object: number,
  word: unknown,
  { least }: Amounts,
): boolean {
  switch (word) {
    case 'approved':
      return approved.includes(object);
    case 'scheduled':
      return announced.every((each) => approved.includes(each)) && announced.length * least <= total;
    default:
      return !['processing', 'completed'].includes(String(word));
  }
}

function phasesExplain(
  { total, approved, announced }: Funds,
  seen: string | number,
  { least, ample }: Amounts,
): boolean {
  const waiting = waitingIn(seen);
  const scheduled = approved.length - waiting.length;
  return (
    waiting.every((each) => approved.includes(each) && !announced.includes(each)) &&
    // Which of them the funds are given to, and which fees are kept, is not shown.
    scheduled >= Math.min(approved.length, Math.floor(total / ample)) &&
    scheduled * least <= total
  );
}

/** Approved payrolls wait until the balance covers them, and the same funds do not cover all of them. */
export const payrollFunds = (amounts: Amounts): SharedObject =>
  sharedObject<Funds>({
    start: { total: 0, approved: [], announced: [] },
    rules: ['PAYROLL-024', 'PAYROLL-026', 'PAYROLL-042'],
    listensTo: ({ verb }) => verb === 'payroll.status.updated',
    ofWebhooks: 'PAYROLL-040',
    breaks: ({ call, outcome }) => {
      if (call.verb === 'read balance') return 'PAYROLL-042';
      return waitingIn(outcome?.seen ?? '').length > 0 ? 'PAYROLL-026' : 'PAYROLL-024';
    },
    next: (before, { verb, object, value }, outcome) => {
      const { total, approved, scheduled, announced } = before;
      if (verb === 'deposit')
        return [mayBeDone(outcome) ? { ...before, total: total + amounts.ample + value } : before];
      if (verb === 'approve')
        return [mayBeDone(outcome) ? { ...before, approved: withNumber(approved, object) } : before];
      if (verb === 'payroll.status.updated') {
        const isScheduled = outcome?.seen === 'scheduled';
        const after = { ...before, announced: isScheduled ? withNumber(announced, object) : announced };
        return announcementExplains(after, object, outcome?.seen, amounts) ? [after] : [];
      }
      if (outcome?.seen === undefined) return [before];
      if (verb === 'read phases') {
        if (!phasesExplain(before, outcome.seen, amounts)) return [];
        return [{ ...before, scheduled: approved.length - waitingIn(outcome.seen).length }];
      }
      if (scheduled === undefined) return [before];
      // When the funds leave the balance is not shown.
      return Number(outcome.seen) >= total - scheduled * amounts.debit ? [before] : [];
    },
  });
