import type { ExternalAccountRecord } from '../resources/external-accounts/records.ts';
import { externalAccountRules, shownAccount } from '../resources/external-accounts/rules.ts';
import { findRecord, type Outcome, withRecord } from '../store/business-state.ts';
import type { DomainEvent } from '../webhooks/records.ts';
import type { Fault, FaultOverrides } from './fault.ts';

type Restricted = Extract<DomainEvent, { eventType: 'external-account.restricted' }>['data'];
type Listed = NonNullable<Restricted['externalAccounts']>;

/** An account of which it is known that it came during a restriction. */
type Late = ExternalAccountRecord & { readonly isLate?: true };

const externalAccounts = (rules: Partial<typeof externalAccountRules>): FaultOverrides => ({
  rules: { externalAccounts: rules },
});

/** Changes the list of accounts of a restriction. */
const listing = ({ state, events }: Outcome, change: (accounts: Listed) => Listed): Outcome => ({
  state,
  events: events.map((event) =>
    event.eventType === 'external-account.restricted'
      ? { ...event, data: { ...event.data, externalAccounts: change(event.data.externalAccounts ?? []) } }
      : event,
  ),
});

/** Goes on listing accounts that were removed. */
function listingRemoved(): FaultOverrides {
  const removed = new Map<string, readonly ExternalAccountRecord[]>();
  return externalAccounts({
    remove(state, externalAccountId, now) {
      const outcome = externalAccountRules.remove(state, externalAccountId, now);
      const { id } = state.business;
      const record = findRecord(state.externalAccounts, externalAccountId);
      removed.set(id, [...(removed.get(id) ?? []), record]);
      return outcome;
    },
    restrict(before, now) {
      const outcome = externalAccountRules.restrict(before, now);
      const { business } = outcome.state;
      const gone = (removed.get(business.id) ?? []).map((record) => shownAccount(record, business));
      return listing(outcome, (accounts) => [...accounts, ...gone]);
    },
  });
}

export const accountRestrictionFaults: readonly Fault[] = [
  {
    id: 'restriction-event-omits-accounts-of-an-earlier-one',
    title: 'A consumer goes on debiting an account that was linked while debits were restricted before.',
    area: 'external-account',
    breaks: ['EXTACC-015'],
    overrides: externalAccounts({
      link(before, command, now) {
        const { state, events } = externalAccountRules.link(before, command, now);
        if (!before.business.directDebitsRestricted) return { state, events };
        const record = findRecord(state.externalAccounts, command.externalAccountId);
        const late: Late = { ...record, isLate: true };
        return { state: withRecord(state, 'externalAccounts', late), events };
      },
      restrict(before, now) {
        const late = new Set(
          before.externalAccounts.filter(({ isLate }: Late) => isLate).map(({ id }) => id),
        );
        return listing(externalAccountRules.restrict(before, now), (accounts) =>
          accounts.filter(({ id = '' }) => !late.has(id)),
        );
      },
    }),
  },
  {
    id: 'lifted-restriction-verifies-every-account',
    title: 'A business can debit an account that nobody has shown to be its own.',
    area: 'external-account',
    breaks: ['EXTACC-005', 'EXTACC-003'],
    overrides: externalAccounts({
      lift(state, now) {
        if (!state.business.directDebitsRestricted) return externalAccountRules.lift(state, now);
        const verified = state.externalAccounts.map(({ awaiting: _, ...record }) => record);
        return externalAccountRules.lift({ ...state, externalAccounts: verified }, now);
      },
    }),
  },
  {
    id: 'restriction-event-lists-removed-accounts',
    title: 'A consumer shows a business the accounts that it has removed.',
    area: 'external-account',
    breaks: ['EXTACC-015'],
    overrides: listingRemoved,
  },
];
