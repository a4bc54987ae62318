/** Tenant keys that do not belong to the platform. Section "Authentication" of the interface document. */
import { randomUUID } from 'node:crypto';
import { allOperations, operation } from '../../openapi/description.ts';
import { CaseEnded } from '../engine/outcome.ts';
import { type Check, example } from '../provider/check.ts';
import {
  type CredentialName,
  credentials,
  documentedLists,
  tries,
  withoutPadding,
} from '../provider/credentials.ts';
import { readAll } from '../provider/cursor.ts';
import { mustAskForKey, refusedEverywhere, requireForbidden } from '../provider/intruders.ts';
import type { Scenario } from '../provider/scenario.ts';
import { offeredOf, onOperation } from '../provider/sweep.ts';
import { openTenant, platformCaller, platformTenant } from '../provider/tenant.ts';
import { beneficiaryInput } from '../provider/valid-requests.ts';
import { furnish, resourceNames } from './belongings.ts';
import { borrowingsOf, creationsIn, intrusionsInto, searchesFor } from './intrusions.ts';

/**
 * Callers with a tenant key that does not belong to the platform: an invented one, and one of another platform if the
 * target names it.
 */
function foreigners(scenario: Scenario) {
  const { foreignTenantKey } = scenario.target.credentials;
  const keys: readonly (readonly [CredentialName, string | undefined])[] = [
    ['unknownTenantKey', `foreign-${randomUUID()}`],
    ['foreignTenantKey', foreignTenantKey],
  ];
  return keys.flatMap(([credential, tenantKey]) =>
    tenantKey === undefined ? [] : [{ credential, caller: { ...platformCaller(scenario), tenantKey } }],
  );
}

/** Evaluates that a request rejected because of its tenant key is not carried out in the default business instead. */
async function leavesNothingBehind(scenario: Scenario): Promise<void> {
  const caller = platformCaller(scenario);
  const name = `Foreign ${randomUUID()}`;
  scenario.independentStep('create a beneficiary with a tenant key that does not belong to the platform');
  const stranger = { ...caller, tenantKey: `foreign-${randomUUID()}` };
  const body = { ...beneficiaryInput(scenario.data), name };
  await onOperation(scenario, ['AUTH-004'], 'createBeneficiary', async () => {
    const { status } = await scenario.send('createBeneficiary', stranger, { body });
    requireForbidden(scenario, 'AUTH-004', 'createBeneficiary', status);
  });
  scenario.step('list the beneficiaries of the default business');
  const { items } = await readAll<{ readonly name?: unknown }>(scenario, 'listBeneficiaries', caller);
  const isThere = items.some((beneficiary) => beneficiary?.name === name);
  scenario.require('AUTH-004', !isThere, 'no such beneficiary', 'the beneficiary was created');
}

export const tenantKeyChecks: readonly Check[] = [
  example({
    id: 'authentication.foreign-tenant-key',
    title: 'No list is returned for a tenant key that does not belong to the platform',
    covers: ['AUTH-004', 'ERR-001'],
    needs: ['platform-token'],
    reads: true,
    run: async (scenario) => {
      for (const { id } of offeredOf(scenario, ['AUTH-004'], documentedLists.map(operation))) {
        await onOperation(scenario, ['AUTH-004'], id, async () => {
          for (const { credential, caller } of foreigners(scenario)) {
            scenario.independentStep(`${id} ${credentials[credential].label}`);
            const { status } = await scenario.send(id, caller);
            requireForbidden(scenario, 'AUTH-004', id, status);
          }
        });
      }
    },
  }),
  example({
    id: 'access.foreign-tenant-key',
    title: 'No operation succeeds with a tenant key that does not belong to the platform',
    covers: ['AUTH-004'],
    needs: ['platform-token', 'create-person'],
    run: async (scenario) => {
      // A key that is ignored would act in the business of the platform itself.
      const tenant = scenario.opensBusinesses ? platformTenant(scenario) : await openTenant(scenario);
      const furnished = await furnish(scenario, tenant, 'none');
      // Resources that could not be created get random ids: the key must be rejected all the same.
      const unknown = resourceNames.map((name) => [name, randomUUID()] as const);
      const belongings = { ...furnished, ids: new Map([...unknown, ...furnished.ids]) };
      const attempts = [
        ...intrusionsInto(scenario, belongings),
        ...searchesFor(scenario, belongings),
        ...(await borrowingsOf(scenario, tenant.caller, belongings)),
        ...creationsIn(scenario),
      ];
      const meant = allOperations.filter((each) => tries(scenario.checkId, 'unknownTenantKey', each));
      offeredOf(scenario, ['AUTH-004'], meant);
      for (const { operation: tried, input } of attempts.filter((each) => meant.includes(each.operation))) {
        await onOperation(scenario, ['AUTH-004'], tried.id, async () => {
          await mustAskForKey(scenario, tried);
          for (const { credential, caller } of foreigners(scenario)) {
            scenario.independentStep(`${tried.summary.toLowerCase()} ${credentials[credential].label}`);
            const { status } = await scenario.send(tried.id, caller, input);
            requireForbidden(scenario, 'AUTH-004', tried.id, status);
          }
        });
      }
    },
  }),
  example({
    id: 'authentication.tenant-keys',
    title:
      'A tenant key gives no access with an invalid token, and an incomplete tenant key gives no access at all',
    covers: ['AUTH-002', 'AUTH-004'],
    needs: ['platform-token'],
    run: async (scenario) => {
      const { tenantKey } = await openTenant(scenario);
      if (tenantKey === undefined) throw new CaseEnded('No tenant key is known.');
      const unknown = { token: `unknown-${randomUUID()}`, tenantKey };
      await refusedEverywhere(scenario, { credential: 'unknownTokenAndTenantKey', caller: unknown });
      const bare = withoutPadding(tenantKey);
      const altered = { 'an extra character': `${bare}x`, 'a missing character': bare.slice(0, -1) };
      for (const [label, key] of Object.entries(altered)) {
        scenario.independentStep(`listPersons with a tenant key that has ${label}`);
        await onOperation(scenario, ['AUTH-004'], 'listPersons', async () => {
          const caller = { ...platformCaller(scenario), tenantKey: key };
          const { status } = await scenario.send('listPersons', caller);
          requireForbidden(scenario, 'AUTH-004', 'listPersons', status);
        });
      }
      await leavesNothingBehind(scenario);
    },
  }),
];
