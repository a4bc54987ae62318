/** Section "Authentication" of the interface document: who reaches what (OWASP API 1, 3 and 5). */
import { randomUUID } from 'node:crypto';
import type { RequirementId } from '../../openapi/catalogue.ts';
import type { Caller } from '../http/message.ts';
import { type Check, example } from '../provider/check.ts';
import { isOpenRoute } from '../provider/intruders.ts';
import type { ApiResponse, Scenario } from '../provider/scenario.ts';
import { openTenant, orgCaller, platformCaller, type Tenant } from '../provider/tenant.ts';
import { businessCaller, createUser, userCaller } from '../resources/users/actions.ts';
import { type Belongings, furnish } from './belongings.ts';
import { borrowingsOf, type Intrusion, intrusionsInto, photograph, searchesFor } from './intrusions.ts';

/** Somebody who must not reach what the owner has. */
interface Stranger {
  readonly requirement: RequirementId;
  /** How it is called in a sentence, after "with". */
  readonly label: string;
  readonly caller: Caller;
  /** Whether it also tries to use the owner's person for something of its own. */
  readonly borrows?: boolean;
  /** Operations that may well be open to it. */
  readonly spared?: (intrusion: Intrusion) => boolean;
}

const uniqueEmail = () => `somebody.${randomUUID()}@example.com`;

const isRefusal = (status: number) => status >= 400 && status < 500;

/** What an answer gives away: texts of the owner, and in a success ids that were not asked for. */
function givenAway({ text, status }: ApiResponse, { ids, secrets }: Belongings, asked: string) {
  const texts = status < 300 ? [...secrets, ...ids.values()] : secrets;
  return texts.filter((entry) => !asked.includes(entry) && text.includes(entry));
}

/** Asserts that an answer shows nothing of what the owner has. */
function requireSilence(
  scenario: Scenario,
  { requirement, label }: Stranger,
  { operation, input }: Intrusion,
  response: ApiResponse,
  belongings: Belongings,
): void {
  const shown = givenAway(response, belongings, JSON.stringify(input));
  const expected = `nothing of what belongs to somebody else to be shown by ${operation.id} ${label}`;
  scenario.require(requirement, shown.length === 0, expected, `${response.status} with ${shown.join(', ')}`);
}

/** 401 says that a token is not valid, which one that another operation knows is not. */
function requireKnownToken(
  scenario: Scenario,
  { label }: Stranger,
  answers: readonly (readonly [Intrusion, status: number])[],
): void {
  if (answers.every(([, status]) => status === 401)) return;
  for (const [{ operation }, status] of answers) {
    if (operation.provenance === 'assumed') continue;
    const expected = `${operation.method.toUpperCase()} ${operation.path} ${label} to be refused with 403`;
    scenario.require('AUTH-005', status !== 401, expected, '401, though the token is valid');
  }
}

async function keepsOut(
  scenario: Scenario,
  owner: Caller,
  belongings: Belongings,
  strangers: readonly Stranger[],
): Promise<void> {
  const spares = ({ spared }: Stranger, intrusion: Intrusion) => spared?.(intrusion) ?? false;
  for (const stranger of strangers) {
    const { requirement, label, caller } = stranger;
    scenario.setup('see what the owner has');
    const before = await photograph(scenario, owner, belongings);
    const closed = async (some: readonly Intrusion[]) => {
      const kept: Intrusion[] = [];
      for (const one of some) {
        const isFree = spares(stranger, one) || (await isOpenRoute(scenario, one.operation, requirement));
        if (!isFree) kept.push(one);
      }
      return kept;
    };
    const attempts = await closed(intrusionsInto(scenario, belongings));
    const answers: (readonly [Intrusion, status: number])[] = [];
    for (const intrusion of attempts) {
      const { operation, input } = intrusion;
      scenario.independentStep(`${operation.summary.toLowerCase()} of somebody else ${label}`);
      const response = await scenario.send(operation.id, caller, input);
      // An assumed operation may not exist, and then any refusal will do.
      const refused =
        operation.provenance === 'assumed' ? response.status >= 300 : isRefusal(response.status);
      const expected = `a refusal of ${operation.method.toUpperCase()} ${operation.path} ${label}`;
      scenario.require(requirement, refused, expected, String(response.status));
      requireSilence(scenario, stranger, intrusion, response, belongings);
      answers.push([intrusion, response.status]);
    }
    requireKnownToken(scenario, stranger, answers);
    for (const search of await closed(searchesFor(scenario, belongings))) {
      scenario.independentStep(
        `${search.operation.summary.toLowerCase()}, first as the owner, then ${label}`,
      );
      await scenario.send(search.operation.id, owner, search.input);
      const response = await scenario.send(search.operation.id, caller, search.input);
      requireSilence(scenario, stranger, search, response, belongings);
    }
    const borrowings = stranger.borrows ? await borrowingsOf(scenario, caller, belongings) : [];
    for (const borrowing of await closed(borrowings)) {
      scenario.independentStep(
        `${borrowing.operation.summary.toLowerCase()} for a person of somebody else ${label}`,
      );
      const response = await scenario.send(borrowing.operation.id, caller, borrowing.input);
      requireSilence(scenario, stranger, borrowing, response, belongings);
    }
    scenario.independentStep(`try everything again that would change something, ${label}`);
    for (const { operation, input } of attempts) {
      if (operation.method !== 'get') await scenario.send(operation.id, caller, input);
    }
    scenario.step('see what the owner has now');
    const after = await photograph(scenario, owner, belongings);
    for (const [id, then] of before) {
      const now = after.get(id);
      const expected = `${id} of the owner as before: ${then}`;
      scenario.require(requirement, now === undefined || now === then, expected, `${now}`);
    }
  }
}

export const objectAccessChecks: readonly Check[] = [
  example({
    id: 'access.tenant-key',
    title: 'What belongs to a business is out of reach for a platform token that selects another one',
    covers: ['AUTH-005', 'AUTH-006', 'AUTH-007'],
    needs: ['platform-token', 'create-person'],
    run: async (scenario) => {
      const other = await openTenant(scenario);
      const tenant = await openTenant(scenario);
      const belongings = await furnish(scenario, tenant);
      await keepsOut(scenario, tenant.caller, belongings, [
        {
          requirement: 'AUTH-006',
          label: 'with the tenant key of another business',
          caller: other.caller,
          borrows: true,
        },
        {
          requirement: 'AUTH-007',
          label: 'without a tenant key',
          caller: platformCaller(scenario),
          // A path that names the business may select it as well: the token is for all businesses of the platform.
          spared: ({ operation }) => operation.path.includes('{businessId}'),
        },
      ]);
    },
  }),
  example({
    id: 'access.org-token',
    title: 'What belongs to a business is out of reach for the org token of another one',
    covers: ['AUTH-005', 'AUTH-008'],
    needs: ['platform-token', 'org-token', 'create-person'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const belongings = await furnish(scenario, tenant);
      const org = orgCaller(scenario);
      const strangers: Stranger[] = [
        { requirement: 'AUTH-008', label: 'with an org token', caller: org },
        {
          requirement: 'AUTH-008',
          label: 'with an org token and the tenant key of the owner',
          caller: { ...org, tenantKey: String(tenant.tenantKey) },
        },
      ];
      if (scenario.has('user-token')) {
        const other = await openTenant(scenario);
        const { caller } = await businessCaller(scenario, other);
        const label = 'with the org token of another business of the platform';
        strangers.push({ requirement: 'AUTH-008', label, caller, borrows: true });
      }
      await keepsOut(scenario, tenant.caller, belongings, strangers);
    },
  }),
  example({
    id: 'access.user-token',
    title: 'A user token opens what belongs to its user and nothing else',
    covers: ['AUTH-005', 'AUTH-015', 'AUTH-016'],
    needs: ['user-token', 'create-person', 'invite-user'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario);
      const belongings = await furnish(scenario, tenant);
      scenario.setup('create another user');
      const user = await createUser(scenario, tenant, uniqueEmail());
      const { caller } = await userCaller(scenario, tenant, user.userId);
      const stranger: Stranger = {
        requirement: 'AUTH-015',
        label: 'with the token of another user',
        caller,
        // Users may see the business that they belong to, and may be given what is not of any user.
        spared: ({ operation: { id } }) => openToUsers.has(id),
      };
      const elsewhere = await strangerOfAnotherBusiness(scenario, tenant);
      await keepsOut(scenario, tenant.caller, belongings, [stranger, ...elsewhere]);
      if (scenario.offers('createBusinessDeposit')) {
        scenario.independentStep('deposit funds for the business with the token of a user');
        const body = { value: { amount: 1, currency: 'USD' }, description: 'Not for users' };
        const { status } = await scenario.send('createBusinessDeposit', caller, { body });
        const expected = 'a refusal: the wallet is of the business and not of the user';
        scenario.require('AUTH-015', isRefusal(status), expected, String(status));
      }
      if (!scenario.offers('reviewKyc')) return;
      scenario.independentStep('decide a verification of the user, and read it with the token of the user');
      const path = { userId: user.userId };
      const body = { action: 'approve', type: 'identity' };
      await scenario.succeed('reviewKyc', tenant.caller, { path, body });
      const { status } = await scenario.send('readKyc', caller, { path });
      const expected = 'the verification of the user';
      scenario.require('AUTH-016', status >= 200 && status < 300, expected, String(status));
    },
  }),
];

const openToUsers = new Set(['readBusiness', 'listCustomFields', 'readKyb', 'listContractTemplates']);

async function strangerOfAnotherBusiness(
  scenario: Scenario,
  { tenantKey }: Tenant,
): Promise<readonly Stranger[]> {
  if (!scenario.opensBusinesses || tenantKey === undefined) return [];
  const other = await openTenant(scenario);
  const user = await createUser(scenario, other, uniqueEmail());
  const { caller } = await userCaller(scenario, other, user.userId);
  const requirement = 'AUTH-015';
  return [
    { requirement, label: 'with the token of a user of another business', caller },
    {
      requirement,
      label: 'with the token of a user of another business and the tenant key of the owner',
      caller: { ...caller, tenantKey },
    },
  ];
}
