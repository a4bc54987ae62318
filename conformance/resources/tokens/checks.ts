/** Sections "Authentication" (token types) and "Limits" (their lifetime) of the interface document. */

import fc from 'fast-check';
import { operation } from '../../../openapi/description.ts';
import { anySuccess } from '../../engine/expectation.ts';
import { CaseEnded } from '../../engine/outcome.ts';
import { isSuccess } from '../../http/is-success.ts';
import type { Caller } from '../../http/message.ts';
import { attempt, textIn } from '../../provider/answers.ts';
import type { OwnTenant, Tenant } from '../../provider/businesses.ts';
import { type Check, example, property } from '../../provider/check.ts';
import { credentials } from '../../provider/credentials.ts';
import { refusedEverywhere } from '../../provider/intruders.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { advance, createBusiness, openTenant, orgCaller, platformCaller } from '../../provider/tenant.ts';
import { businessInput } from '../../provider/valid-requests.ts';
import { businessCaller, createUser, userCaller } from '../users/actions.ts';

const minute = 60;
/** The document does not say how exact the hour is: interpretation 48. */
const surelyAccepted = 59 * minute;
const surelyExpired = 61 * minute;

/** Every token with an expiry would have expired after this time. */
const longTime = 400 * 24 * 60 * minute;

interface AgingToken {
  readonly name: string;
  readonly caller: Caller;
  readonly userId: string;
  /** In seconds. */
  age: number;
  /** Status of the response when the token was new. */
  fresh?: number;
}

const shownAge = (seconds: number) =>
  seconds % minute === 0
    ? `${seconds / minute} min`
    : `${Math.floor(seconds / minute)} min ${seconds % minute} s`;

/** Uses a token to read the verification of its own user. */
async function tryAtAge(scenario: Scenario, token: AgingToken): Promise<void> {
  const { name, caller, userId, age } = token;
  if (age > surelyAccepted && age < surelyExpired) return;
  scenario.step(`use ${name}, which is ${shownAge(age)} old`);
  const { status } = await scenario.send('readKyc', caller, { path: { userId } });
  if (age <= surelyAccepted) {
    token.fresh ??= status;
    scenario.require(
      'LIMIT-001',
      status !== 401 && status === token.fresh,
      `a user token that is ${shownAge(age)} old accepted like a new token (${token.fresh})`,
      String(status),
    );
  } else {
    const expected = `401 for a user token that is ${shownAge(age)} old`;
    scenario.require('TOKEN-005', status === 401, expected, String(status), { statuses: [401] });
  }
}

/** Asserts that a token creates no business. */
async function createsNone(scenario: Scenario, requirement: 'AUTH-017' | 'PLATFORM-008', caller: Caller) {
  const response = await scenario.send('createBusiness', caller, { body: businessInput(scenario.data) });
  const { status } = response;
  const holds = status >= 400 && status < 500 && textIn(response, 'businessId') === undefined;
  const expected = `${operation('createBusiness').path} rejected`;
  scenario.require(requirement, holds, expected, `${status} with ${response.text}`);
}

/** Reads a list that tokens of every kind for a business may read. */
async function reads(scenario: Scenario, caller: Caller): Promise<number> {
  return (await scenario.send('listPersons', caller)).status;
}

export const tokenChecks: readonly Check[] = [
  property({
    id: 'tokens.lifetime',
    title: 'A user token is accepted for an hour and rejected afterwards',
    covers: ['LIMIT-001', 'TOKEN-005'],
    needs: ['user-token', 'clock', 'create-person', 'invite-user'],
    examples: [
      { first: surelyAccepted, second: 2 * minute },
      { first: surelyExpired, second: surelyAccepted },
    ],
    arbitrary: () =>
      fc.record({
        first: fc.integer({ min: 0, max: 2 * surelyExpired }),
        second: fc.oneof(fc.integer({ min: 0, max: surelyExpired }), fc.constant(24 * 60 * minute)),
      }),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 3),
    run: async (scenario, { first, second }) => {
      const tenant = await openTenant(scenario, 'moves');
      scenario.setup('create a user');
      const { userId } = await createUser(scenario, tenant);
      const tokens: AgingToken[] = [];
      // A second token is used in parallel, to show that neither changes the lifetime of the other.
      for (const [name, seconds] of [
        ['the first token', first],
        ['the second token', second],
      ] as const) {
        scenario.step(`issue ${name}, use it, and let ${shownAge(seconds)} pass`);
        const { caller } = await userCaller(scenario, tenant, userId);
        const token = { name, caller, userId, age: 0 };
        tokens.push(token);
        for (const each of tokens) await tryAtAge(scenario, each);
        await advance(scenario, tenant, seconds);
        for (const each of tokens) each.age += seconds;
        for (const each of tokens) await tryAtAge(scenario, each);
      }
    },
  }),
  example({
    id: 'tokens.expired',
    title: 'Every operation rejects an expired user token',
    covers: ['TOKEN-005'],
    needs: ['user-token', 'clock', 'create-person', 'invite-user'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario, 'moves');
      scenario.setup('create a user, issue a token and let 61 minutes pass');
      const { userId } = await createUser(scenario, tenant);
      const { caller } = await userCaller(scenario, tenant, userId);
      await advance(scenario, tenant, surelyExpired);
      await refusedEverywhere(scenario, { credential: 'expiredUserToken', caller });
    },
  }),
  example({
    id: 'tokens.revoked',
    title: 'Every operation rejects a revoked token; other tokens stay valid',
    covers: ['AUTH-002'],
    needs: ['user-token', 'create-person', 'invite-user'],
    run: async (scenario) => {
      if (scenario.target.controls.revokeToken === undefined) {
        const line = 'controls.revokeToken';
        const why = scenario.target.unusable?.[line];
        const reason =
          why === undefined ? 'The target offers no control that revokes a token.' : `${line}: ${why}.`;
        scenario.skip('AUTH-002', reason);
        if (why !== undefined) scenario.warn('AUTH-002', reason);
        return;
      }
      const tenant = await openTenant(scenario);
      scenario.setup('issue two tokens of the business and a token of a user');
      const [lost, kept] = [await businessCaller(scenario, tenant), await businessCaller(scenario, tenant)];
      const { userId } = await createUser(scenario, tenant);
      const user = await userCaller(scenario, tenant, userId);
      // A target may allow one token per business, which a new one replaces.
      const isReplaced = !isSuccess(await reads(scenario, lost.caller));
      scenario.setup('revoke one token of the business and the token of the user');
      await scenario.issued.revokeToken(lost.issued);
      // The document says it only about org and platform tokens.
      const isUserRevoked = await attempt(() => scenario.issued.revokeToken(user.issued));
      await refusedEverywhere(scenario, { credential: 'revokedOrgToken', caller: lost.caller });
      if (isUserRevoked)
        await refusedEverywhere(scenario, { credential: 'revokedUserToken', caller: user.caller });
      scenario.independentStep('list persons with the token that was not revoked, and with a new token');
      const others = isReplaced ? [] : [kept];
      for (const { caller } of [...others, await businessCaller(scenario, tenant)]) {
        const status = await reads(scenario, caller);
        const expected = 'an org token still accepted after another org token was revoked';
        scenario.require('ERR-007', isSuccess(status), expected, String(status), anySuccess);
      }
    },
  }),
  example({
    id: 'tokens.lasting',
    title: 'A platform token is still accepted after more than a year',
    covers: ['AUTH-012'],
    needs: ['platform-token', 'clock'],
    run: async (scenario) => {
      const tenant = await openTenant(scenario, 'moves');
      const { caller } = tenant;
      scenario.step('list persons and let 400 days pass');
      const before = await reads(scenario, caller);
      if (!isSuccess(before))
        throw new CaseEnded(`The list of persons returned ${before} before any time passed.`);
      await advance(scenario, tenant, longTime);
      scenario.step('list persons with the same token');
      const after = await reads(scenario, caller);
      scenario.require('AUTH-012', after !== 401, 'the token still accepted', String(after));
    },
  }),
  example({
    id: 'tokens.altered',
    title: 'A token that differs from a valid token in one character is rejected',
    covers: ['AUTH-001', 'AUTH-002'],
    needs: [],
    reads: true,
    run: async (scenario) => {
      scenario.independentStep('list persons with the scheme and no token');
      const bare = await scenario.send('listPersons', {}, { headers: { authorization: 'Bearer' } });
      scenario.require('AUTH-001', bare.status === 401, '401', String(bare.status), { statuses: [401] });
      const { platformToken, orgToken } = scenario.target.credentials;
      for (const token of [platformToken, orgToken]) {
        if (token === undefined) continue;
        for (const [label, altered] of alterationsOf(token)) {
          if (altered === token || altered === '') continue;
          scenario.issued.conceal(altered, 'CONFORMANCE_ALTERED_TOKEN');
          scenario.independentStep(`list persons with a valid token, ${label}`);
          const status = await reads(scenario, { token: altered });
          scenario.require('AUTH-002', status === 401, `401 to a valid token, ${label}`, String(status), {
            statuses: [401],
          });
        }
      }
    },
  }),
  example({
    id: 'tokens.create-no-business',
    title: 'Only a platform token can create businesses',
    covers: ['AUTH-017', 'PLATFORM-008'],
    needs: [],
    newBusinesses: 1,
    run: async (scenario) => {
      if (scenario.has('org-token')) {
        scenario.independentStep(`create a business ${credentials.orgToken.label}`);
        await createsNone(scenario, 'PLATFORM-008', orgCaller(scenario));
      }
      if (!scenario.has('user-token', 'create-person', 'invite-user')) return;
      const tenant = await openTenant(scenario);
      if (tenant.businessId === undefined) return;
      const { userId } = await createUser(scenario, tenant);
      const callers: readonly [string, 'AUTH-017' | 'PLATFORM-008', Caller][] = [
        [credentials.userToken.label, 'AUTH-017', (await userCaller(scenario, tenant, userId)).caller],
        [credentials.orgTokenOfPlatform.label, 'PLATFORM-008', await orgTokenOf(scenario, tenant)],
      ];
      for (const [label, requirement, caller] of callers) {
        scenario.independentStep(`create a business ${label}`);
        await createsNone(scenario, requirement, caller);
        if (tenant.tenantKey === undefined) continue;
        scenario.independentStep(`create a business ${label} and a tenant key`);
        await createsNone(scenario, requirement, { ...caller, tenantKey: tenant.tenantKey });
      }
    },
  }),
  property({
    id: 'tokens.platform-reach',
    title: 'A platform token gives access to every business that it created',
    covers: ['AUTH-011'],
    needs: ['platform-token'],
    newBusinesses: 1,
    arbitrary: () => fc.integer({ min: 1, max: 6 }),
    runs: ({ propertyRuns }) => Math.ceil(propertyRuns / 5),
    run: async (scenario, count) => {
      const most = scenario.businesses.isLimited ? 1 : count;
      scenario.step(`create ${most} businesses`);
      const tenants: OwnTenant[] = [];
      for (let index = 0; index < most; index += 1) tenants.push(await createBusiness(scenario));
      const steps = [
        'listPersons',
        'listUsers',
        'listPayrolls',
        'listContracts',
        'listBeneficiaries',
      ] as const;
      for (const [index, { caller }] of tenants.entries()) {
        scenario.step(`read and write in business ${index + 1} of ${most}`);
        const statuses: number[] = [];
        for (const id of steps) statuses.push((await scenario.send(id, caller)).status);
        if (scenario.offers('createBusinessDeposit')) {
          const body = { value: { amount: 100, currency: 'USD' }, description: 'First funds' };
          const { status } = await scenario.send('createBusinessDeposit', caller, { body });
          // Any other rejection of the deposit is not about the token.
          statuses.push(status === 400 || status === 409 || status === 422 ? 200 : status);
        }
        scenario.require(
          'AUTH-011',
          statuses.every(isSuccess),
          `the platform token accepted for business ${index + 1} of the ${count} that it created`,
          `the answers ${statuses.join(', ')}`,
          anySuccess,
        );
      }
      scenario.step('go on in the default business');
      const status = await reads(scenario, platformCaller(scenario));
      const expected = 'the platform token accepted for the default business';
      scenario.require('AUTH-011', isSuccess(status), expected, String(status), anySuccess);
    },
  }),
];

async function orgTokenOf(scenario: Scenario, tenant: Tenant): Promise<Caller> {
  return (await businessCaller(scenario, tenant)).caller;
}

/** A valid token with one alteration each. */
function alterationsOf(token: string): readonly (readonly [string, string])[] {
  const middle = Math.floor(token.length / 2);
  const other = token[middle] === 'x' ? 'y' : 'x';
  return [
    // Padding at the end may mean nothing, as may capital and small letters.
    ['its last character missing', token.replace(/[^=](=*)$/, '$1')],
    ['its first character missing', token.slice(1)],
    ['one character replaced', token.slice(0, middle) + other + token.slice(middle + 1)],
  ];
}
