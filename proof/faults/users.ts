import { randomUUID } from 'node:crypto';
import type { FaultOverrides } from '../../reference-server/fault.ts';
import type { UncheckedRequest } from '../../reference-server/http/exchange.ts';
import { contactOf } from '../../reference-server/resources/persons/representation.ts';
import { userOfPerson, userRules } from '../../reference-server/resources/users/rules.ts';
import { readBusiness } from '../../reference-server/service/core.ts';
import { findRecord } from '../../reference-server/state/business-state.ts';
import { invalidBody, invalidState } from '../../reference-server/state/refusal.ts';
import { inEvents, renamedIn } from './event-tools.ts';
import { faultsOf } from './fault.ts';
import { failsOn, overlookingInQuery, refusingNumber } from './request-tools.ts';
import { asNull, bareList, inAnswers, remove, replacing } from './tools.ts';

/** Finds users by their person or by their address where both are asked for; a user still sees nobody else. */
function eitherFilter(): FaultOverrides {
  const pages = new WeakMap<UncheckedRequest, unknown>();
  return {
    async request(request, service) {
      const { operation, caller, business, query } = request;
      const { personId, email, page, limit } = query;
      if (operation !== 'listUsers' || caller.type === 'user' || !personId || !email) return request;
      const state = await readBusiness(service, business.id);
      const users = state.users.filter(({ user }) => user.personId === personId || user.email === email);
      const asked = { ...(page ? { page: Number(page) } : {}), ...(limit ? { limit: Number(limit) } : {}) };
      pages.set(request, userRules.page({ ...state, users }, asked));
      return request;
    },
    answer: (answer, _operation, request) =>
      request && pages.has(request) && answer.status < 300 ? { ...answer, body: pages.get(request) } : answer,
  };
}

type Page = typeof userRules.page;

const page = (replacement: Page) => replacing('users', { page: replacement });

/** Serves a list of users although some of its query is not valid. */
const lenient = (overlooks: Parameters<typeof overlookingInQuery>[1], serve: Page): FaultOverrides => ({
  rules: { ...overlookingInQuery('listUsers', overlooks), users: { page: serve } },
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

/** The users that `matches` finds in place of those with the personId or the address that is asked for. */
const filtered = (matches: (value: string, wanted: string) => boolean, name: 'personId' | 'email') =>
  page((state, query) => {
    const { [name]: wanted, ...rest } = query;
    if (wanted === undefined) return userRules.page(state, query);
    const found = state.users.filter(({ user }) => matches(user[name] ?? '', wanted));
    return userRules.page({ ...state, users: found }, rest);
  });

export const userFaults = faultsOf('user', {
  'user-phone-number-is-text': {
    title: 'A client that reads the parts of the phone number of a user fails.',
    breaks: ['USER-002', 'CONV-007'],
    overrides: inAnswers('listUsers', 'data.*.phoneNumber', (phone) => Object.values(phone ?? {}).join(' ')),
  },
  'user-first-name-is-an-object': {
    title: 'A client cannot show the name of a user.',
    breaks: ['USER-002'],
    overrides: inAnswers('listUsers', 'data.*.firstName', (name) => ({ value: name })),
  },
  'user-status-shown-unasked': {
    title: 'A client gets the status of users without requesting it.',
    breaks: ['USER-003'],
    overrides: page((state, query) => userRules.page(state, { ...query, includeStatus: true })),
  },
  'user-status-never-shown': {
    title: 'A client that requests the status of users does not get it.',
    breaks: ['USER-004'],
    overrides: page((state, query) => userRules.page(state, { ...query, includeStatus: false })),
  },
  'user-status-shown-as-null': {
    title: 'A client that requests the status of users gets null.',
    breaks: ['USER-004'],
    overrides: inAnswers('listUsers', 'data.*.status', asNull),
  },
  'users-as-a-bare-list': {
    title: 'A client that reads data finds no users.',
    breaks: ['USER-005'],
    overrides: inAnswers('listUsers', '', bareList),
  },
  'users-without-meta': {
    title: 'A client cannot tell how many pages of users there are.',
    breaks: ['USER-005', 'CONV-009'],
    overrides: inAnswers('listUsers', 'meta', remove),
  },
  'page-zero-of-users-served': {
    title: 'A client that counts from 0 gets its first page of users twice.',
    breaks: ['USER-006'],
    beyond: 'page of the users from 1',
    overrides: lenient(
      ({ path }) => path.includes('page'),
      (state, { page: number = 1, ...query }) => {
        const { data, meta } = userRules.page(state, { ...query, page: Math.max(1, number) });
        return { data, meta: { ...meta, currentPage: number } };
      },
    ),
  },
  'limit-101-of-users-honoured': {
    title: 'One request can return all users at once.',
    breaks: ['USER-007'],
    beyond: 'limit of the users to 100',
    overrides: lenient(
      ({ path, message }) => path.includes('limit') && message.startsWith('must be <='),
      userRules.page,
    ),
  },
  'limit-100-of-users-refused': {
    title: 'A client that requests pages of users of the maximum size gets an error.',
    breaks: ['USER-008', 'ERR-007'],
    within: 'limit of the users to 100',
    overrides: page((state, query) => {
      if (query.limit === 100) throw invalidBody({ limit: 'must be < 100' });
      return userRules.page(state, query);
    }),
  },
  'limit-1-of-users-ignored': {
    title: 'A client that requests one user gets twenty.',
    breaks: ['USER-008'],
    within: 'limit of the users from 1',
    overrides: page((state, { limit, ...query }) =>
      userRules.page(state, { ...query, ...(limit !== undefined && limit > 1 && { limit }) }),
    ),
  },
  'page-skips-a-user': {
    title: 'One user of every page but the first is never listed.',
    breaks: ['USER-009'],
    subtle: ['cursor'],
    overrides: shifted(1),
  },
  'page-repeats-a-user': {
    title: 'Every page but the first begins with the last user of the page before.',
    breaks: ['USER-009'],
    subtle: ['cursor'],
    overrides: shifted(-1),
  },
  'person-filter-of-users-ignored': {
    title: 'Searching for the user of a person returns all users.',
    breaks: ['USER-010'],
    overrides: filtered(() => true, 'personId'),
  },
  'person-filter-of-users-finds-nobody': {
    title: 'Searching for the user of a person returns nothing.',
    breaks: ['USER-010'],
    overrides: filtered(() => false, 'personId'),
  },
  'email-filter-of-users-ignored': {
    title: 'Searching for a user by email returns all users.',
    breaks: ['USER-011'],
    overrides: filtered(() => true, 'email'),
  },
  'second-invitation-refused': {
    title: 'A person who has lost the invitation cannot be invited again.',
    breaks: ['USER-012'],
    subtle: ['second-time'],
    overrides: replacing('users', {
      invite(state, command) {
        if (userOfPerson(state, command.input.personId)) throw invalidState('The person has a user already');
        return userRules.invite(state, command);
      },
    }),
  },
  'user-created-event-without-person': {
    title: 'The event of a new user does not say to which person the user belongs.',
    breaks: ['EVENT-014'],
    overrides: inEvents('user.created', 'personId', remove),
  },
  'user-created-event-email-under-another-name': {
    title: 'The event of a new user has the email address in another field.',
    breaks: ['EVENT-014'],
    overrides: renamedIn('user.created', 'email', 'emailAddress'),
  },
  'password-event-without-type': {
    title: 'The event of a changed profile does not say what was changed.',
    breaks: ['EVENT-017', 'HOOK-002'],
    overrides: inEvents('user.profile.updated', 'type', remove),
  },
  'password-event-of-the-person': {
    title: 'The event of a changed profile has the id of the person instead of the user.',
    breaks: ['EVENT-017'],
    overrides: inEvents('user.profile.updated', 'id', () => randomUUID()),
  },
  'user-updated-event-name-flag-is-text': {
    title:
      'A consumer takes every change of a user for a change of the name, because the flag is the string "false".',
    breaks: ['EVENT-016'],
    overrides: inEvents('user.updated', 'isNameUpdated', String),
  },
  'user-updated-event-type-with-a-hyphen': {
    title: 'A consumer that waits for changes of type basic_info sees none.',
    breaks: ['EVENT-016'],
    overrides: inEvents('user.updated', 'type', () => 'basic-info'),
  },
  'page-of-one-user-answers-500': {
    title: 'A request for a page of one user fails with 500.',
    breaks: ['ERR-007', 'USER-008'],
    within: 'limit of the users from 1',
    overrides: failsOn('listUsers', ({ query }) => Number(query.limit) === 1),
  },
  'limit-zero-of-users-honoured': {
    title: 'A client that sends limit 0 by mistake gets an empty list of users instead of an error.',
    breaks: ['USER-007'],
    beyond: 'limit of the users from 1',
    overrides: {
      rules: {
        ...overlookingInQuery('listUsers', (_, { limit }) => Number(limit) === 0),
        users: {
          page(state, query) {
            if (query.limit !== 0) return userRules.page(state, query);
            const { meta } = userRules.page(state, { ...query, limit: 1 });
            return { data: [], meta: { ...meta, limit: 0, pages: 0 } };
          },
        },
      },
    },
  },
  'first-page-of-users-refused-by-its-number': {
    title:
      'A client that requests page 1 of the users gets an error; without a page number it gets the page.',
    breaks: ['USER-009', 'ERR-007'],
    within: 'page of the users from 1',
    overrides: refusingNumber('listUsers', 'page', 1),
  },
  'user-updated-event-shows-the-user-before': {
    title: 'The event of an updated user shows the previous email address.',
    breaks: ['EVENT-016'],
    subtle: ['stale-data'],
    overrides: replacing('users', {
      update(state, command) {
        const { user } = findRecord(state.users, command.userId);
        const { state: after, events } = userRules.update(state, command);
        const stale = events.map((event) =>
          event.eventType === 'user.updated'
            ? { ...event, data: { ...event.data, ...contactOf(user) } }
            : event,
        );
        return { state: after, events: stale };
      },
    }),
  },
  'limit-100-of-users-means-99': {
    title: 'A page of 100 users contains only 99.',
    breaks: ['USER-008', 'CONV-010'],
    within: 'limit of the users to 100',
    overrides: page((state, { limit, ...query }) =>
      userRules.page(state, { ...query, ...(limit !== undefined && { limit: Math.min(limit, 99) }) }),
    ),
  },
  'filters-of-users-combined-as-either': {
    title: 'A search for users by person and email returns users that match either of the two.',
    breaks: ['USER-010', 'USER-011'],
    subtle: ['coincidence'],
    overrides: eitherFilter,
  },
});
