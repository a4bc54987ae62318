/** Section "Authentication" of the interface document: which caller may access which resources (OWASP API 1, 3 and 5). */

import { randomUUID } from 'node:crypto';
import { allOperations, type Operation } from '../../openapi/description.ts';
import { anySuccess, rejection } from '../engine/expectation.ts';
import { isSuccess } from '../http/is-success.ts';
import type { Caller } from '../http/message.ts';
import { idIfAny, namesId, part } from '../provider/answers.ts';
import type { Tenant } from '../provider/businesses.ts';
import { type Check, example } from '../provider/check.ts';
import {
  type Credential,
  type CredentialName,
  credentials,
  namingOf,
  tries,
} from '../provider/credentials.ts';
import { readCursorPage } from '../provider/cursor.ts';
import { mustAskForKey } from '../provider/intruders.ts';
import { type ApiResponse, show } from '../provider/response.ts';
import type { Scenario } from '../provider/scenario.ts';
import { offeredOf, onOperation } from '../provider/sweep.ts';
import { openTenant, orgCaller, platformCaller } from '../provider/tenant.ts';
import { beneficiaryInput } from '../provider/valid-requests.ts';
import { businessCaller, createUser, userCaller } from '../resources/users/actions.ts';
import { type Belongings, furnish } from './belongings.ts';
import {
  borrowingsOf,
  creationsIn,
  type Intrusion,
  intrusionsInto,
  photograph,
  searchesFor,
} from './intrusions.ts';
import { isUnchanged } from './restless.ts';

/** A caller that must not access the resources of the owner. */
interface Stranger {
  readonly credential: CredentialName;
  readonly caller: Caller;
  /** The caller that acts for the stranger's business, if a user token does not. @defaultValue caller */
  readonly business?: Caller;
}

const isRefusal = (status: number) => status >= 400 && status < 500;

/** The texts of the owner that a response discloses, and, in a success, ids that the request did not name. */
function givenAway(
  { text, status }: ApiResponse,
  { id: operation }: Operation,
  { ids, secrets, wallets }: Belongings,
  asked: string,
) {
  // What belongs to a user of the same business names the business, and may name its wallet, too.
  const own = [...ids].flatMap(([resource, id]) => (resource === 'businessId' ? [] : [id]));
  const hidden = operation === 'listWallets' ? [...secrets, ...wallets] : secrets;
  const texts = isSuccess(status) ? [...hidden, ...own] : hidden;
  return texts.filter((entry) => !asked.includes(entry) && text.includes(entry));
}

/** Whether a request was sent that names what it is about: an adapter may leave the business to the key. */
const namesItsSubject = ({ input: { path = {} } }: Intrusion, { sent }: ApiResponse): boolean =>
  sent === undefined || Object.values(path).every((id) => sent.texts.some((text) => namesId(text, id)));

/**
 * Asserts that a response shows nothing that belongs to the owner.
 *
 * @param business of the stranger, whose tenant key a response may show
 */
function requireSilence(
  scenario: Scenario,
  { requirement, label }: Credential,
  { operation, input }: Intrusion,
  business: Caller,
  response: ApiResponse,
  belongings: Belongings,
): void {
  const known = JSON.stringify([input, business.tenantKey]);
  const shown = givenAway(response, operation, belongings, known);
  const expected = `no resource of another owner in the response of ${operation.id} ${label}`;
  scenario.require(requirement, shown.length === 0, expected, `${response.status} with ${shown.join(', ')}`);
}

/** 401 means that the token is invalid. A token that another operation accepts is valid, so it must get 403. */
function requireKnownToken(
  scenario: Scenario,
  { label }: Credential,
  answers: readonly (readonly [Intrusion, status: number])[],
): void {
  if (answers.every(([, status]) => status === 401)) return;
  for (const [{ operation }, status] of answers) {
    if (operation.provenance === 'assumed') continue;
    const expected = `403 for ${operation.method.toUpperCase()} ${operation.path} ${label}`;
    scenario.require('AUTH-005', status !== 401, expected, '401, although the token is valid');
    scenario.reached('AUTH-005', operation.id);
  }
}

/** Asserts that a resource that a stranger created is in no list of the owner. It may exist in the stranger's own business. */
async function requireElsewhere(
  scenario: Scenario,
  owner: Caller,
  { requirement, label }: Credential,
  { operation: { id, path } }: Intrusion,
  created: string,
): Promise<void> {
  const lists = allOperations.filter((list) => namingOf(list) === 'list' && scenario.offers(list.id));
  const own = lists.filter((list) => list.path === path);
  for (const list of own.length > 0 ? own : lists) {
    const { text } = await scenario.send(list.id, owner);
    const expected = `no resource in the business of the owner that ${id} created ${label}`;
    scenario.require(requirement, !text.includes(created), expected, `${list.id} shows ${created}`);
  }
}

async function keepsOut(
  scenario: Scenario,
  owner: Caller,
  belongings: Belongings,
  strangers: readonly Stranger[],
): Promise<void> {
  scenario.setup('read the resources of the owner');
  let before = await photograph(scenario, owner, belongings);
  for (const { credential: name, caller, business = caller } of strangers) {
    const credential = credentials[name];
    const { requirement, label } = credential;
    const meant = allOperations.filter((operation) => tries(scenario.checkId, name, operation));
    const isNamed = (operation: Operation) => namingOf(operation) === 'path';
    offeredOf(scenario, ['AUTH-005'], meant.filter(isNamed));
    const offered = offeredOf(scenario, [requirement], meant);
    const onEach = async (some: readonly Intrusion[], evaluate: (one: Intrusion) => Promise<void>) => {
      for (const one of some.filter(({ operation }) => offered.includes(operation))) {
        await onOperation(scenario, [requirement], one.operation.id, async () => {
          await mustAskForKey(scenario, one.operation);
          await evaluate(one);
        });
      }
    };
    const answers: (readonly [Intrusion, status: number])[] = [];
    await onEach(intrusionsInto(scenario, belongings), async (intrusion) => {
      const { operation, input } = intrusion;
      scenario.independentStep(`${operation.summary.toLowerCase()} of another owner ${label}`);
      const response = await scenario.send(operation.id, caller, input);
      if (!namesItsSubject(intrusion, response)) {
        // It is about the stranger's own business.
        requireSilence(scenario, credential, intrusion, business, response, belongings);
        return;
      }
      // An assumed operation may not exist; then any rejection is accepted.
      const refused =
        operation.provenance === 'assumed' ? response.status >= 300 : isRefusal(response.status);
      const expected = `${operation.method.toUpperCase()} ${operation.path} ${label} rejected`;
      scenario.require(requirement, refused, expected, String(response.status));
      requireSilence(scenario, credential, intrusion, business, response, belongings);
      answers.push([intrusion, response.status]);
    });
    requireKnownToken(scenario, credential, answers);
    await onEach(searchesFor(scenario, belongings), async (search) => {
      scenario.independentStep(
        `${search.operation.summary.toLowerCase()}, first as the owner, then ${label}`,
      );
      await scenario.send(search.operation.id, owner, search.input);
      const response = await scenario.send(search.operation.id, caller, search.input);
      requireSilence(scenario, credential, search, business, response, belongings);
    });
    await onEach(await borrowingsOf(scenario, business, belongings), async (borrowing) => {
      scenario.independentStep(
        `${borrowing.operation.summary.toLowerCase()} with resources of another owner ${label}`,
      );
      const response = await scenario.send(borrowing.operation.id, caller, borrowing.input);
      requireSilence(scenario, credential, borrowing, business, response, belongings);
    });
    await onEach(creationsIn(scenario), async (creation) => {
      scenario.independentStep(`${creation.operation.summary.toLowerCase()} ${label}`);
      const response = await scenario.send(creation.operation.id, caller, creation.input);
      requireSilence(scenario, credential, creation, business, response, belongings);
      const created = idIfAny(response);
      if (created !== undefined) await requireElsewhere(scenario, owner, credential, creation, created);
    });
    for (const operation of offered.filter(({ provenance }) => provenance === 'documented'))
      for (const each of [requirement, ...(isNamed(operation) ? (['AUTH-005'] as const) : [])])
        scenario.missed(each, operation.id, 'No resource that it needs could be created.');
    scenario.independentStep(`repeat every write request ${label}`);
    for (const [{ operation, input }] of answers) {
      if (operation.method !== 'get') await scenario.send(operation.id, caller, input);
    }
    scenario.step('read the resources of the owner again');
    const after = await photograph(scenario, owner, belongings);
    for (const [id, then] of before) {
      const now = after.get(id);
      const readAgain = async () => (await photograph(scenario, owner, belongings, [id])).get(id);
      const holds = now === undefined || (await isUnchanged(then, now, readAgain));
      scenario.require(requirement, holds, `${id} of the owner unchanged: ${show(then)}`, () => show(now));
    }
    before = after;
  }
}

export const objectAccessChecks: readonly Check[] = [
  example({
    id: 'access.tenant-key',
    title: 'A platform token that selects one business cannot access the resources of another',
    covers: ['AUTH-005', 'AUTH-006', 'AUTH-007'],
    needs: ['platform-token', 'create-person'],
    run: async (scenario) => {
      const other = await openTenant(scenario);
      const tenant = await openTenant(scenario);
      const belongings = await furnish(scenario, tenant);
      await keepsOut(scenario, tenant.caller, belongings, [
        { credential: 'otherTenantKey', caller: other.caller },
        { credential: 'noTenantKey', caller: platformCaller(scenario) },
      ]);
      await keepsCursor(scenario, tenant, other);
    },
  }),
  example({
    id: 'access.org-token',
    title: 'The org token of one business cannot access the resources of another',
    covers: ['AUTH-005', 'AUTH-008'],
    needs: ['platform-token', 'org-token', 'create-person'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const belongings = await furnish(scenario, tenant);
      const org = orgCaller(scenario);
      const strangers: Stranger[] = [
        { credential: 'orgToken', caller: org },
        {
          credential: 'orgTokenAndTenantKey',
          caller: { ...org, tenantKey: String(tenant.tenantKey) },
          business: tenant.caller,
        },
      ];
      if (scenario.has('user-token')) {
        const other = await openTenant(scenario);
        const { caller } = await businessCaller(scenario, other);
        strangers.push({ credential: 'orgTokenOfPlatform', caller });
      }
      await keepsOut(scenario, tenant.caller, belongings, strangers);
    },
  }),
  example({
    id: 'access.user-token',
    title: 'A user token gives access to the resources of its user and to nothing else',
    covers: ['AUTH-005', 'AUTH-015', 'AUTH-016'],
    needs: ['user-token', 'create-person', 'invite-user'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      // Before the others, so that the second page of a list of all is somebody else's.
      scenario.setup('create a user');
      const user = await createUser(scenario, tenant);
      const belongings = await furnish(scenario, tenant);
      const { caller } = await userCaller(scenario, tenant, user.userId);
      const elsewhere = await strangerOfAnotherBusiness(scenario, tenant);
      await keepsOut(scenario, tenant.caller, belongings, [
        { credential: 'userToken', caller, business: tenant.caller },
        ...elsewhere,
      ]);
      if (scenario.offers('createBusinessDeposit')) {
        scenario.independentStep(`deposit funds for the business ${credentials.userToken.label}`);
        const body = { value: { amount: 1, currency: 'USD' }, description: 'Not for users' };
        const { status } = await scenario.send('createBusinessDeposit', caller, { body });
        const expected = 'a rejection, because the wallet belongs to the business and not to the user';
        scenario.require('AUTH-015', isRefusal(status), expected, String(status), rejection);
      }
      if (!scenario.offers('reviewKyc')) return;
      scenario.independentStep('review the verification of the user, and read it with the token of the user');
      const path = { userId: user.userId };
      const body = { action: 'approve', type: 'identity' };
      await scenario.succeed('reviewKyc', tenant.caller, { path, body });
      const { status } = await scenario.send('readKyc', caller, { path });
      const expected = 'the verification of the user';
      scenario.require('AUTH-016', isSuccess(status), expected, String(status), anySuccess);
    },
  }),
];

/** A cursor of one business leads another one to nothing of the first; it may be rejected. */
async function keepsCursor(scenario: Scenario, { caller }: Tenant, other: Tenant): Promise<void> {
  if (!scenario.has('cursor-parameters') || !scenario.offers('createBeneficiary')) return;
  await part(scenario, [], async () => {
    scenario.setup('create two beneficiaries');
    const body = { ...beneficiaryInput(scenario.data), name: `Owner ${randomUUID()}` };
    for (const _ of [1, 2]) await scenario.succeed('createBeneficiary', caller, { body });
    const { next } = await readCursorPage(scenario, 'listBeneficiaries', caller, { limit: '1' });
    if (next === null) return;
    scenario.step('list the beneficiaries of another business from a cursor of this one');
    const query = { limit: '1', cursor: next };
    const { text } = await scenario.send('listBeneficiaries', other.caller, { query });
    const expected = 'no beneficiary of the business whose cursor it is';
    scenario.require('AUTH-006', !text.includes(body.name), expected, `the beneficiary ${body.name}`);
  });
}

async function strangerOfAnotherBusiness(
  scenario: Scenario,
  { tenantKey }: Tenant,
): Promise<readonly Stranger[]> {
  if (!scenario.opensBusinesses || tenantKey === undefined) return [];
  const other = await openTenant(scenario);
  const user = await createUser(scenario, other);
  const { caller } = await userCaller(scenario, other, user.userId);
  return [
    { credential: 'userTokenOfOther', caller, business: other.caller },
    {
      credential: 'userTokenOfOtherAndTenantKey',
      caller: { ...caller, tenantKey },
      business: { ...other.caller, tenantKey },
    },
  ];
}
