/** Users (section "Persons and users"), as pure functions of state, command and time. */

import { isDeepStrictEqual } from 'node:util';
import { type BusinessState, findRecord, type Outcome } from '../../state/business-state.ts';
import { type PageQuery, pageOf } from '../../state/pages.ts';
import type { UserRecord } from '../../state/records/people.ts';
import { invalidBody } from '../../state/refusal.ts';
import type { Asks } from '../../state/rule.ts';
import type { Schemas } from '../../state/schemas.ts';
import { fieldsOf } from '../../state/values.ts';
import { contactOf } from '../persons/representation.ts';

type User = Schemas['User'];

export interface NamesUser {
  readonly userId: string;
}

/** With the id of the user, should the person have none yet. */
export type InviteUser = Asks<'userId', Schemas['UserInvite']>;
export type UpdateUser = Asks<'userId', Schemas['UserUpdate']>;

export interface UserQuery extends PageQuery {
  readonly personId?: string;
  readonly email?: string;
  readonly includeStatus?: boolean;
}

const contactFields = ['firstName', 'lastName', 'email', 'phoneNumber'] as const;

export const userOfPerson = ({ users }: BusinessState, personId: string | undefined) =>
  users.find(({ user }) => user.personId === personId);

/** A user as an answer shows it when the status is not asked for. */
export function shownUser({ user }: UserRecord): User {
  const { status: _, ...shown } = user;
  return shown;
}

/** The document does not say what a tag is for; this one is the first name in small letters. */
const tagOf = ({ firstName = '' }: User) => firstName.toLowerCase();

export const userRules = {
  /**
   * Creates the user of a person. Inviting a person who already has a user changes nothing.
   *
   * @throws Refusal `invalid_request_body` without a personId, `resource_not_found` when there is no such person.
   */
  invite(state: BusinessState, { userId, input }: InviteUser): Outcome {
    const { personId } = input;
    if (personId === undefined) throw invalidBody({ personId: 'is missing' });
    const { person } = findRecord(state.persons, personId);
    if (userOfPerson(state, personId) !== undefined) return { state, events: [] };
    const user: User = {
      id: userId,
      personId,
      ...fieldsOf(input, ['roleId']),
      ...fieldsOf(person, contactFields),
      status: 'active',
    };
    const record: UserRecord = { id: userId, businessId: state.business.id, user };
    return {
      state: { ...state, users: [...state.users, record] },
      events: [{ eventType: 'user.created', data: { id: userId, ...contactOf(user), personId } }],
    };
  },

  /** Replaces the given fields of the user, but not those of the person. An update without a change sends no event. */
  update(state: BusinessState, { userId, input }: UpdateUser): Outcome {
    const record = findRecord(state.users, userId);
    const before = record.user;
    const user: User = { ...before, ...fieldsOf(input, [...contactFields, 'metadata']) };
    if (isDeepStrictEqual(user, before)) return { state, events: [] };
    const data = {
      id: userId,
      type: 'basic_info' as const,
      ...contactOf(user),
      tag: tagOf(user),
      isNameUpdated: user.firstName !== before.firstName || user.lastName !== before.lastName,
    };
    const users = state.users.map((other) => (other === record ? { ...record, user } : other));
    return { state: { ...state, users }, events: [{ eventType: 'user.updated', data }] };
  },

  /** A user set a password. It is not stored. */
  setPassword(state: BusinessState, { userId }: NamesUser): Outcome {
    findRecord(state.users, userId);
    return {
      state,
      events: [{ eventType: 'user.profile.updated', data: { id: userId, type: 'password_set' } }],
    };
  },

  /** Takes the verification of the user along and leaves the person (section "Sandbox-only behaviour"). */
  remove(state: BusinessState, { userId }: NamesUser): Outcome {
    const record = findRecord(state.users, userId);
    const users = state.users.filter((other) => other !== record);
    const kycRecords = state.kycRecords.filter(({ id }) => id !== userId);
    return { state: { ...state, users, kycRecords }, events: [] };
  },

  /** One page of the users in the order of their creation; the status is there only when it is asked for. */
  page(
    { users }: BusinessState,
    { personId, email, includeStatus, ...query }: UserQuery,
  ): Schemas['UserList'] {
    const found = users.filter(
      ({ user }) =>
        (personId === undefined || user.personId === personId) &&
        (email === undefined || user.email === email),
    );
    const { data, meta } = pageOf(found, query);
    return { data: data.map((record) => (includeStatus ? record.user : shownUser(record))), meta };
  },
};
