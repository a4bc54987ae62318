import type { SchemaViolation } from '../../openapi/validate.ts';
import { validationRules } from '../http/validation-rules.ts';
import { invalidBody, invalidState } from '../refusal.ts';
import { userOfPerson, userRules } from '../resources/users/rules.ts';
import { findRecord } from '../store/business-state.ts';
import { inEvents, renamedIn } from './event-tools.ts';
import type { Fault, FaultOverrides } from './fault.ts';
import { inAnswers, onStatus, remove } from './tools.ts';

type Page = typeof userRules.page;

const users = (rules: Partial<typeof userRules>): FaultOverrides => ({ rules: { users: rules } });
const page = (replacement: Page) => users({ page: replacement });

/** Overlooks some violations of the query of the list. */
const lenient = (overlooks: (violation: SchemaViolation) => boolean, serve: Page): FaultOverrides => ({
  rules: {
    validation: {
      ofParameters: (operation, place, values) =>
        validationRules
          .ofParameters(operation, place, values)
          .filter((violation) => operation.id !== 'listUsers' || !overlooks(violation)),
    },
    users: { page: serve },
  },
});

/** The users that `matches` finds in place of those with the personId or the address that is asked for. */
const filtered = (matches: (value: string, wanted: string) => boolean, name: 'personId' | 'email') =>
  page((state, query) => {
    const { [name]: wanted, ...rest } = query;
    if (wanted === undefined) return userRules.page(state, query);
    const found = state.users.filter(({ user }) => matches(user[name] ?? '', wanted));
    return userRules.page({ ...state, users: found }, rest);
  });

/** Pages after the first that begin some users off their place. */
const shifted = (by: number) =>
  page((state, query) => {
    const right = userRules.page(state, query);
    const { page: number = 1, limit = 20, ...rest } = query;
    if (number === 1) return right;
    const all = userRules.page(state, { ...rest, limit: state.users.length + 1 });
    const begin = right.meta.skipped + by;
    return { ...right, data: all.data.slice(begin, begin + limit) };
  });

/** Refuses to invite persons whose user was deleted. */
function refusingOrphans(): FaultOverrides {
  const orphans = new Set<string>();
  return users({
    remove(state, command, now) {
      orphans.add(findRecord(state.users, command.userId).user.personId ?? '');
      return userRules.remove(state, command, now);
    },
    invite(state, command, now) {
      if (orphans.has(command.input.personId ?? '')) throw invalidState('The person was invited before');
      return userRules.invite(state, command, now);
    },
  });
}

export const userFaults: readonly Fault[] = [
  {
    id: 'user-phone-number-is-text',
    title: 'A client that takes the phone number of a user apart fails.',
    area: 'user',
    breaks: ['USER-002', 'CONV-007'],
    overrides: inAnswers('listUsers', 'data.*.phoneNumber', (phone) => Object.values(phone ?? {}).join(' ')),
  },
  {
    id: 'user-first-name-is-an-object',
    title: 'A client cannot show the name of a user.',
    area: 'user',
    breaks: ['USER-002'],
    overrides: inAnswers('listUsers', 'data.*.firstName', (name) => ({ value: name })),
  },
  {
    id: 'user-status-shown-unasked',
    title: 'A client that did not ask for it gets the status of every user.',
    area: 'user',
    breaks: ['USER-003'],
    overrides: page((state, query) => userRules.page(state, { ...query, includeStatus: true })),
  },
  {
    id: 'user-status-never-shown',
    title: 'A client that asks for the status of users does not get it.',
    area: 'user',
    breaks: ['USER-004'],
    overrides: page((state, query) => userRules.page(state, { ...query, includeStatus: false })),
  },
  {
    id: 'user-status-shown-as-null',
    title: 'A client that asks for the status of users gets the field and nothing in it.',
    area: 'user',
    breaks: ['USER-004'],
    overrides: inAnswers('listUsers', 'data.*.status', () => null),
  },
  {
    id: 'users-as-a-bare-list',
    title: 'A client that reads data finds no users.',
    area: 'user',
    breaks: ['USER-005'],
    overrides: {
      answer: (answer, { id }) => {
        const { data } = { data: undefined, ...(answer.body ?? {}) };
        return id === 'listUsers' && answer.status < 300 ? { ...answer, body: data } : answer;
      },
    },
  },
  {
    id: 'users-without-meta',
    title: 'A client cannot tell how many pages of users there are.',
    area: 'user',
    breaks: ['USER-005', 'CONV-009'],
    overrides: inAnswers('listUsers', 'meta', remove),
  },
  {
    id: 'page-zero-of-users-served',
    title: 'A client that counts from 0 gets its first page of users twice.',
    area: 'user',
    breaks: ['USER-006'],
    overrides: lenient(
      ({ path }) => path.includes('page'),
      (state, { page: number = 1, ...query }) => {
        const { data, meta } = userRules.page(state, { ...query, page: Math.max(1, number) });
        return { data, meta: { ...meta, currentPage: number } };
      },
    ),
  },
  {
    id: 'limit-101-of-users-honoured',
    title: 'One request can ask for all users there are.',
    area: 'user',
    breaks: ['USER-007'],
    overrides: lenient(
      ({ path, message }) => path.includes('limit') && message.startsWith('must be <='),
      userRules.page,
    ),
  },
  {
    id: 'limit-100-of-users-refused',
    title: 'A client that asks for pages of users of the full size is refused.',
    area: 'user',
    breaks: ['USER-008', 'ERR-007'],
    overrides: page((state, query) => {
      if (query.limit === 100) throw invalidBody({ limit: 'must be < 100' });
      return userRules.page(state, query);
    }),
  },
  {
    id: 'limit-1-of-users-ignored',
    title: 'A client that looks for one user gets twenty.',
    area: 'user',
    breaks: ['USER-008'],
    overrides: page((state, { limit, ...query }) =>
      userRules.page(state, { ...query, ...(limit !== undefined && limit > 1 && { limit }) }),
    ),
  },
  {
    id: 'page-skips-a-user',
    title: 'One user of every page but the first is never listed.',
    area: 'user',
    breaks: ['USER-009'],
    overrides: shifted(1),
  },
  {
    id: 'page-repeats-a-user',
    title: 'Every page but the first begins with the last user of the page before.',
    area: 'user',
    breaks: ['USER-009'],
    overrides: shifted(-1),
  },
  {
    id: 'person-filter-of-users-ignored',
    title: 'Looking for the user of a person finds everybody.',
    area: 'user',
    breaks: ['USER-010'],
    overrides: filtered(() => true, 'personId'),
  },
  {
    id: 'person-filter-of-users-finds-nobody',
    title: 'Looking for the user of a person finds nobody.',
    area: 'user',
    breaks: ['USER-010'],
    overrides: filtered(() => false, 'personId'),
  },
  {
    id: 'email-filter-of-users-ignored',
    title: 'Looking a user up by address finds everybody.',
    area: 'user',
    breaks: ['USER-011'],
    overrides: filtered(() => true, 'email'),
  },
  {
    id: 'email-filter-of-users-matches-parts',
    title: 'Looking for the user a@example.com also finds aa@example.com.',
    area: 'user',
    breaks: ['USER-011'],
    overrides: filtered((email, wanted) => email.includes(wanted), 'email'),
  },
  {
    id: 'second-invitation-refused',
    title: 'Somebody who has lost the invitation cannot be invited again.',
    area: 'user',
    breaks: ['USER-012'],
    overrides: users({
      invite(state, command, now) {
        if (userOfPerson(state, command.input.personId)) throw invalidState('The person has a user already');
        return userRules.invite(state, command, now);
      },
    }),
  },
  {
    id: 'user-created-event-without-person',
    title: 'A consumer cannot tell whose user has been created.',
    area: 'user',
    breaks: ['EVENT-014'],
    overrides: inEvents('user.created', 'personId', remove),
  },
  {
    id: 'user-created-event-email-under-another-name',
    title: 'A consumer does not find the address of a new user.',
    area: 'user',
    breaks: ['EVENT-014'],
    overrides: renamedIn('user.created', 'email', 'emailAddress'),
  },
  {
    id: 'user-updated-event-name-flag-is-text',
    title: 'A consumer takes every change of a user for one of the name, because "false" is not empty.',
    area: 'user',
    breaks: ['EVENT-016'],
    overrides: inEvents('user.updated', 'isNameUpdated', String),
  },
  {
    id: 'user-updated-event-type-with-a-hyphen',
    title: 'A consumer that waits for changes of type basic_info sees none.',
    area: 'user',
    breaks: ['EVENT-016'],
    overrides: inEvents('user.updated', 'type', () => 'basic-info'),
  },
  {
    id: 'deleted-user-answers-200',
    title: 'A client that expects no body after a deletion has to read one.',
    area: 'sandbox',
    breaks: ['SANDBOX-010'],
    overrides: onStatus(204, () => ({ status: 200, body: {} }), ['deleteSandboxUser']),
  },
  {
    id: 'deleted-user-takes-the-person-along',
    title: 'Whoever deletes a test user has to create the person anew.',
    area: 'sandbox',
    breaks: ['SANDBOX-011', 'SANDBOX-012'],
    overrides: users({
      remove(state, command, now) {
        const { personId } = findRecord(state.users, command.userId).user;
        const { state: after, events } = userRules.remove(state, command, now);
        return { state: { ...after, persons: after.persons.filter(({ id }) => id !== personId) }, events };
      },
    }),
  },
  {
    id: 'deleted-user-takes-other-users-along',
    title: 'Whoever deletes a test user loses all the others, too.',
    area: 'sandbox',
    breaks: ['USER-010'],
    overrides: users({
      remove: (state, command, now) => ({
        state: { ...userRules.remove(state, command, now).state, users: [] },
        events: [],
      }),
    }),
  },
  {
    id: 'deleted-user-not-invited-again',
    title: 'A tester who has deleted a user cannot invite the person again.',
    area: 'sandbox',
    breaks: ['SANDBOX-012'],
    overrides: refusingOrphans,
  },
];
