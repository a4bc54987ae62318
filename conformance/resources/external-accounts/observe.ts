/** Reads the linked accounts of a business and the events about them, and judges both. */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import { type Answer, within } from '../../provider/answers.ts';
import type { EventData } from '../../provider/event-log.ts';
import { type Arrivals, arrivalsOf, type Came, judgeEvents, type Listening } from '../../provider/ledger.ts';
import type { Alternative } from '../../provider/model.ts';
import type { Part } from '../../provider/part.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { isAlone } from '../../provider/tenant.ts';
import { type ExternalAccountStatus, listAccounts, statusOf } from './actions.ts';
import { type AccountContext, type AccountState, added, type ExpectedOfAccounts, elapse } from './model.ts';

/** Without a cause, each is an event too many. */
const uncaused: Listening['uncaused'] = {
  [added]: 'HOOK-013',
  'external-account.removed': 'HOOK-013',
  'external-account.restricted': 'HOOK-013',
  'external-account.restriction_lifted': 'HOOK-013',
};

type Listed = ReadonlyMap<unknown, ExternalAccountStatus | undefined>;

const statusRules: readonly RequirementId[] = ['EXTACC-003', 'EXTACC-005', 'EXTACC-006', 'EXTACC-008'];

async function lookAtList(scenario: Scenario, { fixture }: AccountContext): Promise<Listed | undefined> {
  if (!scenario.has('list-external-accounts')) return undefined;
  const accounts = await listAccounts(scenario, fixture.tenant.caller);
  if (accounts.some((account: Answer) => statusOf(account) === undefined)) {
    for (const rule of statusRules)
      scenario.skip(rule, 'The list does not show the status in the words of the document.');
  }
  return new Map(accounts.map((account) => [account.id, statusOf(account)]));
}

function judgeList(alternative: Alternative, { accounts, removed }: AccountState, listed: Listed): void {
  for (const { name, id, phase, restsOn = [] } of accounts) {
    // That a list shows it is assumed; its events are documented, and are judged whether the list shows it or not.
    alternative.require('EXTACC-001', listed.has(id), `${name} in the list`, 'it is not listed', 'soon');
    const shown = listed.get(id);
    if (shown === undefined) continue;
    for (const rule of restsOn)
      alternative.require(rule, shown === phase, `${name} listed as ${phase}`, shown, 'in time');
  }
  const still = removed.filter((id) => listed.has(id));
  if (removed.length === 0) return;
  const none = 'no account listed that was removed';
  alternative.require('EXTACC-001', still.length === 0, none, show(still), 'in time');
}

const saysStatus = ({ added: expected }: ExpectedOfAccounts, data: EventData) => {
  const status = statusOf(data);
  return expected === undefined || status === undefined || expected.statuses.includes(status);
};

const saysAnotherId = ({ added: of }: ExpectedOfAccounts, data: EventData) =>
  of?.firstAs === undefined || data.id !== of.firstAs;

const listsIn = (data: EventData) =>
  [...within(data)].filter((value): value is readonly unknown[] => Array.isArray(value));

/** A list entry in short: its id, or the whole entry without one. */
const idOrAll = (item: unknown) => (isRecord(item) && item.id !== undefined ? item.id : item);

/**
 * Whether a list has an entry for each account. The document does not show what identifies an entry; if entries have our
 * ids, they are compared.
 */
function isListOf(
  list: readonly unknown[],
  linked: readonly string[],
  { known, alone }: { readonly known: ReadonlySet<unknown>; readonly alone: boolean },
): boolean {
  const isAccount = (item: unknown) => isRecord(item) || typeof item === 'string';
  if (list.length < linked.length || !list.every(isAccount)) return false;
  // A business that others use has accounts of others.
  if (!alone) return true;
  if (list.length !== linked.length) return false;
  const ids = list.map((item) => (isRecord(item) ? item.id : undefined));
  return !ids.every((id) => known.has(id)) || linked.every((id) => ids.includes(id));
}

function judgeAdded(
  alternative: Alternative,
  state: AccountState,
  { expected, data }: Came<ExpectedOfAccounts>,
  { statuses, restsOn, firstAs }: NonNullable<ExpectedOfAccounts['added']>,
): void {
  const { type, about, sent } = expected;
  const wanted = `${type} of ${about} with ${statuses.join(' or ')}`;
  for (const rule of restsOn)
    alternative.require(rule, saysStatus(expected, data), wanted, show(data.status), 'first');
  const account = state.accounts.find(({ name }) => name === about);
  if (sent === undefined) {
    const other = `another id than ${show(firstAs)}, which the first event of ${about} carried`;
    alternative.require('EXTACC-014', saysAnotherId(expected, data), other, show(data.id));
  } else if (account !== undefined && typeof data.id === 'string') account.addedAs = data.id;
  const info = data.microdepositInfo;
  if (!isRecord(info)) return;
  const isWhole = info.type !== undefined && info.arrivalDate !== undefined;
  alternative.require('EXTACC-013', isWhole, 'microdepositInfo with type and arrivalDate', show(info));
}

/** The event may show accounts that were linked or removed until it is sent. */
function judgeLinked(
  alternative: Alternative,
  { accounts, removed }: AccountState,
  { expected: { type }, data }: Came<ExpectedOfAccounts>,
  linked: readonly string[],
  alone: boolean,
): void {
  const now = accounts.map(({ id }) => id);
  const known = new Set([...now, ...linked, ...removed]);
  const lists = listsIn(data);
  alternative.require(
    'EXTACC-015',
    [linked, now].some((ids) => lists.some((list) => isListOf(list, ids, { known, alone }))),
    `${type} with a list of the ${linked.length} linked accounts, ${linked.join(', ')}`,
    show(lists.length === 0 ? data : lists.map((list) => list.map(idOrAll))),
  );
}

/** Judges the list, if it could be read, and the events since the last look. */
export function judge(
  alternative: Alternative,
  state: AccountState,
  { clockStands, alone }: Pick<AccountContext, 'clockStands'> & { readonly alone: boolean },
  listed: Listed | undefined,
  arrivals: Arrivals,
): void {
  elapse(alternative, state, clockStands);
  if (listed !== undefined) judgeList(alternative, state, listed);
  judgeEvents(alternative, state.events, arrivals, {
    uncaused,
    nameOf: () => undefined,
    says: (expected, data) => saysStatus(expected, data) && saysAnotherId(expected, data),
    inspect: (came) => {
      const { added: of, linked } = came.expected;
      if (of !== undefined) judgeAdded(alternative, state, came, of);
      if (linked !== undefined) judgeLinked(alternative, state, came, linked, alone);
    },
    isRepeated: () => true,
    when: 'first',
  });
}

export const look: Part<AccountContext, AccountState>['look'] = async (
  scenario,
  _,
  context,
  surroundings,
) => {
  const listed = await lookAtList(scenario, context);
  const arrivals = arrivalsOf(context.fixture, surroundings);
  const { clockStands, fixture } = context;
  const about = { clockStands, alone: isAlone(fixture.tenant) };
  return (alternative, state) => judge(alternative, state, about, listed, arrivals);
};
