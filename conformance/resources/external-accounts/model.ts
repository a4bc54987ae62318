/** The expected state of the linked accounts of one business, as plain data. Section "External account". */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { EventState, ExpectedEvent } from '../../provider/expected-events.ts';
import type { Common, Fixture } from '../../provider/fixture.ts';
import type { Alternative, Move } from '../../provider/model.ts';
import type { AccountKind } from '../../target/sentinels.ts';
import type { ExternalAccountStatus } from './actions.ts';

export interface ExpectedAccount {
  /** Name of the account in counterexamples: A, B. */
  readonly name: string;
  readonly id: string;
  /** The kind that a reference server is asked for; another target decides by itself. */
  readonly kind: AccountKind;
  status: ExternalAccountStatus;
  /** If it was never verified, a restriction may or may not apply to it. */
  isVerified: boolean;
  /** The rule that its status follows from. */
  rests: RequirementId;
  /** When it was linked. */
  readonly since: number;
  /** The id in the event that added it, which may differ from the account's own. */
  addedAs?: string;
}

/**
 * An event about the accounts of the business. The document does not show how events name accounts, so no name identifies
 * one.
 */
export interface ExpectedOfAccounts extends ExpectedEvent {
  /** For `external-account.added`: the account, its status, and the rule that the status follows from. */
  readonly added?: {
    readonly name: string;
    /** Any one of these. */
    readonly statuses: readonly ExternalAccountStatus[];
    readonly rests: RequirementId;
    /** In a follow-up event: the id of the first event. */
    readonly firstAs?: string;
  };
  /** For `external-account.restricted`: the linked accounts. */
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
  /** Whether the clock is stopped between the moves. */
  readonly clockStands: boolean;
  /** Number of accounts that were linked or are being linked. */
  serial: number;
}

export type AccountMove = Move<AccountContext, AccountState>;

export const added = 'external-account.added';

/** Allows a further event after a change of the status of an account. */
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
 * The document does not show which accounts are verified when they are linked; during a restriction, such an account is
 * restricted.
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

/** The document does not show whether an account that is verified during a restriction becomes active or restricted. */
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

/**
 * Expects one event, or one for each account that changed. If none changed, the document does not show whether there is
 * an event.
 */
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

/** Lets time pass: an account may be verified without a request, but not while the clock is stopped. */
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
