/** Reads the linked accounts of a business and the events about them, and judges both. */

import type { RequirementId } from '../../../openapi/catalogue.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import { type Answer, within } from '../../provider/answers.ts';
import type { EventData } from '../../provider/event-log.ts';
import { matchEvents } from '../../provider/expected-events.ts';
import type { Envelope } from '../../provider/inspect.ts';
import type { Alternative } from '../../provider/model.ts';
import type { Part } from '../../provider/part.ts';
import { show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { type ExternalAccountStatus, listAccounts, statusOf } from './actions.ts';
import { type AccountContext, type AccountState, added, type ExpectedOfAccounts, elapse } from './model.ts';

const types = [
  added,
  'external-account.removed',
  'external-account.restricted',
  'external-account.restriction_lifted',
];

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
  for (const { name, id, status, rests } of accounts) {
    // That a list shows it is assumed; its events are documented, and are judged whether the list shows it or not.
    alternative.require(
      'EXTACC-001',
      listed.has(id),
      `account ${name} in the list`,
      'it is not listed',
      'soon',
    );
    const shown = listed.get(id);
    if (shown === undefined) continue;
    alternative.require(rests, shown === status, `account ${name} listed as ${status}`, shown, 'in time');
  }
  const still = removed.filter((id) => listed.has(id));
  if (removed.length === 0) return;
  alternative.require(
    'EXTACC-001',
    still.length === 0,
    'no account listed that was removed',
    show(still),
    'in time',
  );
}

const saysStatus = ({ added: expected }: ExpectedOfAccounts, data: EventData) => {
  const status = statusOf(data);
  return expected === undefined || status === undefined || expected.statuses.includes(status);
};

const saysAnotherId = ({ added: expected }: ExpectedOfAccounts, data: EventData) =>
  expected?.firstAs === undefined || data.id === undefined || data.id !== expected.firstAs;

const listsIn = (data: EventData) =>
  [...within(data)].filter((value): value is readonly unknown[] => Array.isArray(value));

/** A list entry in short: its id, or the whole entry without one. */
const idOrAll = (item: unknown) => (isRecord(item) && item.id !== undefined ? item.id : item);

/**
 * Whether a list has an entry for each account. The document does not show what identifies an entry; if entries have our
 * ids, they are compared.
 */
function isListOf(list: readonly unknown[], linked: readonly string[], known: ReadonlySet<unknown>): boolean {
  const isAccount = (item: unknown) => isRecord(item) || typeof item === 'string';
  if (list.length !== linked.length || !list.every(isAccount)) return false;
  const ids = list.map((item) => (isRecord(item) ? item.id : undefined));
  return !ids.every((id) => known.has(id)) || linked.every((id) => ids.includes(id));
}

function judgeAnnounced(
  alternative: Alternative,
  state: AccountState,
  expected: ExpectedOfAccounts,
  data: EventData,
): void {
  const { type, sent } = expected;
  if (expected.added !== undefined) {
    const { name, statuses, rests, firstAs } = expected.added;
    const isSaid = saysStatus(expected, data);
    const wanted = `${type} of account ${name} with ${statuses.join(' or ')}`;
    alternative.require(rests, isSaid, wanted, show(data.status), 'first');
    const account = state.accounts.find((each) => each.name === name);
    if (sent === undefined) {
      const other = `another id than ${show(firstAs)}, which the first event of account ${name} carried`;
      alternative.require('EXTACC-014', saysAnotherId(expected, data), other, show(data.id));
    } else if (account !== undefined && typeof data.id === 'string') account.addedAs = data.id;
    const info = data.microdepositInfo;
    if (isRecord(info)) {
      const isWhole = info.type !== undefined && info.arrivalDate !== undefined;
      alternative.require('EXTACC-013', isWhole, 'microdepositInfo with type and arrivalDate', show(info));
    }
  }
  if (expected.linked !== undefined) {
    // The event may show accounts that were linked or removed until it is sent.
    const now = state.accounts.map(({ id }) => id);
    const known = new Set([...now, ...expected.linked, ...state.removed]);
    const lists = listsIn(data);
    alternative.require(
      'EXTACC-015',
      [expected.linked, now].some((linked) => lists.some((list) => isListOf(list, linked, known))),
      `${type} with a list of the ${expected.linked.length} linked accounts, ${expected.linked.join(', ')}`,
      show(lists.length === 0 ? data : lists.map((list) => list.map(idOrAll))),
    );
  }
}

/** Judges the list, if it could be read, and the events since the last look. */
export function judge(
  alternative: Alternative,
  state: AccountState,
  { fixture, clockStands }: Pick<AccountContext, 'fixture' | 'clockStands'>,
  listed: Listed | undefined,
  events: readonly Envelope[],
): void {
  elapse(alternative, state, clockStands);
  if (listed !== undefined) judgeList(alternative, state, listed);
  const says = (expected: ExpectedOfAccounts, data: EventData) =>
    saysStatus(expected, data) && saysAnotherId(expected, data);
  const arrivals = { events, types, conclusive: fixture.conclusive };
  const { came, missing, unexpected } = matchEvents(alternative, state.events, arrivals, {
    isAbout: () => true,
    says,
  });
  const [superfluous] = unexpected;
  for (const { type, sent, added: of } of missing) {
    const seen = superfluous === undefined ? 'no such event' : `no such event, but ${superfluous.type}`;
    alternative.require(
      sent,
      false,
      of === undefined ? type : `${type} of account ${of.name}`,
      seen,
      'first',
    );
  }
  for (const { expected, data } of came) judgeAnnounced(alternative, state, expected, data);
  if (superfluous === undefined) return;
  alternative.require('HOOK-013', false, `no further ${superfluous.type}`, show(superfluous.data), 'first');
}

export const look: Part<AccountContext, AccountState>['look'] = async (scenario, _, context, { events }) => {
  const listed = await lookAtList(scenario, context);
  return (alternative, state) => judge(alternative, state, context, listed, events);
};
