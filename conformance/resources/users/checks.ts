/** Sections "User" and "Persons and users" of the interface document, and users of the sandbox. */

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { RequirementId } from '../../../openapi/catalogue.ts';
import { anySuccess } from '../../engine/expectation.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { isSuccess } from '../../http/is-success.ts';
import type { Caller } from '../../http/message.ts';
import { matchesFilter } from '../../judgements/page-bounds.ts';
import { idIfAny, itemsOf, part } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import { type Check, example, property } from '../../provider/check.ts';
import { type ApiResponse, describe, show } from '../../provider/response.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { openTenant, timeOf } from '../../provider/tenant.ts';
import { accessOf } from '../../target/target.ts';
import { uniqueEmail } from '../../target/test-data.ts';
import { readVerification, submission, uploadKycFiles, yearsLater } from '../kyc/actions.ts';
import {
  addPerson,
  addSimilar,
  findPerson,
  inviteUser,
  type KnownPerson,
  openUser,
  type Person,
  readPage,
  type User,
} from '../persons/actions.ts';
import { type PageRules, walkPages } from '../persons/page-lists.ts';
import { createCustomField } from '../persons/records.ts';
import { createUser } from './actions.ts';

const userRules: PageRules<'listUsers'> = {
  list: 'listUsers',
  items: 'users',
  limitWithin: 'USER-008',
  eachOnce: 'USER-009',
};

const listUsers = async (scenario: Scenario, caller: Caller, query: Record<string, string | number> = {}) =>
  (await readPage(scenario, 'listUsers', caller, { ...query, limit: 100 })).data;

function requireOnly(
  scenario: Scenario,
  requirement: RequirementId,
  listed: readonly User[],
  expected: readonly string[],
): void {
  const ids = listed.map(({ id }) => id).sort();
  const holds = isDeepStrictEqual(ids, [...expected].sort());
  const wanted = expected.length === 0 ? 'nobody' : `the user ${expected.join(', ')} and no other`;
  scenario.require(requirement, holds, wanted, ids.length === 0 ? 'nobody' : `the users ${ids.join(', ')}`);
}

function requireInvited(scenario: Scenario, requirement: RequirementId, answer: ApiResponse): void {
  const { status } = answer;
  const holds = isSuccess(status);
  scenario.require(requirement, holds, 'a success status', () => describe(answer));
}

/** Evaluates that a second page shows the status of its user, if the first page does. */
async function requireStatusOnPages(scenario: Scenario, caller: Caller): Promise<void> {
  scenario.independentStep('list two users with their status, on a page each');
  const query = { limit: 1, includeStatus: 'true' };
  const isShown = ({ status }: User) => typeof status === 'string' && status !== '';
  const first = await readPage(scenario, 'listUsers', caller, { ...query, page: 1 });
  // The toggle may have another name.
  if (!first.data.some(isShown)) return;
  const { data } = await readPage(scenario, 'listUsers', caller, { ...query, page: 2 });
  const actual = `the statuses ${show(data.map(({ status }) => status))}`;
  scenario.require('USER-004', data.every(isShown), 'users with a status on page 2, as on page 1', actual);
}

/** A person with a job, and with a custom field if the target has them. */
async function addWorker(scenario: Scenario, tenant: Tenant): Promise<KnownPerson> {
  const { caller } = tenant;
  const person = await addPerson(scenario, caller);
  // Other checks judge whether they can be set.
  await part(scenario, [], async () => {
    const badge = await createCustomField(scenario, tenant, 'Badge');
    const jobInfo = { title: 'Analyst', ...(badge && { customFields: [{ ...badge, value: '7' }] }) };
    await scenario.send('updateJobInfo', caller, { path: { personId: person.id }, body: { jobInfo } });
  });
  return person;
}

const personFields = [
  ...(['firstName', 'lastName', 'email', 'address', 'phoneNumber', 'metadata', 'businessName'] as const),
  ...(['type', 'contractorType', 'compInfo', 'jobInfo'] as const),
];

async function deleteUser(scenario: Scenario, caller: Caller, userId: string): Promise<void> {
  const { status, text } = await scenario.send('deleteSandboxUser', caller, { path: { userId } });
  const actual = text === '' ? String(status) : `${status} with ${show(text)}`;
  scenario.require('SANDBOX-010', status === 204 && text === '', '204 without a body', actual, {
    statuses: [204],
  });
  if (status >= 300) throw new CaseEnded('The user was not deleted.');
}

/** Evaluates that the list and a read show a person as before its user was deleted. */
async function requirePreserved(
  scenario: Scenario,
  caller: Caller,
  person: KnownPerson,
  before: Person,
): Promise<void> {
  const { data } = await readPage(scenario, 'listPersons', caller, { email: person.email });
  const listed = data.find(({ id }) => id === person.id);
  const expected = `the person ${person.id} in the list`;
  const actual = `the persons ${show(data.map(({ id }) => id))}`;
  scenario.require('SANDBOX-011', listed !== undefined, expected, actual);
  const read = await scenario.send('readPerson', caller, { path: { personId: person.id } });
  const wanted = `the person ${person.id}`;
  // The document does not say which keys may read a person.
  if (read.status !== 403 && read.status !== 400)
    scenario.require('SANDBOX-011', isSuccess(read.status), wanted, describe(read), anySuccess);
  if (listed === undefined) return;
  const lost = personFields.filter((name) => !isDeepStrictEqual(listed[name], before[name]));
  const shownIn = (shown: Person) => show(Object.fromEntries(lost.map((name) => [name, shown[name]])));
  scenario.require('SANDBOX-011', lost.length === 0, `the person with ${shownIn(before)}`, shownIn(listed));
}

export const userChecks: readonly Check[] = [
  property({
    id: 'users.pages',
    title: 'Reading all pages returns every user exactly once',
    covers: ['USER-002', 'USER-004', 'USER-005', 'USER-008', 'USER-009', 'CONV-010', 'CONV-016'],
    needs: ['create-person', 'invite-user'],
    examples: [
      { users: 3, limit: 1 },
      { users: 1, limit: 100 },
    ],
    arbitrary: () =>
      fc.record({ users: fc.integer({ min: 1, max: 5 }), limit: fc.integer({ min: 1, max: 6 }) }),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 3),
    run: async (scenario, { users, limit }) => {
      const { caller } = await openTenant(scenario);
      scenario.setup(`invite ${users} ${users === 1 ? 'person' : 'persons'}`);
      const created: string[] = [];
      for (let index = 0; index < users; index += 1) {
        const { id } = await addPerson(scenario, caller);
        created.push(await inviteUser(scenario, caller, id));
      }
      await walkPages(scenario, caller, userRules, created, limit);
      if (users > 1 && scenario.has('user-status-toggle')) await requireStatusOnPages(scenario, caller);
    },
  }),
  example({
    id: 'users.filters',
    title: 'The filters return only the users with the requested person or email address',
    covers: ['USER-002', 'USER-010', 'USER-011'],
    needs: ['create-person', 'invite-user'],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      scenario.setup('invite persons with similar addresses');
      const users: (KnownPerson & { readonly userId: string })[] = [];
      for (const person of await addSimilar(scenario, caller)) {
        users.push({ ...person, userId: await inviteUser(scenario, caller, person.id) });
      }
      for (const { id, userId } of users) {
        scenario.independentStep(`list the users of the person ${id}`);
        requireOnly(scenario, 'USER-010', await listUsers(scenario, caller, { personId: id }), [userId]);
      }
      const all = await listUsers(scenario, caller);
      for (const { userId } of users) {
        // A user's email may differ from the person's, so it is read from the list.
        const email = all.find(({ id }) => id === userId)?.email;
        if (email === undefined || email === '') continue;
        scenario.independentStep(`list the users with the email ${email}`);
        const found = await listUsers(scenario, caller, { email });
        const lacking = all.filter((user) => user.email === email && !found.some(({ id }) => id === user.id));
        const others = found.filter((user) => !matchesFilter(user.email, email));
        const expected = `the users with the email ${email}, and no other without it`;
        const actual = `the emails ${show(found.map((user) => user.email))}`;
        scenario.require('USER-011', lacking.length === 0 && others.length === 0, expected, actual);
      }
      const [one, two] = users;
      const { email } = all.find(({ id }) => id === two?.userId) ?? {};
      if (one !== undefined && email !== undefined && email !== '') {
        scenario.independentStep('list the users of one person with the email of another user');
        const query = { personId: one.id, email, limit: 100 };
        // The document does not say whether a filter without matches is rejected, so each filter has a match.
        const both = itemsOf(await scenario.send('listUsers', caller, { query })).map(({ id }) => id);
        const hasEmail = (id: unknown) =>
          all.some((user) => user.id === id && matchesFilter(user.email, email));
        for (const [requirement, names, holds] of [
          ['USER-010', `the person ${one.id}`, (id: unknown) => id === one.userId],
          ['USER-011', `the email ${email}`, hasEmail],
        ] as const) {
          const expected = `no user without ${names}`;
          scenario.require(requirement, both.every(holds), expected, `the users ${show(both)}`);
        }
      }
      scenario.independentStep('list the users with an email that no user has');
      const nobody = uniqueEmail(scenario.data, 'nobody');
      requireOnly(scenario, 'USER-011', await listUsers(scenario, caller, { email: nobody }), []);
      scenario.independentStep('list the users of a person who has no user');
      const { id } = await addPerson(scenario, caller);
      const without = await listUsers(scenario, caller, { personId: id });
      // The document does not say whether a person has a user before an invitation.
      const foreign = without.filter((user) => users.some(({ userId }) => userId === user.id));
      requireOnly(scenario, 'USER-010', foreign, []);
    },
  }),
  example({
    id: 'users.status',
    title: 'A listed user has a status only if the request asks for it',
    covers: ['USER-002', 'USER-003', 'USER-004'],
    needs: [],
    reads: true,
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      scenario.setup('find a user, or create one');
      // The rules of a listed user hold for every user, whoever created it.
      const isNobody = (await listUsers(scenario, caller)).length === 0;
      if (isNobody && accessOf(scenario.target) === 'read-only')
        throw new CaseEnded('The business has no user.');
      if (isNobody) await openUser(scenario, tenant);
      const eachUser = async (
        query: Record<string, string>,
        requirement: RequirementId,
        expected: string,
        holds: (status: unknown) => boolean,
      ) => {
        const users = await listUsers(scenario, caller, query);
        for (const { status } of users)
          scenario.require(requirement, holds(status), expected, `the status ${show(status)}`);
        return users;
      };
      const without = [
        'USER-003',
        'users without a status',
        (status: unknown) => (status ?? null) === null,
      ] as const;
      scenario.independentStep('list the users');
      const [{ email, personId } = {}] = await eachUser({}, ...without);
      for (const [name, value] of Object.entries({ email, personId })) {
        if (typeof value !== 'string') continue;
        scenario.independentStep(`list the users of one ${name}`);
        await eachUser({ [name]: value }, ...without);
      }
      if (!scenario.has('user-status-toggle')) return;
      scenario.independentStep('list the users with their status');
      const { kind, operations } = scenario.target;
      const own = operations?.listUsers;
      const isNamed = kind !== 'live' || typeof own === 'function' || own?.query?.includeStatus !== undefined;
      // If the name of the toggle is unknown, a user with a status shows that the target understands it.
      const withIt = isNamed ? [] : await listUsers(scenario, caller, { includeStatus: 'true' });
      if (!isNamed && withIt.every((user) => user.status === undefined)) {
        const line = 'bindings: { listUsers: { query: { includeStatus: … } } }';
        scenario.skip(
          'USER-004',
          `No user has a status with includeStatus, which may be named otherwise: ${line}.`,
        );
        return;
      }
      await eachUser(
        { includeStatus: 'true' },
        'USER-004',
        'users with a status',
        (status) => typeof status === 'string' && status !== '',
      );
      scenario.independentStep('list the users, with the toggle off');
      await eachUser({ includeStatus: 'false' }, ...without);
    },
  }),
  example({
    id: 'users.invitation',
    title: 'A person can be invited again',
    covers: ['USER-012', 'ERR-011'],
    needs: ['create-person', 'invite-user'],
    stateless: ['USER-012'],
    run: async (scenario) => {
      const { caller } = await openTenant(scenario);
      const { id } = await addPerson(scenario, caller);
      const input = { body: { personId: id } };
      scenario.step('invite a person');
      await scenario.askOnce('inviteUser', caller, input);
      for (const time of ['again', 'a third time']) {
        scenario.step(`invite the person ${time}`);
        requireInvited(scenario, 'USER-012', await scenario.send('inviteUser', caller, input));
      }
    },
  }),
  example({
    id: 'users.changes',
    title: 'A change of a user appears in the list, and other users do not change',
    covers: ['USER-001', 'USER-010'],
    needs: ['update-user'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const userId = await openUser(scenario, tenant);
      const email = uniqueEmail(scenario.data, 'halima');
      const hasOther = scenario.has('create-person', 'invite-user');
      const other = hasOther ? await createUser(scenario, tenant, email) : undefined;
      for (const change of [
        { firstName: 'Zoë', lastName: 'Nwosu' },
        { phoneNumber: { countryCode: '+234', number: '8039876543' } },
      ]) {
        scenario.step(`change the user: ${show(change)}`);
        await scenario.succeed('updateUser', caller, { path: { userId }, body: change });
        const user = (await listUsers(scenario, caller)).find(({ id }) => id === userId);
        if (user === undefined) throw new CaseEnded('The list of users does not contain a known user.');
        const shown: unknown = Object.fromEntries(
          Object.keys(change).map((name) => [name, user[name as keyof User]]),
        );
        scenario.require('USER-001', isDeepStrictEqual(shown, change), show(change), show(shown));
      }
      if (other === undefined) return;
      const { personId } = other;
      scenario.step('list the other user');
      requireOnly(scenario, 'USER-010', await listUsers(scenario, caller, { personId }), [other.userId]);
    },
  }),
  example({
    id: 'users.deletion',
    title: 'Deleting a sandbox user preserves other users and the linked person, who can be invited again',
    covers: ['SANDBOX-010', 'SANDBOX-011', 'SANDBOX-012', 'USER-010', 'KYC-034'],
    needs: ['sandbox', 'delete-sandbox-user', 'create-person', 'invite-user'],
    stateless: ['SANDBOX-010'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const { caller } = tenant;
      const person = await addWorker(scenario, tenant);
      const userId = await inviteUser(scenario, caller, person.id);
      const shown = await findPerson(scenario, caller, person);
      const other = await addPerson(scenario, caller);
      const otherUserId = await inviteUser(scenario, caller, other.id);
      scenario.setup('submit the verification of the other person');
      let before: string | undefined;
      await part(scenario, ['KYC-034'], async () => {
        const expirationDate = yearsLater(timeOf(scenario, tenant));
        const files = (await uploadKycFiles(scenario, caller)) ?? {};
        const body = submission(scenario.data, files, { expirationDate });
        await scenario.send('submitKyc', caller, { path: { userId: otherUserId }, body });
        before = (await readVerification(scenario, caller, otherUserId)).statuses.identity;
      });
      scenario.step('delete the user of the first person');
      await deleteUser(scenario, caller, userId);
      scenario.step('list and read the person');
      await requirePreserved(scenario, caller, person, shown);
      scenario.step('list the user of the other person');
      requireOnly(scenario, 'USER-010', await listUsers(scenario, caller, { personId: other.id }), [
        otherUserId,
      ]);
      if (before !== undefined) {
        scenario.step('read the verification of the other person');
        const {
          statuses,
          status: answered,
          text: body,
        } = await readVerification(scenario, caller, otherUserId);
        const isShown = statuses.identity !== undefined;
        scenario.require(
          'KYC-034',
          isShown,
          'a status of identity, as before the deletion',
          `${answered} with ${body}`,
        );
      }
      const input = { body: { personId: person.id } };
      scenario.step('invite the person again');
      const invited = await scenario.send('inviteUser', caller, input);
      requireInvited(scenario, 'SANDBOX-012', invited);
      const isNew = ({ id }: User) => id !== userId;
      // A list may still show the deleted user.
      const secondId =
        idIfAny(invited) ?? (await listUsers(scenario, caller, { personId: person.id })).find(isNew)?.id;
      if (secondId === undefined) return;
      scenario.step('delete the second user of the person, and invite the person once more');
      await deleteUser(scenario, caller, secondId);
      requireInvited(scenario, 'SANDBOX-012', await scenario.send('inviteUser', caller, input));
    },
  }),
];
