/** The expected state of the linked accounts of one business, as plain data. Section "External account". */
import type { RequirementId } from '../../../openapi/catalogue.ts';
import type { Common, Fixture } from '../../provider/fixture.ts';
import { allow, type ExpectedEvent, enter, type Ledger, owe, pass } from '../../provider/ledger.ts';
import type { Alternative, Move } from '../../provider/model.ts';
import type { AccountKind } from '../../target/sentinels.ts';
import type { ExternalAccountStatus } from './actions.ts';

export interface ExpectedAccount {
  /** How findings name it: account A, account B. */
  readonly name: string;
  readonly id: string;
  /** The kind that a reference server is asked for; another target decides by itself. */
  readonly kind: AccountKind;
  phase: ExternalAccountStatus;
  /** If it was never verified, a restriction may or may not apply to it. */
  isVerified: boolean;
  /** The rules that its status follows from. */
  restsOn?: readonly RequirementId[];
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
  /** For `external-account.added`: the status, and the rules that it follows from. */
  readonly added?: {
    /** Any one of these. */
    readonly statuses: readonly ExternalAccountStatus[];
    readonly restsOn: readonly RequirementId[];
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
  /** Undefined as long as nothing shows it. */
  isRestricted: boolean | undefined;
  readonly events: Ledger<ExpectedOfAccounts>;
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
  { name, id, restsOn = [], addedAs }: ExpectedAccount,
  statuses: readonly ExternalAccountStatus[],
): void {
  // An id that is that of the account names what the event is about; then those of the envelopes differ.
  const first = addedAs !== undefined && addedAs !== id && { firstAs: addedAs };
  events.expected.push({ type: added, about: name, added: { statuses, restsOn, ...first } });
}

const links = {
  active: 'external-account/link-verified',
  needs_confirmation: 'external-account/link-unverified',
  restricted: 'external-account/link-restricted',
} as const;

/**
 * The document does not show which accounts are verified when they are linked; during a restriction, such an account is
 * restricted.
 */
export function link(
  alternative: Alternative,
  state: AccountState,
  { name, id, kind }: Pick<ExpectedAccount, 'name' | 'id' | 'kind'>,
): void {
  state.isRestricted ??= alternative.choose([false, true]);
  const verified = state.isRestricted ? 'restricted' : 'active';
  const phase = alternative.choose<ExternalAccountStatus>(
    kind === 'verified' ? [verified, 'needs_confirmation'] : ['needs_confirmation', verified],
  );
  const isVerified = phase !== 'needs_confirmation';
  const account: ExpectedAccount = { name, id, kind, phase, isVerified, since: state.common.now };
  state.accounts.push(account);
  state.accounts.sort((a, b) => (a.name < b.name ? -1 : 1));
  pass(alternative, links[phase], account);
  const restsOn: readonly RequirementId[] = [state.isRestricted ? 'EXTACC-010' : 'EXTACC-003'];
  account.restsOn = restsOn;
  // An event that shows no status says nothing wrong.
  owe(state.events, links[phase], account, { status: undefined, added: { statuses: [phase], restsOn } });
}

/** The document does not show whether an account that is verified during a restriction becomes active or restricted. */
export function verify(alternative: Alternative, state: AccountState, account: ExpectedAccount): void {
  const open: [ExternalAccountStatus, ...ExternalAccountStatus[]] = state.isRestricted
    ? ['restricted', 'active']
    : ['active'];
  account.phase = alternative.choose(open);
  account.isVerified = true;
  if (account.phase === 'active') enter(alternative, state.events, 'external-account/verify', account);
  account.restsOn = ['EXTACC-005'];
  mayFollow(state, account, open);
}

/**
 * Moves accounts, with one event for all or one for each. If none moves, the document does not show whether there is an
 * event.
 */
function moveAll(
  alternative: Alternative,
  { events }: AccountState,
  transition: 'external-account/restrict' | 'external-account/lift-restriction',
  accounts: readonly ExpectedAccount[],
  values?: Pick<ExpectedOfAccounts, 'linked'>,
): void {
  const [first, ...others] = accounts;
  if (first === undefined) allow(events, transition, { name: 'no account' }, values);
  else enter(alternative, events, transition, first, values);
  for (const account of others) {
    pass(alternative, transition, account);
    allow(events, transition, account, values);
  }
}

export function restrict(alternative: Alternative, state: AccountState): void {
  const active = state.accounts.filter(({ phase }) => phase === 'active');
  const linked = state.accounts.map(({ id }) => id);
  // A repeated restriction changes nothing, and two at the same time may both be announced.
  if (state.isRestricted && active.length === 0) {
    moveAll(alternative, state, 'external-account/restrict', [], { linked });
    return;
  }
  state.isRestricted = true;
  moveAll(alternative, state, 'external-account/restrict', active, { linked });
  const awaiting = state.accounts.filter(({ phase }) => phase === 'needs_confirmation');
  // The document does not say whether a restriction applies to unverified accounts.
  if (awaiting.length > 0 && alternative.choose([false, true])) {
    for (const account of awaiting) account.phase = 'restricted';
  }
}

export function lift(alternative: Alternative, state: AccountState): void {
  if (!state.isRestricted) {
    moveAll(alternative, state, 'external-account/lift-restriction', []);
    return;
  }
  state.isRestricted = false;
  const restricted = state.accounts.filter(({ phase }) => phase === 'restricted');
  const verified = restricted.filter(({ isVerified }) => isVerified);
  moveAll(alternative, state, 'external-account/lift-restriction', verified);
  for (const account of verified) mayFollow(state, account, ['active']);
  if (restricted.length > verified.length) {
    const phase = alternative.choose<ExternalAccountStatus>(['needs_confirmation', 'active']);
    for (const account of restricted.filter(({ isVerified }) => !isVerified)) account.phase = phase;
  }
}

export function remove(state: AccountState, { id, name }: ExpectedAccount): void {
  state.accounts = state.accounts.filter((account) => account.id !== id);
  state.removed.push(id);
  state.events.expected.push({ type: 'external-account.removed', about: name, sent: 'EXTACC-016' });
}

/** Lets time pass: an account may be verified without a request, but not while the clock is stopped. */
export function elapse(alternative: Alternative, state: AccountState, clockStands: boolean): void {
  for (const account of state.accounts) {
    if (account.phase !== 'needs_confirmation') continue;
    if (clockStands && account.since === state.common.now) continue;
    if (alternative.choose([false, true])) verify(alternative, state, account);
  }
}

/** Such as `account A active; direct debits restricted`. */
export function showAccounts({ accounts, isRestricted }: AccountState): string {
  const each = accounts.map(({ name, phase }) => `${name} ${phase}`);
  return [...each, ...(isRestricted ? ['direct debits restricted'] : [])].join('; ');
}
