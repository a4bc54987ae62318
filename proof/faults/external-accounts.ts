import type { FaultOverrides } from '../../reference-server/fault.ts';
import {
  type ExternalAccountDecisions,
  externalAccountDecisions,
} from '../../reference-server/resources/external-accounts/decisions.ts';
import {
  createExternalAccountRules,
  externalAccountRules,
  shownAccount,
} from '../../reference-server/resources/external-accounts/rules.ts';
import { findRecord, type Outcome, withRecord } from '../../reference-server/state/business-state.ts';
import type { ExternalAccountRecord } from '../../reference-server/state/records/money.ts';
import type { DomainEvent } from '../../reference-server/state/records/webhooks.ts';
import { mergeOverrides } from './combine.ts';
import { inEvents, inPayloads, silentAbout } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import {
  changing,
  fieldsOf,
  inAnswers,
  inEnvelopes,
  instead,
  onlyAnnounced,
  remove,
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

/** External accounts whose rules decide otherwise. */
export const decide = (decisions: Partial<ExternalAccountDecisions>): FaultOverrides =>
  replacing('externalAccounts', createExternalAccountRules(decisions));

/** Asks for the verification of an account again when a restriction is lifted. */
function forgettingVerifications(): FaultOverrides {
  const before = new Map<string, ExternalAccountRecord>();
  return replacing('externalAccounts', {
    verify(state, command) {
      const { externalAccountId: id } = command;
      const outcome = externalAccountRules.verify(state, command);
      before.set(id, findRecord(state.externalAccounts, id));
      return outcome;
    },
    lift: changing(externalAccountRules.lift, ({ state, events }) => {
      const externalAccounts = state.externalAccounts.map((record) => before.get(record.id) ?? record);
      return { state: { ...state, externalAccounts }, events };
    }),
  });
}

const accountsOf = (accounts: unknown): unknown[] => (Array.isArray(accounts) ? accounts : []);

/** Another id than that of the account, the same for the same one. */
const entryId = (id: unknown) => String(id).replace(/^./, (digit) => (digit === '0' ? '1' : '0'));

export const externalAccountFaults = faultsOf('external-account', {
  'linked-account-listed-as-restricted': {
    title: 'A newly linked account is listed as restricted.',
    breaks: ['EXTACC-003', 'EXTACC-005', 'EXTACC-008'],
    overrides: inAnswers('listExternalAccounts', 'data.*.status', instead('active', 'restricted')),
  },
  'linked-account-not-announced': {
    title: 'A consumer is not notified of a linked account.',
    breaks: ['EXTACC-004'],
    overrides: replacing('externalAccounts', {
      link: silenced(externalAccountRules.link),
    }),
  },
  'second-linked-account-not-announced': {
    title: 'A consumer is notified only of the first linked account of a business.',
    breaks: ['EXTACC-004'],
    subtle: ['second-time', 'event-missing'],
    overrides: replacing('externalAccounts', {
      link: changing(externalAccountRules.link, (outcome, before) =>
        before.externalAccounts.length === 0 ? outcome : { ...outcome, events: [] },
      ),
    }),
  },
  'verified-account-still-needs-confirmation': {
    title: 'An account still needs confirmation after it was verified.',
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
    title: 'A restriction changes only the first account of a business.',
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
    title: 'A consumer is not notified of a restriction.',
    breaks: ['EXTACC-007'],
    overrides: silentAbout(restricted),
  },
  'restriction-never-lifted': {
    title: 'The end of a restriction is announced, but the accounts stay restricted.',
    breaks: ['EXTACC-008'],
    subtle: ['half-applied'],
    overrides: replacing('externalAccounts', {
      lift: onlyAnnounced(externalAccountRules.lift),
    }),
  },
  'lifted-restriction-not-announced': {
    title: 'A consumer is not notified that a restriction was lifted.',
    breaks: ['EXTACC-009'],
    overrides: silentAbout('external-account.restriction_lifted'),
  },
  'lifted-restriction-announced-as-restriction': {
    title: 'The end of a restriction is announced as a restriction.',
    breaks: ['EXTACC-009'],
    overrides: inEnvelopes('eventType', instead('external-account.restriction_lifted', restricted)),
  },
  'account-linked-during-a-restriction-announced-as-active': {
    title: 'An account that was linked during a restriction is announced as active.',
    breaks: ['EXTACC-010'],
    subtle: ['coincidence'],
    overrides: inEvents(added, 'status', instead('restricted', 'active')),
  },
  'account-event-status-in-capitals': {
    title: 'The status in the event of a new account is in capitals.',
    breaks: ['EXTACC-011', 'EXTACC-010'],
    overrides: inEvents(added, 'status', upperCase),
  },
  'new-account-announced-as-blocked': {
    title:
      'An account that was linked during a restriction is announced with the undocumented status blocked.',
    breaks: ['EXTACC-002', 'EXTACC-011'],
    subtle: ['coincidence'],
    overrides: inEvents(added, 'status', instead('restricted', 'blocked')),
  },
  'active-account-announced-with-microdeposits': {
    title: 'The event of a verified account has microdepositInfo.',
    breaks: ['EXTACC-012'],
    overrides: inPayloads(added, (payload) => ({
      microdepositInfo: { type: 'amounts', arrivalDate: 1_774_915_200 },
      ...payload,
    })),
  },
  'microdeposit-arrival-as-a-date': {
    title: 'The arrival date of micro-deposits is a date instead of a timestamp.',
    breaks: ['EXTACC-013', 'CONV-003'],
    overrides: inEvents(added, 'microdepositInfo.arrivalDate', (seconds) =>
      new Date(Number(seconds) * 1000).toISOString().slice(0, 10),
    ),
  },
  'microdeposit-type-with-a-hyphen': {
    title: 'The type of micro-deposits is written with a hyphen.',
    breaks: ['EXTACC-013'],
    overrides: inEvents(added, 'microdepositInfo.type', (type) =>
      type === 'descriptor_code' ? 'descriptor-code' : 'deposits',
    ),
  },
  'follow-up-event-with-the-same-id': {
    title: 'A consumer that stores each event by its id cannot tell the follow-up from the first.',
    breaks: ['EXTACC-014'],
    overrides: mergeOverrides(decide({ followUpId: (id) => id }), inEvents(added, 'id', entryId)),
  },
  'restriction-event-names-one-account': {
    title: 'The event of a restriction lists only one account.',
    breaks: ['EXTACC-015'],
    overrides: inEvents(restricted, 'externalAccounts', (accounts) => accountsOf(accounts).slice(0, 1)),
  },
  'restriction-event-lists-nulls': {
    title: 'A consumer learns how many accounts are restricted, and not which.',
    breaks: ['EXTACC-015'],
    overrides: inEvents(restricted, 'externalAccounts', (accounts) => accountsOf(accounts).map(() => null)),
  },
  'restriction-event-omits-the-newest-account': {
    title: 'The event of a restriction lacks the newest account.',
    breaks: ['EXTACC-015'],
    overrides: inEvents(restricted, 'externalAccounts', (accounts) => accountsOf(accounts).slice(0, -1)),
  },
  'restriction-event-omits-accounts-of-an-earlier-one': {
    title: 'The event of a second restriction lacks accounts that were linked during the first.',
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
    title: 'Lifting a restriction makes unverified accounts active.',
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
    title: 'The event of a restriction lists removed accounts.',
    breaks: ['EXTACC-015'],
    subtle: ['stale-data'],
    overrides: listingRemoved,
  },
  'restriction-event-repeats-the-oldest-account': {
    title: 'The event of a restriction lists the oldest account in place of each of the others.',
    breaks: ['EXTACC-015'],
    subtle: ['wrong-id'],
    overrides: inEvents(restricted, 'externalAccounts', (accounts) =>
      accountsOf(accounts).map((_, __, [oldest]) => oldest),
    ),
  },
  'follow-up-event-of-a-second-account-with-the-same-id': {
    title: 'The follow-up event of every account but the oldest has the id of the first event.',
    breaks: ['EXTACC-014'],
    subtle: ['second-time'],
    overrides: mergeOverrides(
      decide({
        followUpId: (id, state) =>
          id === state.externalAccounts[0]?.id ? externalAccountDecisions.followUpId(id, state) : id,
      }),
      inEvents(added, 'id', entryId),
    ),
  },
  'microdeposits-without-arrival-date': {
    title: 'The event of an account that awaits verification does not show when the micro-deposits arrive.',
    breaks: ['EXTACC-013'],
    overrides: inEvents(added, 'microdepositInfo.arrivalDate', remove),
  },
  'lifted-restriction-forgets-verifications': {
    title: 'An account that was verified has to be verified again after a restriction.',
    breaks: ['EXTACC-008', 'EXTACC-005'],
    subtle: ['coincidence'],
    overrides: forgettingVerifications,
  },
  'restriction-event-lists-one-account-and-nulls': {
    title: 'The event of a restriction lists the oldest account, and null for each of the others.',
    breaks: ['EXTACC-015'],
    overrides: inEvents(restricted, 'externalAccounts', (accounts) =>
      accountsOf(accounts).map((account, index) => (index === 0 ? account : null)),
    ),
  },
});
