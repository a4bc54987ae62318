import { externalAccountRules, shownAccount } from '../resources/external-accounts/rules.ts';
import { findRecord, type Outcome, withRecord } from '../state/business-state.ts';
import type { ExternalAccountRecord } from '../state/records/money.ts';
import type { DomainEvent } from '../state/records/webhooks.ts';
import { inEvents, inPayloads, silentAbout } from './event-tools.ts';
import { type FaultOverrides, faultsOf } from './fault.ts';
import {
  changing,
  fieldsOf,
  inAnswers,
  inEnvelopes,
  instead,
  onlyAnnounced,
  replacing,
  silenced,
  upperCase,
} from './tools.ts';

type Restricted = Extract<DomainEvent, { eventType: 'external-account.restricted' }>['data'];
type Listed = NonNullable<Restricted['externalAccounts']>;

/** An account of which it is known that it came during a restriction. */
type Late = ExternalAccountRecord & { readonly isLate?: true };

const added = 'external-account.added';
const restricted = 'external-account.restricted';

/** Changes the list of accounts of a restriction. */
const listing = ({ state, events }: Outcome, change: (accounts: Listed) => Listed): Outcome => ({
  state,
  events: events.map((event) =>
    event.eventType === restricted
      ? { ...event, data: { ...event.data, externalAccounts: change(event.data.externalAccounts ?? []) } }
      : event,
  ),
});

/** Goes on listing accounts that were removed. */
function listingRemoved(): FaultOverrides {
  const removed = new Map<string, readonly ExternalAccountRecord[]>();
  return replacing('externalAccounts', {
    remove(state, command) {
      const outcome = externalAccountRules.remove(state, command);
      const { id } = state.business;
      const record = findRecord(state.externalAccounts, command.externalAccountId);
      removed.set(id, [...(removed.get(id) ?? []), record]);
      return outcome;
    },
    restrict(before) {
      const outcome = externalAccountRules.restrict(before);
      const { business } = outcome.state;
      const gone = (removed.get(business.id) ?? []).map((record) => shownAccount(record, business));
      return listing(outcome, (accounts) => [...accounts, ...gone]);
    },
  });
}

const accountsOf = (accounts: unknown): unknown[] => (Array.isArray(accounts) ? accounts : []);

export const externalAccountFaults = faultsOf('external-account', {
  'linked-account-listed-as-restricted': {
    title: 'A business cannot use an account that nobody has restricted.',
    breaks: ['EXTACC-003', 'EXTACC-005', 'EXTACC-008'],
    overrides: inAnswers('listExternalAccounts', 'data.*.status', instead('active', 'restricted')),
  },
  'linked-account-not-announced': {
    title: 'A consumer does not hear of a new account.',
    breaks: ['EXTACC-004'],
    overrides: replacing('externalAccounts', {
      link: silenced(externalAccountRules.link),
    }),
  },
  'second-linked-account-not-announced': {
    title: 'A consumer hears of the first account of a business only.',
    breaks: ['EXTACC-004'],
    subtle: ['second-time', 'event-missing'],
    overrides: replacing('externalAccounts', {
      link: changing(externalAccountRules.link, (outcome, before) =>
        before.externalAccounts.length === 0 ? outcome : { ...outcome, events: [] },
      ),
    }),
  },
  'verified-account-still-needs-confirmation': {
    title: 'A business proves that an account is its own and still cannot use it.',
    breaks: ['EXTACC-005'],
    subtle: ['half-applied'],
    overrides: replacing('externalAccounts', {
      verify: onlyAnnounced(externalAccountRules.verify),
    }),
  },
  'restricted-account-listed-as-active': {
    title: 'A client offers an account that cannot be debited.',
    breaks: ['EXTACC-006'],
    overrides: inAnswers('listExternalAccounts', 'data.*.status', instead('restricted', 'active')),
  },
  'restriction-reaches-the-first-account-only': {
    title: 'A client offers the second account of a business, which cannot be debited either.',
    breaks: ['EXTACC-006'],
    subtle: ['half-applied'],
    overrides: inAnswers('listExternalAccounts', 'data', (accounts) =>
      accountsOf(accounts).map((account, index) =>
        index > 0 && fieldsOf(account).status === 'restricted'
          ? { ...(account ?? {}), status: 'active' }
          : account,
      ),
    ),
  },
  'restriction-not-announced': {
    title: 'A consumer goes on debiting accounts that are restricted.',
    breaks: ['EXTACC-007'],
    overrides: silentAbout(restricted),
  },
  'restriction-never-lifted': {
    title: 'A business hears that its accounts can be used again, and they cannot.',
    breaks: ['EXTACC-008'],
    subtle: ['half-applied'],
    overrides: replacing('externalAccounts', {
      lift: onlyAnnounced(externalAccountRules.lift),
    }),
  },
  'lifted-restriction-not-announced': {
    title: 'A consumer goes on leaving accounts aside that can be used again.',
    breaks: ['EXTACC-009'],
    overrides: silentAbout('external-account.restriction_lifted'),
  },
  'lifted-restriction-announced-as-restriction': {
    title: 'A consumer hears a second time that accounts are restricted when they are free.',
    breaks: ['EXTACC-009'],
    overrides: inEnvelopes('eventType', instead('external-account.restriction_lifted', restricted)),
  },
  'account-linked-during-a-restriction-announced-as-active': {
    title: 'A consumer debits a new account of a business whose debits are restricted.',
    breaks: ['EXTACC-010'],
    subtle: ['coincidence'],
    overrides: inEvents(added, 'status', instead('restricted', 'active')),
  },
  'account-event-status-in-capitals': {
    title: 'A consumer does not know the status of a new account.',
    breaks: ['EXTACC-011', 'EXTACC-010'],
    overrides: inEvents(added, 'status', upperCase),
  },
  'new-account-announced-as-blocked': {
    title: 'A consumer does not know what it may do with an account that is linked during a restriction.',
    breaks: ['EXTACC-002', 'EXTACC-011'],
    subtle: ['coincidence'],
    overrides: inEvents(added, 'status', instead('restricted', 'blocked')),
  },
  'active-account-announced-with-microdeposits': {
    title: 'A consumer waits for micro-deposits to an account that is verified.',
    breaks: ['EXTACC-012'],
    overrides: inPayloads(added, (payload) => ({
      microdepositInfo: { type: 'amounts', arrivalDate: 1_774_915_200 },
      ...payload,
    })),
  },
  'microdeposit-arrival-as-a-date': {
    title: 'A consumer that reads a timestamp cannot read when the micro-deposits arrive.',
    breaks: ['EXTACC-013', 'CONV-003'],
    overrides: inEvents(added, 'microdepositInfo.arrivalDate', (seconds) =>
      new Date(Number(seconds) * 1000).toISOString().slice(0, 10),
    ),
  },
  'microdeposit-type-with-a-hyphen': {
    title: 'A consumer does not know what to ask of the owner of an account.',
    breaks: ['EXTACC-013'],
    overrides: inEvents(added, 'microdepositInfo.type', (type) =>
      type === 'descriptor_code' ? 'descriptor-code' : 'deposits',
    ),
  },
  'follow-up-event-with-the-same-id': {
    title: 'A consumer that stores each event by its id cannot tell the follow-up from the first.',
    breaks: ['EXTACC-014'],
    overrides: replacing('externalAccounts', {
      verify(state, command) {
        const { state: after, events } = externalAccountRules.verify(state, command);
        const same = events.map((event) =>
          event.eventType === added
            ? { ...event, data: { ...event.data, id: command.externalAccountId } }
            : event,
        );
        return { state: after, events: same };
      },
    }),
  },
  'restriction-event-names-one-account': {
    title: 'A consumer goes on debiting every account of a business but one.',
    breaks: ['EXTACC-015'],
    overrides: inEvents(restricted, 'externalAccounts', (accounts) => accountsOf(accounts).slice(0, 1)),
  },
  'restriction-event-lists-nulls': {
    title: 'A consumer learns how many accounts are restricted, and not which.',
    breaks: ['EXTACC-015'],
    overrides: inEvents(restricted, 'externalAccounts', (accounts) => accountsOf(accounts).map(() => null)),
  },
  'restriction-event-omits-the-newest-account': {
    title: 'A consumer goes on debiting the account that was linked last.',
    breaks: ['EXTACC-015'],
    overrides: inEvents(restricted, 'externalAccounts', (accounts) => accountsOf(accounts).slice(0, -1)),
  },
  'restriction-event-omits-accounts-of-an-earlier-one': {
    title: 'A consumer goes on debiting an account that was linked while debits were restricted before.',
    breaks: ['EXTACC-015'],
    subtle: ['second-time', 'coincidence'],
    overrides: replacing('externalAccounts', {
      link(before, command, context) {
        const { state, events } = externalAccountRules.link(before, command, context);
        if (!before.business.directDebitsRestricted) return { state, events };
        const record = findRecord(state.externalAccounts, command.externalAccountId);
        const late: Late = { ...record, isLate: true };
        return { state: withRecord(state, 'externalAccounts', late), events };
      },
      restrict(before) {
        const late = new Set(
          before.externalAccounts.filter(({ isLate }: Late) => isLate).map(({ id }) => id),
        );
        return listing(externalAccountRules.restrict(before), (accounts) =>
          accounts.filter(({ id = '' }) => !late.has(id)),
        );
      },
    }),
  },
  'lifted-restriction-verifies-every-account': {
    title: 'A business can debit an account that nobody has shown to be its own.',
    breaks: ['EXTACC-005', 'EXTACC-003'],
    subtle: ['coincidence'],
    overrides: replacing('externalAccounts', {
      lift(state) {
        if (!state.business.directDebitsRestricted) return externalAccountRules.lift(state);
        const verified = state.externalAccounts.map(({ awaiting: _, ...record }) => record);
        return externalAccountRules.lift({ ...state, externalAccounts: verified });
      },
    }),
  },
  'restriction-event-lists-removed-accounts': {
    title: 'A consumer shows a business the accounts that it has removed.',
    breaks: ['EXTACC-015'],
    subtle: ['stale-data'],
    overrides: listingRemoved,
  },
});
