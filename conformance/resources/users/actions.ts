/** Requests about users and their tokens that checks share. */

import type { Tenant } from '../../provider/businesses.ts';
import type { Scenario } from '../../provider/scenario.ts';
import { businessIdOf } from '../../provider/tenant.ts';
import { uniqueEmail } from '../../target/test-data.ts';
import { createPerson, inviteUser } from '../persons/actions.ts';

/** A person and its user. */
export interface PersonWithUser {
  readonly personId: string;
  readonly userId: string;
  readonly email: string;
}

export async function createUser(
  scenario: Scenario,
  { caller }: Tenant,
  email = uniqueEmail(scenario.data, 'ifeoma'),
): Promise<PersonWithUser> {
  const personId = await createPerson(scenario, caller, { email });
  return { personId, userId: await inviteUser(scenario, caller, personId), email };
}

/** A token of one user of a business. */
export async function userCaller(scenario: Scenario, tenant: Tenant, userId: string) {
  const issued = await scenario.issued.issueToken({ type: 'user', businessId: businessIdOf(tenant), userId });
  return { issued, caller: { token: issued.token } };
}

/** A token of one business. */
export async function businessCaller(scenario: Scenario, tenant: Tenant) {
  const issued = await scenario.issued.issueToken({ type: 'org', businessId: businessIdOf(tenant) });
  return { issued, caller: { token: issued.token } };
}
