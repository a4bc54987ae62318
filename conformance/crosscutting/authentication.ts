/** Section "Authentication" of the interface document. */

import { randomUUID } from 'node:crypto';
import { anySuccess, rejection } from '../engine/expectation.ts';
import { isSuccess } from '../http/is-success.ts';
import type { Caller } from '../http/message.ts';
import { itemsOf } from '../provider/answers.ts';
import { dateAfter } from '../provider/calendar.ts';
import { type Check, example } from '../provider/check.ts';
import { withoutPadding } from '../provider/credentials.ts';
import { refusedEverywhere, requireForbidden } from '../provider/intruders.ts';
import { show } from '../provider/response.ts';
import type { Scenario } from '../provider/scenario.ts';
import { openTenant, orgCaller, platformCaller, timeOf } from '../provider/tenant.ts';
import { businessInput, payrollBody } from '../provider/valid-requests.ts';
import { createPayroll, listPayrolls } from '../resources/payrolls/actions.ts';
import { createPerson, type PersonPage } from '../resources/persons/actions.ts';
import { uniqueEmail } from '../target/test-data.ts';

/** Whether the list of persons that a caller gets contains a person. */
async function findsPerson(scenario: Scenario, caller: Caller, email: string, id: string): Promise<boolean> {
  const { json } = await scenario.succeed('listPersons', caller, { query: { email } });
  const { data } = json as Partial<PersonPage>;
  return Array.isArray(data) && data.some((person) => person.id === id);
}

export const authenticationChecks: readonly Check[] = [
  example({
    id: 'authentication.no-token',
    title: 'Every operation rejects a request without a token',
    covers: ['AUTH-001'],
    needs: [],
    reads: true,
    stateless: true,
    run: (scenario) => {
      const { platformToken, orgToken } = scenario.target.credentials;
      const token = platformToken ?? orgToken;
      const after = token === undefined ? {} : { after: { token } };
      return refusedEverywhere(scenario, { credential: 'noToken', caller: {}, ...after });
    },
  }),
  example({
    id: 'authentication.empty-token',
    title: 'Every operation rejects an Authorization header without a token',
    covers: ['AUTH-001'],
    needs: [],
    stateless: true,
    run: (scenario) =>
      refusedEverywhere(scenario, {
        credential: 'emptyToken',
        caller: {},
        headers: { authorization: 'Bearer' },
      }),
  }),
  example({
    id: 'authentication.invalid-token',
    title: 'Every operation rejects an invalid token',
    covers: ['AUTH-002'],
    needs: [],
    reads: true,
    run: async (scenario) => {
      const { platformToken, orgToken } = scenario.target.credentials;
      const token = platformToken ?? orgToken;
      const altered = `${withoutPadding(String(token))}x`;
      // It shows all but one character of the key.
      if (token !== undefined) scenario.issued.conceal(altered, 'CONFORMANCE_ALTERED_TOKEN');
      const known = [
        { credential: 'alteredToken', caller: { token: altered } },
        { credential: 'otherScheme', caller: {}, headers: { authorization: `Basic ${token}` } },
      ] as const;
      await refusedEverywhere(
        scenario,
        { credential: 'unknownToken', caller: { token: `unknown-${randomUUID()}` } },
        ...(token === undefined ? [] : known),
      );
    },
  }),
  example({
    id: 'authentication.other-environment',
    title: 'Every operation rejects a key of the other environment',
    covers: ['AUTH-003'],
    needs: ['other-environment-token'],
    reads: true,
    run: async (scenario) => {
      const token = scenario.target.credentials.otherEnvironmentToken;
      if (token === undefined) return;
      await refusedEverywhere(scenario, { credential: 'otherEnvironment', caller: { token } });
    },
  }),
  example({
    id: 'authentication.token-type',
    title: 'An org token cannot create businesses',
    covers: ['AUTH-005', 'ERR-001'],
    needs: ['org-token'],
    run: async (scenario) => {
      scenario.step('create a business with an org token');
      const { status } = await scenario.send('createBusiness', orgCaller(scenario), {
        body: businessInput(scenario.data),
      });
      requireForbidden(scenario, 'AUTH-005', 'createBusiness', status);
    },
  }),
  example({
    id: 'authentication.tenant-selection',
    title: 'The tenant key selects the business; without it, the default business is selected',
    covers: ['AUTH-006', 'AUTH-007'],
    needs: ['platform-token', 'create-person'],
    newBusinesses: 2,
    run: async (scenario) => {
      const payrolls: unknown[] = [];
      for (const id of ['listPersons', 'listPayrolls'] as const) {
        scenario.independentStep(`${id} without a tenant key`);
        const answer = await scenario.send(id, platformCaller(scenario));
        const { status } = answer;
        const expected = 'a success status with the data of the default business';
        scenario.require('AUTH-007', isSuccess(status), expected, String(status), anySuccess);
        payrolls.push(...itemsOf(answer).flatMap(({ payrollId }) => payrollId ?? []));
      }
      scenario.setup('open two businesses');
      const [first, second] = [await openTenant(scenario), await openTenant(scenario)];
      scenario.independentStep('list the payrolls of the first business');
      const strange = (await listPayrolls(scenario, first.caller)).filter(({ payrollId }) =>
        payrolls.includes(payrollId),
      );
      const own = 'no payroll of the default business';
      scenario.require('AUTH-006', strange.length === 0, own, `${strange.length} of its payrolls`);
      const places = [
        { name: 'the first business', caller: first.caller },
        { name: 'the second business', caller: second.caller },
        { name: 'the default business', caller: platformCaller(scenario) },
      ] satisfies { name: string; caller: Caller }[];
      for (const place of places) {
        scenario.step(`create a person in ${place.name}`);
        const email = uniqueEmail(scenario.data, 'tunde');
        const id = await createPerson(scenario, place.caller, { email });
        for (const other of places) {
          scenario.step(`list the persons of ${other.name}`);
          const found = await findsPerson(scenario, other.caller, email, id);
          // A request without a tenant key may write to or read from the wrong business.
          const unselected = [place, other].some(({ caller }) => caller.tenantKey === undefined);
          scenario.require(
            unselected ? 'AUTH-007' : 'AUTH-006',
            found === (place === other),
            `the person of ${place.name} ${place === other ? 'listed' : 'not listed'} in ${other.name}`,
            found ? 'the person is listed' : 'the person is not listed',
          );
        }
      }
    },
  }),
  example({
    id: 'authentication.org-scope',
    title: 'An org token gives access to all resources of its own business and to none of another',
    covers: ['AUTH-008', 'AUTH-010'],
    needs: ['platform-token', 'org-token', 'create-payroll', 'create-person'],
    run: async (scenario) => {
      const org = orgCaller(scenario);
      const tenant = await openTenant(scenario);
      const personId = await createPerson(scenario, tenant.caller);
      const payrollId = await createPayroll(scenario, tenant.caller);
      const body = payrollBody(scenario.data, dateAfter(timeOf(scenario, tenant), 5), [
        { personId, salary: 1_000 },
      ]);
      await scenario.succeed('savePayroll', tenant.caller, { path: { payrollId }, body });
      scenario.step('read the payroll of another business with an org token');
      const { status } = await scenario.send('readPayroll', org, { path: { payrollId } });
      scenario.require('AUTH-008', status >= 400 && status < 500, 'a rejection', String(status), rejection);
      scenario.step('save the payroll of another business with an org token');
      const saved = await scenario.send('savePayroll', org, { path: { payrollId }, body });
      const expected = 'a rejection';
      scenario.require(
        'AUTH-008',
        saved.status >= 400 && saved.status < 500,
        expected,
        String(saved.status),
        rejection,
      );
      scenario.step('list the payrolls of the business of the org token');
      const own = await scenario.send('listPayrolls', org);
      const wanted = 'the payrolls of its own business';
      scenario.require('AUTH-010', isSuccess(own.status), wanted, String(own.status), anySuccess);
      const listed = await listPayrolls(scenario, org);
      scenario.require(
        'AUTH-008',
        !listed.some((payroll) => payroll.payrollId === payrollId),
        'no payroll of another business in the list',
        `the list contains ${payrollId}`,
      );
      scenario.step('create and find a person with an org token');
      const email = uniqueEmail(scenario.data, 'tunde');
      const id = await createPerson(scenario, org, { email });
      scenario.require(
        'AUTH-010',
        await findsPerson(scenario, org, email, id),
        'the person created with the same token',
        `${show(email)} is not listed`,
      );
      const { orgBusinessId, platformBusinessId } = scenario.target;
      // The org token may belong to the platform's own business.
      const isDefault =
        platformBusinessId === undefined || platformBusinessId === (orgBusinessId ?? platformBusinessId);
      const others = [
        { name: 'a business of the platform', caller: tenant.caller },
        ...(isDefault
          ? []
          : [{ name: 'the default business of the platform', caller: platformCaller(scenario) }]),
      ];
      for (const { name, caller } of others) {
        const expected = `a person created with an org token not listed in ${name}`;
        const actual = `the person is listed in ${name}`;
        scenario.require('AUTH-008', !(await findsPerson(scenario, caller, email, id)), expected, actual);
      }
      scenario.step('list the payrolls of another business with an org token and its tenant key');
      const strayed = await scenario.send('listPayrolls', { ...org, tenantKey: String(tenant.tenantKey) });
      scenario.require(
        'AUTH-008',
        !strayed.text.includes(payrollId),
        'a rejection, or the payrolls of its own business',
        `${strayed.status} with the payroll of another business`,
      );
    },
  }),
];
