/** The expected state of the linked accounts of one business, as plain data. Section "External account". */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { EventState, ExpectedEvent } from '../../provider/expected-events.ts';
import type { Common, Fixture } from '../../provider/fixture.ts';
import type { Alternative, Move } from '../../provider/model.ts';
import type { AccountKind } from '../../target/test-accounts.ts';
import type { ExternalAccountStatus } from './actions.ts';

export interface ExpectedAccount {
  /** How counterexamples call the account: A, B. */
  readonly name: string;
  readonly id: string;
  /** What a reference server is asked for; another target decides by itself. */
  readonly kind: AccountKind;
  status: ExternalAccountStatus;
  /** Where it was never verified, a restriction may have reached it or not. */
  isVerified: boolean;
  /** The rule that its status rests on. */
  rests: RequirementId;
  /** When it was linked. */
  readonly since: number;
  /** The id in the event that added it, which need not be its own. */
  addedAs?: string;
}

/** An event about the accounts of the business; what it calls them is not shown, so nothing is told apart by it. */
export interface ExpectedOfAccounts extends ExpectedEvent {
  /** Of `external-account.added`: the account, its status, and the rule that this rests on. */
  readonly added?: {
    readonly name: string;
    /** Any of these. */
    readonly statuses: readonly ExternalAccountStatus[];
    readonly rests: RequirementId;
    /** Of an event that follows: the id that the first one had. */
    readonly firstAs?: string;
  };
  /** Of `external-account.restricted`: the accounts that were linked. */
  readonly linked?: readonly string[];
}

export interface AccountState {
  readonly common: Common;
  /** By name. */
  accounts: ExpectedAccount[];
  /** Ids of accounts that were removed. */
  readonly removed: string[];
  isRestricted: boolean;
  readonly events: EventState<ExpectedOfAccounts>;
}

export interface AccountContext {
  readonly fixture: Fixture;
  readonly businessId: string;
  /** Whether the clock stands still between the moves. */
  readonly clockStands: boolean;
  /** Accounts that were linked or are being linked. */
  serial: number;
}

export type AccountMove = Move<AccountContext, AccountState>;

export const added = 'external-account.added';

/** It may be said again of an account that its status has become another. */
function mayFollow(
  { events }: AccountState,
  { name, rests, addedAs }: ExpectedAccount,
  statuses: readonly ExternalAccountStatus[],
): void {
  events.expected.push({
    type: added,
    added: { name, statuses, rests, ...(addedAs !== undefined && { firstAs: addedAs }) },
  });
}

/**
 * Which accounts are verified when they are linked is not shown; during a restriction such an account is restricted.
 */
export function link(
  alternative: Alternative,
  state: AccountState,
  { name, id, kind }: Pick<ExpectedAccount, 'name' | 'id' | 'kind'>,
): void {
  const verified = state.isRestricted ? 'restricted' : 'active';
  const status = alternative.choose<ExternalAccountStatus>(
    kind === 'verified' ? [verified, 'needs_confirmation'] : ['needs_confirmation', verified],
  );
  const rests = state.isRestricted ? 'EXTACC-010' : 'EXTACC-003';
  const isVerified = status !== 'needs_confirmation';
  state.accounts.push({ name, id, kind, status, isVerified, rests, since: state.common.now });
  state.accounts.sort((a, b) => (a.name < b.name ? -1 : 1));
  state.events.expected.push({
    type: added,
    sent: 'EXTACC-004',
    added: { name, statuses: [status], rests },
  });
  if (!isVerified) alternative.took('external-account/link-unverified', name);
  else if (state.isRestricted) alternative.took('external-account/link-restricted', name);
  else alternative.took('external-account/link-verified', name);
}

/** Whether an account that is verified during a restriction becomes active or restricted is not shown. */
export function verify(alternative: Alternative, state: AccountState, account: ExpectedAccount): void {
  const open: [ExternalAccountStatus, ...ExternalAccountStatus[]] = state.isRestricted
    ? ['restricted', 'active']
    : ['active'];
  account.status = alternative.choose(open);
  account.isVerified = true;
  account.rests = 'EXTACC-005';
  mayFollow(state, account, open);
  if (account.status === 'active') alternative.took('external-account/verify', account.name);
}

/** One event, or one for each account that moved; where none did, whether there is an event is not shown. */
function announce(
  { events }: AccountState,
  event: ExpectedOfAccounts & Required<ExpectedEvent>,
  moved: number,
): void {
  const { sent: _, ...optional } = event;
  events.expected.push(moved > 0 ? event : optional);
  for (let more = 1; more < moved; more += 1) events.expected.push(optional);
}

export function restrict(alternative: Alternative, state: AccountState): void {
  const active = state.accounts.filter(({ status }) => status === 'active');
  // A repeated restriction changes nothing.
  if (state.isRestricted && active.length === 0) return;
  state.isRestricted = true;
  for (const account of active) {
    account.status = 'restricted';
    account.rests = 'EXTACC-006';
    alternative.took('external-account/restrict', account.name);
  }
  const awaiting = state.accounts.filter(({ status }) => status === 'needs_confirmation');
  // The document does not say whether a restriction applies to unverified accounts.
  if (awaiting.length > 0 && alternative.choose([false, true])) {
    for (const account of awaiting) account.status = 'restricted';
  }
  const linked = state.accounts.map(({ id }) => id);
  announce(state, { type: 'external-account.restricted', sent: 'EXTACC-007', linked }, active.length);
}

export function lift(alternative: Alternative, state: AccountState): void {
  if (!state.isRestricted) return;
  state.isRestricted = false;
  const restricted = state.accounts.filter(({ status }) => status === 'restricted');
  const verified = restricted.filter(({ isVerified }) => isVerified);
  for (const account of verified) {
    account.status = 'active';
    account.rests = 'EXTACC-008';
    mayFollow(state, account, ['active']);
    alternative.took('external-account/lift-restriction', account.name);
  }
  if (restricted.length > verified.length) {
    const status = alternative.choose<ExternalAccountStatus>(['needs_confirmation', 'active']);
    for (const account of restricted.filter(({ isVerified }) => !isVerified)) account.status = status;
  }
  announce(state, { type: 'external-account.restriction_lifted', sent: 'EXTACC-009' }, verified.length);
}

export function remove(state: AccountState, { id }: ExpectedAccount): void {
  state.accounts = state.accounts.filter((account) => account.id !== id);
  state.removed.push(id);
  state.events.expected.push({ type: 'external-account.removed', sent: 'EXTACC-016' });
}

/** Lets time act: an account may be verified without anybody asking for it, but not while the clock stands. */
export function elapse(alternative: Alternative, state: AccountState, clockStands: boolean): void {
  for (const account of state.accounts) {
    if (account.status !== 'needs_confirmation') continue;
    if (clockStands && account.since === state.common.now) continue;
    if (alternative.choose([false, true])) verify(alternative, state, account);
  }
}

/** Such as `account A active; direct debits restricted`. */
export function showAccounts({ accounts, isRestricted }: AccountState): string {
  const each = accounts.map(({ name, status }) => `account ${name} ${status}`);
  return [...each, ...(isRestricted ? ['direct debits restricted'] : [])].join('; ');
}
