/** Requests about persons and their users that checks share. */
import { randomUUID } from 'node:crypto';
import type { components } from '../../../openapi/generated/types.ts';
import { CaseEnded, Lacking, Refused } from '../../engine/outcome.ts';
import type { Caller } from '../../http/message.ts';
import { idIfAny } from '../../provider/answers.ts';
import type { Tenant } from '../../provider/businesses.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { type PersonDetails, personInput } from '../../provider/valid-requests.ts';
import { uniqueEmail } from '../../target/test-data.ts';

type Schemas = components['schemas'];
export type Person = Schemas['Person'];
export type PersonPage = Schemas['PersonList'];
export type User = Schemas['User'];
export type PageMeta = Schemas['PageMeta'];

export interface ListPage<T> {
  readonly data: readonly T[];
  readonly meta: PageMeta;
}

/** The lists in the page shape, with the type of their items. */
export interface PageLists {
  readonly listPersons: Person;
  readonly listUsers: User;
}

export type PageQuery = Readonly<Record<string, string | number>>;

/** @throws CaseEnded if the response is no page; its schema has been judged by then. */
export async function readPage<List extends keyof PageLists>(
  scenario: Scenario,
  list: List,
  caller: Caller,
  query: PageQuery,
): Promise<ListPage<PageLists[List]>> {
  const { json } = await scenario.succeed(list, caller, { query });
  const page = json as Partial<ListPage<PageLists[List]>> | undefined;
  if (!Array.isArray(page?.data) || page.meta === undefined) throw new CaseEnded(`${list} returned no page.`);
  return { data: page.data, meta: page.meta };
}

/** Finds the id of a person in the list, if the creation does not return it. */
async function findByEmail(scenario: Scenario, caller: Caller, email: string): Promise<string> {
  const { data } = await readPage(scenario, 'listPersons', caller, { email, limit: 100 });
  const id = data.find((person) => person.email === email)?.id;
  if (typeof id !== 'string') throw new CaseEnded('createPerson did not return id.');
  return id;
}

/** @throws Lacking if no person can be created */
export async function createPerson(
  scenario: Scenario,
  caller: Caller,
  details: PersonDetails = {},
): Promise<string> {
  if (!scenario.offers('createPerson')) throw new Lacking('create-person');
  const body = personInput(scenario.data, details);
  const created = await scenario.succeed('createPerson', caller, { body });
  return idIfAny(created) ?? findByEmail(scenario, caller, String(body.email));
}

/** A person with a unique email address, by which a list finds it again. */
export interface KnownPerson {
  readonly id: string;
  readonly email: string;
}

export async function addPerson(
  scenario: Scenario,
  caller: Caller,
  email = uniqueEmail(scenario.data, 'adaeze'),
): Promise<KnownPerson> {
  return { id: await createPerson(scenario, caller, { email }), email };
}

/** Persons whose addresses a filter must not take for each other. A target may refuse those at other domains. */
export async function addSimilar(scenario: Scenario, caller: Caller): Promise<readonly KnownPerson[]> {
  const local = randomUUID();
  const { emailDomain } = scenario.data;
  const first = await addPerson(scenario, caller, `${local}@${emailDomain}`);
  const persons = [first];
  // The other one with the same beginning is not the second one of a list that is filtered by the first.
  for (const email of [
    `${local}@mail.${emailDomain}`,
    `${local}@${emailDomain}.ng`,
    `x${local}@${emailDomain}`,
    `${local}+hr@${emailDomain}`,
  ]) {
    const person = await addPerson(scenario, caller, email).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
    });
    if (person !== undefined) persons.push(person);
  }
  return persons;
}

/** The person as the list shows it. */
export async function findPerson(
  scenario: Scenario,
  caller: Caller,
  { id, email }: KnownPerson,
): Promise<Person> {
  const { data } = await readPage(scenario, 'listPersons', caller, { email, limit: 100 });
  const found = data.find((person) => person.id === id);
  if (found === undefined) throw new CaseEnded('The list of persons does not contain a created person.');
  return found;
}

/** The user of a person, if it has one. */
async function findUser(scenario: Scenario, caller: Caller, personId: string): Promise<User | undefined> {
  const { data } = await readPage(scenario, 'listUsers', caller, { personId, limit: 100 });
  return data.find((user) => user.personId === personId);
}

/** Invites a person and returns the id of its user. If creating the person already created a user, nobody is invited. */
export async function inviteUser(scenario: Scenario, caller: Caller, personId: string): Promise<string> {
  const body: Schemas['UserInvite'] = { personId };
  let invited: string | undefined;
  try {
    invited = idIfAny(await scenario.succeed('inviteUser', caller, { body }));
  } catch (error) {
    const user = error instanceof Refused ? await findUser(scenario, caller, personId) : undefined;
    if (user === undefined) throw error;
    return user.id;
  }
  const id = invited ?? (await findUser(scenario, caller, personId))?.id;
  if (typeof id !== 'string') throw new CaseEnded('An invited person has no user.');
  return id;
}

/**
 * A user without a verification: of a new person, or else the administrator of a business that the case created.
 *
 * @throws CaseEnded if the target offers no way to one.
 */
export async function openUser(scenario: Scenario, { caller }: Tenant): Promise<string> {
  scenario.setup('create a user who is not verified yet');
  if (scenario.has('create-person')) {
    const { id } = await addPerson(scenario, caller);
    if (scenario.has('invite-user')) return inviteUser(scenario, caller, id);
    const user = await findUser(scenario, caller, id);
    if (user !== undefined) return user.id;
  }
  if (caller.tenantKey !== undefined) {
    const [user] = (await readPage(scenario, 'listUsers', caller, { limit: 1 })).data;
    if (user !== undefined) return user.id;
  }
  throw new CaseEnded('There is no user whose verification the case may decide.');
}
