import { externalAccountRules } from '../resources/external-accounts/rules.ts';
import { inCapitals, inEvents, inPayloads, silentAbout } from './event-tools.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { inAnswers, inEnvelopes } from './tools.ts';

const externalAccounts = (rules: Partial<typeof externalAccountRules>): FaultOverrides => ({
  rules: { externalAccounts: rules },
});

const added = 'external-account.added';
const restricted = 'external-account.restricted';
const accountsOf = (accounts: unknown): unknown[] => (Array.isArray(accounts) ? accounts : []);
const statusOf = (account: unknown) => ({ status: undefined, ...(account ?? {}) }).status;
const insteadOf = (wrong: string, right: string) => (status: unknown) => (status === right ? wrong : status);

export const externalAccountFaults: readonly Fault[] = [
  {
    id: 'linked-account-listed-as-restricted',
    title: 'A business cannot use an account that nobody has restricted.',
    area: 'external-account',
    breaks: ['EXTACC-003', 'EXTACC-005', 'EXTACC-008'],
    overrides: inAnswers('listExternalAccounts', 'data.*.status', insteadOf('restricted', 'active')),
  },
  {
    id: 'linked-account-not-announced',
    title: 'A consumer does not hear of a new account.',
    area: 'external-account',
    breaks: ['EXTACC-004'],
    overrides: externalAccounts({
      link: (state, command, now) => ({ ...externalAccountRules.link(state, command, now), events: [] }),
    }),
  },
  {
    id: 'second-linked-account-not-announced',
    title: 'A consumer hears of the first account of a business only.',
    area: 'external-account',
    breaks: ['EXTACC-004'],
    overrides: externalAccounts({
      link(state, command, now) {
        const outcome = externalAccountRules.link(state, command, now);
        return state.externalAccounts.length === 0 ? outcome : { ...outcome, events: [] };
      },
    }),
  },
  {
    id: 'verified-account-still-needs-confirmation',
    title: 'A business proves that an account is its own and still cannot use it.',
    area: 'external-account',
    breaks: ['EXTACC-005'],
    overrides: externalAccounts({
      verify: (state, command, now) => ({
        state,
        events: externalAccountRules.verify(state, command, now).events,
      }),
    }),
  },
  {
    id: 'restricted-account-listed-as-active',
    title: 'A client offers an account that cannot be debited.',
    area: 'external-account',
    breaks: ['EXTACC-006'],
    overrides: inAnswers('listExternalAccounts', 'data.*.status', insteadOf('active', 'restricted')),
  },
  {
    id: 'restriction-reaches-the-first-account-only',
    title: 'A client offers the second account of a business, which cannot be debited either.',
    area: 'external-account',
    breaks: ['EXTACC-006'],
    overrides: inAnswers('listExternalAccounts', 'data', (accounts) =>
      accountsOf(accounts).map((account, index) =>
        index > 0 && statusOf(account) === 'restricted' ? { ...(account ?? {}), status: 'active' } : account,
      ),
    ),
  },
  {
    id: 'restriction-not-announced',
    title: 'A consumer goes on debiting accounts that are restricted.',
    area: 'external-account',
    breaks: ['EXTACC-007'],
    overrides: silentAbout(restricted),
  },
  {
    id: 'restriction-never-lifted',
    title: 'A business hears that its accounts can be used again, and they cannot.',
    area: 'external-account',
    breaks: ['EXTACC-008'],
    overrides: externalAccounts({
      lift: (state, now) => ({ state, events: externalAccountRules.lift(state, now).events }),
    }),
  },
  {
    id: 'lifted-restriction-not-announced',
    title: 'A consumer goes on leaving accounts aside that can be used again.',
    area: 'external-account',
    breaks: ['EXTACC-009'],
    overrides: silentAbout('external-account.restriction_lifted'),
  },
  {
    id: 'lifted-restriction-announced-as-restriction',
    title: 'A consumer hears a second time that accounts are restricted when they are free.',
    area: 'external-account',
    breaks: ['EXTACC-009'],
    overrides: inEnvelopes('eventType', (eventType) =>
      eventType === 'external-account.restriction_lifted' ? restricted : eventType,
    ),
  },
  {
    id: 'account-linked-during-a-restriction-announced-as-active',
    title: 'A consumer debits a new account of a business whose debits are restricted.',
    area: 'external-account',
    breaks: ['EXTACC-010'],
    overrides: inEvents(added, 'status', insteadOf('active', 'restricted')),
  },
  {
    id: 'account-event-status-in-capitals',
    title: 'A consumer does not know the status of a new account.',
    area: 'external-account',
    breaks: ['EXTACC-011', 'EXTACC-010'],
    overrides: inEvents(added, 'status', inCapitals),
  },
  {
    id: 'active-account-announced-with-microdeposits',
    title: 'A consumer waits for micro-deposits to an account that is verified.',
    area: 'external-account',
    breaks: ['EXTACC-012'],
    overrides: inPayloads(added, (payload) => ({
      microdepositInfo: { type: 'amounts', arrivalDate: 1_774_915_200 },
      ...payload,
    })),
  },
  {
    id: 'microdeposit-arrival-as-a-date',
    title: 'A consumer that reads a timestamp cannot read when the micro-deposits arrive.',
    area: 'external-account',
    breaks: ['EXTACC-013', 'CONV-003'],
    overrides: inEvents(added, 'microdepositInfo.arrivalDate', (seconds) =>
      new Date(Number(seconds) * 1000).toISOString().slice(0, 10),
    ),
  },
  {
    id: 'microdeposit-type-with-a-hyphen',
    title: 'A consumer does not know what to ask of the owner of an account.',
    area: 'external-account',
    breaks: ['EXTACC-013'],
    overrides: inEvents(added, 'microdepositInfo.type', (type) =>
      type === 'descriptor_code' ? 'descriptor-code' : 'deposits',
    ),
  },
  {
    id: 'follow-up-event-with-the-same-id',
    title: 'A consumer that stores each event by its id cannot tell the follow-up from the first.',
    area: 'external-account',
    breaks: ['EXTACC-014'],
    overrides: externalAccounts({
      verify(state, command, now) {
        const { state: after, events } = externalAccountRules.verify(state, command, now);
        const same = events.map((event) =>
          event.eventType === added
            ? { ...event, data: { ...event.data, id: command.externalAccountId } }
            : event,
        );
        return { state: after, events: same };
      },
    }),
  },
  {
    id: 'restriction-event-names-one-account',
    title: 'A consumer goes on debiting every account of a business but one.',
    area: 'external-account',
    breaks: ['EXTACC-015'],
    overrides: inEvents(restricted, 'externalAccounts', (accounts) => accountsOf(accounts).slice(0, 1)),
  },
  {
    id: 'restriction-event-omits-the-newest-account',
    title: 'A consumer goes on debiting the account that was linked last.',
    area: 'external-account',
    breaks: ['EXTACC-015'],
    overrides: inEvents(restricted, 'externalAccounts', (accounts) => accountsOf(accounts).slice(0, -1)),
  },
];
